// S3.66: three worked cases (a database, an API, a skill) through the built program, each with its plan, what it compiles to, a golden result, and the same rows by the interpreter.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Table } from '../../src/catalog/ports.ts'
import type { Resource } from '../../src/catalog/record.ts'
import { checked } from '../../src/ir/check.ts'
import { interpret, type World } from '../../src/ir/interpret.ts'
import { planFrom } from '../../src/ir/read.ts'
import { execute, type Postgres, startPostgres } from '../kit/services/index.ts'
import { SHOP } from '../kit/shop.ts'
import { type ChatServer, startChat } from '../kit/chat.ts'
import { folder, fovea, type Ran } from './run.ts'

const CASES = fileURLToPath(new URL('../fixtures/plans', import.meta.url))
const fixture = (path: string): string => readFileSync(join(CASES, path), 'utf8')

let database: Postgres
let api: Server
const asked: string[] = []

const USERS = [{ id: 1, name: 'Ann', city: 'Oslo' }, { id: 2, name: 'Bo', city: 'Riga' }, { id: 3, name: 'Cy', city: 'Oslo' }, { id: 5, name: 'Di', city: 'Oslo' }]
const ordersOf = (user: number): object[] => (SHOP['orders'] as Table).rows.filter((row) => row[1] === user).map(([id, , created_at, amount]) => ({ id, created_at, amount }))

beforeAll(async () => {
  database = await startPostgres()
  const rows = (name: string): string => (SHOP[name] as Table).rows.map((row) => `(${row.map((value) => (value === null ? 'null' : typeof value === 'string' ? `'${value}'` : String(value))).join(', ')})`).join(', ')
  await execute(database.url, `create table customers (id int primary key, city text, email text); create table orders (id int primary key, customer_id int references customers(id), created_at timestamptz, amount numeric(12,2), status text); insert into customers values ${rows('customers')}; insert into orders values ${rows('orders')}; analyze`)
  api = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const url = new URL(request.url ?? '/', 'http://x')
    const user = /^\/users\/(\d+)\/orders$/.exec(url.pathname)?.[1]
    response.setHeader('content-type', 'application/json').end(JSON.stringify(user === undefined ? { items: USERS.filter(({ city }) => city === url.searchParams.get('city')) } : ordersOf(Number(user))))
  })
  await new Promise<void>((done) => { api.listen(0, '127.0.0.1', done) })
}, 60_000)

afterAll(async () => {
  api?.close()
  await database?.stop()
})

interface Case { readonly cwd: string; run(args: readonly string[], input?: string, more?: Readonly<Record<string, string>>): Promise<Ran>; resources(): Promise<readonly Resource[]> }

/** A folder with one source in its catalogue. */
async function prepared(files: Readonly<Record<string, string>>, add: readonly string[]): Promise<Case> {
  const cwd = folder(files)
  const env = { XDG_CONFIG_HOME: folder({}), SHOP_URL: database.url }
  const run: Case['run'] = (args, input = '', more = {}) => fovea(args, { cwd, env: { ...env, ...more }, input })
  const added = await run(['catalog', 'add', ...add])
  expect(added).toMatchObject({ code: 0 })
  return { cwd, run, resources: async () => {
    await run(['catalog', 'export', 'all.jsonl'])
    return readFileSync(join(cwd, 'all.jsonl'), 'utf8').split('\n').filter((line) => line.startsWith('{"version":1,"source"')).map((line) => JSON.parse(line) as Resource)
  } }
}

/** Runs a case: compiled files, the golden result, and the interpreter on the same data. */
async function worked(name: string, one: Case, world: World): Promise<{ explained: string }> {
  writeFileSync(join(one.cwd, 'plan.yaml'), fixture(`${name}/plan.yaml`))
  const compiled = await one.run(['plan', 'compile', 'plan.yaml', '--out', 'out'])
  expect(compiled).toMatchObject({ code: 0, out: 'out/plan.yaml\nout/plan.sql\nout/explain.md\n' })
  await expect(readFileSync(join(one.cwd, 'out/plan.sql'), 'utf8')).toMatchFileSnapshot(join(CASES, name, 'plan.sql'))
  const ran = await one.run(['plan', 'run', 'out/plan.yaml', '--golden', join(CASES, name, 'golden.json'), '--json'])
  expect(ran).toMatchObject({ code: 0, err: expect.stringContaining('the result is the golden one') as unknown })
  const meant = interpret(checked(planFrom(fixture(`${name}/plan.yaml`)), await one.resources()), world)
  expect(JSON.parse(ran.out)).toEqual({ columns: meant.columns, rows: meant.rows, notes: [] })
  return { explained: readFileSync(join(one.cwd, 'out/explain.md'), 'utf8') }
}

