// A plan as the pages see it.
import { type Corpus, isAbout, sizeOf } from '../core/corpus.ts'
import { type Level, LEVELS } from '../core/level.ts'
import type { Pick } from '../core/plan.ts'
import { toldScore } from '../core/standing.ts'
import { nextPicks } from '../operations/explain.ts'
import { packReport } from '../operations/report.ts'
import type { Compilation } from '../workspace/index.ts'
import type { PlanFiles, PlanView, Whole } from './contract.ts'
import { problemOf } from './page.ts'
import { unmetRules } from './unmet.ts'

/** Everything that the first view shows. */
export function planView(compilation: Compilation): PlanView {
  const { compiled, settings, corpus, diagnostics } = compilation
  const { plan, page, tokens } = compiled
  const unmet = unmetRules(compilation)
  const limited = Number.isFinite(settings.budget.value)
  return {
    budget: limited ? settings.budget.value : 'none', task: settings.task, lens: settings.lens.value.name, format: settings.format.value, meter: settings.meter.value,
    tokens, ...wholeOf(corpus), least: limited ? compiled.least : 0, value: plan.value, bound: plan.bound,
    summary: packReport(compilation), problems: diagnostics.map(problemOf), files: planFiles(compilation), folders: page.folders, next: nextPicks(compilation), ...(unmet.length === 0 ? {} : { unmet }),
  }
}

/** The tokens of everything. Nobody counts files for this that the plan has not counted. */
export const wholeOf = ({ files }: Corpus): Whole => ({ whole: files.reduce((sum, file) => sum + sizeOf(file), 0), ...(files.some(isAbout) ? { about: true } : {}) })

/** Levels and prices of files, whichever way each is on the page. */
export function planFiles({ compiled: { page, plan }, corpus }: Compilation): PlanFiles {
  const shown = new Map<string, { level: Level; cost: number }>()
  const prices = pricesOf(plan.picks)
  for (const { path } of page.lines) shown.set(path, { level: 'line', cost: Math.round(prices.get(path) ?? 0) })
  for (const { path, level, tokens } of page.files) shown.set(path, { level, cost: tokens })
  const languages = [...new Set(corpus.files.map(({ language }) => language))].sort()
  const place = new Map(languages.map((name, i) => [name, i]))
  const { files } = corpus
  return {
    path: files.map(({ entry }) => entry.path), tokens: files.map(sizeOf), ...(files.some(isAbout) ? { about: files.map((file) => (isAbout(file) ? 1 : 0)) } : {}),
    cost: files.map(({ entry }) => shown.get(entry.path)?.cost ?? 0), level: files.map(({ entry }) => LEVELS.indexOf(shown.get(entry.path)?.level ?? 'none')),
    score: files.map(({ score }) => toldScore(score.value)), language: files.map(({ language }) => place.get(language) ?? 0), languages,
    rules: Object.fromEntries(files.flatMap(({ verdict }, i) => (verdict.why.length === 0 ? [] : [[i, verdict.why]]))),
  }
}

function pricesOf(picks: readonly Pick[]): Map<string, number> {
  const prices = new Map<string, number>()
  for (const { id, cost } of picks) prices.set(id, (prices.get(id) ?? 0) + cost)
  return prices
}
