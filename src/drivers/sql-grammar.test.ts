import { describe, expect, test } from 'vitest'
import { postgresFault, sqliteFault } from './sql-grammar.ts'

const ORDERS = [{ path: ['public', 'orders'], columns: ['id', 'amount', 'Odd "name"'] }]

describe('PostgreSQL', () => {
  test.each<[string, string | undefined]>([
    ['select amount, sum(id) as total from public.orders where id > 3 group by amount order by total limit 5', undefined],
    ['select o.amount from orders o', undefined],
    ['select * from orders', undefined],
    ['select "Odd ""name""" from orders;', undefined],
    ['select o.amount from orders o join users u on u.id = o.user_id', undefined],
    ['with a as (select x from b) select x from a', undefined],
    ["select date_trunc('day', now() - interval '30 days')", undefined],
    ['selct 1', 'syntax error at or near "selct"'],
    ['select from where', 'syntax error at or near "where"'],
    ['select city from orders', 'public.orders has no column city'],
    ['select amount from orders where orders.town is null', 'public.orders has no column town'],
    ['select 1; select 2', 'it holds 2 statements; a snippet is one'],
    ['-- nothing', 'it holds 0 statements; a snippet is one'],
    ['delete from orders', 'a snippet only reads, and this is a delete statement'],
  ])('%s', async (sql, message) => expect((await postgresFault(sql, ORDERS))?.message).toBe(message))

  test('a text without end is no snippet', async () => expect((await postgresFault('x'.repeat(200_000), []))?.message).toBe('it is longer than 100000 signs'))

  test('deep nesting is an answer, not a crash, and the next one is judged as ever', async () => {
    expect((await postgresFault(`select ${'('.repeat(20_000)}1${')'.repeat(20_000)}`, []))?.message).toBeDefined()
    expect(await postgresFault('select 1', [])).toBe(undefined)
  })
})

describe('SQLite', () => {
  test.each<[string, RegExp | undefined]>([
    ['select amount from orders limit 5', undefined],
    ["select strftime('%Y', amount), \"Odd \"\"name\"\"\" from orders", undefined],
    ['select city from orders', /no such column: city/],
    ['select 1 from nowhere', /no such table: nowhere/],
    ['selct 1', /syntax error/],
  ])('%s', async (sql, words) => {
    const fault = await sqliteFault(sql, ORDERS)
    if (words === undefined) expect(fault).toBe(undefined)
    else expect(fault?.message).toMatch(words)
  })
})
