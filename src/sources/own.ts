// Whether a repository belongs to the folder that names it. A tree that one does not trust can say `gitdir: /home/you/other/.git`, or have the branches of another repository as links:
// then what is shown as a commit of this folder would be the files of that one.
import { type Dirent, readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { readAtMost } from './read.ts'
import { firstLine, type Repository } from './repository.ts'

const MOST_CONFIG = 1 << 18

/** Why a repository is not that of its folder; undefined when it is. Objects may lie elsewhere: who cannot name a commit there cannot read it. */
export function foreignIn(repository: Repository): string | undefined {
  const { own, common, top } = repository
  if (!isPlaced(repository) && !pointsBack(own, top)) return 'its .git leads to a repository that does not lead back here; if they belong together, say so with "git config core.worktree" and the path of this folder'
  if (own !== common && !isWorktree(own, common)) return 'its commondir leads to a repository that does not know of it'
  const odd = oddIn(own) ?? (own === common ? undefined : oddIn(common))
  return odd === undefined ? undefined : `${JSON.stringify(odd)} in it is a link or no plain file, and could lead to another one`
}

/** It lies in its folder, as nearly all do. */
function isPlaced({ own, top }: Repository): boolean {
  const [inner, outer] = [realOf(own), realOf(top)]
  return inner !== undefined && outer !== undefined && (inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : `${outer}${sep}`))
}

/** A worktree is known by a file in its repository, a submodule by the configuration of its own. */
function pointsBack(own: string, top: string): boolean {
  const worktree = firstLine(join(own, 'gitdir'))
  if (worktree !== undefined && isSame(resolve(own, worktree), join(top, '.git'))) return true
  const said = /^\s*worktree\s*=\s*"?([^"\n]+?)"?\s*$/im.exec(readAtMost(join(own, 'config'), MOST_CONFIG)?.toString('utf8') ?? '')?.[1]
  return said !== undefined && isSame(resolve(own, said), top)
}

const isWorktree = (own: string, common: string): boolean => basename(dirname(own)) === 'worktrees' && isSame(dirname(dirname(own)), common)

function isSame(a: string, b: string): boolean {
  const real = realOf(a)
  return real !== undefined && real === realOf(b)
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}

/** What names commits. */
const NAMING = /^(?:[A-Z_]*HEAD|packed-refs|refs|logs|reftable)$/

/** The first of what names commits that is neither a file nor a folder. */
function oddIn(folder: string): string | undefined {
  const naming = entriesIn(folder, false).filter(({ name }) => NAMING.test(name))
  const all = naming.flatMap((entry) => [entry, ...(entry.isDirectory() ? entriesIn(join(folder, entry.name), true) : [])])
  const odd = all.find((entry) => !entry.isFile() && !entry.isDirectory())
  return odd === undefined ? undefined : relative(folder, join(odd.parentPath, odd.name)).replaceAll('\\', '/')
}

function entriesIn(folder: string, recursive: boolean): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive })
  } catch {
    return []
  }
}
