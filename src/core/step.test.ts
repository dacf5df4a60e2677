import { expect, test } from 'vitest'
import { LEVELS } from './level.ts'
import { StepList, WORTH } from './step.ts'

test('the place of an offer is its number', () => {
  const list = new StepList()
  const offer = { deed: { kind: 'head' as const }, parent: -1, cost: 1, value: 1 }
  expect([list.add(offer), list.add(offer)]).toEqual([0, 1])
  expect(list.offers).toEqual([offer, offer])
})

test('a token is worth less the more of a thing is already shown', () => {
  const worths = LEVELS.slice(1).map((level) => WORTH[level])
  expect(worths).toEqual(worths.toSorted((a, b) => b - a))
  expect(WORTH.none).toBe(0)
})
