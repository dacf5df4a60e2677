// What the context holds: where its tokens go, how full it is, how good it is, and what could not be read.
import './summary.css'
import type { PlanView, Problem } from '../../../src/studio/contract.ts'
import { LEVEL_DOCS, levelClass, LEVELS } from '../level.ts'
import { counted, percent, roughly } from '../numbers.ts'
import { OverBudget } from './over.tsx'
import { shareOf, worthOf } from './shares.ts'

/** Tokens, the share of the budget, and what each level has of them. */
export function Summary({ plan }: { plan: PlanView }) {
  const { levels, around } = shareOf(plan)
  const worth = worthOf(plan)
  return (
    <div class="summary">
      <p><strong>{counted(plan.tokens)}</strong> tokens{plan.budget === 'none' ? '' : ` of ${counted(plan.budget)} (${percent(plan.tokens, plan.budget)})`} out of {roughly(plan.whole, plan.about)} in {counted(plan.files.path.length)} files. {worth}</p>
      <OverBudget plan={plan} />
      <Fill plan={plan} levels={levels} around={around} />
      <ul class="legend" aria-label="What each level has">{levels.map(({ files, tokens }, i) => (
        <li key={LEVELS[i]} title={`${counted(tokens)} tokens, ${percent(tokens, plan.tokens)} of the context`}><span class={`swatch ${levelClass(LEVELS[i])}`} aria-hidden="true" />{counted(files)} {LEVEL_DOCS[LEVELS[i] ?? 'none']}{tokens === 0 ? '' : <span class="spent"> {percent(tokens, plan.tokens)}</span>}</li>
      )).reverse()}<li title="Folders, headers and what else is written between files"><span class="swatch around" aria-hidden="true" />around files <span class="spent">{percent(around, plan.tokens)}</span></li></ul>
      <Problems problems={plan.problems} />
    </div>
  )
}

/** A bar as long as the budget, filled by level; what is over it has a mark where the budget ends. The list below it says the same in words. */
function Fill({ plan, levels, around }: { plan: PlanView; levels: readonly { readonly tokens: number }[]; around: number }) {
  const all = Math.max(plan.tokens, plan.budget === 'none' ? 0 : plan.budget, 1)
  const over = plan.budget !== 'none' && plan.tokens > plan.budget
  const part = (tokens: number): Record<string, string> => ({ width: `${(tokens / all) * 100}%` })
  return (
    <div class={`fill${over ? ' over' : ''}`} aria-hidden="true">
      {levels.map(({ tokens }, i) => <span key={LEVELS[i]} class={levelClass(LEVELS[i])} style={part(tokens)} />).reverse()}
      <span class="around" style={part(around)} />
      {over ? <span class="beyond" style={{ left: `${(Number(plan.budget) / all) * 100}%` }} /> : null}
    </div>
  )
}

/** Problems that are listed; the rest are counted. */
const MOST = 200

function Problems({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null
  return (
    <details class="problems">
      <summary>{counted(problems.length)} {problems.length === 1 ? 'problem' : 'problems'} while reading</summary>
      <ul>{problems.slice(0, MOST).map(({ severity, message, hint }, i) => <li key={i} class={severity}>{message}{hint === undefined ? '' : ` ${hint}`}</li>)}</ul>
      {problems.length > MOST ? <p>and {counted(problems.length - MOST)} more</p> : null}
    </details>
  )
}
