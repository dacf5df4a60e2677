// What was seen in files, by path and stamp: one flat file, read whole, written anew when something changed.
import { dirname } from 'node:path'
import type { Ledger, Seen, Stamp } from '../core/ports.ts'
import { cacheBytes, cachedBytes } from './cache-file.ts'
import { makeFolder } from './make-folder.ts'

// The layout: eight numbers of four bytes (magic, files, bytes of the paths, bytes of the rest, the sum of all that follows the eight, zeros); four doubles a file (its stamp);
// 48 bytes a file (SHA-256 and MD5); one byte a file (whether the stamp can be trusted); the paths with zeros between them; what only few files have, as JSON.
const MAGIC = 0x314c4f46
const HEAD = 32
const HASHES = 48

interface Row {
  readonly stamp: Stamp
  readonly seen: Seen
  readonly certain: boolean
}

/** A ledger in a file. */
export interface FileLedger extends Ledger {
  /** Writes it if it changed. Failing costs only speed. */
  flush(): void
}

/** Disks that count in seconds show it: for them two seconds must pass before a stamp tells two contents apart, for others some ticks of the clock. */
const COARSE = 2000
const FINE = 30

/** Rows that are never too many. */
const SPARE = 200_000

/** Opens a ledger. `now` is when this run began: what changed since then, or just before, may change again without a trace. */
export function fileLedger(file: string, { now, verify = false }: { now: number; verify?: boolean }): FileLedger {
  const before = load(file)
  const noted = new Map<string, Row>()
  const met = new Set<string>()
  return {
    find: (path, stamp) => {
      const at = before.numbers.get(path)
      if (at === undefined) return undefined
      met.add(path)
      return !verify && before.holdsAt(at, stamp()) ? before.seenAt(at) : undefined
    },
    note: (path, stamp, seen) => void noted.set(path, { stamp, seen, certain: isOld(stamp, now) }),
    flush: () => {
      const known = met.size + noted.size
      // A run may look at a part only: what it did not meet is dropped when it is most of the file.
      const isCrowded = before.numbers.size > 2 * known + SPARE
      if (noted.size === 0 && !isCrowded) return
      try {
        makeFolder(dirname(file), 0o700)
        cacheBytes(file, [encode([...before.rows((path) => !noted.has(path) && (!isCrowded || met.has(path))), ...noted])])
      } catch {
        // A full or read-only disk: the files are read again next time.
      }
    },
  }
}

const isOld = ({ modified, changed }: Stamp, now: number): boolean => {
  const window = modified % 1000 === 0 && changed % 1000 === 0 ? COARSE : FINE
  return modified < now - window && changed < now - window
}

/** The ledger as it lies in a file. */
interface Loaded {
  readonly numbers: ReadonlyMap<string, number>
  holdsAt(at: number, stamp: Stamp | undefined): boolean
  seenAt(at: number): Seen
  rows(wanted: (path: string) => boolean): Iterable<readonly [string, Row]>
}

type Rest = Readonly<Record<string, Omit<Seen, 'md5' | 'sha256'>>>

function load(file: string): Loaded {
  return loadedFrom(cachedBytes(file)) ?? decode(Buffer.from(encode([])))
}

function loadedFrom(bytes: Buffer | undefined): Loaded | undefined {
  try {
    return bytes === undefined ? undefined : decode(bytes)
  } catch {
    return undefined
  }
}

/** Whether a file is a ledger as we write it. */
export const isLedger = (file: string): boolean => loadedFrom(cachedBytes(file)) !== undefined

function decode(bytes: Buffer): Loaded {
  const [magic, count = 0, pathBytes = 0, restBytes = 0, sum] = Array.from({ length: 5 }, (_, i) => bytes.readUInt32LE(i * 4))
  const hashesAt = HEAD + count * 32
  const pathsAt = hashesAt + count * (HASHES + 1)
  // What stands here is believed without a look at the files: a disk that altered it must not go unnoticed.
  if (magic !== MAGIC || pathsAt + pathBytes + restBytes !== bytes.length || sumOf(bytes) !== sum) throw new Error('not a ledger')
  const paths = count === 0 ? [] : bytes.toString('utf8', pathsAt, pathsAt + pathBytes).split('\0')
  const rest = JSON.parse(bytes.toString('utf8', pathsAt + pathBytes)) as Rest
  const number = (at: number, column: number): number => bytes.readDoubleLE(HEAD + at * 32 + column * 8)
  const hex = (at: number, [from, to]: readonly [number, number]): string => bytes.toString('hex', hashesAt + at * HASHES + from, hashesAt + at * HASHES + to)
  const isCertain = (at: number): boolean => bytes[hashesAt + count * HASHES + at] === 1
  const stampAt = (at: number): Stamp => ({ modified: number(at, 0), changed: number(at, 1), size: number(at, 2), inode: number(at, 3) })
  const seenAt = (at: number): Seen => ({ sha256: hex(at, [0, 32]), md5: hex(at, [32, HASHES]), ...rest[at] })
  return {
    numbers: new Map(paths.map((path, at) => [path, at])),
    holdsAt: (at, stamp) =>
      stamp !== undefined && isCertain(at) && number(at, 0) === stamp.modified && number(at, 1) === stamp.changed && number(at, 2) === stamp.size && number(at, 3) === stamp.inode,
    seenAt,
    rows: (wanted) => paths.flatMap((path, at) => (wanted(path) ? [[path, { stamp: stampAt(at), seen: seenAt(at), certain: isCertain(at) }] as const] : [])),
  }
}

function encode(rows: readonly (readonly [string, Row])[]): Uint8Array {
  const rest = Object.fromEntries(rows.flatMap(([, { seen }], at) => (isPlain(seen) ? [] : [[at, { stub: seen.stub, encoding: seen.encoding, redacted: seen.redacted }]])))
  const tail = [Buffer.from(rows.map(([path]) => path).join('\0')), Buffer.from(JSON.stringify(rest))] as const
  const fixed = Buffer.alloc(HEAD + rows.length * (32 + HASHES + 1))
  const head = [MAGIC, rows.length, tail[0].length, tail[1].length]
  head.forEach((value, i) => fixed.writeUInt32LE(value, i * 4))
  const hashesAt = HEAD + rows.length * 32
  rows.forEach(([, { stamp, seen, certain }], at) => {
    const { modified, changed, size, inode } = stamp
    for (const [column, value] of [modified, changed, size, inode].entries()) fixed.writeDoubleLE(value, HEAD + at * 32 + column * 8)
    fixed.write(seen.sha256 + seen.md5, hashesAt + at * HASHES, 'hex')
    fixed[hashesAt + rows.length * HASHES + at] = Number(certain)
  })
  const all = Buffer.concat([fixed, ...tail])
  all.writeUInt32LE(sumOf(all), 16)
  return all
}

/** Tells two ledgers apart that differ by accident. */
function sumOf(bytes: Buffer): number {
  const units = new Uint32Array(Math.ceil((bytes.length - HEAD) / 4))
  new Uint8Array(units.buffer).set(bytes.subarray(HEAD))
  let sum = 0x811c9dc5
  for (let i = 0; i < units.length; i++) sum = Math.imul(sum ^ (units[i] as number), 0x01000193)
  return sum >>> 0
}

const isPlain = ({ stub, encoding, redacted }: Seen): boolean => stub === undefined && encoding === undefined && redacted === undefined
