import { describe, expect, test } from 'vitest'
import { blend, type Score, scoreFile, type Witness } from './score.ts'

const score = (path: string, more: Partial<Witness> & { priority?: number; weight?: number } = {}): Score => scoreFile({
  path, tokens: 100, utility: undefined, extra: [],
  verdict: { floor: 'none', ceiling: 'full', priority: more.priority, weight: more.weight ?? 1, capRule: -1, why: ['a rule'] }, ...more,
})
const value = (...args: Parameters<typeof score>): number => score(...args).value
const names = (...args: Parameters<typeof score>): string[] => score(...args).signals.map((signal) => signal.name)

test.each([[100, 0.5, 85], [50, 1, 65], [50, 0, 35], [95, 0.635, 86], [0, 0, 0], [100, 1, 100]])('priority %d and usefulness %d blend to %d', (priority, learned, result) => {
  expect(Math.round(blend(priority, learned))).toBe(result)
})

describe('without a task', () => {
  test('tiers decide', () => {
    const paths = ['src/a.ts', 'src/a.json', 'src/a.test.ts', 'src/a.md']
    expect(paths.toSorted((a, b) => value(b) - value(a))).toEqual(paths)
  })

  test('a file near the root and an entry point tell more', () => {
    expect(value('a.ts')).toBeGreaterThan(value('src/deep/down/a.ts'))
    expect(value('src/index.ts')).toBeGreaterThan(value('src/other.ts'))
    expect(score('src/main.py').signals.find(({ name }) => name === 'place')?.why).toBe('entry point at depth 1')
  })

  test('a value is worked out at once, and what made it when somebody asks', () => {
    let asked = 0
    const scored = score('a.md', { verdict: { floor: 'none', ceiling: 'full', priority: 50, weight: 1, capRule: -1, get why() { asked++; return ['a rule'] } } })
    expect([scored.value > 0, asked]).toEqual([true, 0])
    expect([scored.signals.length, asked]).toEqual([3, 1])
  })

  test('the priority of a lens replaces the tier, of which only a trace stays', () => {
    expect(value('a.md', { priority: 100 })).toBeGreaterThan(value('a.ts', { priority: 50 }))
    expect(value('a.ts', { priority: 50 })).toBeGreaterThan(value('a.md', { priority: 50 }))
    expect(score('a.ts', { priority: 50 }).signals).toContainEqual({ name: 'lens', strength: 0.5, why: 'a rule' })
  })

  test('what was learned moves the score both ways', () => {
    expect(value('a.ts', { utility: 1 })).toBeGreaterThan(value('a.ts', { utility: 0 }))
    expect(value('a.md', { utility: 1 })).toBeGreaterThan(value('a.md'))
    expect(value('a.ts', { utility: 0 })).toBeLessThan(value('a.ts'))
    expect(value('a.ts', { utility: 0.5 })).toBe(value('a.ts'))
    expect(value('src/deep/a.ts', { utility: 0.55 })).toBeGreaterThan(value('src/deep/a.ts'))
  })
})

test('very large files pay, others do not', () => {
  expect(value('a.ts', { tokens: 20_000 })).toBe(value('a.ts'))
  expect(value('a.ts', { tokens: 200_000 })).toBeLessThan(value('a.ts') * 0.7)
  expect(score('a.ts', { tokens: 200_000 }).signals).toContainEqual(expect.objectContaining({ name: 'size', why: '200000 tokens is large' }))
})

test('a weight multiplies, within 0 to 1', () => {
  expect(value('a.md', { weight: 2 })).toBeCloseTo(2 * value('a.md'), 9)
  expect(value('a.ts', { weight: 1000 })).toBe(1)
  expect(value('a.ts', { weight: 0 })).toBe(0.001)
})

test('a signal of somebody else pulls the score half of the way up', () => {
  const extra = [{ name: 'churn', strength: 1, why: 'changed today' }]
  expect(value('a.md', { extra })).toBeCloseTo((value('a.md') + 1) / 2, 9)
  expect(value('a.md', { extra: [] })).toBe(value('a.md'))
  expect(names('a.md', { extra })).toEqual(['tier', 'place', 'churn'])
})

test('a score says what made it', () => {
  expect(names('a.ts')).toEqual(['tier', 'place'])
  expect(names('a.ts', { priority: 1, utility: 1 })).toEqual(['tier', 'lens', 'utility', 'place'])
})

test('a record of the past does not outrank the code it tells of, unless a lens wants it', () => {
  for (const path of ['CHANGELOG.md', 'History.md', 'docs/releases/1.2.txt', 'NEWS']) {
    expect(value(path), path).toBeLessThan(value('docs/guide.md') / 2)
    expect(names(path)).toContain('history')
  }
  expect(names('CHANGELOG.md', { priority: 100 })).not.toContain('history')
  expect(names('src/history/store.ts')).not.toContain('history')
})
