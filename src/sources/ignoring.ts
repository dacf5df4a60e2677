import { oversizedIgnore } from './diagnostics.ts'
import { compile, patternsFrom, verdict } from './patterns.ts'
import { readAtMost } from './read.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Asked, Patterns } from './patterns.ts'

/** The ignore files we obey. A later one has the last word over an earlier one, wherever both stand. */
export const IGNORE_FILES = ['.gitignore', '.ignore', '.foveaignore'] as const

// A hostile tree could make every path be tried against a million patterns; real ignore files are a few kilobytes.
const MOST_BYTES = 1 << 18

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
  if (exclude.length > 0) scopes[OPTIONS] = { patterns: compile(exclude.map((line) => line.replace(/^(!?)\.\//, '$1'))), base: '', above: '', parent: undefined }
  return scopes
}

/** A folder whose ignore files are to be read. */
export interface Place {
  /** Absolute, no slash at the end. */
  readonly folder: string
  /** Relative to the root with a slash at the end, or empty. */
  readonly base: string
  readonly above: string
  readonly report: (diagnostic: Diagnostic) => void
}

/** Adds the ignore files that stand in a folder. `has` says which names exist, to spare asking the disk for each. */
export function enterFolder(scopes: Scopes, place: Place, has: (name: string) => boolean): Scopes {
  let result: (Scope | undefined)[] | undefined
  IGNORE_FILES.forEach((name, kind) => {
    const patterns = has(name) ? patternsAt(`${place.folder}/${name}`, place.base + name, place.report) : undefined
    if (patterns === undefined) return
    result ??= [...scopes]
    result[FIRST_FILE + kind] = { patterns, base: place.base, above: place.above, parent: scopes[FIRST_FILE + kind] }
  })
  return result ?? scopes
}

/** Adds `.git/info/exclude`, which every `.gitignore` may overrule. */
export function enterExclude(scopes: Scopes, gitFolder: string, place: Place): Scopes {
  const patterns = patternsAt(`${gitFolder}/info/exclude`, '.git/info/exclude', place.report)
  if (patterns === undefined) return scopes
  const result = [...scopes]
  result[FALLBACK] = { patterns, base: place.base, above: place.above, parent: undefined }
  return result
}

function patternsAt(file: string, path: string, report: Place['report']): Patterns | undefined {
  const bytes = readAtMost(file, MOST_BYTES + 1)
  if (bytes === undefined) return undefined
  if (bytes.length > MOST_BYTES) report(oversizedIgnore(path, MOST_BYTES))
  return patternsFrom(bytes.subarray(0, MOST_BYTES).toString('utf8'))
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

const seenFrom = (scope: Scope, asked: Asked): Asked =>
  scope.base === '' && scope.above === '' ? asked : { ...asked, path: scope.above + asked.path.slice(scope.base.length) }
