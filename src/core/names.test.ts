import { expect, test } from 'vitest'
import { elided } from './names.ts'

test('a long text loses its middle, and no half of a sign stays', () => {
  expect(elided('abc', 3)).toBe('abc')
  expect(elided('abcdefgh', 5)).toBe('ab…gh')
  expect(elided('🎉'.repeat(9), 4)).toBe('🎉🎉…🎉')
})
