// A context that does not fit: by how much, what had to be shown all the same, and a way out.
import type { PlanView } from '../../../src/studio/contract.ts'
import { choose } from '../address.ts'
import { counted } from '../numbers.ts'
import { type Over, overOf } from './shares.ts'
import { namedRules } from './rules.tsx'

/** Says that the budget does not hold; nothing while it does. */
export function OverBudget({ plan }: { plan: PlanView }) {
  const over = overOf(plan)
  if (over === undefined) return null
  return (
    <div class="over-budget" role="alert">
      <p>{overWords(over)} {over.empty ? '' : wayOut(namedRules(['pin', 'level']))}</p>
      <button type="button" onClick={() => choose({ budget: String(over.needs) })}>Raise the budget</button> <span class="quiet">to {counted(over.needs)} tokens</span>
    </div>
  )
}

/** The fact in one sentence, as the command says it. */
export const overWords = ({ needs, by, empty }: Over): string =>
  (empty ? `Nothing fits: the smallest answer needs ${counted(needs)} tokens, ${counted(by)} more than the budget.` : `What had to be shown needs ${counted(needs)} tokens, ${counted(by)} more than the budget.`)

/** Rules of the address can be taken back here; others come from a configuration. */
const wayOut = (rules: readonly string[]): string => (rules.length === 0 ? 'A pin or a level in the configuration asks for it.' : `Take back a rule (${rules.join(', ')}), or raise the budget.`)
