// What looks like secrets in the files of a folder: where, of which kind, never what.
import type { Diagnostic } from '../core/diagnostic.ts'
import { globMatcher } from '../core/glob.ts'
import { type Finding, redactSecrets, redactWith } from '../guards/secrets.ts'
import { filesSource } from '../sources/files.ts'
import { isPath } from './config.ts'
import { failClosed, type Workspace } from './workspace.ts'

/** One value that looks like a secret, by where it stands. */
export interface SecretFinding extends Finding {
  readonly path: string
}

/** Which files are looked at. */
export interface SecretsAsk {
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  progress(files: number): void
}

/** What was looked at, and what was found. */
export interface SecretsFound {
  readonly files: number
  readonly findings: readonly SecretFinding[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Looks at every file, lock files and minified text too, as it is now: nothing is taken from a cache. */
export async function findSecrets({ root, layers, guarding, frozen, signal, diagnostics: wrong }: Workspace, { include, exclude, progress }: SecretsAsk): Promise<SecretsFound> {
  failClosed(wrong)
  const allowed = layers.flatMap(({ config }) => config.secrets?.allow ?? []).filter(isPath).map((glob) => globMatcher(glob))
  const findings: SecretFinding[] = []
  const redact = (text: string, path: string): ReturnType<typeof redactWith> => {
    const clean = redactWith(guarding, text)
    if (!allowed.some((matches) => matches(path))) findings.push(...clean.found.map((found) => ({ path: redactSecrets(path).text, ...found })))
    return clean
  }
  const source = filesSource(root, { include, exclude, frozen, asked: true, redact, onProgress: progress, ...(signal === undefined ? {} : { signal }) })
  let files = 0
  for await (const entry of source.entries()) files += entry.stub === undefined ? 1 : 0
  return { files, findings: findings.sort(byPlace), diagnostics: source.diagnostics.filter(({ code }) => code !== 'source/redacted') }
}

const byPlace = (a: SecretFinding, b: SecretFinding): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line)
