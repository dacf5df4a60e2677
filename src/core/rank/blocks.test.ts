import { describe, expect, test } from 'vitest'
import { sketchTiles } from '../../../test/kit/core.ts'
import { qualifiedName } from '../block.ts'
import { fileBlock } from '../tile.ts'
import { blockScores } from './blocks.ts'
import { queryOf } from './rank.ts'

const source = `some glue about nothing
class Cache
  fn evict
    drops the oldest entry
  fn login
    nothing to see
fn other
  evict evict evict, says a comment
fn last
  nothing at all
`
const scores = (task: string, text = source): Record<string, number> => {
  const file = fileBlock('a.sk', text, sketchTiles(text))
  return Object.fromEntries([...blockScores(file, text, { fileScore: 0.8, query: queryOf(task) })].map(([block, score]) => [block.kind === 'file' ? 'file' : qualifiedName(block), score]))
}

describe('without a task', () => {
  test('every definition is worth what its file is worth, glue half of it', () => {
    expect(scores('')).toEqual({ 'file': 0.8, '~after:start': 0.4, 'Cache': 0.8, 'Cache.evict': 0.8, 'Cache.login': 0.8, 'other': 0.8, 'last': 0.8 })
  })
  test('a task of which nothing is found changes nothing', () => {
    expect(scores('quantum')).toEqual(scores(''))
  })
})

describe('with a task', () => {
  test('a name counts more than a body, a body more than nothing', () => {
    const result = scores('evict')
    expect(result['Cache.evict']).toBe(0.8)
    expect(result['other']).toBeLessThan(0.8)
    expect(result['other']).toBeGreaterThan(result['last'] as number)
    expect(result['last']).toBeGreaterThan(0)
    expect(result['last']).toBeLessThan(0.4)
  })

  test('a class is worth nearly as much as its best member', () => {
    const result = scores('evict')
    expect(result['Cache']).toBeGreaterThan(result['Cache.login'] as number)
    expect(result['Cache']).toBeLessThan(result['Cache.evict'] as number)
  })

  test('a name that the task spells out wins', () => {
    const named = scores('the evict thing in `login`')
    expect(named['Cache.login']).toBe(0.8)
    expect(named['Cache.evict']).toBeLessThan(0.8)
    expect(scores('fix `Cache` and its oldest entry')['Cache']).toBeGreaterThan(scores('fix the oldest entry')['Cache.evict'] as number / 2)
  })
})

test('a file without blocks is scored as one', () => {
  expect(scores('evict', '')).toEqual({ file: 0.8 })
})
