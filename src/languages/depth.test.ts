import { expect, test } from 'vitest'
import { isTooDeep } from './depth.ts'

test('what people write is not too deep', () => {
  expect(isTooDeep('f(g(h([{ a: 1 }])))\n'.repeat(10_000))).toBe(false)
  expect(isTooDeep(`${Array.from({ length: 40 }, (_, i) => `${' '.repeat(i * 2)}if x:`).join('\n')}\n`.repeat(50))).toBe(false)
  expect(isTooDeep(')'.repeat(10_000))).toBe(false)
})
test('brackets and stairs without end are', () => {
  for (const sign of ['(', '[', '{', '((a', '{"a":']) expect(isTooDeep(sign.repeat(5_000))).toBe(true)
  expect(isTooDeep(Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}if x:`).join('\n'))).toBe(true)
})
