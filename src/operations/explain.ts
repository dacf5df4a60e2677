import { type Block, walk } from '../core/block.ts'
import type { CorpusFile } from '../core/corpus.ts'
import { flag, text } from '../core/field.ts'
import { targetFrom } from '../core/handle.ts'
import { higher, type Level } from '../core/level.ts'
import { counted } from '../core/names.ts'
import type { FilePlan, Pick } from '../core/plan.ts'
import { type BudgetStats, budgetStats } from '../core/stats.ts'
import { write } from '../core/write.ts'
import { aliasesShown, type Compilation, compileWorkspace, row, settle, shellWord, type Workspace } from '../workspace/index.ts'
import { choosing, committing, flagsOf } from './choosing.ts'
import { opening, openThen } from './open.ts'
import { meant } from './alias.ts'
import { absentFrom } from './absent.ts'
import { defineOperation, Failure } from './operation.ts'
import { mustHold, packReport, stubNote } from './report.ts'
import { Library, notFound, type Place, resolveTarget } from './resolve.ts'

/** Files of a plan that are explained when none is named. */
const MOST_FILES = 20

/** How many tokens "what comes next" looks ahead. */
const AHEAD = 1000

/** Says why a pack is as it is. */
export const explain = defineOperation({
  name: 'explain',
  title: 'Say why each thing is shown as it is',
  doc: 'Makes the same plan as pack with the same options and reads it: the level of a path or symbol, the signals of its score, what it cost, and what comes next with 1,000 tokens more.',
  examples: ['fovea explain', 'fovea explain src/auth.ts --budget 8k --task "token expiry"', 'fovea explain Sessions.closeAll'],
  fields: {
    target: text('A path, a symbol or a handle, as zoom takes it; without one, the plan and its 20 best files', { place: 'one' }),
    root: text('The folder', { sign: 'DIR', otherwise: '.' }),
    ...choosing,
    ...committing,
    ...opening,
    json: flag('The answer as JSON'),
  },
  async run(input, context) {
    const workspace = await openThen(context, input.root, input)
    const compilation = await compileWorkspace(workspace, settle(await flagsOf(input, context), workspace.layers))
    await workspace.close()
    mustHold(compilation, input.root ?? '.')
    const data = input.target === undefined ? explainPlan(compilation) : await explainTarget(workspace, compilation, input.target)
    return { text: [`${sentences(data).map(row).join('\n')}\n`], data, diagnostics: compilation.diagnostics }
  },
})

/** A plan, or a part of it, with its reasons. */
export interface Explained {
  readonly summary: readonly string[]
  readonly stats: BudgetStats
  readonly blocks: readonly ExplainedBlock[]
  /** Files that are not among the blocks, when the whole plan was asked for. */
  readonly more?: number
  /** What a budget of 1,000 tokens more would add, best first. */
  readonly next: readonly Pick[]
}

/** Why one thing is shown as it is. */
export interface ExplainedBlock {
  readonly id: string
  readonly level: Level
  readonly cost: number
  readonly score: number
  readonly signals: readonly { readonly name: string; readonly strength: number; readonly why: string }[]
  readonly rules: readonly string[]
  /** What no score and no budget changes: why a file is one line on every page. */
  readonly note?: string
}

function explainPlan(compilation: Compilation): Explained {
  const best = [...compilation.corpus.files].sort((a, b) => b.score.value - a.score.value || (a.entry.path < b.entry.path ? -1 : 1)).slice(0, MOST_FILES)
  return { summary: packReport(compilation), stats: budgetStats(compilation.compiled), blocks: best.map((file) => explainFile(compilation, file)), more: compilation.corpus.files.length - best.length, next: nextPicks(compilation) }
}

/** A target is found as zoom finds it, among what this plan could show. */
export async function explainTarget(workspace: Workspace, compilation: Compilation, named: string): Promise<Explained> {
  const library = new Library(workspace, compilation.corpus.files.map(({ entry }) => entry), true)
  const { target } = meant(targetFrom(named), aliasesShown(workspace).aliases)
  const files = await resolveTarget(library, { kind: 'file', name: named }, { includeTests: true })
  const absent = files.length > 0 ? undefined : absence(workspace, compilation, named)
  // A name with a dot or a slash is a path before it is a symbol.
  if (absent !== undefined && /[./]/.test(named)) throw absent
  const places = files.length > 0 ? files : await resolveTarget(library, target, { includeTests: true })
  if (places.length === 0) throw absent ?? await notFound(library, target, { includeTests: true })
  const blocks = places.map((place) => explainPlace(compilation, place))
  return { summary: packReport(compilation), stats: budgetStats(compilation.compiled), blocks, next: nextPicks(compilation) }
}

