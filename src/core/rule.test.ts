import { expect, test } from 'vitest'
import { judge, type Rule } from './rule.ts'

const rule = (match: string, more: Partial<Rule> = {}): Rule => ({ match, why: `because ${match}`, ...more })

test('without rules nothing is bent', () => {
  expect(judge([])('a.ts')).toEqual({ floor: 'none', ceiling: 'full', priority: undefined, weight: 1, capRule: -1, why: [] })
})

test('only the rules that match a path speak, in their order', () => {
  const verdictOf = judge([rule('*.ts', { weight: 2 }), rule('*.md', { weight: 9 }), rule('src/**', { weight: 3 })])
  expect(verdictOf('src/a.ts')).toMatchObject({ weight: 6, why: ['because *.ts', 'because src/**'] })
  expect(verdictOf('a.ts')).toMatchObject({ weight: 2, why: ['because *.ts'] })
})

test('paths of which nobody speaks share what is said of them', () => {
  const verdictOf = judge([rule('*.ts', { weight: 2 })])
  expect(verdictOf('a.md')).toBe(verdictOf('b.md'))
  expect(Object.isFrozen(verdictOf('a.md'))).toBe(true)
})

test('the highest floor and the lowest ceiling win, whichever comes first', () => {
  const rules = [rule('*', { atLeast: 'shape', atMost: 'full' }), rule('*', { atLeast: 'detail', atMost: 'line' }), rule('*', { atLeast: 'line', atMost: 'detail' })]
  expect(judge(rules)('a')).toMatchObject({ floor: 'detail', ceiling: 'line' })
  expect(judge(rules.toReversed())('a')).toMatchObject({ floor: 'detail', ceiling: 'line' })
})

test('the first priority and the first cap win, also when they are nothing', () => {
  const verdict = judge([rule('*'), rule('*', { priority: 0, cap: 0 }), rule('*', { priority: 90, cap: 500 })])('a')
  expect(verdict).toMatchObject({ priority: 0, capRule: 1 })
})

test('a rule of one definition is a floor for it and bends nothing else of its file', () => {
  const verdict = judge([rule('src/*', { block: 'Sessions.closeAll', atLeast: 'full', atMost: 'line', weight: 3 })])('src/a.ts')
  expect(verdict).toEqual({ floor: 'line', ceiling: 'full', priority: undefined, weight: 1, capRule: -1, why: ['because src/*'], blocks: [{ name: 'Sessions.closeAll', level: 'full' }] })
  expect(judge([rule('src/*', { block: 'x', atLeast: 'full' })])('lib/a.ts').blocks).toBe(undefined)
})
