import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../test/kit/core.ts'
import { closedSubsets, forest, forestOf } from '../../test/kit/forest.ts'
import { allocate, type Allocation, type Market, ordered } from './allocate.ts'
import type { Forest } from './chunk.ts'

const marketOf = (steps: Forest, more: Partial<Market> = {}): Market => ({ ...steps, must: new Uint8Array(steps.parent.length), cap: new Int32Array(steps.parent.length).fill(-1), caps: [], ...more })
const buy = (market: Market, budget: number): Allocation => allocate(ordered(market), budget)
const taken = ({ taken }: Allocation): number[] => [...taken.entries()].filter(([, is]) => is === 1).map(([step]) => step)
const total = (numbers: Float64Array, steps: readonly number[]): number => steps.reduce((sum, step) => sum + (numbers[step] as number), 0)
const everything = (steps: Forest): number => steps.cost.reduce((sum, cost) => sum + Math.max(0, cost), 0)

/** Any market: some steps must be taken, some fall under one of two caps. */
const market: fc.Arbitrary<Market> = fc.tuple(forest(25), fc.array(fc.tuple(fc.nat(9), fc.integer({ min: -1, max: 1 })), { minLength: 25, maxLength: 25 }), fc.tuple(fc.nat(40), fc.nat(40)))
  .map(([steps, marks, caps]) => marketOf(steps, {
    must: Uint8Array.from(steps.parent, (_, i) => (marks[i]?.[0] === 0 ? 1 : 0)), cap: Int32Array.from(steps.parent, (_, i) => marks[i]?.[1] ?? -1), caps,
  }))

describe('any forest without demands', () => {
  test('costs no more than the budget, is worth more for every larger one, and holds what comes before', () => {
    fc.assert(fc.property(forest(20), (steps) => {
      const order = ordered(marketOf(steps))
      let last = -1
      for (let budget = 0; budget <= everything(steps); budget++) {
        const bought = allocate(order, budget)
        const list = taken(bought)
        expect(bought.cost).toBeLessThanOrEqual(budget)
        expect(bought.value).toBeGreaterThanOrEqual(last)
        expect([bought.cost, bought.value, bought.overrun]).toEqual([total(steps.cost, list), total(steps.value, list), 0])
        for (const step of list) if ((steps.parent[step] as number) >= 0) expect(bought.taken[steps.parent[step] as number]).toBe(1)
        last = bought.value
      }
      expect(last).toBe(steps.value.reduce((sum, value) => sum + value, 0))
    }), runs(150))
  })

  test('the same holds when some steps give tokens back', () => {
    fc.assert(fc.property(forest(12, -4), (steps) => {
      const order = ordered(marketOf(steps))
      let last = -1
      for (let budget = 0; budget <= everything(steps); budget++) {
        const bought = allocate(order, budget)
        expect(bought.cost).toBeLessThanOrEqual(budget)
        expect(bought.value).toBeGreaterThanOrEqual(last)
        last = bought.value
      }
    }), runs(100))
  })

  test('the bound is never below the best that the budget can buy, nor above it by a whole chunk', () => {
    fc.assert(fc.property(forest(10), (steps) => {
      const subsets = closedSubsets(steps)
      const order = ordered(marketOf(steps))
      const dearest = Math.max(0, ...order.chunks.map((chunk) => chunk.value))
      for (let budget = 0; budget <= everything(steps); budget++) {
        const best = Math.max(...subsets.filter((subset) => subset.cost <= budget).map((subset) => subset.value))
        const bought = allocate(order, budget)
        expect(bought.value).toBeLessThanOrEqual(best)
        expect(bought.bound).toBeGreaterThanOrEqual(best - 1e-9)
        expect(bought.bound).toBeLessThanOrEqual(best + dearest + 1e-9)
      }
    }), runs(150))
  })
})

