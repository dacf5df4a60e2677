import { describe, expect, test } from 'vitest'
import { type Change, type Ground, scanFrom, scanText, stands } from './footing.ts'
import { queryOf } from './rank/query.ts'

const { terms, names } = queryOf('session token')
const sought = { terms, names }
const ground: Ground = {
  sought, gauge: { files: 1000, words: 500_000, rarity: { terms: terms.map(() => 1), names: names.map(() => 1) } },
  most: { words: 2, names: 1 }, scale: 0.5, least: 0.4, leastText: 0.2,
}

/** A far file before and after: its words, and how often each term of the task stands in it. */
const change = (was: readonly [number, ...number[]], is: readonly [number, ...number[]], more: Partial<Change> = {}): Change => {
  const scan = ([words, ...counts]: readonly number[]) => ({ words: words as number, terms: Float64Array.from(terms, (_, i) => counts[i] ?? 0), names: new Float64Array(names.length) })
  return { path: 'src/a.ts', look: 0.1051, before: { scan: scan(was), language: 'typescript', about: 100 }, now: { scan: scan(is), language: 'typescript', about: 100 }, ...more }
}

const holds = (one: Change, over: Partial<Ground> = {}): boolean => stands({ ...ground, ...over }, [one])

describe('a page stands', () => {
  test('on a file that says the same, and on one that has more words and is as far as it was', () => {
    expect(stands(ground, [])).toBe(true)
    expect(holds(change([500, 1], [500, 1]))).toBe(true)
    expect(holds(change([500, 1], [501, 1]))).toBe(true)
    expect(holds(change([500], [900]))).toBe(true)
  })

  test('not on one that is about as large no more, or is written in another language', () => {
    const { now } = change([500], [500])
    expect(holds(change([500], [500], { now: { ...now, about: 112 } }))).toBe(false)
    expect(holds(change([500], [500], { now: { ...now, language: 'text' } }))).toBe(false)
  })

  test('not on one that holds a word of the task which it did not hold, or holds one no more', () => {
    expect(holds(change([500], [500, 1]))).toBe(false)
    expect(holds(change([500, 1], [500]))).toBe(false)
    expect(holds(change([500, 1], [500, 0, 1]))).toBe(false)
  })

  test('not on one that says most of the task, or said most of it', () => {
    expect(holds(change([500, 1], [501, 1]), { most: { words: 1, names: 1 } })).toBe(false)
    expect(holds(change([500, 2], [50_000, 2]), { most: { words: 1.2, names: 1 } })).toBe(false)
    expect(holds(change([500, 1], [500, 1]), { most: { words: 1, names: 1 } })).toBe(true)
  })

  test('not on one that came as near as what was looked into; a text is looked into sooner', () => {
    expect(holds(change([500, 1], [501, 1]), { least: 0.105 })).toBe(false)
    const text = change([500, 1], [501, 1])
    const asText = { ...text, before: { ...text.before, language: 'text' }, now: { ...text.now, language: 'text' } }
    expect(holds(asText)).toBe(true)
    expect(holds(asText, { leastText: 0.1 })).toBe(false)
    expect(holds(text, { leastText: 0.1 })).toBe(true)
  })

  test('not on one that is a step nearer or farther', () => {
    expect(holds(change([500, 1], [500, 2]))).toBe(false)
    expect(holds(change([500, 1], [501, 1], { look: 0.11 }))).toBe(false)
  })

  test('not when the mean of all files is another', () => {
    expect(holds(change([500], [4000]))).toBe(true)
    expect(holds(change([500], [6000]))).toBe(false)
    expect(stands(ground, [change([500], [4000]), change([500], [4000])])).toBe(false)
  })
})

test('what was found in a text is told in few letters and read again', () => {
  const scan = { words: 312, terms: Float64Array.from(terms, (_, i) => i % 2), names: Float64Array.from(names, (_, i) => i) }
  expect(scanFrom(scanText(scan), sought)).toEqual(scan)
  expect(scanText({ ...scan, terms: scan.terms.fill(0), names: scan.names.fill(0) })).toBe('312')
})
