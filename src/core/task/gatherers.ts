// Gatherers collect chunks of context. One that fails costs its own chunk and nothing else.
import type { Diagnostic } from '../diagnostic.ts'
import type { Framing } from '../format.ts'
import { globFor, globMatcher } from '../glob.ts'
import type { History } from '../history.ts'
import type { Entry } from '../ports.ts'
import type { Rule } from '../rule.ts'
import { contextChunk, type ContextChunk, PRIORITIES } from './chunk.ts'
import type { Intent } from './intent.ts'
import { type Manifest, manifestLine, manifestsIn } from './manifests.ts'
import { STRUCTURE_DEPTH, structureOf, type TreeLine, treeText } from './structure.ts'

/** What a gatherer may look at: only what the rules let anybody see. */
export interface Material {
  readonly entries: readonly Entry[]
  readonly history: History | undefined
  /** Files with changes that no commit has; known only for a review. */
  readonly uncommitted?: readonly string[]
  readonly intent: Intent
  readonly request: string
  /** Tokens that this gatherer's chunks should cost at the most. */
  readonly share: number
  readonly count: (text: string) => number
  /** Says that a part could not be gathered. */
  report(path: string, cause: string): void
}

/** Collects chunks for a task. */
export interface Gatherer {
  readonly name: string
  gather(material: Material): readonly ContextChunk[] | Promise<readonly ContextChunk[]>
}

/** Files that a pattern may bring when nobody says. */
export const MOST_FILES = 50
/** Commits that are told when nobody says. */
export const COMMITS_TOLD = 5

/** The entries that match a pattern, in their order, and no more than asked. */
export function filesMatching(entries: readonly Entry[], patterns: readonly string[], maxFiles = MOST_FILES): readonly Entry[] {
  const matchers = patterns.map(globMatcher)
  return entries.filter(({ path, stub }) => stub === undefined && matchers.some((matches) => matches(path))).slice(0, maxFiles)
}

/** The files that match, as chunks. */
export const gatherFiles = (patterns: readonly string[], maxFiles = MOST_FILES): Gatherer => ({
  name: 'files',
  gather: ({ entries, count }) => filesMatching(entries, patterns, maxFiles)
    .map((entry) => contextChunk({ content: entry.text, source: entry.path, chunk_type: 'file', priority: 'HIGH', metadata: { last_modified: entry.modified } }, count)),
})

/** The folders of the workspace as a tree. */
export const gatherStructure = (depth = STRUCTURE_DEPTH): Gatherer => ({
  name: 'structure',
  gather: ({ entries, share, count }) => {
    const lines = structureOf(entries.map(({ path }) => path), { depth, fits: (text) => count(text) <= share })
    return lines.length === 0 ? [] : [contextChunk({ content: treeText(lines), source: 'workspace', chunk_type: 'structure', priority: 'HIGH', metadata: { depth, lines } }, count)]
  },
})

/** What the manifests of the workspace ask for. */
export const gatherDependencies = (): Gatherer => ({
  name: 'dependencies',
  gather: ({ entries, share, count, report }) => {
    const manifests = manifestsIn(entries, report)
    const lines = dependencyLines(manifests, share, count)
    return lines.length === 0 ? [] : [contextChunk({ content: lines.map((line) => `${line}\n`).join(''), source: 'workspace', chunk_type: 'dependency', priority: 'MEDIUM', metadata: { manifests: manifests.map(({ path }) => path), lines } }, count)]
  },
})

/** Fewer names of each manifest before fewer manifests. */
function dependencyLines(manifests: readonly Manifest[], share: number, count: (text: string) => number): string[] {
  const lines = (names: number): string[] => manifests.map((manifest) => manifestLine(manifest, names))
  const names = [40, 20, 10, 5].find((most) => count(lines(most).join('\n')) <= share)
  return within(lines(names ?? 5), share, count)
}

/** The newest commits: what they say and which visible files they changed. */
export const gatherGitContext = (commits = COMMITS_TOLD): Gatherer => ({
  name: 'git',
  gather: ({ entries, history, uncommitted = [], share, count }) => {
    const known = new Set(entries.map(({ path }) => path))
    const told = (history?.commits ?? []).slice(0, commits).map(({ id, message, paths }) => commitLine({ id, message, paths: paths.filter((path) => known.has(path)) }))
    const lines = within([...(uncommitted.length === 0 ? [] : [`not committed${pathsTold(uncommitted)}`]), ...told], share, count)
    return lines.length === 0 ? [] : [contextChunk({ content: lines.map((line) => `${line}\n`).join(''), source: 'git', chunk_type: 'history', priority: 'MEDIUM', metadata: { commits: lines.length, lines } }, count)]
  },
})