/** A file that is on the disk and not in the plan has a reason of its own. */
function absence(workspace: Workspace, compilation: Compilation, named: string): Failure | undefined {
  const absent = absentFrom(workspace, compilation, named.replace(/^\.\//, ''))
  if (absent === undefined || absent.reason === 'gone') return undefined
  const options = (absent.add?.exclude ?? []).map((pattern) => ` --exclude ${shellWord(pattern)}`).join('')
  return new Failure(`${absent.path} is not in the plan. ${absent.why} ${options === '' ? absent.next : `This brings it back:${options}`}`)
}

function explainPlace(compilation: Compilation, { entry, file: whole, block }: Place): ExplainedBlock {
  const file = compilation.corpus.files.find((one) => one.entry.path === entry.path) as CorpusFile
  return block === whole ? explainFile(compilation, file) : explainBlock(compilation, file, block)
}

/** A cost is the number on the page: tokens of what is shown, without the frame around it. */
function explainFile({ compiled }: Compilation, file: CorpusFile): ExplainedBlock {
  const { path } = file.entry
  const view = compiled.page.files.find((shown) => shown.path === path)
  const listed = compiled.page.lines.some((line) => line.path === path)
  const cost = view?.tokens ?? sum(compiled.plan.picks.filter((pick) => pick.id === path))
  return { id: path, level: view?.level ?? (listed ? 'line' : 'none'), cost, score: file.score.value, signals: file.score.signals, rules: file.verdict.why, ...noted(file) }
}

const noted = ({ entry: { path, stub } }: CorpusFile): { readonly note?: string } => (stub === undefined ? {} : { note: stubNote(path, stub) })

/** A file that was not parsed for this plan can only be a line: so is what stands in it. */
function explainBlock({ compiled, meter }: Compilation, file: CorpusFile, { id }: Block): ExplainedBlock {
  const block = file.parts === undefined ? undefined : [...walk(file.parts.block)].find((one) => one.id === id)
  if (block === undefined) return { id, level: 'none', cost: 0, score: file.score.value, signals: file.score.signals, rules: file.verdict.why, ...noted(file) }
  const plan = compiled.plan.files.find((planned) => planned.file === file)
  const shown = plan?.opened ? { level: plan.levelOf(block), cost: meter.count(writtenOf(block, plan)) } : { level: 'none' as const, cost: 0 }
  return { id, ...shown, score: file.parts?.scores.get(block) ?? 0, signals: file.parts?.signalsOf?.(block) ?? file.score.signals, rules: file.verdict.why }
}

/** The text of one block, with what is inside it, as the page shows it. */
const writtenOf = (block: Block, { file, levelOf, bare }: FilePlan): string =>
  write({ ...block, kind: 'file', children: [block] }, file.entry.text, { of: levelOf, remark: file.remark, terse: bare }).text.trim()

const sum = (picks: readonly Pick[]): number => Math.round(picks.reduce((total, pick) => total + pick.cost, 0))

/** Text between definitions has no name that says anything: `package.json#~after:start`. */
const isBetween = (id: string): boolean => /[#.]~[a-z]/.test(id)

/** What a little more would buy, the most valuable first: all steps for one thing together, and nothing that costs nothing, because nothing changes then. */
export function nextPicks({ compiled, settings }: Compilation): Pick[] {
  if (!Number.isFinite(settings.budget.value)) return []
  // Both plans come from one search, so what both bought is mostly the same object.
  const had = new Set(compiled.plan.picks)
  const gained = compiled.next(AHEAD).picks.filter((pick) => !had.has(pick) && !isBetween(pick.id))
  const merged = new Map<string, Pick>()
  for (const pick of gained) {
    const { id, level, cost, value } = merged.get(pick.id) ?? { ...pick, cost: 0, value: 0 }
    merged.set(id, { id, level: higher(level, pick.level), cost: cost + pick.cost, value: value + pick.value })
  }
  return [...merged.values()].map((pick) => ({ ...pick, cost: Math.round(pick.cost) })).filter(({ cost }) => cost > 0).sort((a, b) => b.value - a.value).slice(0, 12)
}

function sentences({ summary, blocks, more = 0, next }: Explained): string[] {
  const lines = [...summary, '']
  for (const block of blocks) {
    lines.push(`${block.id}  ${block.level}  ${counted(block.cost, 'token')}  score ${block.score.toFixed(3)}`)
    for (const signal of block.signals) lines.push(`  ${signal.name} ${signal.strength.toFixed(2)}: ${signal.why}`)
    for (const why of block.rules) lines.push(`  rule: ${why}`)
    if (block.note !== undefined) lines.push(`  ${block.note}`)
  }
  if (more > 0) lines.push(`and ${counted(more, 'file')} more: fovea explain PATH says why one is shown as it is`)
  if (next.length > 0) lines.push('', `with ${AHEAD} tokens more:`, ...next.map((pick) => `  ${pick.id} -> ${pick.level} (${counted(pick.cost, 'token')})`))
  return lines
}
