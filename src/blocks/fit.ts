// Spends a budget on text that is made of parts: the allocator of the core chooses, the text is printed and counted, and only a text that fits is given.
//
// Plans are tried from the largest down, each a little cheaper than the one before, and the first whose text fits is taken. The row of plans does not depend on
// the budget, and in this row the next larger plan is always worth more: so a larger budget is never worth less, however oddly a meter counts.
// With an exact meter the first few plans decide it. An estimator may be far off the sum of its estimates; where a list is too long for trying all, halving finds
// the place, on the assumption that a larger plan costs more.
import { allocate, type Market, type Ordered, ordered } from '../core/allocate.ts'
import type { Meter } from '../core/ports.ts'

/** A step that can be bought. */
export interface Step {
  /** The step that must come before it; -1 for none. */
  readonly after: number
  readonly cost: number
  /** What each of its tokens is worth. Steps of equal worth are bought in their order. */
  readonly worth: number
  /** True for what is shown whatever it costs. */
  readonly must?: boolean
}

/** Which steps were taken, tier by tier. */
export interface Spent {
  readonly taken: readonly Uint8Array[]
  readonly cost: number
  /** What was bought is worth, tier by tier. More money never buys less, compared from the first tier on. */
  readonly worth: readonly number[]
  /** True when nothing was taken but what must be. */
  readonly bare: boolean
}

/** What is for sale. A tier is opened only when everything in the one before it was bought. */
export class Shop {
  private readonly tiers: readonly Ordered[]

  constructor(tiers: readonly (readonly Step[])[]) {
    this.tiers = tiers.map((steps) => ordered(marketOf(steps)))
  }

  /** How many steps there are. */
  get size(): number {
    return this.tiers.reduce((sum, { market }) => sum + market.must.length, 0)
  }

  /** The best that a sum of priced tokens buys. */
  spend(budget: number): Spent {
    const taken: Uint8Array[] = this.tiers.map(({ market }) => new Uint8Array(market.must.length))
    const worth: number[] = this.tiers.map(() => 0)
    let cost = 0
    let bought = 0
    for (const [tier, order] of this.tiers.entries()) {
      const chosen = allocate(order, Math.max(0, budget - cost))
      taken[tier] = chosen.taken
      worth[tier] = chosen.value
      cost += chosen.cost
      const count = chosen.taken.reduce((sum, one) => sum + one, 0)
      bought += count - order.forced.length
      if (count < chosen.taken.length) break
    }
    return { taken, cost, worth, bare: bought === 0 }
  }
}

function marketOf(steps: readonly Step[]): Market {
  return {
    parent: Int32Array.from(steps, ({ after }) => after),
    cost: Float64Array.from(steps, ({ cost }) => cost),
    value: Float64Array.from(steps, ({ cost, worth }) => cost * worth),
    must: Uint8Array.from(steps, ({ must }) => (must === true ? 1 : 0)),
    cap: new Int32Array(steps.length).fill(-1),
    caps: [],
  }
}

/** A plan as text. */
export interface Fitted {
  readonly spent: Spent
  readonly text: string
  readonly tokens: number
}

/** How a text is measured. */
export interface Limit {
  readonly meter: Meter
  readonly budget: number
  /** Tokens of the frame around the parts. */
  readonly frame: number
}

/** What the end of the last part may save, in tokens. */
const SLACK = 4
/** Estimates of parts may exceed the estimate of the whole by so much. */
const LOOSE = 4 / 3
/** So many steps are looked at while plans are tried one by one, and so many plans at the least. */
const PATIENCE = 60_000
const FEW = 24

/** The largest plan whose text fits; undefined when not even what must be shown does. */
export function fit(shop: Shop, print: (spent: Spent) => string, { meter, budget, frame }: Limit): Fitted | undefined {
  const attempt = (priced: number): Fitted => {
    const spent = shop.spend(priced)
    const text = print(spent)
    return { spent, text, tokens: meter.count(text) }
  }
  let priced = meter.exact ? budget - frame + SLACK : Math.ceil(budget * LOOSE) + SLACK
  for (let tries = Math.max(FEW, PATIENCE / shop.size); tries > 0; tries--) {
    const tried = attempt(priced)
    if (tried.tokens <= budget) return tried
    if (tried.spent.bare) return undefined
    priced = tried.spent.cost - 1
  }
  return halved(attempt, priced, budget)
}

/** The largest plan below a price that fits, when larger plans cost more. */
function halved(attempt: (priced: number) => Fitted, below: number, budget: number): Fitted | undefined {
  let best = attempt(0)
  if (best.tokens > budget) return undefined
  for (let low = 0, high = below; low < high;) {
    const tried = attempt(Math.ceil((low + high) / 2))
    if (tried.tokens <= budget) {
      best = tried
      low = Math.ceil((low + high) / 2)
    } else high = Math.min(tried.spent.cost, Math.ceil((low + high) / 2)) - 1
  }
  return best
}