const nothing: World = { scan: () => { throw new Error('nothing is scanned here') } }

describe('S3.66: a plan for', () => {
  test('a database: revenue by city per day is one query', async () => {
    const one = await prepared({}, ['main', 'env:SHOP_URL', '--type', 'postgres'])
    const { explained } = await worked('db', one, { scan: ({ overview }) => SHOP[overview.id.slice(overview.id.lastIndexOf('.') + 1)] as Table })
    expect(explained).toContain('## Here\n\nNothing: the sources do all of it.')
  })

  test('an API: a chain of two calls, one for each user', async () => {
    const server = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
    const one = await prepared({ 'openapi.json': fixture('api/openapi.json').replace('SERVER', server) }, ['shop', 'openapi.json'])
    asked.length = 0
    const { explained } = await worked('api', one, { ...nothing, answer: ({ overview }, args) => {
      const rows: object[] = overview.id.endsWith('listUsers') ? USERS.filter(({ city }) => city === args['city']) : ordersOf(Number(args['user_id']))
      return { columns: Object.keys(rows[0] ?? {}), rows: rows.map((row) => Object.values(row) as Table['rows'][number]) }
    } })
    expect(asked).toEqual(['GET /users?city=Oslo', 'GET /users/1/orders', 'GET /users/3/orders', 'GET /users/5/orders'])
    expect(explained).toContain('`GET /users/{user_id}/orders` with user_id = id, at most 100 times.')
    expect(explained).toContain('- spent: aggregate of orders')
  })

  test('a skill: what is aggregated already is only asked for', async () => {
    const one = await prepared({ 'skills/gmv.mjs': fixture('skill/gmv.mjs') }, ['skills', 'skills', '--type', 'functions'])
    const { explained } = await worked('skill', one, { ...nothing, answer: () => ({ columns: ['city', 'gmv'], rows: [['Oslo', 16.5], ['Riga', 20.25]] }) })
    expect(explained).toContain('`gmvByCity` with since = "2024-05-01", at most 1 time.')
  })
})

describe('plan run', () => {
  let one: Case
  const steps = (more: readonly unknown[] = []): string => JSON.stringify({ steps: [{ id: 'o', op: 'scan', resource: 'res:db.pg.main.public.orders', columns: ['id', 'status'] }, { id: 's', op: 'sort', keys: [{ col: 'id', nulls: 'last' }] }, ...more] })

  beforeAll(async () => {
    one = await prepared({}, ['main', 'env:SHOP_URL', '--type', 'postgres'])
  })

  test('reads standard input, writes rows as table, CSV, JSON and lines, and says when it was cut', async () => {
    const print = async (format: string): Promise<Ran> => one.run(['plan', 'run', '-', '--format', format, '--limit', '2'], steps())
    const [table, csv, json, lines] = await Promise.all(['table', 'csv', 'json', 'jsonl'].map(print)) as [Ran, Ran, Ran, Ran]
    expect(table).toMatchObject({ code: 0, out: 'id  status\n 1  paid\n 2  paid\n', err: expect.stringContaining('the result was cut after 2 rows by the limit of rows: raise --limit for more') as unknown })
    expect([csv.out, lines.out]).toEqual(['id,status\n1,paid\n2,paid\n', '{"id":1,"status":"paid"}\n{"id":2,"status":"paid"}\n'])
    expect(JSON.parse(json.out)).toEqual([{ id: 1, status: 'paid' }, { id: 2, status: 'paid' }])
  })

  test('a golden result that differs is exit code 6, with the rows', async () => {
    mkdirSync(join(one.cwd, 'golden'))
    const run = (input: string): Promise<Ran> => one.run(['plan', 'run', '-', '--golden', 'golden/a.json'], input)
    expect(await run(steps())).toMatchObject({ code: 0, err: expect.stringContaining('the golden result was written: 7 rows') as unknown })
    expect(await run(steps())).toMatchObject({ code: 0 })
    expect(await run(steps([{ id: 'f', op: 'filter', where: ['!=', { col: 'id' }, 3] }]))).toMatchObject({ code: 6, err: expect.stringContaining('there were 7 rows and there are 6') as unknown })
  })

  test('a source that is down, and more rows than may be held, end it with a sentence', async () => {
    const held = await one.run(['plan', 'run', '-', '--max-rows', '3'], JSON.stringify({ steps: [{ id: 'o', op: 'scan', resource: 'res:db.pg.main.public.orders', columns: ['amount'] }, { id: 'd', op: 'derive', columns: { x: ['cast', { col: 'amount' }, 'str'] } }] }))
    expect(held).toMatchObject({ code: 1, out: '', err: expect.stringContaining('main gives more than 3 rows for the step o, and the rest of the plan needs all of them') as unknown })
    const down = await one.run(['plan', 'run', '-'], steps(), { SHOP_URL: 'postgres://fovea:pa55-never-shown@127.0.0.1:9/x' })
    expect(down).toMatchObject({ code: 1, out: '', err: expect.stringContaining('fovea: main: ') as unknown })
    expect(down.err).not.toContain('pa55-never-shown')
  })

  test('what is wrong is told with its place, and a role sees no more than it may', async () => {
    const wrong = await one.run(['plan', 'check', '-'], steps([{ id: 'f', op: 'filter', where: ['=', { col: 'statos' }, 'paid'] }]))
    expect(wrong).toMatchObject({ code: 6, err: expect.stringContaining('steps[2] (f).where[1]: there is no column "statos" here; did you mean status?') as unknown })
    expect(await one.run(['plan', 'check', '-', '--json'], '{"steps": ['))
      .toMatchObject({ code: 6, out: expect.stringContaining('"ok": false') as unknown })
    expect(await one.run(['plan', 'run', '-'], '{"steps": [')).toMatchObject({ code: 1, err: expect.stringContaining('neither JSON nor YAML') as unknown })
    expect(await one.run(['plan', 'run', 'nowhere.yaml'])).toMatchObject({ code: 1, err: expect.stringContaining('there is no such file') as unknown })
    writeFileSync(join(one.cwd, 'fovea.config.json'), JSON.stringify({ catalog: { roles: { analyst: { columns: { deny: ['*.status'] } } } } }))
    const hidden = await one.run(['plan', 'run', '-', '--role', 'analyst'], steps())
    expect(hidden).toMatchObject({ code: 1, out: '' })
    expect(hidden.err).toContain('there is no column "status" here; ')
    expect(hidden.err).not.toContain('paid')
  })
})

