import { isSkipped } from '../../../src/core/entry/sieve.ts'

/** A file of the page with its path below the folder that was given. */
export interface Named {
  readonly path: string
  readonly file: File
}

/** A file that may be packed: its name is known, its bytes are not read yet. */
export interface Candidate {
  readonly path: string
  readonly size: number
  /** What it holds is where a link leads. */
  readonly link?: boolean
  /** Its bytes, at most so many of them. */
  read(most: number): Promise<Uint8Array>
}

/** Whether a folder of this name is worth looking into. */
export const isOpen = (name: string): boolean => !isSkipped(name)

/** Whether a file can matter at all. `.git/HEAD` says that its folder is a repository of its own. */
export function mayMatter(path: string): boolean {
  const parts = path.split('/')
  return parts.slice(0, -1).every(isOpen) || (path.endsWith('/.git/HEAD') && parts.slice(0, -2).every(isOpen))
}

/** A file of the page. */
export const candidateFrom = ({ path, file }: Named): Candidate =>
  ({ path, size: file.size, read: async (most) => new Uint8Array(await file.slice(0, most).arrayBuffer()) })
