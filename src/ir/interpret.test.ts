import { describe, expect, test } from 'vitest'
import { revenuePlan, shop, shopWorld } from '../../test/kit/shop.ts'
import type { Value } from '../catalog/ports.ts'
import { checked } from './check.ts'
import { interpret } from './interpret.ts'
import { planFrom, planOf } from './read.ts'

const [orders, customers] = shop().map(({ overview }) => overview.id) as [string, string]

const run = (steps: readonly unknown[]) => interpret(checked(planOf({ steps }), shop()), shopWorld)
/** The value of an expression, on the first order. */
const value = (expression: unknown): Value | undefined => run([{ id: 'o', op: 'scan', resource: orders }, { id: 'd', op: 'derive', columns: { x: expression } }]).rows[0]?.at(-1)

test('revenue by city per day: nulls meet nobody in a join and do not count in a sum', () => {
  expect(interpret(checked(planFrom(revenuePlan(orders, customers)), shop()), shopWorld)).toEqual({
    columns: ['c_city', 'day', 'orders', 'revenue'],
    rows: [['Oslo', '2024-05-01', 2, 15.5], ['Riga', '2024-05-02', 1, 20.25], ['Oslo', '2024-05-02', 2, 1]],
  })
})

describe('expressions', () => {
  test.each<[unknown, Value]>([
    [['/', 1, 2], 0.5], [['div', -7, 2], -3], [['mod', -7, 2], -1], [['/', 1, 0], null], [['div', 1, 0], null], [['mod', 1, 0], null],
    [['+', { int: '9007199254740992' }, 1], 9007199254740993n], [['-', 5], -5], [['*', 2, 0.5], 1], [['cast', -2.9, 'int'], -2],
    [['and', false, ['cast', null, 'bool']], false], [['and', true, ['cast', null, 'bool']], null], [['or', true, ['cast', null, 'bool']], true], [['not', ['cast', null, 'bool']], null],
    [['=', ['cast', null, 'int'], ['cast', null, 'int']], null], [['is_null', ['cast', null, 'int']], true],
    [['in', 1, [2, null]], null], [['in', 1, [1, null]], true], [['in', 1, []], false], [['in', ['cast', null, 'int'], []], false],
    [['case', false, 1, ['cast', null, 'bool'], 2, 3], 3], [['case', false, 1], null], [['coalesce', ['cast', null, 'int'], 2], 2],
    [['lower', 'ÄB'], 'Äb'], [['length', '😀é'], 2], [['substring', 'a😀b', 2, 1], '😀'], [['concat', 'a', 'b'], 'ab'],
    [['<', 'Z', 'a'], true], [['<', '\uffff', '😀'], true], [['like', 'Ab', 'a%'], false], [['like', 'a%b', 'a\\%_'], true], [['like', 'aaab', '%a%b'], true], [['like', '', ''], true],
    [['date_trunc', 'month', { ts: '2024-05-06T23:59:59Z' }], '2024-05-01'], [['=', { date: '2024-05-06' }, { ts: '2024-05-06T00:00:00Z' }], true],
    [['cast', '12x', 'int'], null], [['cast', ' 12 ', 'int'], 12], [['cast', 1.5, 'str'], '1.5'], [['cast', '2024-01-01T01:00:00+01:00', 'ts'], '2024-01-01T00:00:00Z'], [['cast', true, 'int'], 1],
  ])('%j is %s', (expression, wanted) => {
    expect(value(expression)).toBe(wanted)
  })

  test('a whole number that does not fit stops the plan', () => {
    expect(() => value(['+', { int: '9223372036854775807' }, 1])).toThrow('9223372036854775808 does not fit into a whole number of 64 bits')
    expect(() => value(['div', { int: '-9223372036854775808' }, -1])).toThrow('does not fit')
    expect(() => value(['cast', { num: 1e300 }, 'int'])).toThrow('does not fit')
  })
})

describe('steps', () => {
  const scan = { id: 'o', op: 'scan', resource: orders }

  test('an order says where nulls go, and ties fall by the other columns', () => {
    const by = (nulls: string, dir: string) => run([scan, { id: 's', op: 'sort', keys: [{ col: 'customer_id', dir, nulls }] }, { id: 'l', op: 'limit', rows: 3 }]).rows.map(([id]) => id)
    expect(by('first', 'asc')).toEqual([6, 1, 2])
    expect(by('last', 'desc')).toEqual([5, 7, 3])
  })

  test('a group of nothing is one row; groups of nothing are none', () => {
    const none = { id: 'f', op: 'filter', where: false }
    const measures = { n: ['count'], s: ['sum', { col: 'amount' }], m: ['min', { col: 'status' }] }
    expect(run([scan, none, { id: 'a', op: 'aggregate', measures }]).rows).toEqual([[0, null, null]])
    expect(run([scan, none, { id: 'a', op: 'aggregate', by: ['status'], measures }]).rows).toEqual([])
  })

  test('windows: rank has ties, row_number has none, lag begins with null, sum runs', () => {
    const windowed = run([scan, { id: 'w', op: 'window', partition: ['status'], order: [{ col: 'customer_id', nulls: 'last' }], columns: { n: ['row_number'], r: ['rank'], before: ['lag', { col: 'id' }], sum: ['sum', { col: 'amount' }] } }, { id: 'f', op: 'filter', where: ['=', { col: 'status' }, 'paid'] }, { id: 'p', op: 'project', columns: ['id', 'n', 'r', 'before', 'sum'] }])
    expect(windowed.rows).toEqual([[1, 1, 1, null, 10], [2, 2, 1, 1, 15.5], [4, 3, 3, 2, 35.75], [5, 4, 4, 4, 36.75], [7, 5, 4, 5, 36.75], [6, 6, 6, 7, 39.75]])
  })

  test('a union keeps duplicates unless it is distinct; a left join keeps who meets nobody', () => {
    const city = [{ id: 'c', op: 'scan', resource: customers, columns: ['city'] }, { id: 'd', op: 'scan', resource: customers, columns: ['city'] }]
    expect(run([...city, { id: 'u', op: 'union', inputs: ['c', 'd'] }]).rows).toHaveLength(8)
    expect(run([...city, { id: 'u', op: 'union', inputs: ['c', 'd'], distinct: true }]).rows).toEqual([['Oslo'], ['Riga'], ['Bern']])
    expect(run([{ id: 'c', op: 'scan', resource: customers }, { ...scan, columns: ['customer_id', 'amount'] }, { id: 'j', op: 'join', left: 'c', right: 'o', kind: 'left', on: [['id', 'customer_id']] }]).rows.at(-1)).toEqual([4, 'Bern', 'd@example.org', null, null])
  })
})
