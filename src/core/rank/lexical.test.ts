import { describe, expect, test } from 'vitest'
import { lexicalScores } from './lexical.ts'
import { termsOf } from './terms.ts'

const scores = (task: string, files: Readonly<Record<string, string>>): Record<string, number> => {
  const paths = Object.keys(files)
  const values = lexicalScores(paths.map((path) => ({ path, text: files[path] as string })), termsOf(task))
  return Object.fromEntries(paths.map((path, i) => [path, values[i] as number]))
}

test('the best text scores 1, a text that says nothing of it 0', () => {
  const result = scores('session', { 'a': 'session session', 'b': 'a session', 'c': 'nothing' })
  expect(result.a).toBe(1)
  expect(result.b).toBeGreaterThan(0)
  expect(result.b).toBeLessThan(1)
  expect(result.c).toBe(0)
})

describe('it counts for more', () => {
  const beats = (task: string, files: Readonly<Record<'more' | 'less' | string, string>>, order: readonly string[]): void => {
    const result = scores(task, files)
    expect(order.toSorted((a, b) => (result[b] as number) - (result[a] as number))).toEqual(order)
    expect(result[order[0] as string]).toBeGreaterThan(result[order[1] as string] as number)
  }

  test('when it is rare', () => {
    beats('cache eviction', { one: 'eviction', two: 'cache', three: 'cache', four: 'cache' }, ['one', 'two'])
  })
  test('when the text is short', () => {
    beats('cache', { short: 'cache', long: `cache ${'filler '.repeat(100)}` }, ['short', 'long'])
  })
  test('when it stands in the path', () => {
    beats('cache', { 'src/cache.ts': 'other words', 'src/b.ts': 'cache words' }, ['src/cache.ts', 'src/b.ts'])
  })
  test('when several words are there', () => {
    beats('cache eviction', { both: 'cache eviction', one: 'cache cache', two: 'eviction eviction' }, ['both', 'one'])
  })
})

test('no task, no files, no words: no scores', () => {
  expect(scores('', { a: 'x' })).toEqual({ a: 0 })
  expect([...lexicalScores([], termsOf('cache'))]).toEqual([])
  expect(scores('cache', { a: 'x', b: '' })).toEqual({ a: 0, b: 0 })
})
