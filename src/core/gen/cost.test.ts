import { expect, test } from 'vitest'
import { added, costOf, UNUSED, usedWords } from './cost.ts'

const used = { input: 10_000, output: 2000, cacheRead: 6000, cacheWrite: 1000 }

test('tokens of the cache have prices of their own, and are among those of the input', () => {
  expect(costOf(used, { input: 3, output: 15 })).toBeCloseTo(0.06)
  expect(costOf(used, { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 })).toBeCloseTo(0.009 + 0.0018 + 0.00375 + 0.03)
  expect(costOf(added(used, used), { input: 3, output: 15 })).toBeCloseTo(0.12)
})

test('words', () => {
  expect(usedWords(used, undefined)).toBe('10000 tokens in (6000 known before), 2000 out')
  expect(usedWords({ ...UNUSED, input: 100, output: 10 }, { input: 0.15, output: 0.6 })).toBe('100 tokens in, 10 out, 0.000021 USD')
  expect(usedWords({ ...UNUSED, input: 1_000_000 }, { input: 2.5, output: 1, currency: 'EUR' })).toBe('1000000 tokens in, 0 out, 2.50 EUR')
  expect(usedWords(UNUSED, { input: 0, output: 0 })).toBe('0 tokens in, 0 out, 0.00 USD')
})
