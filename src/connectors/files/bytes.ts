// Bytes of a file on a disk, a bounded part at a time.
import { closeSync, fstatSync, read } from 'node:fs'
import { promisify } from 'node:util'
import { NotAFile, openReal } from '../../disk/open.ts'

/** A file that may be read. */
export interface DataFile {
  /** Below the root, `/` between parts. */
  readonly path: string
  readonly size: number
  /** Reads from one offset to another; what lies behind the end is left out. */
  slice(from: number, to: number): Promise<Uint8Array>
  /** The bytes from the beginning, in parts. */
  chunks(): AsyncIterable<Uint8Array>
  /** How many bytes the newest reading in parts has taken. */
  readonly taken: number
}

/** Bytes of one part. */
const CHUNK = 256 * 1024

const readInto = promisify(read)

/** Opens a file for the time of a piece of work. A link that took its place, or that of a folder above it, since it was judged is not followed. */
export async function withFile<T>(at: { readonly path: string; readonly file: string }, work: (file: DataFile) => Promise<T>): Promise<T> {
  const handle = openReal(at.file)
  try {
    const stat = fstatSync(handle)
    if (!stat.isFile()) throw new NotAFile()
    return await work(fileOf(at.path, stat.size, handle))
  } finally {
    closeSync(handle)
  }
}

function fileOf(path: string, size: number, handle: number): DataFile {
  const slice = async (from: number, to: number): Promise<Uint8Array> => {
    const bytes = new Uint8Array(Math.max(0, Math.min(to, size) - from))
    let filled = 0
    while (filled < bytes.length) {
      const { bytesRead } = await readInto(handle, bytes, filled, bytes.length - filled, from + filled)
      if (bytesRead === 0) return bytes.subarray(0, filled)
      filled += bytesRead
    }
    return bytes
  }
  const file = { path, size, slice, taken: 0, chunks: () => chunksOf(file) }
  return file
}

async function* chunksOf(file: { size: number; slice: DataFile['slice']; taken: number }): AsyncIterable<Uint8Array> {
  for (let at = 0; at < file.size; at += CHUNK) {
    file.taken = Math.min(file.size, at + CHUNK)
    yield await file.slice(at, at + CHUNK)
  }
}
