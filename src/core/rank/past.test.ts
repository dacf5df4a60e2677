import { expect, test } from 'vitest'
import { type PastFacts, pastFacts } from './past.ts'
import { queryOf } from './query.ts'

const of = (commits: readonly (readonly [string, ...string[]])[], leaders: Readonly<Record<string, number>> = {}): ((path: string) => PastFacts) =>
  pastFacts({ commits: commits.map(([message, ...paths], i) => ({ id: `${i}`, time: 1000 - i, message, paths })) }, queryOf('a refund is lost'), new Map(Object.entries(leaders)))

test('no past, no facts', () => {
  const nothing = { messages: 0, story: 0, recency: 0, churn: 0, together: 0 }
  expect(pastFacts(undefined, queryOf('x'), new Map())('a')).toEqual(nothing)
  expect(of([])('a')).toEqual(nothing)
  expect(of([['refund', 'a']])('b')).toEqual(nothing)
})

test('a message that speaks of the task speaks for what it touched, less when that was much', () => {
  const past = of([['keep a refund', 'a'], ['keep a refund', 'b', 'c', 'd', 'e'], ['colours', 'f']])
  expect(past('a').messages).toBeGreaterThan(past('b').messages)
  expect([past('b').messages > 0, past('f').messages, past('a').story > 0, past('f').story]).toEqual([true, 0, true, 0])
})

test('many messages speak more than one, and no more than a few times as much', () => {
  const many = (times: number): number => of([...Array.from({ length: times }, () => ['keep a refund', 'a'] as const), ['keep a refund', 'b'], ['colours', 'c']])('a').messages
  expect(many(3)).toBeGreaterThan(many(1))
  expect(many(200)).toBeLessThan(many(1) * 3 + 10)
})

test('recency falls with the commits since, churn rises with their number', () => {
  const past = of([['x', 'new'], ...Array.from({ length: 300 }, () => ['x', 'often'] as const), ['x', 'old']])
  expect(past('new').recency).toBe(1)
  expect(past('old').recency).toBeLessThan(0.5)
  expect(past('often').churn).toBeGreaterThan(2 * past('old').churn)
})

test('what changes with a leader is told, the leader itself is not, and a large commit says nothing', () => {
  const past = of([['x', 'lead', 'friend'], ['x', 'lead', 'stranger', ...Array.from({ length: 40 }, (_, i) => `f${i}`)]], { lead: 1 })
  expect([past('friend').together > 0, past('stranger').together, past('lead').together]).toEqual([true, 0, 0])
})
