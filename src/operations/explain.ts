import { resolve } from 'node:path'
import { idPath, isDefinition, walk } from '../core/block.ts'
import type { CorpusFile } from '../core/corpus.ts'
import { findBlocks, plainName } from '../core/find.ts'
import { flag, text } from '../core/field.ts'
import { targetFrom } from '../core/handle.ts'
import { nearest } from '../core/nearest.ts'
import type { Pick, Plan } from '../core/plan.ts'
import { type BudgetStats, budgetStats } from '../core/stats.ts'
import { type Compilation, compileWorkspace, openWorkspace, settle } from '../workspace/index.ts'
import { choosing, flagsOf } from './choosing.ts'
import { defineOperation, Failure } from './operation.ts'
import { mustHold, packReport } from './report.ts'

/** How many tokens "what comes next" looks ahead. */
const AHEAD = 1000

/** Says why a pack is as it is. */
export const explain = defineOperation({
  name: 'explain',
  title: 'Say why each thing is shown as it is',
  doc: 'Makes the same plan as pack with the same options and reads it: the level of a path or symbol, the signals of its score, what it cost, and what comes next with 1,000 tokens more.',
  examples: ['fovea explain', 'fovea explain src/auth.ts --budget 8k --task "token expiry"', 'fovea explain Sessions.closeAll'],
  fields: {
    target: text('A path or a symbol; without one, the whole plan', { place: 'one' }),
    root: text('The folder', { sign: 'DIR', otherwise: '.' }),
    ...choosing,
    frozen: flag('No clock, no store'),
    json: flag('The answer as JSON'),
  },
  async run(input, context) {
    const workspace = openWorkspace(resolve(context.cwd, input.root ?? '.'), { frozen: input.frozen, ...(context.signal ? { signal: context.signal } : {}), onProgress: (files) => context.progress(`${files} files read`) })
    const compilation = await compileWorkspace(workspace, settle(await flagsOf(input, context), workspace.layers))
    await workspace.store.close()
    mustHold(compilation, input.root ?? '.')
    const data = input.target === undefined ? explainPlan(compilation) : explainTarget(compilation, input.target)
    return { text: [`${sentences(data).join('\n')}\n`], data, diagnostics: compilation.diagnostics }
  },
})

interface Explained {
  readonly summary: readonly string[]
  readonly stats: BudgetStats
  readonly blocks: readonly ExplainedBlock[]
  /** What a budget of 1,000 tokens more would add, best first. */
  readonly next: readonly Pick[]
}

interface ExplainedBlock {
  readonly id: string
  readonly level: string
  readonly cost: number
  readonly score: number
  readonly signals: readonly { readonly name: string; readonly strength: number; readonly why: string }[]
  readonly rules: readonly string[]
}

function explainPlan(compilation: Compilation): Explained {
  const best = [...compilation.corpus.files].sort((a, b) => b.score.value - a.score.value || (a.entry.path < b.entry.path ? -1 : 1)).slice(0, 20)
  return { summary: packReport(compilation), stats: budgetStats(compilation.compiled), blocks: best.map((file) => explainFile(compilation, file)), next: nextPicks(compilation) }
}

function explainTarget(compilation: Compilation, named: string): Explained {
  const files = compilation.corpus.files.filter(({ entry }) => entry.path === named || entry.path.endsWith(`/${named}`))
  const blocks = files.length > 0 ? files.map((file) => explainFile(compilation, file)) : explainSymbols(compilation, named)
  if (blocks.length > 0) return { summary: packReport(compilation), stats: budgetStats(compilation.compiled), blocks, next: nextPicks(compilation) }
  const names = [...compilation.corpus.files.map(({ entry }) => entry.path), ...definitionNames(compilation)]
  const near = nearest(named, names)
  throw new Failure(`there is no path or symbol "${named}" in this corpus${near.length > 0 ? `; did you mean ${near.join(', ')}?` : ''}`)
}

function explainFile({ compiled }: Compilation, file: CorpusFile): ExplainedBlock {
  const { path } = file.entry
  const picks = compiled.plan.picks.filter((pick) => pick.id === path || pick.id.startsWith(`${idPath(path)}#`))
  const view = compiled.page.files.find((shown) => shown.path === path)
  const level = view?.level ?? (compiled.page.lines.some((line) => line.path === path) ? 'line' : 'none')
  return { id: path, level, cost: sum(picks), score: file.score.value, signals: file.score.signals, rules: file.verdict.why }
}

function explainSymbols({ corpus, compiled }: Compilation, named: string): ExplainedBlock[] {
  const target = targetFrom(named)
  return corpus.files.flatMap((file) => (file.parts === undefined || (target.path ?? file.entry.path) !== file.entry.path ? [] : findBlocks(file.parts.block, target))
    .map((block) => {
      const picks = compiled.plan.picks.filter((pick) => pick.id === block.id)
      const plan = compiled.plan.files.find((planned) => planned.file === file)
      const level = plan?.opened ? plan.levelOf(block) : 'none'
      return { id: block.id, level, cost: sum(picks), score: file.parts?.scores.get(block) ?? 0, signals: file.score.signals, rules: file.verdict.why }
    }))
}

const sum = (picks: readonly Pick[]): number => Math.round(picks.reduce((total, pick) => total + pick.cost, 0))

function nextPicks({ compiled, settings }: Compilation): Pick[] {
  if (!Number.isFinite(settings.budget.value)) return []
  const key = (pick: Pick): string => `${pick.id} ${pick.level}`
  const had = new Set(compiled.plan.picks.map(key))
  const later: Plan = compiled.next(AHEAD)
  return later.picks.filter((pick) => !had.has(key(pick))).sort((a, b) => b.value / Math.max(1, b.cost) - a.value / Math.max(1, a.cost)).slice(0, 12)
}

const definitionNames = ({ corpus }: Compilation): string[] =>
  corpus.files.flatMap((file) => (file.parts === undefined ? [] : [...walk(file.parts.block)].filter(isDefinition).map(plainName)))

function sentences({ summary, blocks, next }: Explained): string[] {
  const lines = [...summary, '']
  for (const block of blocks) {
    lines.push(`${block.id}  ${block.level}  ${block.cost} tokens  score ${block.score.toFixed(3)}`)
    for (const signal of block.signals) lines.push(`  ${signal.name} ${signal.strength.toFixed(2)}: ${signal.why}`)
    for (const why of block.rules) lines.push(`  rule: ${why}`)
  }
  if (next.length > 0) lines.push('', `with ${AHEAD} tokens more:`, ...next.map((pick) => `  ${pick.id} -> ${pick.level} (${Math.round(pick.cost)} tokens)`))
  return lines
}
