import { loadModule, parseSync } from 'libpg-query'
import { beforeAll, describe, expect, test } from 'vitest'
import { revenuePlan, shop } from '../../test/kit/shop.ts'
import type { Resource } from '../catalog/record.ts'
import { check, checked } from './check.ts'
import { type Compiled, compile } from './compile.ts'
import { explain } from './explain.ts'
import { explainText } from './explain-text.ts'
import { planFrom, planOf } from './read.ts'

beforeAll(() => loadModule())

const CAPS = { rows: 1000, bytes: 64 * 1024 * 1024, milliseconds: 30_000 }

const revenue = (resources: readonly Resource[]): Compiled => {
  const [orders, customers] = resources.map(({ overview }) => overview.id) as [string, string]
  return compile(checked(planFrom(revenuePlan(orders, customers)), resources))
}

const sqlOf = ({ pieces }: Compiled): string[] => pieces.map(({ piece }) => (piece.by === 'sql' ? piece.sql : piece.by))

/** Every kind of statement and every table that a query of PostgreSQL holds, by its own grammar. */
function facts(sql: string): { statements: string[]; tables: string[]; parameters: number } {
  const found = { statements: [] as string[], tables: [] as string[], parameters: 0 }
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(walk)
    else if (node !== null && typeof node === 'object') {
      for (const [key, inner] of Object.entries(node)) {
        if (key.endsWith('Stmt')) found.statements.push(key)
        if (key === 'ParamRef') found.parameters++
        if (key === 'RangeVar') found.tables.push([(inner as { schemaname?: string }).schemaname, (inner as { relname: string }).relname].filter(Boolean).join('.'))
        walk(inner)
      }
    }
  }
  walk(parseSync(sql))
  return { statements: [...new Set(found.statements)], tables: [...new Set(found.tables)].filter((name) => name.includes('.')), parameters: found.parameters }
}