/** Paths told of one commit. */
const MOST_PATHS = 2

function commitLine({ id, message, paths }: { id: string; message: string; paths: readonly string[] }): string {
  const subject = (message.split('\n')[0] as string).slice(0, 80)
  return `${id.slice(0, 8)} ${subject}${pathsTold(paths)}`
}

const pathsTold = (paths: readonly string[]): string =>
  (paths.length === 0 ? '' : ` (${paths.slice(0, MOST_PATHS).join(', ')}${paths.length > MOST_PATHS ? `, ${paths.length - MOST_PATHS} more` : ''})`)

/** As many lines as the share holds; the rest is counted. */
function within(lines: readonly string[], share: number, count: (text: string) => number): string[] {
  for (let kept = lines.length; kept > 0; kept--) {
    const shown = [...lines.slice(0, kept), ...(kept < lines.length ? [`(${lines.length - kept} more)`] : [])]
    if (count(shown.join('\n')) <= share) return shown
  }
  return []
}

/** Runs gatherers one after the other; a failure is a diagnostic, not the end. */
export async function runGatherers(gatherers: readonly Gatherer[], material: Omit<Material, 'report'>): Promise<{ readonly chunks: readonly ContextChunk[]; readonly diagnostics: readonly Diagnostic[] }> {
  const diagnostics: Diagnostic[] = []
  const chunks: ContextChunk[] = []
  for (const gatherer of gatherers) {
    const report = (path: string, cause: string): void => { diagnostics.push(failed(gatherer.name, cause, path)) }
    try {
      chunks.push(...await gatherer.gather({ ...material, report }))
    } catch (error) {
      diagnostics.push(failed(gatherer.name, error instanceof Error ? error.message : String(error)))
    }
  }
  return { chunks, diagnostics }
}

const failed = (name: string, cause: string, path?: string): Diagnostic => ({
  code: 'gather/failed', severity: 'warning', ...(path === undefined ? {} : { path }), message: `the ${name} gatherer ${path === undefined ? 'failed' : `could not use ${path}`}: ${cause}`, hint: 'the prompt was made without it',
})

const SECTIONS: Readonly<Record<string, string>> = { dependency: 'Dependencies', history: 'Recent Changes' }

/** The chunks that stand around the files of a prompt. */
export function framingOf(chunks: readonly ContextChunk[]): Pick<Framing, 'structure' | 'sections'> {
  const linesOf = (chunk: ContextChunk): readonly string[] => (chunk.metadata['lines'] as readonly string[] | undefined) ?? chunk.content.trimEnd().split('\n')
  return {
    structure: chunks.filter(({ chunk_type }) => chunk_type === 'structure').flatMap((chunk) => (chunk.metadata['lines'] as readonly TreeLine[] | undefined) ?? chunk.content.trimEnd().split('\n').map((text) => ({ depth: 0, text }))),
    sections: Object.entries(SECTIONS).flatMap(([type, title]) => {
      const lines = chunks.filter(({ chunk_type }) => chunk_type === type).flatMap(linesOf)
      return lines.length === 0 ? [] : [{ title, lines }]
    }),
  }
}

/** Whether a chunk stands around the files of a prompt. */
export const isAround = ({ chunk_type }: ContextChunk): boolean => chunk_type === 'structure' || Object.hasOwn(SECTIONS, chunk_type)

/** Entries with the chunks of one's own gatherers among them: a chunk stands for the file whose path it bears. */
export function entriesWith(entries: readonly Entry[], chunks: readonly ContextChunk[], digest: (text: string) => string): readonly Entry[] {
  const own = new Map(chunks.filter((chunk) => !isAround(chunk)).map((chunk) => [chunk.source, chunk]))
  if (own.size === 0) return entries
  const made = [...own.values()].map(({ source, content }): Entry => {
    const sha256 = digest(content)
    return { path: source, text: content, bytes: content.length, md5: sha256.slice(0, 32), sha256, modified: 0 }
  })
  return [...entries.filter(({ path }) => !own.has(path)), ...made].toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** What chunks of one's own ask of the choice: their priority on the scale of rules, and a floor for what must be there. */
export const chunkRules = (chunks: readonly ContextChunk[]): Rule[] => chunks.filter((chunk) => !isAround(chunk)).map(({ source, chunk_type, priority }) => ({
  match: globFor(source), priority: PRIORITIES[priority] / 10, ...(priority === 'CRITICAL' ? { atLeast: 'full' as const } : {}), why: `${chunk_type} chunk, ${priority}`,
}))
