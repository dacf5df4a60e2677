import { describe, expect, test } from 'vitest'
import { ask, entryOf } from '../../../test/kit/core.ts'
import { sightFor } from '../../../test/kit/rank.ts'
import { firstLook, liftOf } from './lift.ts'
import { spokenOf } from './past.ts'
import type { Evidence } from './rank.ts'

const look = (files: Readonly<Record<string, string>>, task: string): number[] => {
  const { files: parsed, query } = sightFor(files, task)
  return [...firstLook(parsed.map(({ facts }) => facts), spokenOf(undefined, query), query).looks]
}

describe('at first sight', () => {
  test('a file is near by its words, its path, or being named', () => {
    const [words = 0, path = 0, named = 0, far = 1] = look({ 'a.sk': 'login', 'login/b.sk': 'x', 'c.sk': 'x', 'd.sk': 'x' }, 'login, see c.sk')
    expect([words, path, named].map((near) => near > 3 * far)).toEqual([true, true, true])
  })

  test('the same words count more in code than in tests and prose, but a name counts wherever it is', () => {
    const text = 'login'
    const [code = 0, tests = 0, prose = 0] = look({ 'src/a.ts': text, 'test/b.ts': text, 'docs/c.md': text }, 'the login')
    expect(code).toBeGreaterThan(tests)
    expect(tests).toBeGreaterThan(prose)
    const [plain = 0, named = 0] = look({ 'src/a.ts': text, 'docs/c.md': text }, 'login in docs/c.md')
    expect(named).toBeGreaterThan(plain)
  })

  test('and by a stack trace', () => {
    const [far, traced] = look({ 'src/a.ts': 'x', 'src/b.ts': 'x' }, 'Error: no\n    at f (/app/src/b.ts:1:1)\n')
    expect([(far as number) < 0.5, traced]).toEqual([true, 1])
  })
})

describe('a lift', () => {
  const lift = (path: string, more: { priority?: number; weight?: number; evidence?: Partial<Evidence>; family?: 'code' | 'data' | 'prose' } = {}) => liftOf(
    { entry: entryOf(path, 'x'), language: 'text', remark: ['', ''], tokens: 1, verdict: { floor: 'none', ceiling: 'full', priority: more.priority, weight: more.weight ?? 1, capRule: -1, why: ['a rule'] } },
    { evidence: { utility: new Map(), ...more.evidence }, request: ask(), family: more.family ?? 'code' },
  )

  test('of plain code is nothing', () => {
    expect(lift('src/a.ts')).toEqual({ lift: 0, signals: [] })
  })

  test('prose and records of the past must overcome something, unless a lens wants the record', () => {
    expect(lift('docs/a.md', { family: 'prose' }).lift).toBeLessThan(0)
    expect(lift('CHANGELOG.md', { family: 'prose' }).lift).toBeLessThan(lift('docs/a.md', { family: 'prose' }).lift)
    expect(lift('CHANGELOG.md', { family: 'prose', priority: 100 }).lift).toBe(lift('docs/a.md', { family: 'prose', priority: 100 }).lift)
  })

  test('priority, usefulness, weight and signals of one\'s own each move it the right way, and say so', () => {
    expect(lift('a.ts', { priority: 100 }).lift).toBeGreaterThan(lift('a.ts', { priority: 50 }).lift)
    const learned = (value: number): number => lift('a.ts', { evidence: { utility: new Map([['a.ts', value]]) } }).lift
    expect([learned(1) > 0, learned(0.5), learned(0) < 0]).toEqual([true, 0, true])
    expect(lift('a.ts', { weight: 2 }).lift).toBeCloseTo(Math.log(2), 9)
    const signal = { name: 'churn', strength: 0.5, why: 'changed today' }
    const own = lift('a.ts', { priority: 100, evidence: { signals: [() => signal], utility: new Map([['a.ts', 1]]) } })
    expect(own.signals.map(({ name }) => name)).toEqual(['churn', 'lens', 'utility'])
    expect(own.lift).toBeGreaterThan(0)
  })

  test('is a number whatever a rule says', () => {
    for (const more of [{ weight: 0 }, { priority: 0 }]) expect(Number.isFinite(lift('a.ts', more).lift)).toBe(true)
  })
})