describe('a plan compiles', () => {
  test('to one query of PostgreSQL that only selects, from the tables of the plan alone, with everything bound', () => {
    const compiled = revenue(shop())
    expect(compiled.local).toEqual([])
    const [piece] = compiled.pieces
    expect(facts(sqlOf(compiled)[0] as string)).toEqual({ statements: ['SelectStmt'], tables: ['public.orders', 'public.customers'], parameters: 1 })
    expect(piece?.piece).toMatchObject({ by: 'sql', dialect: 'postgres', parameters: ['paid'] })
    expect(sqlOf(compiled)[0]).toMatchInlineSnapshot(`
      "with "orders" as (select "id", "customer_id", "created_at", "amount", "status" from "public"."orders"),
      "paid" as (select "id", "customer_id", "created_at", "amount", "status" from "orders" where ("orders"."status" = cast($1 as text))),
      "customers" as (select "id", "city" from "public"."customers"),
      "sold" as (select "paid"."id", "paid"."customer_id", "paid"."created_at", "paid"."amount", "paid"."status", "customers"."id" as "c_id", "customers"."city" as "c_city" from "paid" inner join "customers" on (("paid"."customer_id" = "customers"."id"))),
      "days" as (select "id", "customer_id", "created_at", "amount", "status", "c_id", "c_city", cast(("sold"."created_at" at time zone 'UTC') as date) as "day" from "sold"),
      "revenue" as (select "days"."c_city", "days"."day", count(*) as "orders", nullif(cast(sum("days"."amount") as double precision), 'NaN') as "revenue" from "days" group by "days"."c_city", "days"."day")
      select "revenue"."c_city", coalesce(replace(to_char("revenue"."day", 'YYYY-MM-DD BC'), ' AD', ''), cast("revenue"."day" as text)) as "day", "revenue"."orders", "revenue"."revenue" from "revenue" order by "revenue"."day" nulls last, "revenue"."revenue" desc nulls last, "revenue"."c_city" collate "C" nulls last, "revenue"."orders" nulls last"
    `)
  })

  test('to one query of SQLite', () => {
    expect(sqlOf(revenue(shop('sqlite')))[0]).toMatchInlineSnapshot(`
      "with "orders" as (select "id", "customer_id", strftime('%Y-%m-%dT%H:%M:%f000Z', "created_at", 'auto') as "created_at", case when typeof("amount") in ('integer', 'real') then cast("amount" as real) else "amount" end as "amount", "status" from "main"."orders"),
      "paid" as (select "id", "customer_id", "created_at", "amount", "status" from "orders" where ("orders"."status" collate binary = ?)),
      "customers" as (select "id", "city" from "main"."customers"),
      "sold" as (select "paid"."id", "paid"."customer_id", "paid"."created_at", "paid"."amount", "paid"."status", "customers"."id" as "c_id", "customers"."city" as "c_city" from "paid" inner join "customers" on (case when typeof("paid"."customer_id") in ('integer') then "paid"."customer_id" end = case when typeof("customers"."id") in ('integer') then "customers"."id" end and "paid"."customer_id" = "customers"."id")),
      "days" as (select "id", "customer_id", "created_at", "amount", "status", "c_id", "c_city", substr("sold"."created_at", 1, 10) as "day" from "sold"),
      "revenue" as (select "days"."c_city", "days"."day", count(*) as "orders", sum(case when typeof("days"."amount") in ('integer', 'real') then "days"."amount" end) as "revenue" from "days" group by "days"."c_city" collate binary, "days"."day")
      select "revenue"."c_city", "revenue"."day", "revenue"."orders", "revenue"."revenue" from "revenue" order by "revenue"."day" nulls last, "revenue"."revenue" desc nulls last, "revenue"."c_city" collate binary nulls last, "revenue"."orders" nulls last"
    `)
  })

  test('to what is certain in MySQL: texts are compared here', () => {
    const compiled = revenue(shop('mysql'))
    expect(sqlOf(compiled)).toEqual([expect.stringContaining('from `public`.`orders`'), expect.stringContaining('from `public`.`customers`')])
    expect(compiled.local.map(({ id }) => id)).toEqual(['paid', 'sold', 'days', 'revenue', 'result'])
  })

  test('a text from outside is never part of a query', () => {
    const evil = `x'; drop table orders; --"`
    const [orders] = shop().map(({ overview }) => overview.id)
    const [sql] = sqlOf(compile(checked(planOf({ steps: [{ id: 'o', op: 'scan', resource: orders }, { id: 'd', op: 'derive', columns: { [evil]: ['concat', { col: 'status' }, evil] } }, { id: 'f', op: 'filter', where: ['like', { col: evil }, `%${evil}%`] }] }), shop())))
    expect(facts(sql as string)).toMatchObject({ statements: ['SelectStmt'], tables: ['public.orders'] })
    expect(sql?.replaceAll(`"${evil.replaceAll('"', '""')}"`, '')).not.toContain('drop')
  })

  test('what a source does not take stays here', () => {
    const [orders, customers] = shop() as [Resource, Resource]
    const shy = { ...orders, details: { ...orders.details, pushdown: { ...orders.details.pushdown, aggregate: false } } }
    expect(revenue([shy, customers]).local.map(({ op }) => op)).toEqual(['aggregate', 'sort'])
    const other = { ...customers, source: 'other' }
    expect(revenue([orders, other]).pieces.map(({ source, covers }) => [source, covers])).toEqual([['main', ['orders', 'paid']], ['other', ['customers']]])
  })

  test('what would mean something else at a source stays here', () => {
    const [orders] = shop().map(({ overview }) => overview.id)
    const local = (engine: 'pg' | 'sqlite', expression: unknown): string[] => compile(checked(planOf({ steps: [{ id: 'o', op: 'scan', resource: orders?.replace('.pg.main.public', `.${engine}.main.${engine === 'pg' ? 'public' : 'main'}`) }, { id: 'd', op: 'derive', columns: { x: expression } }] }), shop(engine))).local.map(({ id }) => id)
    expect(local('pg', ['cast', { col: 'status' }, 'int'])).toEqual(['d'])
    expect(local('pg', ['cast', { col: 'amount' }, 'str'])).toEqual(['d'])
    expect(local('sqlite', ['cast', { col: 'amount' }, 'int'])).toEqual(['d'])
    expect(local('pg', ['cast', { col: 'amount' }, 'int'])).toEqual([])
  })

  test('a limit is not sent behind an order that lost a column', () => {
    const [orders] = shop().map(({ overview }) => overview.id)
    const steps = [{ id: 'o', op: 'scan', resource: orders }, { id: 's', op: 'sort', keys: [{ col: 'amount', nulls: 'last' }] }, { id: 'p', op: 'project', columns: ['amount'] }, { id: 'l', op: 'limit', rows: 3 }]
    expect(compile(checked(planOf({ steps }), shop())).local.map(({ id }) => id)).toEqual(['l'])
  })

  test('a step that two others use is asked for once', () => {
    const [orders] = shop().map(({ overview }) => overview.id)
    const doubling = Array.from({ length: 20 }, (_, at) => ({ id: `u${at + 1}`, op: 'union', inputs: [`u${at}`, `u${at}`] }))
    const { pieces, local } = compile(checked(planOf({ steps: [{ id: 'u0', op: 'scan', resource: orders }, ...doubling] }), shop()))
    expect(pieces).toHaveLength(1)
    expect(local).toHaveLength(20)
  })
})

test('an explanation names sources, queries, costs, limits, personal data and warnings', () => {
  const [orders, customers] = shop('pg', 2e7).map(({ overview }) => overview.id) as [string, string]
  const { plan, problems } = check(planOf({ steps: [{ id: 'o', op: 'scan', resource: orders, columns: ['id', 'status'] }, { id: 'f', op: 'filter', where: ['=', { col: 'status' }, 'paid'] }, { id: 'c', op: 'scan', resource: customers }, { id: 'j', op: 'join', left: 'f', right: 'c', on: [['id', 'id']], prefix: 'c_' }] }), shop('pg', 2e7))
  const explained = explain(compile(plan as NonNullable<typeof plan>), CAPS, problems)
  expect(explained).toMatchObject({ result: ['id:int', 'status:str', 'c_id:int', 'c_city:str', 'c_email:str'], personal: ['c_email (email)'], local: [], pieces: [{ source: 'main', steps: ['o', 'f', 'c', 'j'], parameters: ['paid'], cost: [{ rows_est: 2e7, latency_ms_p50: 120, egress_mb: 0.4 }, { rows_est: 100 }] }] })
  expect(explained.warnings.map(({ code }) => code)).toEqual(['plan/no-index', 'plan/join-keys', 'plan/no-limit'])
  const text = explainText(explained)
  for (const part of ['## main: o, f, c, j', '20000000 rows, 120 ms at the median, 0.4 MB', 'Parameters: "paid"', 'At most 1000 rows, 64 MiB and 30 s. Personal data in the result: c_email (email).', 'select *']) expect(text).toContain(part)
})
