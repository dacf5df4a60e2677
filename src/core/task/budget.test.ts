import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inputOf, shareFrom, tokenBudget } from './budget.ts'

test('S4.7: 8000 tokens, split 10, 50, 10 and 30 per cent', () => {
  expect(tokenBudget()).toEqual({ total: 8000, input_allocation_pct: 0.7, system: 800, context: 4000, request: 800, response: 2400 })
})

test('S4.8: the total and the part of the prompt can be given', () => {
  expect(tokenBudget({ total: 16_000, input_allocation_pct: 0.7 })).toMatchObject({ system: 1600, context: 8000, request: 1600, response: 4800 })
  expect(tokenBudget({ input_allocation_pct: 0.35 })).toMatchObject({ system: 400, context: 2000, request: 400, response: 5200 })
  expect(tokenBudget({ input_allocation_pct: 1 })).toMatchObject({ response: 0 })
})

test('the parts add up, are whole and never negative', () => {
  fc.assert(fc.property(fc.integer({ min: 10, max: 2_000_000 }), fc.double({ min: 0.0001, max: 1, noNaN: true }), (total, input_allocation_pct) => {
    const budget = tokenBudget({ total, input_allocation_pct })
    const parts = [budget.system, budget.context, budget.request, budget.response]
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total)
    expect(parts.every((part) => Number.isInteger(part) && part >= 0)).toBe(true)
    expect(inputOf(budget)).toBeLessThanOrEqual(total * input_allocation_pct + 1e-3)
  }), { seed: 42, numRuns: 500 })
})

describe('what is wrong is said', () => {
  test.each([0, 9, -1, 1.5, NaN, Infinity])('a total of %d', (total) => expect(() => tokenBudget({ total })).toThrow(`a token budget needs a whole number of at least 10 tokens, not ${total}`))
  test.each([0, -0.1, 1.1, 70, NaN])('a part of %d', (input_allocation_pct) => expect(() => tokenBudget({ input_allocation_pct })).toThrow(`between 0 and 1 such as 0.7, not ${input_allocation_pct}`))
})

test('a share is read as people type it', () => {
  expect([shareFrom('0.7'), shareFrom('70%'), shareFrom(' 100% '), shareFrom('1')]).toEqual([0.7, 0.7, 1, 1])
  for (const wrong of ['', '70', '0', '0%', '101%', 'half', '-1']) expect(() => shareFrom(wrong)).toThrow(`a share looks like 0.7 or 70%, not "${wrong}"`)
})
