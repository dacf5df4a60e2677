// Files as a page or an editor holds them become the folder that a disk would have.
import { bytesOf, textOf } from '../blocks/text.ts'
import type { HeldFile } from '../core/entry/held.ts'

/** A file as a page or an editor holds it. A text stands for its UTF-8 bytes. */
export interface VirtualFile {
  /** Relative, `/` between parts: `src/index.ts`. */
  readonly path: string
  readonly content: string | Uint8Array
  /** The size of the whole file when the content is only its beginning: of more than 1 MiB nothing but one line is shown. */
  readonly size?: number
  /** The content is where a link leads, not what the file holds. */
  readonly link?: boolean
}

/** The files by their clean paths. Two of one name, or a path that leads out of the folder, are a mistake of whoever gave them. */
export function heldFrom(files: readonly VirtualFile[]): HeldFile[] {
  const held = new Map<string, HeldFile>()
  for (const file of files) {
    const path = cleanPath(file.path)
    if (held.has(path)) throw new TypeError(`two files are called ${JSON.stringify(path)}: give each path once`)
    held.set(path, { path, size: file.size, ...bytesIn(file) })
  }
  return [...held.values()]
}

function cleanPath(path: unknown): string {
  if (typeof path !== 'string') throw new TypeError(`a file needs a path such as "src/index.ts", not ${typeof path}`)
  const parts = path.replace(/^\/+/, '').split('/').filter((part) => part !== '.')
  if (parts.some((part) => part === '' || part === '..' || part.includes('\0'))) throw new TypeError(`${JSON.stringify(path.slice(0, 200))} is no path of a file: one looks like "src/index.ts", and stays in its folder`)
  return parts.join('/')
}

function bytesIn({ path, content, link }: VirtualFile): Omit<HeldFile, 'path' | 'size'> {
  if (typeof content === 'string') return { bytes: bytesOf(content), ...(link === true ? { link: content } : {}) }
  if (!(content instanceof Uint8Array)) throw new TypeError(`the content of ${JSON.stringify(path.slice(0, 200))} is neither a text nor bytes (Uint8Array): read it first`)
  return { bytes: content, ...(link === true ? { link: textOf(content) } : {}) }
}
