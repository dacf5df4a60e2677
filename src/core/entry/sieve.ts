// Which names of a folder count. A walk over a disk and a list of files in memory ask the same question.
import { DRAFT } from '../draft.ts'
import { isIgnored, type Scopes } from './ignoring.ts'
import { type Asked, compileOptions, mayHold, type Patterns, verdict } from './patterns.ts'

const SKIPPED: ReadonlySet<string> = new Set(['.git', '.fovea', '.hg', '.svn', 'node_modules'])

/** Names that are never looked at, whatever the ignore files say. */
export const isSkipped = (name: string): boolean => SKIPPED.has(name) || name.startsWith(DRAFT)

/** What options say of all names. */
export interface Sieve {
  /** Only what one of these names; undefined for everything. */
  readonly includes: Patterns | undefined
  /** What git tracks and every folder above it: it counts even when git's own ignore files name it. */
  readonly kept: ReadonlySet<string>
}

/** What is known of the folder in which a name stands. */
export interface Inside {
  readonly scopes: Scopes
  /** Named by `include`, or inside a folder that is. */
  readonly chosen: boolean
  /** Ignored, but git tracks something in it: only that counts here. */
  readonly sparse: boolean
}

/** A sieve for options; nothing is tracked unless told. */
export const sieveFor = (include: readonly string[], tracked: Iterable<string> = []): Sieve =>
  ({ includes: include.length > 0 ? compileOptions(include) : undefined, kept: withFolders(tracked) })

/** What a name is in its folder; undefined for what does not count. */
export function sifted({ includes, kept }: Sieve, asked: Asked, inside: Inside): Omit<Inside, 'scopes'> | undefined {
  if (isSkipped(asked.name)) return undefined
  const sparse = inside.sparse || isIgnored(inside.scopes, asked)
  if (sparse && (!kept.has(asked.path) || isIgnored(inside.scopes, asked, true))) return undefined
  const chosen = includes === undefined || (verdict(includes, asked) ?? inside.chosen)
  return chosen || (asked.folder && includes !== undefined && mayHold(includes, asked.path)) ? { chosen, sparse } : undefined
}

function withFolders(paths: Iterable<string>): ReadonlySet<string> {
  const all = new Set<string>()
  for (const path of paths) for (let at = path.length; at > 0 && !all.has(path.slice(0, at)); at = path.lastIndexOf('/', at - 1)) all.add(path.slice(0, at))
  return all
}
