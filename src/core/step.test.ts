import { expect, test } from 'vitest'
import { StepList } from './step.ts'

const offer = { deed: { kind: 'head' as const }, parent: -1, cost: 1, value: 2 }

test('the place of an offer is its number', () => {
  const list = new StepList()
  expect([list.add(offer), list.add({ ...offer, parent: 0 })]).toEqual([0, 1])
  expect(list).toMatchObject({ deeds: [offer.deed, offer.deed], parent: [-1, 0], cost: [1, 1], value: [2, 2], must: [0, 0], cap: [-1, -1] })
})

test('a list in a list keeps its order, after a step of the other', () => {
  const list = new StepList()
  list.add(offer)
  const inner = new StepList(({ parent }) => parent === 0)
  inner.add(offer)
  inner.add({ ...offer, parent: 0 })
  list.append(inner, 0)
  list.append(inner, -1)
  expect(list).toMatchObject({ parent: [-1, 0, 1, -1, 3], must: [0, 0, 1, 0, 1] })
})
