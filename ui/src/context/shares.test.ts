import { expect, test } from 'vitest'
import type { PlanView } from '../../../src/studio/contract.ts'
import { overOf, shareOf, worthOf } from './shares.ts'

const plan = (tokens: number, level: number[], cost: number[]): PlanView => ({ tokens, files: { level, cost } }) as unknown as PlanView

test('tokens are told by level, and what is left stands around the files', () => {
  const { levels, around } = shareOf(plan(100, [0, 1, 2, 2, 5], [0, 5, 20, 10, 50]))
  expect(levels).toEqual([{ files: 1, tokens: 0 }, { files: 1, tokens: 5 }, { files: 2, tokens: 30 }, { files: 0, tokens: 0 }, { files: 0, tokens: 0 }, { files: 1, tokens: 50 }])
  expect(around).toBe(15)
})

test('the worth of a plan is told against the best one, and never rounded up to it', () => {
  const worth = (value: number, bound: number, budget: number | 'none' = 100, tokens = 90): string => worthOf({ value, bound, budget, tokens })
  expect(worth(0.38559, 0.38560)).toBe('It is worth 99.9 % of the best any plan could reach.')
  expect(worth(0.5, 0.5)).toBe('It is worth 100.0 % of the best any plan could reach.')
  expect(worth(1, 1, 'none')).toBe('Everything is shown.')
})

test('a context over its budget says by how much, and nothing of its worth', () => {
  expect(overOf({ tokens: 41_745, budget: 32_000, least: 70 })).toEqual({ needs: 41_745, by: 9745, empty: false })
  expect(overOf({ tokens: 0, budget: 10, least: 70 })).toEqual({ needs: 70, by: 60, empty: true })
  expect([overOf({ tokens: 90, budget: 100, least: 70 }), overOf({ tokens: 90, budget: 'none', least: 0 })]).toEqual([undefined, undefined])
  expect([worthOf({ value: 1, bound: 1, budget: 100, tokens: 101 }), worthOf({ value: 1, bound: 1, budget: 10, tokens: 0 })]).toEqual(['', ''])
})
