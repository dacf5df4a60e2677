import { describe, expect, test } from 'vitest'
import type { OutlineItem } from '../outline.ts'
import { closerLook, definesOf } from './defines.ts'
import { queryOf } from './query.ts'

const items = (...names: readonly string[]): OutlineItem[] => names.map((name, i) => ({ kind: 'function', name, line: i + 1, end: i + 1, depth: 0 }))

describe('what files define', () => {
  const query = queryOf('closeAll leaves a session open')

  test('a name that the task spells out counts where it is defined, also as a member', () => {
    const { names } = definesOf([items('paper'), items('closeAll'), items('Sessions.closeAll'), []], query)
    expect([...names]).toEqual([0, 1, 1, 0])
  })

  test('words count within names, and few definitions more than many', () => {
    const { words } = definesOf([items('SessionStore'), items('SessionStore', ...Array.from({ length: 50 }, (_, i) => `other${i}`)), items('paper')], query)
    expect(words[0]).toBe(1)
    expect(words[1]).toBeGreaterThan(0)
    expect(words[1]).toBeLessThan(1)
    expect(words[2]).toBe(0)
  })

  test('between two files that say the same, the one that defines it is nearer; what is far stays far', () => {
    const closer = closerLook(Float64Array.from([0.5, 0.5, 1, 0]), query, (index) => (index === 1 ? items('closeAll') : [])).looks
    expect(closer[1]).toBeGreaterThan(closer[0] as number)
    expect(closer[2]).toBe(1)
    expect(closer[3]).toBe(0)
  })

  test('only the nearest files are outlined', () => {
    const asked: number[] = []
    closerLook(Float64Array.from({ length: 1000 }, (_, i) => i / 1000), query, (index) => {
      asked.push(index)
      return []
    })
    expect(asked.length).toBeLessThan(500)
    expect(Math.min(...asked)).toBeGreaterThan(500)
  })

  test('no files, no words', () => {
    expect([...closerLook(new Float64Array(), query, () => []).looks]).toEqual([])
    expect([...closerLook(Float64Array.from([1]), queryOf(''), () => items('a')).looks]).toEqual([1])
  })
})
