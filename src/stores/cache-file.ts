// Single files of a cache: whatever lies in their place is read only when it is a plain file, and written over when it is not.
import { rmSync } from 'node:fs'
import { readPlainBytes } from './plain.ts'
import { writeWhole } from './write.ts'

/** The largest that is read. */
const MOST_BYTES = 1 << 30

/** The bytes of a file; undefined when it is not there or nothing that we wrote: a pipe would be waited for, a link leads to somebody else's. */
export function cachedBytes(file: string): Buffer | undefined {
  try {
    return readPlainBytes(file, MOST_BYTES)
  } catch {
    return undefined
  }
}

/** Replaces a file of a cache, also when a folder has taken its place. Throws what the system throws. */
export function cacheBytes(file: string, parts: string | Iterable<string | Uint8Array>): void {
  try {
    writeWhole(file, parts)
  } catch (error) {
    if (!['EISDIR', 'EEXIST', 'ENOTEMPTY'].includes((error as { code?: string }).code ?? '')) throw error
    rmSync(file, { recursive: true, force: true })
    writeWhole(file, parts)
  }
}
