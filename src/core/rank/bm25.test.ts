import { expect, test } from 'vitest'
import { bm25, largest, normalised, rarities, rarity, tellingIn } from './bm25.ts'

const counts = (...numbers: readonly number[]): Float64Array => Float64Array.from(numbers)
const weighing = { rarity: counts(2, 1), weights: counts(1, 1), mean: 100, slope: 0.6 }

test('what few hold is rare, what nobody holds tells nothing', () => {
  expect(rarity(1, 100)).toBeGreaterThan(rarity(50, 100))
  expect(rarity(100, 100)).toBeGreaterThan(0)
  expect(rarity(0, 100)).toBe(0)
  expect([...rarities([counts(1, 0), counts(3, 0)], 2)]).toEqual([rarity(2, 2), 0])
})

test('rows that share their zeros tell nothing, and neither do zeros of their own', () => {
  const zeros = counts(0, 0)
  expect(tellingIn([zeros, counts(0, 1), zeros, counts(0, 0), counts(2, 0), zeros])).toEqual([1, 4])
})

test('rare words count more, repeats less and less, and long texts pay', () => {
  const of = (numbers: readonly number[], length = 100): number => bm25(counts(...numbers), length, weighing)
  expect(of([1, 0])).toBe(2 * of([0, 1]))
  expect(of([2, 0]) - of([1, 0])).toBeLessThan(of([1, 0]))
  expect(of([1000, 0])).toBeLessThan(2.3 * of([1, 0]))
  expect(of([1, 0], 1000)).toBeLessThan(of([1, 0], 10))
  expect(of([0, 0])).toBe(0)
})

test('a corpus of empty texts divides by nothing', () => {
  expect(bm25(counts(1, 0), 0, { ...weighing, mean: 0 })).toBeGreaterThan(0)
  expect(Number.isFinite(bm25(counts(1, 1), 5, { ...weighing, mean: 0 }))).toBe(true)
})

test('values become parts of the largest; where all are nothing they stay nothing', () => {
  expect([...normalised([1, 4, 2])]).toEqual([0.25, 1, 0.5])
  expect([...normalised([0, 0])]).toEqual([0, 0])
  expect([...normalised([])]).toEqual([])
  expect([largest([]), largest([-1]), largest([3, 7, 5])]).toEqual([0, 0, 7])
})
