// The line for a task: the same reading, ranking and choosing as for any pack, guided by what kind of work it is, and printed as a prompt.
import { compile } from '../core/compile.ts'
import type { Corpus } from '../core/corpus.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Framing } from '../core/format.ts'
import { aliased } from '../core/ctx/corpus.ts'
import { gather } from '../core/gather.ts'
import { heightOf } from '../core/level.ts'
import { emptyPage } from '../core/page.ts'
import type { Entry, Meter } from '../core/ports.ts'
import { type FileSignal, isVisible, verdictsOf } from '../core/rank/rank.ts'
import type { Request } from '../core/request.ts'
import { inputOf, tokenBudget, type TokenBudget } from '../core/task/budget.ts'
import type { ContextChunk } from '../core/task/chunk.ts'
import { type CompressedContext, compressedContext } from '../core/task/envelope.ts'
import { chunkRules, COMMITS_TOLD, entriesWith, filesMatching, framingOf, gatherDependencies, type Gatherer, gatherGitContext, gatherStructure, isAround, runGatherers } from '../core/task/gatherers.ts'
import { type Guidance, guidanceFor } from '../core/task/guidance.ts'
import { instructionFor } from '../core/task/instructions.ts'
import { type Intent, intentOf, subjectOf, type Understood } from '../core/task/intent.ts'
import { sceneOf } from '../core/task/scene.ts'
import type { Occasion, Prioritizer } from '../core/task/score.ts'
import { requestText } from '../core/task/wording.ts'
import { visible } from '../core/visible.ts'
import { prompt } from '../formats/index.ts'
import { withoutSecrets } from '../guards/kept.ts'
import { type Compilation, evidenceOf, parseProblems, settingOf } from './compile.ts'
import { aliasesShown } from './ctx/shown.ts'
import { requestOf, type Settings } from './settings.ts'
import { summon } from './summon.ts'
import type { Reading, Workspace } from './workspace.ts'

/** What is asked for a task. */
export interface TaskAsk {
  /** What to do, in the reader's words. */
  readonly request: string
  /** A stack trace that came with it. */
  readonly trace?: string
  /** Found in the words of the request unless given. */
  readonly intent?: Intent
  readonly budget?: TokenBudget
  /** Files to gather whatever the request says, at most `maxFiles` of them. */
  readonly files?: readonly string[]
  readonly maxFiles?: number
  /** Levels of folders in the structure. */
  readonly depth?: number
  readonly commits?: number
  /** Sentences that its reader must see. */
  readonly notices?: readonly string[]
  /** Gatherers of one's own, after the built-in ones. */
  readonly gatherers?: readonly Gatherer[]
  readonly prioritizers?: readonly Prioritizer[]
}

/** A compiled prompt with everything that led to it. */
export interface TaskCompilation extends Compilation {
  readonly understood: Understood
  readonly budget: TokenBudget
  /** The request as it is printed. */
  readonly request: string
  readonly context: CompressedContext
  readonly occasion: Occasion
  /** What was gathered around the files, by name: the structure, dependencies, recent changes. */
  readonly around: readonly string[]
  /** Tokens of what surrounds the context: header, request, instruction. */
  readonly fixed: number
}

/** A prompt cannot hold its own request. */
export class RequestTooLong extends Error {
  override readonly name = 'RequestTooLong'
}

/** Parts of the context's share that the chunks around the files may have. */
const SHARES = { structure: 0.1, dependencies: 0.05, git: 0.05 }

/** What a task is, before any file is read. */
interface Task {
  readonly ask: TaskAsk
  readonly settings: Settings
  readonly meter: Meter
  readonly budget: TokenBudget
  readonly understood: Understood
  readonly closing: Pick<Framing, 'request' | 'instruction'>
  readonly fixed: number
}

/** What was read and gathered for it. */
interface Material {
  readonly reading: Reading
  readonly entries: readonly Entry[]
  readonly chunks: readonly ContextChunk[]
  /** How strongly what the catalogue gave matters. */
  readonly signals: readonly FileSignal[]
  readonly diagnostics: readonly Diagnostic[]
  /** Files with changes that no commit has, for a review. */
  readonly uncommitted: readonly string[]
}

/** Compiles the prompt for a task. Settings choose what may be shown; their budget and format are replaced by the task's. */
export async function compileTask(workspace: Workspace, settings: Settings, asked: TaskAsk): Promise<TaskCompilation> {
  // The prompt goes to a model: a secret in somebody's words does not.
  const ask: TaskAsk = { ...asked, request: withoutSecrets(asked.request), ...(asked.trace === undefined ? {} : { trace: withoutSecrets(asked.trace) }) }
  const task = taskOf(ask, settings, await workspace.meter(settings.meter.value))
  const material = await materialOf(workspace, task)
  const guidance = await guidanceOf(workspace, task, material)
  const rules = [...task.settings.rules.value, ...chunkRules(material.chunks), ...guidance.rules]
  const chosen = requestOf(task.settings)
  // The structure names what is not shown; a line for each file would say it twice.
  const ladder = material.chunks.some(({ chunk_type }) => chunk_type === 'structure') ? chosen.ladder.filter((level) => level !== 'line') : chosen.ladder
  const request: Request = { ...chosen, rules, ladder }
  const { evidence, diagnostics } = await evidenceOf(workspace, task.settings, material)
  const corpus = aliased(await gather(material.entries, request, { parser: workspace.parser, memory: workspace.memory, meter: task.meter, ...evidence, signals: [...evidence.signals ?? [], ...guidance.signals] }), aliasesShown(workspace).aliases)
  return compiledTask(workspace, { ...task, ...material, diagnostics: [...material.diagnostics, ...diagnostics], request, corpus, occasion: guidance.occasion })
}

