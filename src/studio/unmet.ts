// Rules and names that lead to no file.
import { compileOptions, verdict } from '../core/entry/patterns.ts'
import { globMatcher } from '../core/glob.ts'
import { nearest } from '../core/nearest.ts'
import { unmetPins } from '../operations/pack.ts'
import type { Compilation } from '../workspace/index.ts'
import type { Unmet } from './contract.ts'

/** Pins, levels and includes of the choices that no file meets. */
export function unmetRules(compilation: Compilation): Unmet[] {
  const { settings: { include, rules }, reading: { entries } } = compilation
  const levels = rules.value.filter(({ why }) => why.startsWith('level: ')).map(({ match }) => match)
  const includes = include.origin === 'flags' ? include.value.filter((pattern) => !pattern.startsWith('!')) : []
  const without = (meets: (path: string) => boolean): boolean => !entries.some(({ path }) => meets(path))
  return [
    ...unmetPins(compilation).map((value): Unmet => ({ name: 'pin', value })),
    ...levels.filter((match) => without(globMatcher(match))).map((value): Unmet => ({ name: 'level', value })),
    ...includes.filter((pattern) => without(includer(pattern))).map((value): Unmet => ({ name: 'include', value })),
  ]
}

/** An include that names a folder names everything in it. */
function includer(pattern: string): (path: string) => boolean {
  const patterns = compileOptions([pattern])
  return (path) => path.split('/').some((name, i, parts) => verdict(patterns, { path: parts.slice(0, i + 1).join('/'), name, folder: i < parts.length - 1 }) === true)
}

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Files that could have been meant: by their whole path, else by their name alone. */
export function likeNames({ corpus }: Pick<Compilation, 'corpus'>, name: string): string[] {
  const paths = corpus.files.map(({ entry }) => entry.path)
  const near = nearest(name, paths)
  if (near.length > 0) return near
  const names = new Set(nearest(baseOf(name), paths.map(baseOf)))
  return paths.filter((path) => names.has(baseOf(path))).slice(0, MOST_LIKE)
}

/** Names that are offered. */
const MOST_LIKE = 5
