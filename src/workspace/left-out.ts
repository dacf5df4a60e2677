// Why a file of the folder is not in a compilation.
import { finder } from '../core/finder.ts'
import { lensFilter, verdictsOf } from '../core/rank/rank.ts'
import { type LeftOut, leftOut, onDisk } from '../sources/left-out.ts'
import type { Compilation } from './compile.ts'
import { requestOf } from './settings.ts'
import type { Workspace } from './workspace.ts'

/** What keeps a path out of a compilation: the way to it, the lens, a rule, or that it could not be read. */
export type Absence = LeftOut | { readonly at: string; readonly reason: 'lens' | 'rule' | 'unread'; readonly words: string }

/** What was looked at: all that was read, and what of it may be shown. */
export interface LookedAt extends Pick<Compilation, 'settings' | 'diagnostics'> {
  readonly corpus: { readonly files: readonly { readonly entry: { readonly path: string } }[] }
  readonly reading: { readonly entries: readonly { readonly path: string }[] }
}

/** Undefined for a path that may be shown. */
export function absenceOf({ root, frozen }: Pick<Workspace, 'root' | 'frozen'>, { corpus, reading, settings, diagnostics }: LookedAt, path: string): Absence | undefined {
  if (corpus.files.some(({ entry }) => entry.path === path)) return undefined
  if (reading.entries.some((entry) => entry.path === path)) {
    const { lens } = requestOf(settings)
    return lensFilter(lens)(path) ? { at: path, reason: 'rule', words: verdictsOf(requestOf(settings))(path).why.join('; ') } : { at: path, reason: 'lens', words: lens.name }
  }
  const unread = diagnostics.find((diagnostic) => diagnostic.path === path && diagnostic.code.startsWith('source/'))
  if (unread !== undefined) return { at: path, reason: 'unread', words: unread.message }
  return leftOut({ root, include: settings.include.value, exclude: settings.exclude.value, useLocalExcludes: !frozen }, path)
}

/** Files that are on the disk, are looked for, and are not in the compilation. */
export function absentLike({ root }: Pick<Workspace, 'root'>, { corpus }: Compilation, { find, most }: { find: string; most: number }): { readonly paths: readonly string[]; readonly more: boolean } {
  const known = new Set(corpus.files.map(({ entry }) => entry.path))
  const looksFor = finder(find)
  return onDisk(root, (path) => !known.has(path) && looksFor(path), most)
}
