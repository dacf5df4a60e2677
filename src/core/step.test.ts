import { expect, test } from 'vitest'
import { lineWorth, StepList, WORTH } from './step.ts'

test('the place of an offer is its number', () => {
  const list = new StepList()
  const offer = { deed: { kind: 'head' as const }, parent: -1, cost: 1, value: 1 }
  expect([list.add(offer), list.add(offer)]).toEqual([0, 1])
  expect(list.offers).toEqual([offer, offer])
})

test('a token is worth less the more of a thing is already shown', () => {
  const worths = [WORTH.shape, WORTH.detail, WORTH.full]
  expect(worths).toEqual(worths.toSorted((a, b) => b - a))
  expect(new Set(worths).size).toBe(3)
})

test('a line is never worth less than the skeleton it opens, and falls slower than the score', () => {
  const scores = [0.001, 0.01, 0.1, 0.3, 0.7, 1]
  for (const score of scores) expect(lineWorth(score)).toBeGreaterThanOrEqual(WORTH.shape * score)
  expect(lineWorth(0.01)).toBeGreaterThan(2 * WORTH.shape * 0.01)
  expect(scores.map(lineWorth)).toEqual(scores.map(lineWorth).toSorted((a, b) => a - b))
})
