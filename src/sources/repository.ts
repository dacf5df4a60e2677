import { isAbsolute, resolve } from 'node:path'
import { lstatOf } from '../disk/places.ts'
import { readAtMost } from './read.ts'

// What we need to know of git, read from its files. Running git in a tree one does not trust runs what that tree's configuration says, unless one takes care: git-process.ts.

/** Where a repository keeps its things. They are the same folder except in a worktree, which shares most of its repository's. */
export interface Repository {
  /** Holds HEAD. */
  readonly own: string
  /** Holds config, info and refs. */
  readonly common: string
  /** The folder in which its working tree starts. */
  readonly top: string
}

const MOST_BYTES = 4096

/** The repository whose working tree starts at a folder: `.git` is a folder, or a file that points at one. */
export function repositoryAt(folder: string): Repository | undefined {
  const git = `${folder}/.git`
  const stat = lstatOf(git)
  if (stat === undefined) return undefined
  const own = stat.isDirectory() ? git : stat.isFile() ? pointed(git, folder) : undefined
  if (own === undefined || lstatOf(`${own}/HEAD`) === undefined) return undefined
  return { own, common: commonOf(own), top: folder }
}

/** The repository that a folder belongs to: its own, or that of a folder above. */
export function repositoryOf(folder: string): Repository | undefined {
  const found = repositoryAt(folder)
  const parent = resolve(folder, '..')
  return found ?? (parent === folder ? undefined : repositoryOf(parent))
}

/** The repository whose commits can be looked at from a folder: the one it belongs to, or itself when it is one without a working tree. */
export function historyIn(folder: string): Repository | undefined {
  const isFolder = (name: string): boolean => lstatOf(`${folder}/${name}`)?.isDirectory() === true
  const bare = isFolder('objects') && isFolder('refs') && lstatOf(`${folder}/HEAD`) !== undefined && lstatOf(`${folder}/.git`) === undefined
  return bare ? { own: folder, common: folder, top: folder } : repositoryOf(folder)
}

function pointed(file: string, folder: string): string | undefined {
  const line = firstLine(file)
  return line?.startsWith('gitdir: ') ? placeFrom(folder, line.slice('gitdir: '.length)) : undefined
}

function commonOf(own: string): string {
  const line = firstLine(`${own}/commondir`)
  return line === undefined || line === '' ? own : (placeFrom(own, line) ?? own)
}

/** Where a path that stands in one of git's files leads. Undefined for another machine's: merely to look there would tell it who we are. */
export const placeFrom = (folder: string, path: string): string | undefined => (/^[\\/]{2}/.test(path) ? undefined : isAbsolute(path) ? path : resolve(folder, path))

/** The first line of a small file, or undefined when it cannot be read. */
export const firstLine = (file: string): string | undefined =>
  readAtMost(file, MOST_BYTES)?.toString('utf8').split('\n', 1)[0]?.trimEnd()
