// Why a file is shown as it is, in one plain sentence, and what would show more of it in another.
import { leastFor, levelWith } from '../core/check/judge.ts'
import type { CorpusFile } from '../core/corpus.ts'
import { heightOf, type Level, LEVELS } from '../core/level.ts'
import { folderOf } from '../core/names.ts'
import { ordinal, placeAmong, toldScore } from '../core/standing.ts'
import type { Compilation } from '../workspace/index.ts'
import type { RaiseView } from './contract.ts'

const HOW: Readonly<Record<Level, string>> = { none: 'left out', line: 'as one line', shape: 'as signatures', detail: 'as signatures with docs', code: 'as code without long docs', full: 'in full' }

/** What is known of a file in a plan. */
export interface Standing {
  readonly file: CorpusFile
  readonly level: Level
  /** Its place by score, from 1; files that score the same share it. */
  readonly rank: number
}

/** The place of a file among all by its score, as the list has it. */
export const rankOf = ({ corpus }: Compilation, file: CorpusFile): number => placeAmong(corpus.files.map(({ score }) => toldScore(score.value)), toldScore(file.score.value))

/** `Shown in full: it scores 0.83, 3rd of 213 files.` */
export function because(compilation: Compilation, standing: Standing): string {
  return ofStub(standing) ?? ofRule(standing) ?? ofEverything(compilation, standing) ?? ofScore(compilation, standing)
}

const shown = (level: Level): string => (level === 'none' ? 'Left out' : `Shown ${HOW[level]}`)

/** What a file without text is called: `a lock file`, `binary`. */
const aStub = (stub: string): string => (/^(?:lock|link|repository)/.test(stub) ? `a ${stub}` : stub)

function ofStub({ file: { entry: { stub } }, level }: Standing): string | undefined {
  if (stub === undefined) return undefined
  return level === 'none' ? `Left out: it is ${aStub(stub)}, which can only be one line, and there is no room for that.` : `Shown ${HOW[level]}: it is ${aStub(stub)}, and of such files no more is ever shown.`
}

function ofRule({ file: { verdict }, level }: Standing): string | undefined {
  const pinned = verdict.why.some((why) => why.startsWith('pinned: '))
  if (pinned && level === 'full') return 'Shown in full because it is pinned.'
  if (pinned && verdict.blocks !== undefined && level !== 'none') return `${shown(level)}, with the definitions in it that are pinned.`
  if (level === 'none' || (verdict.floor === 'none' && verdict.ceiling === 'full')) return undefined
  if (verdict.ceiling === level && level !== 'full') return `${shown(level)} and no more, because a rule says so (${verdict.why.join('; ')}).`
  return verdict.floor === level ? `${shown(level)} because a rule asks for it (${verdict.why.join('; ')}).` : undefined
}

const ofEverything = ({ settings }: Compilation, { level }: Standing): string | undefined =>
  (Number.isFinite(settings.budget.value) || level !== 'full' ? undefined : 'Shown in full: there is no budget, so everything is.')

function ofScore({ corpus, compiled, settings }: Compilation, { file, level, rank }: Standing): string {
  const score = `it scores ${scored(file.score.value)}, ${ordinal(rank)} of ${corpus.files.length} files`
  if (level === 'full' || heightOf(level) >= heightOf('shape')) return `${shown(level)}: ${score}.`
  const counted = level === 'none' && compiled.page.folders.some(({ path }) => path === `${folderOf(file.entry.path) || '.'}/`) ? ', but counted in the line of its folder' : ''
  return `${shown(level)}${counted}: ${score}, and the ${settings.budget.value.toLocaleString('en')} tokens went to what is worth more for its price.`
}

/** With a task a score is a chance, and most are tiny. */
const scored = (value: number): string => (value >= 0.005 ? value.toFixed(2) : 'next to nothing')

/** What more tokens would give a file: the next level that is reached, and all of it. Nothing when rules, its kind or the budget leave no more to give. */
export function raisesOf({ compiled, settings }: Compilation, { file, level }: Standing): RaiseView[] {
  const { ceiling } = file.verdict
  if (!Number.isFinite(settings.budget.value) || file.entry.stub !== undefined || heightOf(ceiling) <= heightOf(level)) return []
  const levelAt = levelWith(file.entry.path, compiled)
  const reaching = (wanted: Level): RaiseView | undefined => {
    const tokens = leastFor((more) => heightOf(levelAt(more)) >= heightOf(wanted))
    return tokens === undefined ? undefined : { tokens, level: levelAt(tokens) }
  }
  const next = reaching(LEVELS[heightOf(level) + 1] as Level)
  const all = next === undefined || next.level === 'full' || ceiling !== 'full' ? undefined : reaching('full')
  return [next, all].filter((one) => one !== undefined)
}

/** `With about 1,250 tokens more it would be shown as signatures; with about 4,000 more in full.` */
export function raiseSentence(raises: readonly RaiseView[]): string {
  const [next, all] = raises
  if (next === undefined) return ''
  const tokens = (count: number): string => count.toLocaleString('en')
  return `With about ${tokens(next.tokens)} tokens more it would be shown ${HOW[next.level]}${all === undefined ? '' : `; with about ${tokens(all.tokens)} more in full`}.`
}
