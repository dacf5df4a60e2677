import { describe, expect, test } from 'vitest'
import type { Level } from '../level.ts'
import { type Changes, changesSince, sentencesOf } from './changes.ts'
import type { Item } from './inventory.ts'

const sha = (text: string): string => text.padEnd(8, '0')
const items = (...pairs: readonly (readonly [string, string])[]): Item[] => pairs.map(([id, text]) => ({ id, sha8: sha(text) }))
const all = (list: readonly Item[], level: Level = 'shape'): Map<string, Level> => new Map(list.map(({ id }) => [id, level]))
const then = items(['a.ts', 'a'], ['a.ts#Box', 'b'], ['a.ts#Box.get', 'c'], ['a.ts#run', 'd'], ['b.ts', 'e'])
const shown = then.map(({ id, sha8 }) => ({ handle: `${id}@${sha8}`, level: 'full' as const }))
const NONE: Changes = { changed: [], moved: [], gone: [], added: [], dropped: [] }
const since = (now: readonly Item[], levels = all(now)): Changes => changesSince(shown, now, levels)

test('the same code is no change', () => {
  expect(since(then)).toEqual(NONE)
  expect(sentencesOf(NONE, { planned: true })).toEqual([])
})

test('a change is told at its innermost place', () => {
  expect(since(items(['a.ts', 'A'], ['a.ts#Box', 'B'], ['a.ts#Box.get', 'C'], ['a.ts#run', 'd'], ['b.ts', 'e'])).changed).toEqual(['a.ts#Box.get'])
  expect(since(items(['a.ts', 'A'], ['a.ts#Box', 'b'], ['a.ts#Box.get', 'c'], ['a.ts#run', 'd'], ['b.ts', 'e'])).changed).toEqual(['a.ts'])
})

describe('what is not where it was', () => {
  test('is followed by its content, under another name too', () => {
    const { moved, gone, added } = since(items(['a.ts', 'A'], ['a.ts#Box', 'b'], ['a.ts#Box.get', 'c'], ['b.ts', 'E'], ['b.ts#walk', 'd']))
    expect({ moved, gone, added }).toEqual({ moved: [{ from: 'a.ts#run', to: 'b.ts#walk', certain: true }], gone: [], added: [] })
  })

  test('is perhaps the one thing that has its name', () => {
    expect(since(items(['a.ts', 'A'], ['a.ts#Box', 'b'], ['a.ts#Box.get', 'c'], ['b.ts', 'E'], ['b.ts#run', 'D'])).moved).toEqual([{ from: 'a.ts#run', to: 'b.ts#run', certain: false }])
    expect(since(items(['a.ts', 'A'], ['a.ts#Box', 'b'], ['a.ts#Box.get', 'c'], ['b.ts', 'E'], ['b.ts#run', 'D'], ['c.ts#run', 'F']))).toMatchObject({ moved: [], gone: ['a.ts#run'] })
  })

  test('a file that moved takes what is in it along; one that is gone is told once', () => {
    const renamed = items(['z.ts', 'a'], ['z.ts#Box', 'b'], ['z.ts#Box.get', 'c'], ['z.ts#run', 'd'], ['b.ts', 'e'])
    expect(since(renamed)).toEqual({ ...NONE, moved: [{ from: 'a.ts', to: 'z.ts', certain: true }] })
    expect(since(items(['b.ts', 'e']))).toEqual({ ...NONE, gone: ['a.ts'] })
  })

  test('from a file that is gone, a function that lives elsewhere is still found', () => {
    expect(since(items(['b.ts', 'E'], ['b.ts#run', 'd']))).toMatchObject({ gone: ['a.ts'], moved: [{ from: 'a.ts#run', to: 'b.ts#run', certain: true }], changed: ['b.ts'] })
  })
})

test('newly shown and no longer shown are about the plan', () => {
  const now = [...then, ...items(['c.ts', 'x'], ['c.ts#new', 'y'])]
  const levels = all(now)
  levels.set('a.ts#Box', 'line').delete('a.ts#Box.get')
  expect(since(now, levels)).toEqual({ ...NONE, added: ['c.ts'], dropped: ['a.ts#Box'] })
})

test('sentences name a few and count the rest', () => {
  const many = { ...NONE, changed: Array.from({ length: 10 }, (_, i) => `f${i}`), gone: ['x'], added: ['y'] }
  expect(sentencesOf(many, { planned: false })).toEqual(['10 changed since: f0, f1, f2, f3, f4, f5, f6, f7 and 2 more', '1 gone since: x'])
  expect(sentencesOf(many, { planned: true })).toHaveLength(3)
})
