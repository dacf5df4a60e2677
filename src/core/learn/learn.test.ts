import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joined } from './joined.ts'
import { learn, MOST_ENTRIES, MOST_FILES } from './learn.ts'
import type { Lesson } from './lesson.ts'
import { type ContextStore, EMPTY_STORE, fileIn, lensIn } from './store.ts'
import { utilityUnder } from './utility.ts'

const AT = '2026-01-02T03:04:05Z'
const taught = (...lessons: Lesson[]): ContextStore => learn(EMPTY_STORE, lessons, AT)
const utility = (store: ContextStore, path = 'a.ts'): number => fileIn(store, path).utility_score

describe('learning', () => {
  test('S1.47: a rating moves the belief three tenths of the way, a mark all of it, a zoom bumps it', () => {
    expect(utility(taught({ kind: 'rated', path: 'a.ts', value: 1 }))).toBe(0.65)
    expect(utility(taught({ kind: 'rated', path: 'a.ts', value: 1 }, { kind: 'rated', path: 'a.ts', value: 1 }))).toBe(0.755)
    expect(utility(taught(...Array.from({ length: 10 }, (): Lesson => ({ kind: 'rated', path: 'a.ts', value: 1 }))))).toBeCloseTo(0.98587623755, 9)
    expect(utility(taught({ kind: 'zoomed', path: 'a.ts' }))).toBe(0.515)
    expect(utility(taught({ kind: 'rated', path: 'a.ts', value: 1 }, { kind: 'marked', path: 'a.ts', value: 0.9 }))).toBe(0.9)
  })

  test('accesses are counted, marks are none, tags come and go', () => {
    const store = taught({ kind: 'rated', path: 'a.ts', value: 1 }, { kind: 'zoomed', path: 'a.ts' }, { kind: 'marked', path: 'a.ts', tags: ['hot', 'core'] }, { kind: 'marked', path: 'a.ts', tags: ['-hot'] })
    expect(fileIn(store, 'a.ts')).toMatchObject({ access_count: 2, last_accessed: AT, tags: ['core'] })
  })

  test('the journal says from where to where, and why', () => {
    expect(taught({ kind: 'rated', path: 'a.ts', value: 0, why: 'old', source: 's1' }).journal).toEqual([{ kind: 'rated', path: 'a.ts', value: 0, why: 'old', source: 's1', at: AT, from: 0.5, to: 0.35 }])
  })

  test('zooms into one file, one after the other, are one lesson of the journal and several accesses', () => {
    const zoom: Lesson = { kind: 'zoomed', path: 'a.ts' }
    const store = taught(zoom, zoom, { kind: 'zoomed', path: 'b.ts' }, zoom)
    expect(store.journal.map(({ path, from, to }) => [path, from, to])).toEqual([['a.ts', 0.5, 0.53], ['b.ts', 0.5, 0.515], ['a.ts', 0.53, 0.545]])
    expect(fileIn(store, 'a.ts').access_count).toBe(3)
  })

  test('S1.49: what is said of a lens moves its effectiveness', () => {
    expect(lensIn(taught({ kind: 'lens', lens: 'debug', value: 1 }), 'debug').effectiveness_score).toBe(0.65)
  })

  test('forgetting takes a file out of everything but the note that it was forgotten', () => {
    const store = taught({ kind: 'rated', path: 'a.ts', value: 1, lens: 'debug' }, { kind: 'rated', path: 'b.ts', value: 1 }, { kind: 'forgotten', path: 'a.ts' })
    expect([...store.files.keys()]).toEqual(['b.ts'])
    expect(lensIn(store, 'debug').learned_priorities.size).toBe(0)
    expect(store.journal.map(({ kind, path }) => [kind, path])).toEqual([['rated', 'b.ts'], ['forgotten', 'a.ts']])
  })

  test('a file may have any name', () => {
    const store = taught({ kind: 'rated', path: '__proto__', value: 1 })
    expect([...utilityUnder(store, 'default')]).toEqual([['__proto__', 0.65]])
  })

  test('the memory is bounded: the oldest go', () => {
    const old = learn(EMPTY_STORE, [{ kind: 'rated', path: 'old.ts', value: 1 }], '2020-01-01T00:00:00Z')
    const full: ContextStore = { ...old, files: new Map([...old.files, ...Array.from({ length: MOST_FILES }, (_, i): [string, ReturnType<typeof fileIn>] => [`f${i}`, { ...fileIn(old, ''), last_accessed: AT }])]), journal: Array.from({ length: MOST_ENTRIES + 5 }, () => ({ kind: 'rated', at: AT })) }
    const next = learn(full, [{ kind: 'rated', path: 'f1', value: 1 }], AT)
    expect([next.files.size, next.files.has('old.ts'), next.journal.length, next.journal.at(-1)?.path]).toEqual([MOST_FILES, false, MOST_ENTRIES, 'f1'])
  })
})

