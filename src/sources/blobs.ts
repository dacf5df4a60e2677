// What `git cat-file --batch` prints: `<hash> blob <size>`, a line end, so many bytes, a line end; or `<hash> missing`.
import type { Blob } from './commit.ts'

/** The longest head of a blob. */
const MOST_HEAD = 256

/** What is read of a blob beyond what is wanted, in bytes; to start git once more costs as much. */
const MOST_PASSED = 1 << 23

/** Reads blobs as bytes arrive. Of each blob no more than `most` bytes are held, whatever its size; one that is far larger ends the reading once they are there. */
export function blobReader(most: number, give: (blob: Blob | undefined) => boolean): (bytes: Buffer) => boolean {
  let head = ''
  let parts: Buffer[] = []
  let size = 0
  /** Bytes of the blob that are still to come, with the line end after them; -1 while its head is read. */
  let left = -1
  const begin = (): boolean => {
    const match = /^[0-9a-f]+ blob (\d+)$/.exec(head)
    head = ''
    if (match === null) return give(undefined)
    size = Number(match[1])
    left = size + 1
    return true
  }
  const end = (): boolean => {
    const bytes = parts.length === 1 ? parts[0] as Buffer : Buffer.concat(parts)
    parts = []
    left = -1
    return give({ bytes, size })
  }
  return (bytes) => {
    for (let at = 0; at < bytes.length;) {
      if (left < 0) {
        const newline = bytes.indexOf(10, at)
        head += bytes.subarray(at, newline < 0 ? bytes.length : newline).toString('latin1')
        if (head.length > MOST_HEAD) return false
        at = newline < 0 ? bytes.length : newline + 1
        if (newline >= 0 && !begin()) return false
        continue
      }
      const piece = bytes.subarray(at, at + left)
      const before = size + 1 - left
      // A copy, because a view would keep all that arrived with it.
      const room = Math.min(piece.length, Math.max(0, Math.min(size, most) - before))
      if (room > 0) parts.push(Buffer.from(piece.subarray(0, room)))
      left -= piece.length
      at += piece.length
      // A blob of nothing but zeros costs its author a thousandth of its size.
      const passed = size - most > MOST_PASSED && before + piece.length >= most
      if ((left === 0 || passed) && !(end() && !passed)) return false
    }
    return true
  }
}
