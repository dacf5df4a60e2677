import { expect, test } from 'vitest'
import { aboutTokens, roughly } from './rough.ts'

test('a number by its first digits', () => {
  expect([0, 7, 3.14, 99, 104, 1534, 996, 123_456].map((value) => roughly(value, 2))).toEqual([0, 7, 3, 99, 100, 1500, 1000, 120_000])
})

test('about as many tokens as bytes say, at most an eighth off, and the same for sizes that are near each other', () => {
  for (const bytesPerToken of [2.8, 3.5, 4]) {
    for (let bytes = 0; bytes < 100_000; bytes += 37) expect(Math.abs(aboutTokens(bytes, { bytesPerToken }) - bytes / bytesPerToken)).toBeLessThanOrEqual(1 + bytes / bytesPerToken / 8)
    expect(new Set(Array.from({ length: 1000 }, (_, i) => aboutTokens(4000 + i, { bytesPerToken }))).size).toBeLessThan(4)
    expect(aboutTokens(0, { bytesPerToken })).toBe(0)
  }
})

test('a token has four bytes where the meter does not say', () => {
  expect(aboutTokens(4096, {})).toBe(1024)
  expect(aboutTokens(4096, { bytesPerToken: undefined })).toBe(1024)
  expect(aboutTokens(4096, { bytesPerToken: 2 })).toBe(2048)
})
