// Whether a repository belongs to the folder that names it, and whether git may be asked about it. A tree that one does not trust can say `gitdir: /home/you/other/.git`, have the branches of another
// repository as links, borrow its objects or include its settings: then what is shown as a commit of this folder would be that of another one. It can also have a pipe where git expects a file, and git would wait.
import { type Dirent, readdirSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { isWithin, realOf } from '../disk/places.ts'
import { settingsIn } from './git-config.ts'
import { borrowedBy, includedBy, MOST_CONFIG } from './outside.ts'
import { readAtMost } from './read.ts'
import { firstLine, type Repository } from './repository.ts'

declare const JUDGED: unique symbol

/** A repository that git may be asked about. Only `ownOf` makes one. */
export type OwnRepository = Repository & { readonly [JUDGED]: true }

/** What git is asked about: which files there are, or what was committed. */
export type About = 'files' | 'commits'

/** The repository, when git may be asked about it; otherwise the reason why not, as the end of a sentence. */
export function ownOf(repository: Repository, about: About): OwnRepository | string {
  return strayIn(repository) ?? (about === 'commits' ? foreignIn(repository) : undefined) ?? (repository as OwnRepository)
}

/** Why a repository is not that of its folder, or why git would not come back from reading how it is set up; undefined when neither holds. */
export function strayIn(repository: Repository): string | undefined {
  const { own, common, top } = repository
  if (!isPlaced(repository) && !pointsBack(own, top)) return 'its .git leads to a repository that does not lead back here; if they belong together, say so with "git config core.worktree" and the path of this folder'
  if (own !== common && !isWorktree(own, common)) return 'its commondir leads to a repository that does not know of it'
  const odd = [...entriesAt(own, SETTING), ...(own === common ? [] : entriesAt(common, SETTING))].find((entry) => !isPlain(entry))
  return odd === undefined ? includedBy(repository) : oddity(basename(odd.parentPath) === 'info' ? `info/${odd.name}` : odd.name)
}

/** Why the commits of a repository may be those of another one; undefined when they are its own. */
function foreignIn(repository: Repository): string | undefined {
  const { own, common } = repository
  const odd = oddIn(own, NAMING) ?? (own === common ? undefined : oddIn(common, NAMING)) ?? oddIn(common, OBJECTS)
  return odd === undefined ? borrowedBy(repository) : oddity(odd)
}

const oddity = (name: string): string => `${JSON.stringify(name)} in its .git is a link or no plain file, and could lead to another one`

/** It lies in its folder, as nearly all do. */
function isPlaced({ own, top }: Repository): boolean {
  const [inner, outer] = [realOf(own), realOf(top)]
  return inner !== undefined && outer !== undefined && isWithin(inner, outer)
}

/** A worktree is known by a file in its repository, a submodule by the configuration of its own. */
function pointsBack(own: string, top: string): boolean {
  const worktree = firstLine(join(own, 'gitdir'))
  if (worktree !== undefined && isSame(resolve(own, worktree), join(top, '.git'))) return true
  const said = ['config', 'config.worktree'].flatMap((name) => [...settingsIn(readAtMost(join(own, name), MOST_CONFIG)?.toString('utf8') ?? '')]).findLast(({ section, name, key }) => section === 'core' && name === '' && key === 'worktree')
  return said !== undefined && isSame(resolve(own, said.value), top)
}

const isWorktree = (own: string, common: string): boolean => basename(dirname(own)) === 'worktrees' && isSame(dirname(dirname(own)), common)

function isSame(a: string, b: string): boolean {
  const real = realOf(a)
  return real !== undefined && real === realOf(b)
}

/** What git reads before it does anything, and what lists files. */
const SETTING = /^(?:HEAD|config|config\.worktree|commondir|gitdir|index|sharedindex\..*|info)$/

/** What names commits. */
const NAMING = /^(?:[A-Z_]*HEAD|packed-refs|refs|logs|reftable|shallow)$/

const OBJECTS = /^objects$/

/** What stands in a folder of git under such a name, and what stands in `info`. */
function entriesAt(folder: string, names: RegExp): Dirent[] {
  return entriesIn(folder, false).filter(({ name }) => names.test(name)).flatMap((entry) => [entry, ...(entry.name === 'info' && entry.isDirectory() ? entriesIn(join(folder, 'info'), false) : [])])
}

/** The first in such places that is neither a file nor a folder. */
function oddIn(folder: string, names: RegExp): string | undefined {
  const found = entriesIn(folder, false).filter(({ name }) => names.test(name))
  const all = found.flatMap((entry) => [entry, ...(entry.isDirectory() ? entriesIn(join(folder, entry.name), true) : [])])
  const odd = all.find((entry) => !isPlain(entry))
  return odd === undefined ? undefined : relative(folder, join(odd.parentPath, odd.name)).replaceAll('\\', '/')
}

const isPlain = (entry: Dirent): boolean => entry.isFile() || entry.isDirectory()

function entriesIn(folder: string, recursive: boolean): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive })
  } catch {
    return []
  }
}
