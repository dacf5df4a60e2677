// Sums over the columns of a plan.
import type { PlanView } from '../../../src/studio/contract.ts'
import { LEVELS } from '../level.ts'

/** Files and tokens at each level, and the tokens that stand around files. */
export interface Shares {
  readonly levels: readonly { readonly files: number; readonly tokens: number }[]
  readonly around: number
}

/** Where the tokens of a plan go. */
export function shareOf({ tokens, files: { level, cost } }: PlanView): Shares {
  const levels = LEVELS.map(() => ({ files: 0, tokens: 0 }))
  let sum = 0
  level.forEach((height, i) => {
    const at = levels[height]
    if (at === undefined) return
    at.files += 1
    at.tokens += cost[i] ?? 0
    sum += cost[i] ?? 0
  })
  return { levels, around: Math.max(0, tokens - sum) }
}

/** How far a context is over its budget. */
export interface Over {
  /** The budget that would hold it. */
  readonly needs: number
  readonly by: number
  /** Not even the smallest answer fits, so there is none. */
  readonly empty: boolean
}

/** Undefined while the budget holds: only what must be shown may exceed it. */
export function overOf({ tokens, budget, least }: Pick<PlanView, 'tokens' | 'budget' | 'least'>): Over | undefined {
  if (budget === 'none') return undefined
  const needs = tokens === 0 ? least : tokens
  return needs > budget ? { needs, by: needs - budget, empty: tokens === 0 } : undefined
}

/** How good the plan is, in the words of the command: no plan can be better than the bound. Nothing is said of one that does not fit. */
export function worthOf({ value, bound, budget, tokens }: Pick<PlanView, 'value' | 'bound' | 'budget' | 'tokens'>): string {
  if (budget === 'none') return 'Everything is shown.'
  if (bound <= 0 || tokens === 0 || tokens > budget) return ''
  // Rounded down: what is nearly the best is not called the best.
  return `It is worth ${(Math.floor((value / bound) * 1000) / 10).toFixed(1)} % of the best any plan could reach.`
}