function taskOf(ask: TaskAsk, settings: Settings, meter: Meter): Task {
  const budget = ask.budget ?? tokenBudget()
  const spoken = [ask.request, ask.trace ?? ''].join('\n').trim()
  const understood = intentOf(spoken, ask.intent)
  const closing = { request: requestText(ask, budget.request, (text) => meter.count(text)), instruction: instructionFor(understood.intent) }
  const fixed = fixedTokens(closing, meter)
  if (fixed >= inputOf(budget)) throw new RequestTooLong(tooLong(fixed, budget))
  // The context has its share; a request that is longer than its own share takes from it.
  const most = Math.min(inputOf(budget), budget.context + fixed)
  return { ask, meter, budget, understood, closing, fixed, settings: { ...settings, task: subjectOf(spoken), budget: { value: most, origin: 'task' }, format: { value: prompt.name, origin: 'task' } } }
}

const tooLong = (fixed: number, budget: TokenBudget): string =>
  `the request and its frame have ${fixed} tokens, and a budget of ${budget.total} leaves ${inputOf(budget)} for the whole prompt: raise the budget to ${Math.ceil((fixed * 2) / budget.input_allocation_pct / 100) * 100}, or say it shorter`

/** Tokens of a prompt without context. */
function fixedTokens(closing: Task['closing'], meter: Meter): number {
  const about = { version: '', lens: '', strategy: '', budget: 0, frozen: true, timestamp: '', facts: [], notices: [], related: [], framing: { ...closing, structure: [], sections: [] } }
  const page = emptyPage(about, meter)
  return meter.count(prompt.open(page, true) + prompt.close(page, true))
}

/** Reads the workspace and runs the gatherers, each with its share. What may only be named is not read for its content. */
async function materialOf(workspace: Workspace, { ask, settings, meter, budget, understood }: Task): Promise<Material> {
  const { reading, signals, diagnostics } = await summon(workspace, settings, await workspace.read(settings))
  const request = requestOf(settings)
  const isShown = isVisible(request)
  const verdictOf = verdictsOf(request)
  const shown = reading.entries.filter(({ path }) => isShown(path))
  const readable = shown.map((entry) => (heightOf(verdictOf(entry.path).ceiling) < heightOf('full') ? { ...entry, get md5() { return entry.md5 }, text: '' } : entry))
  const uncommitted = understood.intent === 'review' ? await workspace.uncommitted(shown.filter(({ stub }) => stub === undefined).map(({ path }) => path)) : []
  const common = { entries: readable, history: await workspace.history(), uncommitted, intent: understood.intent, request: settings.task, count: (text: string) => meter.count(text) }
  const ran = await Promise.all(gatherersFor(ask).map(([gatherer, part]) => runGatherers([gatherer], { ...common, share: Math.floor(budget.context * part) })))
  const chunks = ran.flatMap((each) => each.chunks)
  return { reading, signals, uncommitted, chunks, entries: entriesWith(shown, chunks, workspace.digest.sha256), diagnostics: [...diagnostics, ...ran.flatMap((each) => each.diagnostics)] }
}

const gatherersFor = (ask: TaskAsk): readonly (readonly [Gatherer, number])[] => [
  [gatherStructure(ask.depth), SHARES.structure],
  [gatherDependencies(), SHARES.dependencies],
  [gatherGitContext(ask.commits), SHARES.git],
  ...(ask.gatherers ?? []).map((gatherer) => [gatherer, 1] as const),
]

async function guidanceOf(workspace: Workspace, { ask, settings, understood, meter, fixed }: Task, { entries, uncommitted }: Material): Promise<Guidance> {
  const scene = await sceneOf(settings.task, { entries, history: await workspace.history(), uncommitted, commits: ask.commits ?? COMMITS_TOLD, parser: workspace.parser })
  const asked = filesMatching(entries, ask.files ?? [], ask.maxFiles).map(({ path }) => path)
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  const costOf = (path: string): number => meter.count(visible(byPath.get(path)?.text ?? ''))
  return guidanceFor(understood.intent, scene, { request: settings.task, asked, prioritizers: ask.prioritizers ?? [], room: settings.budget.value - fixed, costOf })
}

function compiledTask(workspace: Workspace, made: Task & Material & { readonly request: Request; readonly corpus: Corpus; readonly occasion: Occasion }): TaskCompilation {
  const { settings, meter, reading, corpus, occasion, chunks, closing, fixed, budget, understood } = made
  const setting = settingOf(workspace, settings, { meter, allowSensitive: false })
  const compiled = compile(corpus, made.request, { ...setting, about: { ...setting.about, notices: [...setting.about.notices, ...made.ask.notices ?? []], framing: { ...framingOf(chunks), ...closing } } })
  const context = compressedContext(compiled, { around: chunks.filter(isAround), corpus: corpus.files, occasion, share: settings.budget.value - fixed })
  const diagnostics = [...workspace.diagnostics, ...workspace.storeDiagnostics, ...reading.diagnostics, ...made.diagnostics, ...parseProblems(corpus)]
  return { compiled, corpus, reading, settings, meter, diagnostics, understood, budget, request: closing.request, context, occasion, fixed, around: aroundNames(framingOf(chunks)) }
}

const aroundNames = ({ structure, sections }: Pick<Framing, 'structure' | 'sections'>): string[] =>
  [...(structure.length > 0 ? ['the project structure'] : []), ...sections.map(({ title }) => title.toLowerCase())]
