import { expect, test } from 'vitest'
import { StepList } from './step.ts'

test('the place of an offer is its number', () => {
  const list = new StepList()
  const offer = { deed: { kind: 'head' as const }, parent: -1, cost: 1, value: 1 }
  expect([list.add(offer), list.add(offer)]).toEqual([0, 1])
  expect(list.offers).toEqual([offer, offer])
})
