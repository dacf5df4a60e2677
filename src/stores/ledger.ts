// What was seen in files, by path and stamp: one flat file, read whole, written anew when something changed.
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { numbered } from '../core/numbered.ts'
import type { Ledger, Seen, Stamp } from '../core/ports.ts'
import { holdsStamp, isSettled, putStamp, STAMP } from '../core/stamp.ts'
import { cacheBytes, cachedBytes } from './cache-file.ts'
import { makeFolder } from './make-folder.ts'

// The layout: eight numbers of four bytes (magic, files, bytes of the paths, bytes of the rest, the sum of all that follows the eight, zeros); four doubles a file (its stamp);
// 48 bytes a file (SHA-256 and MD5); one byte a file (whether the stamp can be trusted); the paths with zeros between them; what only few files have, as JSON.
const MAGIC = 0x324c4f46
const HEAD = 32
const HASHES = 48
/** Stands where nobody asked for the MD5. */
const UNKNOWN = '0'.repeat(32)

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

/** Rows that are never too many. */
const SPARE = 200_000

/** Opens a ledger. `now` is when this run began: what changed since then, or just before, may change again without a trace. */
export function fileLedger(file: string, { now, verify = false }: { now: number; verify?: boolean }): FileLedger {
  const before = load(file)
  const noted = new Map<string, Row>()
  const met = new Set<number>()
  return {
    find: (path, stamp) => {
      const at = before.numberOf(path)
      if (at === undefined) return undefined
      met.add(at)
      return !verify && before.holdsAt(at, stamp()) ? before.seenAt(at) : undefined
    },
    note: (path, stamp, seen) => void noted.set(path, { stamp, seen, certain: isSettled(stamp.modified, stamp.changed, now) }),
    flush: () => {
      const known = met.size + noted.size
      // A run may look at a part only: what it did not meet is dropped when it is most of the file.
      const isCrowded = before.count > 2 * known + SPARE
      if (noted.size === 0 && !isCrowded) return
      try {
        makeFolder(dirname(file), 0o700)
        cacheBytes(file, [(isCrowded ? undefined : before.altered(noted)) ?? encode([...before.rows(isCrowded ? met : undefined, noted), ...noted])])
      } catch {
        // A full or read-only disk: the files are read again next time.
      }
    },
  }
}

/** The ledger as it lies in a file. */
interface Loaded {
  readonly count: number
  numberOf(path: string): number | undefined
  holdsAt(at: number, stamp: Stamp | undefined): boolean
  seenAt(at: number): Seen
  /** Rows by path, each once: what was noted since stands in the place of what it replaces. */
  rows(only: ReadonlySet<number> | undefined, noted: Map<string, Row>): Iterable<readonly [string, Row]>
  /** The same file with other rows in their places, byte for byte what writing all of them would give; undefined when some are new. */
  altered(noted: ReadonlyMap<string, Row>): Uint8Array | undefined
}

type Rest = Record<string, Omit<Seen, 'md5' | 'sha256'>>

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
  const stamps = new Float64Array(new Uint8Array(bytes.subarray(HEAD, hashesAt)).buffer)
  // Parts of one text, because a text for each hash of each file takes longer than looking at the files.
  const hex = bytes.toString('hex', hashesAt, hashesAt + count * HASHES)
  const isCertain = (at: number): boolean => bytes[hashesAt + count * HASHES + at] === 1
  const stampAt = (at: number): Stamp => ({ modified: stamps[at * 4] as number, changed: stamps[at * 4 + 1] as number, size: stamps[at * 4 + 2] as number, inode: stamps[at * 4 + 3] as number })
  const seenAt = (at: number): Seen => {
    const sha256 = hex.slice(at * HASHES * 2, at * HASHES * 2 + 64)
    const md5 = hex.slice(at * HASHES * 2 + 64, (at + 1) * HASHES * 2)
    const more = rest[at]
    const seen = md5 === UNKNOWN ? { sha256 } : { sha256, md5 }
    return more === undefined ? seen : { ...seen, ...more }
  }
  const numberOf = numbered(paths)
  return {
    count, numberOf, seenAt,
    holdsAt: (at, stamp) => stamp !== undefined && isCertain(at) && holdsStamp(stamps, at * STAMP, stamp),
    *rows(only, noted) {
      for (const [at, path] of paths.entries()) {
        if (only?.has(at) === false) continue
        yield [path, noted.get(path) ?? { stamp: stampAt(at), seen: seenAt(at), certain: isCertain(at) }]
        noted.delete(path)
      }
    },
    altered: (noted) => {
      const [fixed, others] = [Buffer.alloc(pathsAt), { ...rest }]
      fixed.set(bytes.subarray(0, pathsAt))
      const write = rowsOf(fixed)
      for (const [path, row] of noted) {
        const at = numberOf(path)
        if (at === undefined) return undefined
        write(at, row)
        fixed.write(hashesIn(row), hashesAt + at * HASHES, 'hex')
        delete others[at]
        if (!isPlain(row.seen)) others[at] = besidesHashes(row.seen)
      }
      return written(fixed, bytes.subarray(pathsAt, pathsAt + pathBytes), others)
    },
  }
}

function encode(rows: readonly (readonly [string, Row])[]): Uint8Array {
  const rest: Rest = {}
  const paths: string[] = []
  const hashes: string[] = []
  const fixed = Buffer.alloc(HEAD + rows.length * (32 + HASHES + 1))
  fixed.writeUInt32LE(MAGIC, 0)
  fixed.writeUInt32LE(rows.length, 4)
  const write = rowsOf(fixed)
  for (const [path, row] of rows) {
    const at = paths.push(path) - 1
    write(at, row)
    hashes.push(hashesIn(row))
    if (!isPlain(row.seen)) rest[at] = besidesHashes(row.seen)
  }
  // As one text, because one for each file takes several times as long.
  fixed.write(hashes.join(''), HEAD + rows.length * 32, 'hex')
  return written(fixed, Buffer.from(paths.join('\0')), rest)
}

const besidesHashes = ({ stub, encoding, redacted }: Seen): Rest[string] => ({ stub, encoding, redacted }) as Rest[string]

const hashesIn = ({ seen }: Row): string => seen.sha256 + (seen.md5 ?? UNKNOWN)

/** Writes all of a row that has the same length in each, apart from its hashes: `fixed` is the file before its paths, in memory of its own. */
function rowsOf(fixed: Buffer): (at: number, row: Row) => void {
  const count = fixed.readUInt32LE(4)
  const stamps = new Float64Array(fixed.buffer, fixed.byteOffset + HEAD, count * 4)
  const certainAt = HEAD + count * (32 + HASHES)
  return (at, { stamp, certain }) => {
    putStamp(stamps, at * STAMP, stamp)
    fixed[certainAt + at] = Number(certain)
  }
}

/** The whole file. */
function written(fixed: Buffer, paths: Buffer, rest: Rest): Uint8Array {
  const last = Buffer.from(JSON.stringify(rest))
  fixed.writeUInt32LE(paths.length, 8)
  fixed.writeUInt32LE(last.length, 12)
  const all = Buffer.concat([fixed, paths, last])
  all.writeUInt32LE(sumOf(all), 16)
  return all
}

/** Tells two ledgers apart that differ by accident. */
const sumOf = (bytes: Buffer): number => crc32(bytes.subarray(HEAD))

const isPlain = ({ stub, encoding, redacted }: Seen): boolean => stub === undefined && encoding === undefined && redacted === undefined
