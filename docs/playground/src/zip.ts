// Files out of a zip. What is inflated never grows beyond what the directory said.
import { Inflate } from 'fflate'
import { type Candidate, mayMatter } from './candidate.ts'
import { Refused } from './limits.ts'
import { directoryOf, packedBytes, type ZipEntry } from './zip-directory.ts'

/** Packed bytes that are inflated at once: at the most a thousand times as many come out. */
const BITE = 4096

/** The files of a zip that can matter, without the folder that holds them all. */
export function candidatesInZip(bytes: Uint8Array): Candidate[] {
  const entries = directoryOf(bytes).filter(({ path }) => !path.startsWith('__MACOSX/'))
  const top = commonFolder(entries.map(({ path }) => path))
  return entries.map((entry): Candidate => ({ path: insidePath(entry.path.slice(top.length)), size: entry.size, link: entry.link, read: async (most) => unpacked(bytes, entry, most) })).filter(({ path }) => mayMatter(path))
}

/** `repo-main/` when everything lies in one folder, as in a download. */
function commonFolder(paths: readonly string[]): string {
  const first = paths[0] ?? ''
  const top = first.slice(0, first.indexOf('/') + 1)
  return top !== '' && paths.every((path) => path.startsWith(top)) ? top : ''
}

/** Longer than any disk has. */
const MOST_PATH = 4096

/** Nothing is written anywhere, but a path that leads out of its folder is no path of a file. */
function insidePath(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.includes('..') || parts.length === 0) throw new Refused(`This zip is not opened: ${JSON.stringify(path)} leads out of it. Unpack it yourself and choose the folder.`)
  if (path.length > MOST_PATH) throw new Refused(`This zip is not opened: a path in it has ${path.length} characters, and no disk has one of more than ${MOST_PATH}.`)
  return parts.join('/')
}

function unpacked(bytes: Uint8Array, entry: ZipEntry, most: number): Uint8Array {
  const packed = packedBytes(bytes, entry)
  if (entry.method === 0) return packed.slice(0, most)
  if (entry.method !== 8) throw new Refused(`${JSON.stringify(entry.path)} is packed in a way that no browser knows (method ${entry.method}). Unpack the zip yourself and choose the folder.`)
  return inflated(packed, entry, Math.min(most, entry.size))
}

function inflated(packed: Uint8Array, { path, size }: ZipEntry, wanted: number): Uint8Array {
  const out = new Uint8Array(wanted)
  let length = 0
  const inflate = new Inflate((chunk) => {
    if (length < wanted) out.set(chunk.subarray(0, wanted - length), length)
    length += chunk.length
  })
  const wrong = (): Refused => new Refused(`${JSON.stringify(path)} in this zip is damaged: it does not hold what the directory says. Download the zip again, or choose a folder.`)
  try {
    for (let at = 0; at < packed.length; at += BITE) {
      inflate.push(packed.subarray(at, at + BITE), at + BITE >= packed.length)
      if (length > size) throw wrong()
      // The beginning of a large file is enough.
      if (length > wanted) break
    }
  } catch {
    throw wrong()
  }
  if (length < wanted) throw wrong()
  return out
}
