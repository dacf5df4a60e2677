import { expect, test } from 'vitest'
import type { PlanView } from '../../../src/studio/contract.ts'
import { effectOf, effectOn, effectOnOthers } from './effect.ts'

const planOf = (score: readonly number[], level: readonly number[], cost: readonly number[] = [9, 9, 9]): PlanView => ({ files: { path: ['a', 'b', 'c'], score, level, cost } }) as unknown as PlanView
const BEFORE = planOf([0.9, 0.5, 0.4], [5, 2, 1])

test('a file that rises or falls says from where to where, and how it is shown', () => {
  expect(effectOn('c', BEFORE, planOf([0.9, 0.5, 0.7], [5, 1, 5]))).toBe('c rose from 3rd to 2nd, now shown in full')
  expect(effectOn('a', BEFORE, planOf([0.1, 0.5, 0.4], [0, 2, 1]))).toBe('a fell from 1st to 3rd, now left out')
})

test('a file that stays says so, with its score when that moved', () => {
  expect(effectOn('b', BEFORE, BEFORE)).toBe('b stays 2nd, still shown as signatures')
  expect(effectOn('b', BEFORE, planOf([0.9, 0.6, 0.4], [5, 2, 1]))).toBe('b stays 2nd, its score went from 0.50 to 0.60, still shown as signatures')
  expect(effectOn('nowhere', BEFORE, BEFORE)).toBe('nowhere: the next plans count with it')
})

test('others are counted', () => {
  expect(effectOnOthers(BEFORE, planOf([1, 1, 1], [5, 1, 5]), 'c')).toBe('1 other file is shown at another level')
  expect(effectOnOthers(BEFORE, planOf([1, 1, 1], [4, 1, 5]))).toBe('3 files are shown at another level')
  expect(effectOnOthers(BEFORE, BEFORE, 'a')).toBe('no other file is shown at another level')
})

test('tokens that came or went at the same level are told', () => {
  const after = planOf([0.9, 0.5, 0.4], [5, 2, 1], [9, 1200, 7])
  expect(effectOn('b', BEFORE, after)).toBe('b stays 2nd, still shown as signatures, 9 -> 1,200 tokens')
  expect(effectOnOthers(BEFORE, after, 'b')).toBe('no other file is shown at another level, 1 takes more or fewer tokens at the same level')
  expect(effectOf('b', BEFORE, BEFORE)).toBe('b stays 2nd, still shown as signatures; no other file is shown at another level')
  expect(effectOf('b', undefined, BEFORE)).toBe('b: the next plans count with it')
  expect(effectOnOthers(BEFORE, planOf([1, 1, 1], [4, 2, 1], [1, 2, 3]))).toBe('1 file is shown at another level, 2 take more or fewer tokens at the same level')
})

test('files that score the same share a place, as in the panel beside it', () => {
  const tied = planOf([0.9, 0.9, 0.9], [5, 2, 1])
  expect(effectOn('c', tied, planOf([0.9, 0.9, 0.2], [5, 2, 1]))).toBe('c fell from 1st to 3rd, still shown as one line')
  expect(effectOn('c', tied, tied)).toBe('c stays 1st, still shown as one line')
})
