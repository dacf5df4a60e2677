import type { Stats } from 'node:fs'
import type { Stamp } from '../core/ports.ts'
import { closeSync, fstatSync, readSync } from 'node:fs'
import { isSameStamp } from '../core/stamp.ts'
import { NotAFile, openPlain, type Opening, statReal } from '../disk/open.ts'
import { lstatOf } from '../disk/places.ts'

/** What one look at a file gave. The bytes are a view of a shared buffer and hold until the next read. */
export interface Look {
  readonly bytes: Uint8Array
  /** Size on disk, which may be more than was read. */
  readonly size: number
  readonly stamp: Stamp
  /** The disk it lies on. */
  readonly disk: number
}

/** What tells two states of a file apart. */
export const stampOf = ({ mtimeMs, ctimeMs, size, ino }: Stats): Stamp => ({ modified: mtimeMs, changed: ctimeMs, size, inode: ino })

/** The stamp of what lies at a path; of what is gone or cannot be looked at there is none, and whoever reads it says why. */
export function stampAt(path: string): Stamp | undefined {
  const stat = lstatOf(path)
  return stat === undefined ? undefined : stampOf(stat)
}

// Not a Buffer: parts of one cost several times as much.
let shared = new Uint8Array(1 << 16)
let filled = 0

/** How often the shared buffer was filled: bytes hold as long as this stays the same. */
export const readings = (): number => filled

/** Reads at most `most` + 1 bytes of a file, once more if it changed under the reading. Throws what the system throws. */
export function look(file: string, most: number, opening: Opening = openPlain): Look {
  const handle = opening(file)
  try {
    return lookInto(handle, most)
  } finally {
    closeSync(handle)
  }
}

/** The same for a file that is open. */
export const lookInto = (handle: number, most: number): Look => lookOnce(handle, most) ?? lookOnce(handle, most, true) as Look

/** Reads a file that is known by its stamp; undefined when it has another one by the time it was read. Throws what the system throws. */
export function lookFor(file: string, stamp: Stamp, opening: Opening): Look | undefined {
  const handle = opening(file)
  try {
    const bytes = fill(handle, stamp.size + 1)
    const stat = fstatSync(handle)
    return stat.isFile() && isSameStamp(stampOf(stat), stamp) && bytes.length === stamp.size ? { bytes, size: stamp.size, stamp, disk: stat.dev } : undefined
  } finally {
    closeSync(handle)
  }
}

/** Whether a path without links leads to the file that was read, whatever was written to it since. */
export function isStill(file: string, { stamp, disk }: Pick<Look, 'stamp' | 'disk'>): boolean {
  try {
    const { ino, dev } = statReal(file)
    return ino === stamp.inode && dev === disk
  } catch {
    return false
  }
}

/** Undefined when the file shrank or grew meanwhile, unless `anyway`: then what was read is what it is. */
function lookOnce(handle: number, most: number, anyway = false): Look | undefined {
  const stat = fstatSync(handle)
  if (!stat.isFile()) throw new NotAFile()
  // One byte more than expected, so that a file that has grown is noticed.
  const bytes = fill(handle, Math.min(stat.size, most) + 1)
  if (!anyway && bytes.length !== Math.min(stat.size, most + 1)) return undefined
  return { bytes, size: bytes.length <= most ? bytes.length : Math.max(stat.size, bytes.length), stamp: stampOf(stat), disk: stat.dev }
}

function fill(handle: number, wanted: number): Uint8Array {
  if (shared.length < wanted) shared = new Uint8Array(Math.max(wanted, shared.length * 2))
  let length = 0
  filled++
  while (length < wanted) {
    const got = readSync(handle, shared, length, wanted - length, length)
    length += got
    if (got === 0 || length === wanted - 1) break
  }
  return shared.subarray(0, length)
}

/** The first bytes of a small file of ours or of git, copied; undefined when there is no such plain file. */
export function readAtMost(file: string, most: number, opening: Opening = openPlain): Buffer | undefined {
  try {
    return Buffer.from(look(file, most, opening).bytes.subarray(0, most))
  } catch {
    return undefined
  }
}
