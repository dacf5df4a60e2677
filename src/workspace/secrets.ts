// What looks like secrets in the files of a folder: where, of which kind, never what.
import type { Diagnostic } from '../core/diagnostic.ts'
import { isTooLarge, type Redact } from '../core/entry/reading.ts'
import { globMatcher } from '../core/glob.ts'
import { type Finding, redactIn, redactSecrets } from '../guards/secrets.ts'
import { filesSource } from '../sources/files.ts'
import { isPath } from './config.ts'
import { failClosed, type Workspace } from './workspace.ts'

/** One value that looks like a secret, by where it stands. */
export interface SecretFinding extends Finding {
  readonly path: string
}

/** A file that was not looked at, or a folder with everything in it. */
export interface NotLookedAt {
  readonly path: string
  readonly why: string
}

/** Which files are looked at. */
export interface SecretsAsk {
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  /** Nothing is allowed: neither by remarks nor by a configuration. */
  readonly strict: boolean
  progress(files: number): void
}

/** What was looked at, and what was found. */
export interface SecretsFound {
  readonly files: number
  readonly findings: readonly SecretFinding[]
  /** What remarks in the files allow. */
  readonly allowed: readonly SecretFinding[]
  readonly skipped: readonly NotLookedAt[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Remarks of a source that speak of something it did not read. */
const UNREAD = new Set(['unreadable', 'unreadable-folder', 'vanished', 'unnameable', 'telling-name', 'no-root'].map((name) => `source/${name}`))

/** Looks at every file, lock files and minified text too, as it is now: nothing is taken from a cache. */
export async function findSecrets({ root, layers, guarding, frozen, signal, diagnostics: wrong }: Workspace, { include, exclude, strict, progress }: SecretsAsk): Promise<SecretsFound> {
  failClosed(wrong)
  const paths = strict ? [] : layers.flatMap(({ config }) => config.secrets?.allow ?? []).filter(isPath).map((glob) => globMatcher(glob))
  const findings: SecretFinding[] = []
  const allowed: SecretFinding[] = []
  const redact: Redact = (legible, path) => {
    const clean = redactIn(strict ? { ...guarding, allow: [], remarks: false } : guarding, legible)
    if (clean === undefined) return undefined
    const placed = (found: Finding): SecretFinding => ({ path: redactSecrets(path).text, ...found })
    if (!paths.some((matches) => matches(path))) findings.push(...clean.found.map(placed))
    allowed.push(...clean.allowed.map(placed))
    return clean
  }
  const source = filesSource(root, { include, exclude, frozen, asked: true, redact, onProgress: progress, ...(signal === undefined ? {} : { signal }) })
  const skipped: NotLookedAt[] = []
  let files = 0
  for await (const entry of source.entries()) {
    files += entry.stub === undefined ? 1 : 0
    if (isTooLarge(entry)) skipped.push({ path: entry.path, why: `it is ${entry.stub}` })
  }
  const diagnostics = source.diagnostics.filter(({ code }) => code !== 'source/redacted')
  skipped.push(...diagnostics.filter(({ code }) => UNREAD.has(code)).map(({ path = '.', message }) => ({ path, why: message })))
  return { files, findings: findings.sort(byPlace), allowed: allowed.sort(byPlace), skipped: skipped.sort(byPath), diagnostics }
}

const byPath = (a: { readonly path: string }, b: { readonly path: string }): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)
const byPlace = (a: SecretFinding, b: SecretFinding): number => byPath(a, b) || a.line - b.line
