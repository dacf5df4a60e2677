import { expect, test } from 'vitest'
import { heightOf, higher, levelFrom, LEVELS, lower, seedName } from './level.ts'

test('levels rise from nothing to everything', () => {
  expect(LEVELS.map(heightOf)).toEqual([0, 1, 2, 3, 4, 5])
})

test('higher and lower choose between two levels, whichever comes first', () => {
  expect(higher('shape', 'full')).toBe('full')
  expect(higher('full', 'shape')).toBe('full')
  expect(lower('shape', 'full')).toBe('shape')
  expect(lower('detail', 'line')).toBe('line')
})

test('levels have the names that skeleton users know', () => {
  expect(LEVELS.map(seedName)).toEqual(['L3', 'L3', 'L2', 'L1', 'L0', 'L0'])
})

test.each([
  ['full', 'full'], ['FULL', 'full'], ['L0', 'full'], ['l1', 'detail'], ['L2', 'shape'], ['L3', 'none'], ['line', 'line'],
  ['signature', 'shape'], ['implementation', 'detail'],
])('%s is read as %s', (text, level) => {
  expect(levelFrom(text)).toBe(level)
})

test.each(['', 'L4', 'fullest', ' full'])('"%s" is refused with the list of levels', (text) => {
  expect(() => levelFrom(text)).toThrow(new TypeError(`a level is one of none, line, shape, detail, code, full or L0 to L3, not "${text}"`))
})
