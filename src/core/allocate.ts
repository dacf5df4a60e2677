import { type Chunk, chunksOf, type Forest } from './chunk.ts'
import { columnOf } from './column.ts'

/** Steps to choose from. */
export interface Market extends Forest {
  /** 1 where a step must be taken whatever it costs. */
  readonly must: Uint8Array
  /** Index of the cap a step falls under; -1 for none. */
  readonly cap: Int32Array
  /** Tokens each cap allows. */
  readonly caps: readonly number[]
  /** A step that is not joined with what it opens: joined, it could become too dear for a small budget, and nothing would be bought at all. */
  readonly first?: number
}

/** What was bought. */
export interface Allocation {
  /** 1 for each step taken. */
  readonly taken: Uint8Array
  /** Priced tokens of what was taken. */
  readonly cost: number
  readonly value: number
  /** No plan within the budget could be worth more than this. */
  readonly bound: number
  /** Tokens by which the steps that must be taken exceed the budget; 0 when they fit. */
  readonly overrun: number
}

/** A market with its order of buying, which does not depend on the budget: it is worked out once and spent many times. */
export interface Ordered {
  readonly market: Market
  /** Steps that must be taken, parents first. */
  readonly forced: readonly number[]
  /** What is bought before everything else, when it fits. */
  readonly first: readonly number[]
  readonly chunks: readonly Chunk[]
}

/** Works out the order of buying. */
export function ordered(market: Market): Ordered {
  const taken = new Uint8Array(market.must.length)
  const forced: number[] = []
  for (let step = 0; step < market.must.length; step++) {
    if (market.must[step] === 1) forced.push(...lineage(market, step, taken))
  }
  const first = market.first === undefined ? [] : lineage(market, market.first, taken)
  return { market, forced, first, chunks: chunksOfRest(market, taken) }
}

/** A step and what comes before it, parents first, as far as not taken yet. */
function lineage(market: Market, step: number, taken: Uint8Array): number[] {
  const line: number[] = []
  for (let at = step; at >= 0 && taken[at] === 0; at = market.parent[at] as number) {
    taken[at] = 1
    line.unshift(at)
  }
  return line
}

/** Spends a budget: first what must be, then chunks by falling density, each when it fits. */
export function allocate({ market, forced, first, chunks }: Ordered, budget: number): Allocation {
  const purse = new Purse(market, budget)
  for (const step of forced) purse.take(step)
  const overrun = Math.max(0, purse.cost - budget)
  if (first.reduce((sum, step) => sum + (market.cost[step] as number), purse.cost) <= budget) for (const step of first) purse.take(step)
  let bound = purse.value
  let room = Math.max(0, budget - purse.cost)
  for (let i = 0; i < chunks.length; i++) {
    const chunk = chunks[i] as Chunk
    // The bound counts every chunk in order, whole while there is room and then in part.
    if (chunk.cost <= room) bound += chunk.value
    else if (room > 0) bound += chunk.value * (room / chunk.cost)
    room = Math.max(0, room - chunk.cost)
    purse.offer(chunk)
  }
  return { taken: purse.taken, cost: purse.cost, value: purse.value, bound: Math.max(bound, purse.value), overrun }
}

class Purse {
  readonly taken: Uint8Array
  cost = 0
  value = 0
  private readonly spent: Float64Array

  constructor(private readonly market: Market, private readonly budget: number) {
    this.taken = new Uint8Array(market.parent.length)
    this.spent = new Float64Array(market.caps.length)
  }

  /** Takes a chunk when what comes before it was taken and it fits. */
  offer(chunk: Chunk): void {
    const before = this.market.parent[chunk.steps[0] as number] as number
    if (before >= 0 && this.taken[before] === 0) return
    if (chunk.cost > 0 && this.cost + chunk.cost > this.budget) return
    if (this.breaksCap(chunk.steps)) return
    for (let i = 0; i < chunk.steps.length; i++) this.take(chunk.steps[i] as number)
  }

  take(step: number): void {
    this.taken[step] = 1
    this.cost += this.market.cost[step] as number
    this.value += this.market.value[step] as number
    const cap = this.market.cap[step] as number
    if (cap >= 0) this.spent[cap] = (this.spent[cap] ?? 0) + (this.market.cost[step] as number)
  }

  private breaksCap(steps: readonly number[]): boolean {
    if (this.market.caps.length === 0) return false
    const more = new Map<number, number>()
    for (const step of steps) {
      const cap = this.market.cap[step] as number
      if (cap >= 0) more.set(cap, (more.get(cap) ?? 0) + (this.market.cost[step] as number))
    }
    return [...more].some(([cap, cost]) => (this.spent[cap] ?? 0) + cost > (this.market.caps[cap] ?? Infinity))
  }
}

/** The chunks of what is not taken yet, in the numbering of the market. */
function chunksOfRest(market: Market, taken: Uint8Array): Chunk[] {
  if (!taken.includes(1)) return chunksOf(market)
  const original: number[] = []
  const renamed = new Int32Array(taken.length).fill(-1)
  for (let step = 0; step < taken.length; step++) if (taken[step] === 0) renamed[step] = original.push(step) - 1
  const parent = new Int32Array(original.length)
  original.forEach((step, at) => { parent[at] = renamed[market.parent[step] as number] ?? -1 })
  const cost = columnOf(original, (step) => market.cost[step] as number)
  const value = columnOf(original, (step) => market.value[step] as number)
  return chunksOf({ parent, cost, value }).map((chunk) => ({ ...chunk, steps: chunk.steps.map((step) => original[step] as number) }))
}
