// Where a page goes: a file that is replaced whole, or something that is not a file and is written into.
import { lstatSync, openSync, closeSync, realpathSync, writeFileSync } from 'node:fs'
import type { Parts } from '../core/parts.ts'
import { writeWhole } from '../stores/write.ts'

/** So many bytes are handed on at once. */
const ENOUGH = 1 << 18

/** A text as bytes in large pieces; one holds until the next is asked for. */
export function* gathered(parts: Iterable<string> & Pick<Parts, 'bytes'>): Iterable<Uint8Array> {
  const buffer = Buffer.allocUnsafe(ENOUGH)
  let used = 0
  for (const part of parts.bytes?.() ?? parts) {
    const size = typeof part === 'string' ? Buffer.byteLength(part) : part.length
    if (used + size > ENOUGH) {
      yield buffer.subarray(0, used)
      used = 0
    }
    if (size > ENOUGH) yield typeof part === 'string' ? Buffer.from(part) : part
    else if (typeof part === 'string') used += buffer.write(part, used)
    else {
      buffer.set(part, used)
      used += size
    }
  }
  yield buffer.subarray(0, used)
}

/** Writes parts to a path. A regular file is replaced in one step; a link keeps pointing where it did; a pipe or device is written into. */
export function writeOutput(path: string, parts: Parts): void {
  const there = lstatSync(path, { throwIfNoEntry: false })
  if (there?.isSymbolicLink()) return writeOutput(realpathSync(path), parts)
  if (there === undefined || there.isFile()) {
    writeWhole(path, gathered(parts), { mode: there === undefined ? 0o644 : there.mode & 0o777 })
    return
  }
  const handle = openSync(path, 'w')
  try {
    for (const part of gathered(parts)) writeFileSync(handle, part)
  } finally {
    closeSync(handle)
  }
}

const CAUSES: Readonly<Record<string, string>> = {
  EACCES: 'permission denied', EPERM: 'permission denied', EROFS: 'the disk is read-only', ENOSPC: 'the disk is full', ENOENT: 'its folder does not exist',
  EISDIR: 'it is a folder', ENOTDIR: 'a part of its path is not a folder', ENAMETOOLONG: 'its name is longer than the system allows', EXDEV: 'it lies on another disk',
  EFBIG: 'it would be larger than the system allows', EDQUOT: 'your share of the disk is used up', EMFILE: 'too many files are open', ENFILE: 'too many files are open', EIO: 'the disk does not answer as it should',
}

/** Why something could not be written, in words. */
export function writeCause(error: unknown): string {
  const code = (error as { code?: string } | null)?.code ?? ''
  return Object.hasOwn(CAUSES, code) ? (CAUSES[code] as string) : `the system said ${code || String(error)}`
}