describe('any market with demands and caps', () => {
  test('what must be taken is taken, with what comes before it, whatever it costs', () => {
    fc.assert(fc.property(market, fc.nat(150), (steps, budget) => {
      const demanded = new Set<number>()
      steps.must.forEach((must, step) => { for (let at = must === 1 ? step : -1; at >= 0; at = steps.parent[at] as number) demanded.add(at) })
      const bought = buy(steps, budget)
      for (const step of demanded) expect(bought.taken[step]).toBe(1)
      const price = total(steps.cost, [...demanded])
      expect(bought.overrun).toBe(Math.max(0, price - budget))
      expect(bought.cost).toBeLessThanOrEqual(Math.max(budget, price))
      if (bought.overrun > 0) expect(taken(bought).toSorted((a, b) => a - b)).toEqual([...demanded].toSorted((a, b) => a - b))
    }), runs(300))
  })

  test('nothing that is free to choose goes above a cap', () => {
    fc.assert(fc.property(market, fc.nat(200), (steps, budget) => {
      const bought = buy(steps, budget)
      const forced = new Set(ordered(steps).forced)
      steps.caps.forEach((most, cap) => {
        const under = taken(bought).filter((step) => steps.cap[step] === cap)
        const demanded = under.filter((step) => forced.has(step))
        if (under.length > demanded.length) expect(total(steps.cost, under)).toBeLessThanOrEqual(most)
      })
    }), runs(300))
  })

  test('is worth more for every larger budget', () => {
    fc.assert(fc.property(market, (steps) => {
      const order = ordered(steps)
      const values = Array.from({ length: 200 }, (_, budget) => allocate(order, budget).value)
      expect(values).toEqual(values.toSorted((a, b) => a - b))
    }), runs(100))
  })
})

test('a chunk that does not fit is passed over for the next that does', () => {
  const bought = buy(marketOf(forestOf([[-1, 10, 100], [-1, 4, 20]])), 5)
  expect(taken(bought)).toEqual([1])
  expect(bought.bound).toBe(50)
})

test('what is below a chunk that was passed over is not taken', () => {
  expect(taken(buy(marketOf(forestOf([[-1, 10, 100], [0, 1, 1]])), 5))).toEqual([])
})

test('a budget without end buys everything', () => {
  expect(buy(marketOf(forestOf([[-1, 10, 100], [0, 1, 0]])), Infinity)).toMatchObject({ cost: 11, value: 100, bound: 100, overrun: 0 })
})

test('what costs nothing is taken even when demands exceed the budget', () => {
  const steps = marketOf(forestOf([[-1, 10, 1], [0, -2, 1], [0, 1, 9]]), { must: Uint8Array.of(1, 0, 0) })
  expect(taken(buy(steps, 5))).toEqual([0, 1])
  expect(buy(steps, 5).overrun).toBe(5)
})

test('demands count against the cap of the rest', () => {
  const steps = marketOf(forestOf([[-1, 6, 1], [-1, 5, 9], [-1, 5, 9]]), { must: Uint8Array.of(1, 0, 0), cap: Int32Array.of(0, 0, -1), caps: [10] })
  expect(taken(buy(steps, 100))).toEqual([0, 2])
})

test('the order can be spent many times', () => {
  const order = ordered(marketOf(forestOf([[-1, 2, 5], [-1, 3, 5]])))
  expect([5, 2, 5].map((budget) => taken(allocate(order, budget)))).toEqual([[0, 1], [0], [0, 1]])
})

test('what comes first is bought alone: joined with what it opens, it would be too dear for a small budget', () => {
  const forest = forestOf([[-1, 5, 0], [0, 1, 0], [1, 50, 100], [0, 3, 1]])
  expect(taken(buy(marketOf(forest), 10))).toEqual([])
  const steps = { ...marketOf(forest), first: 0 }
  expect([4, 5, 10, 100].map((budget) => taken(buy(steps, budget)))).toEqual([[], [0], [0, 3], [0, 1, 2, 3]])
})
