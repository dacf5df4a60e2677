import { expect, test } from 'vitest'
import { aboutTokens, roughly } from './rough.ts'

test('a number by its first digits', () => {
  expect([0, 7, 3.14, 99, 104, 1534, 996, 123_456].map((value) => roughly(value, 2))).toEqual([0, 7, 3, 99, 100, 1500, 1000, 120_000])
})

test('about as many tokens as bytes say, at most an eighth off, and the same for sizes that are near each other', () => {
  for (let bytes = 0; bytes < 100_000; bytes += 37) expect(Math.abs(aboutTokens(bytes) - bytes / 4)).toBeLessThanOrEqual(Math.max(1, bytes / 32))
  expect(new Set(Array.from({ length: 1000 }, (_, i) => aboutTokens(4000 + i))).size).toBeLessThan(4)
  expect(aboutTokens(0)).toBe(0)
})