describe('S3.59: plan draft', () => {
  const GOOD = "```yaml\nsteps:\n  - { id: o, op: scan, resource: 'res:db.pg.main.public.orders', columns: [id, status] }\n  - { id: n, op: aggregate, by: [status], measures: { n: [count] } }\n```\n"
  const BAD = GOOD.replaceAll('status', 'state')
  const HALLUCINATED = GOOD.replace('public.orders', 'public.order_facts')
  const KEY = 'sk-draft-0123456789'

  let cwd = ''

  beforeAll(async () => {
    ({ cwd } = await prepared({}, ['main', 'env:SHOP_URL', '--type', 'postgres']))
  })

  async function drafted(turns: readonly string[], args: readonly string[] = []): Promise<Ran & { server: ChatServer }> {
    const server = await startChat('openai', turns.map((text) => ({ text: [text] })))
    const env = { XDG_CONFIG_HOME: folder({ 'fovea/config.json': JSON.stringify({ generation: { kind: 'openai', url: server.url, model: 'planner', key: 'env:WALK_KEY' } }) }), WALK_KEY: KEY }
    const ran = await fovea(['plan', 'draft', 'how many orders of each status', ...args], { cwd, env })
    await server.close()
    return { ...ran, server }
  }

  test('a plan that cannot be used goes back with what is wrong, and only a plan that can run comes out', async () => {
    const { code, out, err, server } = await drafted([BAD, GOOD])
    expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining('the model was asked 2 times') as unknown })
    expect(out).toBe("version: 1\ntask: how many orders of each status\nsteps:\n  - { id: o, op: scan, resource: res:db.pg.main.public.orders, columns: [ id, status ] }\n  - { id: n, op: aggregate, by: [ status ], measures: { n: [ count ] } }\n")
    const [first, second] = server.asked.map(({ body }) => JSON.stringify(body)) as [string, string]
    expect(first).toContain('res:db.pg.main.public.orders')
    expect(first).toContain('For a join take keys that a card marks as fk or pk')
    expect(second).toContain('there is no column \\\"state\\\" here; did you mean status')
    expect(out + err).not.toContain(KEY)
  })

  test('a resource that was not given does not exist, and after three answers it ends', async () => {
    const { code, out, err, server } = await drafted([HALLUCINATED, HALLUCINATED, HALLUCINATED, GOOD])
    expect({ code, out, asked: server.asked.length }).toEqual({ code: 1, out: '', asked: 3 })
    expect(err).toContain('gave no plan that can be used, 3 times')
    expect(err).toContain('there is no resource "res:db.pg.main.public.order_facts"')
  })

  test('nothing is sent with --dry-run', async () => {
    const { code, out, server } = await drafted([], ['--dry-run'])
    expect({ code, asked: server.asked.length }).toEqual({ code: 0, asked: 0 })
    expect(out).toContain('Task: how many orders of each status')
  })
})
