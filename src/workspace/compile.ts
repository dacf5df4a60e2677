// The whole line for a folder: discover, read, parse, gather, rank, allocate, print.
import type { Compiled, Setting } from '../core/compile.ts'
import { compile } from '../core/compile.ts'
import type { Corpus } from '../core/corpus.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Entry, Meter } from '../core/ports.ts'
import type { Evidence, FileSignal } from '../core/rank/rank.ts'
import type { Request } from '../core/request.ts'
import { formatNamed } from '../formats/index.ts'
import { aboutOf } from '../core/settings/about.ts'
import { aliased } from '../core/ctx/corpus.ts'
import { gather, type Tools } from '../core/gather.ts'
import { utilityUnder } from '../core/learn/utility.ts'
import { aliasesShown } from './ctx/shown.ts'
import { recalled } from './experience.ts'
import type { Knower, Reader } from '../core/known.ts'
import { type Knowing, knowing } from './knowing.ts'
import { meaningFor } from './meaning.ts'
import { clocked, phase } from './phases.ts'
import { restlessFor } from './restless.ts'
import { requestOf, type Settings } from './settings.ts'
import { summon } from './summon.ts'
import type { Reading, Workspace } from './workspace.ts'

/** A compiled context with everything that led to it. */
export interface Compilation {
  readonly compiled: Compiled
  readonly corpus: Corpus
  readonly reading: Reading
  readonly settings: Settings
  readonly meter: Meter
  readonly diagnostics: readonly Diagnostic[]
}

/** What was read and gathered, before anything is chosen. */
export interface Gathered {
  readonly reading: Reading
  readonly settings: Settings
  readonly meter: Meter
  readonly corpus: Corpus
  /** How restless each file is, when the order asks for it. */
  readonly restless?: ReadonlyMap<string, number>
  /** What else should be known: a model that was silent. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Compiles a workspace by its settings. */
export async function compileWorkspace(workspace: Workspace, settings: Settings, allowSensitive = false): Promise<Compilation> {
  return compileGathered(workspace, await gatherWorkspace(workspace, settings), { allowSensitive })
}

/** A folder that was read, and what was found out while its texts were at hand. */
export interface Read {
  readonly reading: Reading
  readonly known?: Knowing
}

/** Reads a folder for a request. */
export async function readWorkspace(workspace: Workspace, settings: Settings): Promise<Read> {
  const known = knowing(settings, readerOf(workspace), () => knowerOf(workspace, settings))
  const reading = await workspace.read(settings, known.learn)
  phase('read')
  return { reading, known }
}

async function knowerOf(workspace: Workspace, settings: Settings): Promise<Knower> {
  phase('read')
  const meter = clocked('count', await workspace.meter(settings.meter.value))
  phase('vocabulary')
  return { ...readerOf(workspace), meter }
}

const readerOf = ({ parser, memory }: Workspace): Reader => ({ parser: clocked('parse', parser), memory })

/** The first half of the line. What was read before for the same includes and excludes may be given again. */
export async function gatherWorkspace(workspace: Workspace, settings: Settings, read?: Read & Pick<Tools, 'watched'>): Promise<Gathered> {
  const { reading: files, known, watched }: Read & Pick<Tools, 'watched'> = read ?? await readWorkspace(workspace, settings)
  const by = await knowerOf(workspace, settings)
  const { meter } = by
  const { reading, signals, diagnostics: silent } = await summon(workspace, settings, files)
  const request = requestOf(settings)
  const { evidence, diagnostics } = await evidenceOf(workspace, settings, { entries: reading.entries, signals })
  phase('history')
  const shown = aliasesShown(workspace)
  const corpus = aliased(await gather(reading.entries, request, { ...by, known: known?.priced, watched, between: workspace.between, ...evidence }), shown.aliases)
  phase('gather')
  const restless = await restlessFor(workspace, settings, reading.entries)
  return { reading, settings, meter, corpus, diagnostics: [...silent, ...diagnostics, ...shown.diagnostics], ...(restless === undefined ? {} : { restless }) }
}

/** What is known beyond the files, and what could not be learned. */
export async function evidenceOf(workspace: Workspace, settings: Settings, { entries, signals: own }: { entries: readonly Entry[]; signals: readonly FileSignal[] }): Promise<{ evidence: Evidence; diagnostics: readonly Diagnostic[] }> {
  const { signals, diagnostics } = await meaningFor(workspace, settings, entries)
  const { problem, ...past } = await historyFor(requestOf(settings), workspace)
  const learned = await recalled(workspace.experience)
  return { evidence: { utility: utilityUnder(learned.store, settings.lens.value.name), signals: [...own, ...signals], ...past }, diagnostics: [...diagnostics, ...learned.diagnostics, ...(problem === undefined ? [] : [problem])] }
}

/** The second half: what was gathered becomes a page, with notices for its reader. */
export function compileGathered(workspace: Workspace, gathered: Gathered, { allowSensitive = false, notices = [] }: { allowSensitive?: boolean; notices?: readonly string[] } = {}): Compilation {
  const { reading, settings, meter, corpus } = gathered
  const setting = settingOf(workspace, settings, { meter, allowSensitive })
  const compiled = compile(corpus, requestOf(settings), { ...setting, about: { ...setting.about, notices: [...setting.about.notices, ...notices], ...(gathered.restless === undefined ? {} : { restless: gathered.restless }) } })
  phase('compile')
  return { compiled, corpus, reading, settings, meter, diagnostics: [...workspace.diagnostics, ...workspace.storeDiagnostics, ...reading.diagnostics, ...gathered.diagnostics, ...parseProblems(corpus)] }
}

/** How the result is written, for a workspace. */
export function settingOf(workspace: Workspace, settings: Settings, { meter, allowSensitive }: { meter: Meter; allowSensitive: boolean }): Setting {
  const format = formatNamed(settings.format.value)
  const notices = format.commands && workspace.reach !== undefined ? [workspace.reach] : []
  return { format, meter, memory: workspace.memory, between: workspace.between, about: aboutOf(settings, { frozen: workspace.frozen, timestamp: workspace.timestamp(), facts: workspace.facts(allowSensitive), notices }) }
}

/** Without a task nothing asks what was done before. */
async function historyFor(request: Request, workspace: Workspace): Promise<Pick<Evidence, 'history'> & { problem?: Diagnostic | undefined }> {
  if (request.task === '') return {}
  const history = await workspace.history()
  return history === undefined ? { problem: workspace.historyProblem() } : { history }
}

/** Files whose parse was coarser than usual. */
export const parseProblems = (corpus: Corpus): Diagnostic[] => corpus.files.flatMap((file) => (file.parts?.problem === undefined ? [] : [{
  code: 'parse/coarse', severity: 'info' as const, path: file.entry.path, message: `${file.entry.path}: ${file.parts.problem}`,
}]))
