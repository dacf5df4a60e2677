import type { Diagnostic } from '../diagnostic.ts'
import { oversizedIgnore } from './diagnostics.ts'
import type { Octets } from './octets.ts'
import { type Asked, compileOptions, decider, type Patterns, patternsFrom, verdict } from './patterns.ts'

/** The ignore files we obey. A later one has the last word over an earlier one, wherever both stand. */
export const IGNORE_FILES = ['.gitignore', '.ignore', '.foveaignore'] as const

// A hostile tree could make every path be tried against a million patterns; real ignore files are a few kilobytes.
const MOST_BYTES = 1 << 18

/** How much of an ignore file needs to be read: one byte more than counts, so that more is noticed. */
export const IGNORE_BYTES: number = MOST_BYTES + 1

/** The patterns of one folder, and of the folders above it. Folders without ignore files share the scope of their parent. */
interface Scope {
  readonly patterns: Patterns
  /** Where the patterns live, relative to the root: `''` or `'src/'`. */
  readonly base: string
  /** What to put before a path of ours to speak about it from a folder over the root: `'packages/app/'`. */
  readonly above: string
  readonly parent: Scope | undefined
}

/** One scope chain per kind of ignore file, weakest kind first. */
export type Scopes = readonly (Scope | undefined)[]

const FALLBACK = 0
const FIRST_FILE = 1
/** How many kinds of ignore files git knows. */
const GITS_OWN = 1
const OPTIONS = FIRST_FILE + IGNORE_FILES.length

/** No ignore file read yet; `exclude` has the last word over all of them. */
export function startScopes(exclude: readonly string[]): Scopes {
  const scopes: (Scope | undefined)[] = Array.from({ length: OPTIONS + 1 })
  if (exclude.length > 0) scopes[OPTIONS] = { patterns: compileOptions(exclude), base: '', above: '', parent: undefined }
  return scopes
}

/** A folder whose ignore files are to be read. */
export interface Place {
  /** Relative to the root with a slash at the end, or empty. */
  readonly base: string
  readonly above: string
  /** The first bytes of an ignore file that stands there, by its name. */
  read(name: string): Uint8Array | undefined
  readonly by: Octets
  readonly report: (diagnostic: Diagnostic) => void
}

/** Adds the ignore files that stand in a folder. */
export function enterFolder(scopes: Scopes, place: Place): Scopes {
  let result: (Scope | undefined)[] | undefined
  IGNORE_FILES.forEach((name, kind) => {
    const patterns = patternsAt(place, name, place.base + name)
    if (patterns === undefined) return
    result ??= [...scopes]
    result[FIRST_FILE + kind] = { patterns, base: place.base, above: place.above, parent: scopes[FIRST_FILE + kind] }
  })
  return result ?? scopes
}

/** Adds `.git/info/exclude`, which every `.gitignore` may overrule. The place is the folder of git. */
export function enterExclude(scopes: Scopes, place: Place): Scopes {
  const patterns = patternsAt(place, 'info/exclude', '.git/info/exclude')
  if (patterns === undefined) return scopes
  const result = [...scopes]
  result[FALLBACK] = { patterns, base: place.base, above: place.above, parent: undefined }
  return result
}

function patternsAt({ read, by, report }: Place, name: string, path: string): Patterns | undefined {
  const bytes = read(name)
  if (bytes === undefined) return undefined
  if (bytes.length > MOST_BYTES) report(oversizedIgnore(path, MOST_BYTES))
  return patternsFrom(by.utf8(bytes.subarray(0, MOST_BYTES)))
}

/**
 * Whether a path below the root is left out: the strongest kind that says something decides, and in it the closest folder.
 * What git tracks is part of the code whatever git's own ignore files say.
 */
export function isIgnored(scopes: Scopes, asked: Asked, tracked = false): boolean {
  for (let kind = OPTIONS; kind >= (tracked ? FIRST_FILE + GITS_OWN : 0); kind--) {
    for (let scope = scopes[kind]; scope !== undefined; scope = scope.parent) {
      const said = verdict(scope.patterns, seenFrom(scope, asked))
      if (said !== undefined) return said
    }
  }
  return false
}

/** What leaves a path out, in words that its owner can look up. */
export interface Cause {
  /** The ignore file, with its folder; absent for a pattern that was given as an option. */
  readonly file?: string
  /** Its line there, from 1; the place among the options. */
  readonly line: number
  readonly pattern: string
}

/** The pattern because of which a path is ignored; undefined when it is not. */
export function ignoredBy(scopes: Scopes, asked: Asked): Cause | undefined {
  for (let kind = OPTIONS; kind >= 0; kind--) {
    for (let scope = scopes[kind]; scope !== undefined; scope = scope.parent) {
      const rule = decider(scope.patterns, seenFrom(scope, asked))
      if (rule !== undefined) return rule.negative ? undefined : { ...fileOf(kind, scope), line: rule.rank + 1, pattern: rule.line }
    }
  }
  return undefined
}

/** Ignore files above the root are named without their folder, which is nobody's business. */
function fileOf(kind: number, { base, above }: Scope): { file?: string } {
  if (kind === OPTIONS) return {}
  const name = kind === FALLBACK ? '.git/info/exclude' : (IGNORE_FILES[kind - FIRST_FILE] as string)
  return { file: above === '' ? base + name : `${name} of a folder above` }
}

const seenFrom = (scope: Scope, asked: Asked): Asked =>
  scope.base === '' && scope.above === '' ? asked : { ...asked, path: scope.above + asked.path.slice(scope.base.length) }
