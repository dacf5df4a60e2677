import { expect, test } from 'vitest'
import { ordinal, placeAmong, toldScore } from './standing.ts'

test('files that score the same share a place, and the next one counts them all', () => {
  const scores = [0.9, 0.5, 0.50001, 0.1].map(toldScore)
  expect(scores.map((own) => placeAmong(scores, own))).toEqual([1, 2, 2, 4])
})

test('ordinals', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 102, 113].map(ordinal)).toEqual(['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '102nd', '113th'])
})
