import { describe, expect, test } from 'vitest'
import { SHOP, shop } from '../../test/kit/shop.ts'
import type { Resource } from '../catalog/record.ts'
import { check } from './check.ts'
import { planOf } from './read.ts'

const [orders, customers] = shop().map(({ overview }) => overview.id) as [string, string]
const scan = { id: 'o', op: 'scan', resource: orders }

const problems = (steps: readonly unknown[], resources: readonly Resource[] = shop()): string[] => check(planOf({ steps }), resources).problems.map(({ severity, place, message }) => `${severity} ${place}: ${message}`)
const where = (expression: unknown): string | undefined => problems([scan, { id: 'f', op: 'filter', where: expression }])[0]

describe('a check', () => {
  test('lets a right plan pass and tells the columns and types of every step', () => {
    const { plan, problems: none } = check(planOf({ steps: [scan, { id: 'd', op: 'derive', columns: { day: ['date_trunc', 'day', { col: 'created_at' }], half: ['/', { col: 'id' }, 2] } }] }), shop())
    expect(none).toEqual([])
    expect(plan?.steps.at(-1)?.columns.map(({ name, type }) => `${name}:${type}`)).toEqual(['id:int', 'customer_id:int', 'created_at:ts', 'amount:num', 'status:str', 'day:date', 'half:num'])
  })

  test.each([
    [['=', { col: 'statuss' }, 'paid'], 'error steps[1] (f).where[1]: there is no column "statuss" here; did you mean status?'],
    [['==', { col: 'status' }, 'paid'], 'there is no function "=="; did you mean '],
    [['=', { col: 'status' }, 1], 'a text and a whole number cannot be compared; cast one of them'],
    [['>', { col: 'created_at' }, 'yesterday'], 'a time and a text cannot be compared; cast one of them'],
    [{ col: 'id' }, 'it must be true or false, and it is a whole number'],
    [['and', { col: 'status' }], 'it takes true or false, not a text'],
    [['not'], 'it takes 1 arguments, not 0'],
    [['in', { col: 'id' }, [{ col: 'id' }]], 'it takes a value and a list of literals'],
    [['=', { col: 'id' }, 1e20], 'write whole numbers beyond 9007199254740991 as { "int": "…" }'],
    [['like', { col: 'status' }, 'a\\'], 'it takes a text and a pattern of at most 200 signs'],
    ['select 1', 'it must be true or false, and it is a text'],
    [{ sql: 'drop table orders' }, '"sql" is not known here'],
  ])('%j is refused', (expression, message) => {
    expect(where(expression)).toContain(message)
  })

  test('expressions have a depth and a size', () => {
    const deep = Array.from({ length: 60 }).reduce<unknown>((inner) => ['not', inner], true)
    const wide = (): unknown => ['or', ...Array.from({ length: 500 }, () => ['=', { col: 'id' }, 1])]
    expect(where(deep)).toContain('expressions are at most 24 levels deep')
    expect(problems([scan, { id: 'a', op: 'filter', where: wide() }, { id: 'b', op: 'filter', where: wide() }])).toEqual([expect.stringContaining('all expressions of a plan have at most 2000 parts')])
  })

  test('what may not be seen reads like what is not there', () => {
    const hidden = shop().filter(({ overview }) => overview.id !== customers)
    const said = (resource: string, resources: readonly Resource[]): string => (problems([{ id: 'c', op: 'scan', resource }], resources)[0] ?? '').replace(resource, 'X')
    expect(said(customers, hidden)).toBe(said('res:db.pg.main.public.customerz', hidden))
    const blind = shop().map((resource) => ({ ...resource, details: { ...resource.details, columns: resource.details.columns.filter(({ name }) => name !== 'email') } }))
    const column = (name: string): string => (problems([{ id: 'c', op: 'scan', resource: customers, columns: [name] }], blind)[0] ?? '').replace(name, 'X')
    expect(column('email')).toBe(column('eMail9'))
    expect(column('email')).not.toContain('email')
  })

  test('steps are made only from steps above them, so there is no loop', () => {
    expect(problems([{ id: 'a', op: 'filter', input: 'b', where: true }, { id: 'b', op: 'limit', input: 'a', rows: 1 }])[0]).toBe('error steps[0] (a): there is no step "b" above; there is nothing to choose from')
    expect(problems([{ id: 'a', op: 'union', inputs: ['a', 'a'] }])[0]).toContain('there is no step "a" above')
  })

  test('names of columns stay apart', () => {
    expect(problems([scan, { id: 'c', op: 'scan', resource: customers }, { id: 'j', op: 'join', left: 'o', right: 'c', on: [['customer_id', 'id']] }])[0]).toContain('there are two columns called "id"; rename one with project, or give join a prefix')
    expect(problems([scan, { id: 'd', op: 'derive', columns: { ID: 1 } }])[0]).toContain('there are two columns called "ID"')
  })
})

describe('what is unwise is a warning', () => {
  const joined = (on: unknown[]) => [scan, { id: 'c', op: 'scan', resource: customers }, { id: 'j', op: 'join', left: 'o', right: 'c', on, prefix: 'c_' }]

  test('keys of a join come from the schema', () => {
    expect(problems(joined([['customer_id', 'id']]))).toEqual([])
    expect(problems(joined([['id', 'id']]))).toEqual(['warning step j: no foreign key is known for id = id; look at the keys of both in the catalogue'])
  })

  test('a filter of a big table uses an index, and a long result has an end', () => {
    const big = shop('pg', 2e7)
    expect(problems([scan, { id: 'f', op: 'filter', where: ['=', { col: 'status' }, 'paid'] }], big)).toEqual([
      'warning step f: it filters about 2e7 rows of res:db.pg.main.public.orders without an index; indexed are id, created_at',
      'warning : res:db.pg.main.public.orders has about 2e7 rows, and nothing ends the result: add a limit, or an aggregate',
    ])
    expect(problems([scan, { id: 'f', op: 'filter', where: ['>', { col: 'created_at' }, '2024-01-01'] }, { id: 's', op: 'sort', keys: [{ col: 'id', nulls: 'last' }] }, { id: 'l', op: 'limit', rows: 10 }], big)).toEqual([])
  })

  test('a whole wide table is not read without need', () => {
    const [wide] = shop() as [Resource]
    const columns = Array.from({ length: 30 }, (_, at) => ({ name: `c${at}`, type: 'int' }))
    const resource = { ...wide, details: { ...wide.details, columns } }
    expect(problems([scan], [resource])[0]).toContain('it reads all 30 columns')
    expect(problems([{ ...scan, columns: ['c1'] }], [resource])).toEqual([])
  })

  test('a limit without an order, and a step that nobody uses', () => {
    expect(problems([scan, { id: 'l', op: 'limit', rows: 5 }])).toEqual(['warning step l: a limit without a sort gives any rows; sort first when it matters which'])
    expect(check(planOf({ steps: [scan, { id: 'c', op: 'scan', resource: customers }], output: 'o' }), shop()).problems.map(({ message }) => message)).toEqual(['the step c is not used by the output o'])
  })
})

test('the shop of the tests has rows for its columns', () => {
  for (const { overview, details } of shop()) expect(SHOP[overview.id.slice(overview.id.lastIndexOf('.') + 1)]?.columns).toEqual(details.columns.map(({ name }) => name))
})
