// Bytes of a file on a disk, a bounded part at a time.
import { open, type FileHandle } from 'node:fs/promises'
import { constants } from 'node:fs'

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

/** Opens a file for the time of a piece of work. A link that took its place since it was judged is not followed. */
export async function withFile<T>(at: { readonly path: string; readonly file: string }, work: (file: DataFile) => Promise<T>): Promise<T> {
  const handle = await open(at.file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  try {
    return await work(fileOf(at.path, (await handle.stat()).size, handle))
  } finally {
    await handle.close()
  }
}

function fileOf(path: string, size: number, handle: FileHandle): DataFile {
  const slice = async (from: number, to: number): Promise<Uint8Array> => {
    const bytes = new Uint8Array(Math.max(0, Math.min(to, size) - from))
    let filled = 0
    while (filled < bytes.length) {
      const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, from + filled)
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
