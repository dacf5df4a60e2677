import { describe, expect, test } from 'vitest'
import { feedbackFrom, lessonsIn, ratingFrom } from './feedback.ts'
import { learn } from './learn.ts'
import { EMPTY_STORE, fileIn, lensIn, storeFrom, storeText } from './store.ts'
import { entryLine } from './told.ts'

/** S1.46, word for word. */
const SEED = `{
  "version": "2.0.0",
  "files": {
    "path/to/file.py": {
      "utility_score": 0.85,
      "access_count": 47,
      "last_accessed": "2025-12-20T10:28:00Z",
      "tags": ["core", "testing"]
    }
  },
  "lens_profiles": {
    "architecture": {
      "learned_priorities": {},
      "effectiveness_score": 0.87
    }
  }
}`

describe('S1.46: the context store', () => {
  test('the seed is read and written back as it is', () => {
    const store = storeFrom(SEED)
    expect(fileIn(store, 'path/to/file.py')).toEqual({ utility_score: 0.85, access_count: 47, last_accessed: '2025-12-20T10:28:00Z', tags: ['core', 'testing'] })
    expect(lensIn(store, 'architecture').effectiveness_score).toBe(0.87)
    expect(JSON.parse(storeText(store, { reasons: false }))).toEqual(JSON.parse(SEED))
  })

  test('what was learned, fields of others and names like __proto__ come back', () => {
    const before = learn(storeFrom('{"version":"2.1","files":{"__proto__":{"theirs":1}},"lens_profiles":{"x":{"note":"n"}},"own":[1]}'), [{ kind: 'rated', path: '__proto__', value: 1, lens: 'x' }], '2026-01-01T00:00:00Z')
    const after = storeFrom(storeText(before))
    expect(after).toEqual(before)
    expect(fileIn(after, '__proto__')).toMatchObject({ theirs: 1, utility_score: 0.65 })
    expect([after.other, lensIn(after, 'x').other]).toEqual([{ own: [1], version: '2.1' }, { note: 'n' }])
    expect(storeText(after)).toBe(storeText(before))
  })

  test.each([
    ['', 'it is empty'],
    ['{"version":"2.0.0",', 'it ends too early'],
    ['[]', 'it is not a context store'],
    ['{"files":{}}', 'version is missing'],
    ['{"version":"1.0.0"}', 'its version is "1.0.0"'],
    ['{"version":"2.0.0","files":[]}', 'files must be an object'],
    ['{"version":"2.0.0","files":{"a":{"utility_score":2}}}', 'files["a"].utility_score must be at most 1'],
    ['{"version":"2.0.0","files":{"a":{"tags":"x"}}}', 'files["a"].tags must be an array'],
    ['{"version":"2.0.0","lens_profiles":{"a":{"learned_priorities":{"b":101}}}}', 'must be at most 100'],
    ['{"version":"2.0.0","fovea":{"version":9}}', 'a newer Fovea wrote it'],
    ['{"version":"2.0.0","fovea":{"journal":[{"kind":"dreamt"}]}}', 'fovea.journal[0].kind cannot be "dreamt"'],
  ])('%s is refused', (text, why) => {
    expect(() => storeFrom(text)).toThrow(why)
  })
})

describe('S1.48: feedback', () => {
  const params = { session_id: 'claude_2025-12-20', file_ratings: { 'pm_coach/runner.py': { utility: 0.95, reason: 'Critical for understanding parity' } }, overall_effectiveness: 0.92 }

  test('the message of the protocol, or its params alone', () => {
    const lessons = lessonsIn(feedbackFrom({ method: 'context/feedback', params }))
    expect(lessons).toEqual(lessonsIn(feedbackFrom(params)))
    expect(lessons).toEqual([
      { kind: 'rated', path: 'pm_coach/runner.py', value: 0.95, why: 'Critical for understanding parity', source: 'claude_2025-12-20' },
      { kind: 'lens', lens: 'default', value: 0.92, source: 'claude_2025-12-20' },
    ])
    const store = learn(EMPTY_STORE, lessons, '2026-01-01T00:00:00Z')
    expect([fileIn(store, 'pm_coach/runner.py').utility_score, lensIn(store, 'default').effectiveness_score]).toEqual([0.635, 0.626])
  })

  test.each([[{ file_ratings: { a: {} } }, 'file_ratings.a.utility is missing'], [{ overall_effectiveness: 2 }, 'at most 1'], [[], 'must be an object'], [{ ratings: {} }, 'ratings is not known']])('%j is refused', (value, why) => {
    expect(() => feedbackFrom(value)).toThrow(why)
  })

  test('a rating as people type it', () => {
    expect(['0', '1', '.5', '0.95', '90%'].map(ratingFrom)).toEqual([0, 1, 0.5, 0.95, 0.9])
    for (const typed of ['', '1.1', '-1', 'good', '101%']) expect(() => ratingFrom(typed), typed).toThrow('a rating lies between 0 and 1')
  })
})

test('a lesson in words', () => {
  expect(entryLine({ kind: 'rated', path: 'a.ts', at: '2026-01-02T03:04:05Z', from: 0.5, to: 0.65, why: 'the bug', source: 's1', lens: 'debug' })).toBe('2026-01-02 03:04  a.ts  0.50 -> 0.65  (rated, lens debug, from s1): the bug')
  expect(entryLine({ kind: 'lens', lens: 'debug', at: '2026-01-02T03:04:05Z', from: 0.5, to: 0.62 })).toBe('2026-01-02 03:04  lens debug  0.50 -> 0.62  (effectiveness)')
})