const lesson: fc.Arbitrary<Lesson> = fc.record({
  kind: fc.constantFrom('rated' as const, 'shown' as const, 'zoomed' as const), path: fc.constantFrom('a.ts', 'b.ts'), value: fc.double({ min: 0, max: 1, noNaN: true }), lens: fc.constantFrom('debug', 'security'),
})

describe('whatever is learned', () => {
  test('usefulness stays between 0 and 1, in general and under every lens', () => {
    fc.assert(fc.property(fc.array(lesson, { maxLength: 40 }), (lessons) => {
      const store = learn(EMPTY_STORE, lessons, AT)
      for (const lens of ['default', 'debug']) for (const value of utilityUnder(store, lens).values()) expect(value >= 0 && value <= 1).toBe(true)
    }))
  })

  test('one more good word never makes a file less useful, and one more bad word never more', () => {
    fc.assert(fc.property(fc.array(lesson, { maxLength: 20 }), (lessons) => {
      const store = learn(EMPTY_STORE, lessons, AT)
      expect(utility(learn(store, [{ kind: 'rated', path: 'a.ts', value: 1 }], AT))).toBeGreaterThanOrEqual(utility(store))
      expect(utility(learn(store, [{ kind: 'rated', path: 'a.ts', value: 0 }], AT))).toBeLessThanOrEqual(utility(store))
    }))
  })

  test('of two files with the same past, the better rated is believed to be the more useful', () => {
    fc.assert(fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 }), fc.double({ min: 0.01, max: 1, noNaN: true }), (past, gap) => {
      const both = past.flatMap((value): Lesson[] => [{ kind: 'rated', path: 'a.ts', value }, { kind: 'rated', path: 'b.ts', value }])
      const store = learn(EMPTY_STORE, [...both, { kind: 'rated', path: 'a.ts', value: gap }, { kind: 'rated', path: 'b.ts', value: 0 }], AT)
      expect(utility(store, 'a.ts')).toBeGreaterThan(utility(store, 'b.ts'))
    }))
  })
})

describe('under a lens', () => {
  const store = (effect: number): ContextStore => ({
    ...taught({ kind: 'marked', path: 'a.ts', value: 0.2 }),
    lenses: new Map([['debug', { learned_priorities: new Map([['a.ts', 90], ['c.ts', 100]]), effectiveness_score: effect, other: {} }]]),
  })

  test('its own priorities count as far as it was effective', () => {
    expect(utilityUnder(store(1), 'debug').get('a.ts')).toBeCloseTo(0.9)
    expect(utilityUnder(store(0), 'debug').get('a.ts')).toBeCloseTo(0.2)
    expect(utilityUnder(store(1), 'security').get('a.ts')).toBe(0.2)
  })

  test('it may know files of which nothing else is known', () => {
    expect(utilityUnder(store(1), 'debug').get('c.ts')).toBe(1)
    expect(utilityUnder(store(0), 'debug').get('c.ts')).toBe(0.5)
  })
})

test('two stores as one: theirs replaces what ours knows of the same file, the rest stays', () => {
  const both = joined(taught({ kind: 'marked', path: 'a.ts', value: 0 }, { kind: 'rated', path: 'b.ts', value: 1, lens: 'debug' }), taught({ kind: 'marked', path: 'a.ts', value: 1 }, { kind: 'rated', path: 'c.ts', value: 1, lens: 'debug' }))
  expect([utility(both, 'a.ts'), utility(both, 'b.ts')]).toEqual([1, 0.65])
  expect([...lensIn(both, 'debug').learned_priorities.keys()]).toEqual(['b.ts', 'c.ts'])
})
