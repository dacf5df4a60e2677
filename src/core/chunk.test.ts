import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../test/kit/core.ts'
import { closedSubsets, forest, forestOf } from '../../test/kit/forest.ts'
import { type Chunk, chunksOf } from './chunk.ts'

const density = ({ value, cost }: Chunk): number => (cost <= 0 ? Infinity : value / cost)

test('a poor step that opens the way to a rich one is joined with it', () => {
  expect(chunksOf(forestOf([[-1, 10, 1], [0, 10, 99], [-1, 10, 20]]))).toEqual([{ steps: [0, 1], cost: 20, value: 100 }, { steps: [2], cost: 10, value: 20 }])
})

test('a rich step is not held back by a poor one below it', () => {
  expect(chunksOf(forestOf([[-1, 10, 99], [0, 10, 1], [-1, 10, 20]])).map((chunk) => chunk.steps)).toEqual([[0], [2], [1]])
})

test('steps of equal worth stay separate, in their order', () => {
  expect(chunksOf(forestOf([[-1, 1, 1], [0, 2, 2], [-1, 3, 3]])).map((chunk) => chunk.steps)).toEqual([[0], [1], [2]])
})

test('a difference that only rounding made does not join steps', () => {
  expect(chunksOf(forestOf([[-1, 10, 3], [0, 1, 0.1 + 0.2]])).map((chunk) => chunk.steps)).toEqual([[0], [1]])
})

test('what costs nothing comes first', () => {
  expect(chunksOf(forestOf([[-1, 1, 100], [-1, 0, 1], [-1, -2, 0]])).map((chunk) => chunk.steps)).toEqual([[1], [2], [0]])
})

test('nothing has no chunks', () => {
  expect(chunksOf(forestOf([]))).toEqual([])
})

describe('any forest', () => {
  test('every step is in one chunk, whose sums are right', () => {
    fc.assert(fc.property(forest(40), (steps) => {
      const chunks = chunksOf(steps)
      expect(chunks.flatMap((chunk) => chunk.steps).toSorted((a, b) => a - b)).toEqual([...steps.parent.keys()])
      for (const chunk of chunks) {
        expect(chunk.cost).toBe(chunk.steps.reduce((sum, step) => sum + (steps.cost[step] as number), 0))
        expect(chunk.value).toBe(chunk.steps.reduce((sum, step) => sum + (steps.value[step] as number), 0))
      }
    }), runs(300))
  })

  test('comes out by falling density, parents before children', () => {
    fc.assert(fc.property(forest(40, -3), (steps) => {
      const chunks = chunksOf(steps)
      for (const [i, chunk] of chunks.entries()) if (i > 0) expect(density(chunk)).toBeLessThanOrEqual(density(chunks[i - 1] as Chunk) * (1 + 1e-6))
      const place = new Map(chunks.flatMap((chunk) => chunk.steps).map((step, i) => [step, i]))
      steps.parent.forEach((parent, step) => {
        if (parent >= 0) expect(place.get(parent)).toBeLessThan(place.get(step) as number)
      })
    }), runs(300))
  })

  test('each beginning of the order is the best that its price can buy', () => {
    fc.assert(fc.property(forest(10), (steps) => {
      const subsets = closedSubsets(steps)
      let [cost, value] = [0, 0]
      for (const chunk of chunksOf(steps)) {
        cost += chunk.cost
        value += chunk.value
        const best = Math.max(...subsets.filter((subset) => subset.cost <= cost).map((subset) => subset.value))
        expect(value).toBe(best)
      }
    }), runs(200))
  })
})

test('a hundred thousand steps, deep or wide, are put in order', () => {
  const n = 100_000
  const deep = forestOf(Array.from({ length: n }, (_, i) => [i - 1, 1, i % 7]))
  const wide = forestOf(Array.from({ length: n }, (_, i) => [i === 0 ? -1 : 0, 1 + (i % 5), i % 11]))
  expect(chunksOf(deep).reduce((sum, chunk) => sum + chunk.steps.length, 0)).toBe(n)
  expect(chunksOf(wide).reduce((sum, chunk) => sum + chunk.steps.length, 0)).toBe(n)
})
