import { expect, test } from 'vitest'
import { isInhuman } from './depth.ts'

test('what people write is not too deep', () => {
  expect(isInhuman('f(g(h([{ a: 1 }])))\n'.repeat(10_000))).toBe(false)
  expect(isInhuman(`${Array.from({ length: 40 }, (_, i) => `${' '.repeat(i * 2)}if x:`).join('\n')}\n`.repeat(50))).toBe(false)
  expect(isInhuman(`${')'.repeat(9_000)}\n`.repeat(5))).toBe(false)
})
test('brackets and stairs without end are', () => {
  for (const sign of ['(', '[', '{', '((a', '{"a":']) expect(isInhuman(sign.repeat(5_000))).toBe(true)
  expect(isInhuman(Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}if x:`).join('\n'))).toBe(true)
})
test('a line without end is', () => expect([isInhuman('a '.repeat(10_000)), isInhuman(`\n${'a '.repeat(10_000)}\nb`)]).toEqual([true, true]))
