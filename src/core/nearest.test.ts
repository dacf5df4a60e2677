import { expect, test } from 'vitest'
import { nearest, suggestion } from './nearest.ts'

const NAMES = ['budget', 'format', 'lens', 'include', 'exclude']

test.each([['budgte', 'budget'], ['bugdet', 'budget'], ['FORMAT', 'format'], ['lense', 'lens'], ['exclud', 'exclude'], ['budgets', 'budget']])('%s is near %s', (word, name) => {
  expect(nearest(word, NAMES)[0]).toBe(name)
})

test('the nearest comes first, equals by name, each once, and no more than asked for', () => {
  expect(nearest('cat', ['cut', 'bat', 'cat', 'bat'])).toEqual(['cat', 'bat', 'cut'])
  expect(nearest('cat', ['cut', 'bat', 'cats', 'rat', 'hat'], 2)).toHaveLength(2)
})

test('what is far is not offered', () => {
  expect(nearest('zebra', NAMES)).toEqual([])
  expect(nearest('nope.js', ['code js'])).toEqual([])
  expect(nearest('ab', ['xyz', 'abcdefghijkl'])).toEqual([])
  expect(nearest('abc', ['xyz', 'abcdefghijkl'])).toEqual(['abcdefghijkl'])
})

test('a suggestion names what is near, or everything there is', () => {
  expect(suggestion('budgte', NAMES)).toBe('did you mean budget?')
  expect(suggestion('zebra', NAMES)).toBe('it is one of budget, format, lens, include, exclude')
})
