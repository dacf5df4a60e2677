// Where a page goes: a file that is replaced whole, or something that is not a file and is written into.
import { lstatSync, openSync, closeSync, realpathSync, writeFileSync } from 'node:fs'
import type { Parts } from '../core/parts.ts'
import { wordsFor } from '../stores/document-error.ts'
import { writeWhole } from '../stores/write.ts'

/** So many bytes are handed on at once. */
const ENOUGH = 1 << 18

/** Bytes of one UTF-16 unit at the most. */
const MOST_BYTES = 3

/** A text as bytes in large pieces; one holds until the next is asked for. */
export function* gathered(parts: Iterable<string> & Pick<Parts, 'bytes'>): Iterable<Uint8Array> {
  const buffer = Buffer.allocUnsafe(ENOUGH)
  let used = 0
  for (const part of parts.bytes?.() ?? parts) {
    // Strings are short, nearly always: then it is not worth asking how long they become.
    const size = typeof part !== 'string' ? part.length : used + part.length * MOST_BYTES <= ENOUGH ? part.length : Buffer.byteLength(part)
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

/** Why something could not be written, in words. */
export const writeCause = (error: unknown): string => ((error as { code?: string } | null)?.code === 'ENOENT' ? 'its folder does not exist' : wordsFor(error))

/** What the system said of a file when nobody expected it to; undefined for any other error. */
export function systemCause(error: unknown): string | undefined {
  const { code, syscall, path } = error as { code?: unknown; syscall?: unknown; path?: unknown }
  if (typeof code !== 'string' || typeof syscall !== 'string') return undefined
  return `${typeof path === 'string' ? path : 'a file'} cannot be used: ${wordsFor(error)}`
}
