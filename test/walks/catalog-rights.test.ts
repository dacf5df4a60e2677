// A role that may not see planted names and values never meets them: every command of the catalogue and of plans, in every format, with its messages and files.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readArgs } from '../../dist/cli/args.js'
import { readFields } from '../../dist/core/field.js'
import { OPERATIONS } from '../../dist/operations/index.js'
import { ANALYST, CANARY, canaryExport } from '../kit/canary.ts'
import { call, connected } from '../mcp/client.ts'
import { folder, fovea, put } from './run.ts'

const { Database } = createRequire(import.meta.url)('node-sqlite3-wasm') as { Database: new (path: string) => { exec(sql: string): void; close(): void } }
const ORDERS = 'res:db.pg.main.public.orders'
const CONFIG = JSON.stringify({ catalog: { role: 'analyst', roles: { keeper: {}, analyst: ANALYST } } })

const HIDDEN = 'res:db.pg.main.secret.canary_pay'
const PEOPLE = 'res:file.people.people.csv'
const plan = (...steps: readonly object[]): string => JSON.stringify({ version: 1, steps })

/** Plans over what is seen, and plans that guess at what is not, with names that are nearly right: a suggestion would give them away. */
const PLAN_FILES: Readonly<Record<string, string>> = {
  'plan-good.json': plan({ id: 'a', op: 'scan', resource: ORDERS }, { id: 'b', op: 'limit', rows: 5 }),
  'plan-column.json': plan({ id: 'a', op: 'scan', resource: ORDERS }, { id: 'b', op: 'project', columns: ['canar_email'] }),
  'plan-hidden.json': plan({ id: 'a', op: 'scan', resource: 'res:db.pg.main.secret.canar_pay' }),
  'plan-join.json': plan({ id: 'a', op: 'scan', resource: ORDERS }, { id: 'b', op: 'scan', resource: 'res:db.pg.main.public.notes' }, { id: 'c', op: 'join', left: 'a', right: 'b', on: [['pay_id', 'canar']] }),
  'plan-call.json': plan({ id: 'a', op: 'call', resource: 'res:api.shop.findOrder', args: { canar_email: 'x' } }),
  'plan-people.json': plan({ id: 'a', op: 'scan', resource: PEOPLE }),
  'plan-people-column.json': plan({ id: 'a', op: 'scan', resource: PEOPLE }, { id: 'b', op: 'filter', where: ['=', { col: 'canar_email' }, 'x'] }),
}
const PLANS = Object.keys(PLAN_FILES)

/** What is tried, by command. A new command must be added here before it is shipped. */
const TRIED: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'catalog add': [['x', 'nowhere.csv']],
  'catalog scan': [[], ['zq7vaul']],
  'catalog list': [[], ['--json']],
  'catalog rm': [['vault'], ['zq7vaul']],
  'catalog verify': [['--offline', '--json'], ['--sarif', 'out.sarif', '--junit', 'out.xml'], ['vaul']],
  'catalog diff': [[], ['--json'], ['--since', 'all.jsonl'], ['--live'], ['--since', '1']],
  'catalog docs': [[], ['--out', 'out.md']],
  'catalog export': [['out'], ['out.jsonl']],
  'catalog import': [['all.jsonl']],
  'catalog search': [['canary email pay'], ['orders', '--json'], ['zq7 pay secret', '--explain'], ['orders', '--tag', 'canary'], ['orders', '--limit', '1', '--page', '2'], ['notes', '--rank', 'sum', '--explain', '--json']],
  'catalog overview': [[], ['--json'], ['--format', 'jsonl'], ['--format', 'json'], ['--owner', 'nobody'], ['canary_pay']],
  'catalog details': [[ORDERS], [ORDERS, '--json'], [ORDERS, '--columns', '1-99'], [ORDERS, '--for', 'the canary email of an order'], ['res:api.shop.findOrder'], ['res:db.pg.main.public.notes'], [HIDDEN], ['res:db.pg.main.public.order'], [PEOPLE]],
  'catalog context': [['canary email of orders', '--budget', '4k'], ['pay of people', '--format', 'jsonl'], ['orders by city', '--format', 'json', '--explain'], ['orders', '--pick', HIDDEN], ['orders', '--not', ORDERS, '--json'], ['notes on pay', '--budget', '300']],
  'plan check': PLANS.map((plan) => [plan]),
  'plan explain': PLANS.map((plan) => [plan, '--json']),
  'plan compile': [['plan-good.json'], ['plan-column.json'], ['plan-good.json', '--out', 'out-plan']],
  'plan draft': [['orders with the email and pay of people'], ['orders', '--pick', ORDERS, '--json'], ['orders', '--pick', 'res:db.pg.main.secret.canar_pay'], ['notes on pay', '--dry-run']],
  'plan run': [['plan-people.json'], ['plan-people.json', '--format', 'json'], ['plan-people.json', '--json'], ['plan-people-column.json'], ['plan-good.json'], ['plan-hidden.json']],
}

const filesIn = (path: string): string[] => readdirSync(path).flatMap((name) => (statSync(join(path, name)).isDirectory() ? filesIn(join(path, name)) : [join(path, name)]))

/** Everything that a run of an operation would print or say, in this process: there are many. */
async function said(name: string, args: readonly string[]): Promise<string> {
  const quiet = async (): Promise<never> => { throw new Error('no input') }
  const progress: string[] = []
  try {
    const { operation, raw } = readArgs([...name.split(' '), ...args], OPERATIONS)
    const { text, data, report, diagnostics } = await operation.run(readFields(operation.fields, raw), {
      cwd: root, stdin: quiet, bytes: quiet, lines: () => { throw new Error('no input') }, progress: (message: string) => progress.push(message),
    })
    const parts: string[] = []
    for await (const part of text) parts.push(Buffer.from(part).toString())
    return JSON.stringify([parts, data, report, diagnostics, progress])
  } catch (error) {
    if (!(error instanceof Error) || !['UsageError', 'Failure', 'PlanError'].includes(error.name)) throw error
    return JSON.stringify([error.message, progress])
  }
}

let root: string
beforeAll(async () => {
  root = folder({ 'all.jsonl': canaryExport(), 'fovea.config.json': CONFIG, 'empty/': '', '.gitignore': '*\n!src\n', 'src/sums.ts': 'export const sums = 1\n', 'people.csv': 'id,city,canary_email\n1,Oslo,zq7a@x.example\n2,Rome,zq7b@x.example\n', ...PLAN_FILES })
  vi.stubEnv('XDG_CONFIG_HOME', join(root, 'empty'))
  expect(await fovea(['catalog', 'import', 'all.jsonl', '--role', 'keeper'], { cwd: root })).toMatchObject({ code: 0 })
  expect(await fovea(['catalog', 'add', 'people', 'people.csv', '--option', 'samples=on', '--role', 'keeper'], { cwd: root, env: { XDG_CONFIG_HOME: join(root, 'empty') } })).toMatchObject({ code: 0 })
})
afterAll(() => { vi.unstubAllEnvs() })

describe('S3.61: canaries', () => {
  const names = OPERATIONS.map(({ name }) => name).filter((name) => /^(?:catalog|plan) /.test(name))

  test('every command of the catalogue and of plans is tried', () => expect(names.filter((name) => TRIED[name] === undefined)).toEqual([]))

  test('plans run on what is seen', async () => {
    expect(await said('plan run', ['plan-people.json'])).toMatch(/Oslo/)
    expect(await said('plan run', ['plan-people.json', '--role', 'keeper'])).toMatch(CANARY)
  })

  test('a value with names inside is not read by who may not see one of them', async () => {
    put(root, { 'nests.json': JSON.stringify([{ id: 1, user: { canary_email: 'zq7c@x.example' }, city: 'Oslo' }]), 'plan-nests.json': plan({ id: 'a', op: 'scan', resource: 'res:file.nests.nests.json' }) })
    expect(await fovea(['catalog', 'add', 'nests', 'nests.json', '--role', 'keeper'], { cwd: root })).toMatchObject({ code: 0 })
    expect(await said('plan run', ['plan-nests.json', '--role', 'keeper'])).toMatch(CANARY)
    const text = await said('plan run', ['plan-nests.json'])
    expect(text).toContain('Oslo')
    expect(text).not.toMatch(CANARY)
  })

  test('what a database says of a question is not told to who does not see all it holds', async () => {
    const file = new Database(join(root, 'lite.db'))
    file.exec('create table canary_hidden (n int); create view open_view as select n from canary_hidden')
    expect(await fovea(['catalog', 'add', 'lite', 'lite.db', '--type', 'sqlite', '--role', 'keeper'], { cwd: root })).toMatchObject({ code: 0 })
    file.exec('drop table canary_hidden')
    file.close()
    put(root, { 'plan-view.json': plan({ id: 'a', op: 'scan', resource: 'res:db.sqlite.lite.open_view' }) })
    expect(await said('plan run', ['plan-view.json', '--role', 'keeper'])).toContain('canary_hidden')
    const text = await said('plan run', ['plan-view.json'])
    expect(text).toContain('it refuses the question')
    expect(text).not.toMatch(CANARY)
  })

  test('who sees everything meets them, so the test can see them too', async () => expect(await said('catalog docs', ['--role', 'keeper'])).toMatch(CANARY))

  test.each(Object.entries(TRIED).flatMap(([name, tries]) => tries.map((args) => [name, args] as const)))('%s %j', async (name, args) => {
    // What a person typed may be said back.
    const text = args.filter((word) => CANARY.test(word)).reduce((all, word) => all.replaceAll(word, ''), await said(name, args))
    expect(text).not.toMatch(CANARY)
    expect(text).not.toContain('there is no option')
    for (const file of filesIn(root).filter((path) => path.includes('/out'))) expect(readFileSync(file, 'utf8')).not.toMatch(CANARY)
  })
})

describe('S3.61: canaries for agents', () => {
  test('no tool of a server that runs as the role tells of them', async () => {
    const client = await connected({ args: [root], env: { FOVEA_ROLE: 'analyst' } })
    const asks: readonly (readonly [string, Record<string, unknown>])[] = [
      ['catalog', {}], ['catalog', { query: 'canary email of orders' }], ['catalog', { ids: [ORDERS] }], ['catalog', { ids: ['res:api.shop.findOrder', 'res:db.pg.main.public.notes'] }], ['catalog', { ids: ['res:db.pg.main.secret.canar_pay'] }],
      ['get_context', { task: 'sum the amount of orders by city with the email and pay', budget: 3000 }], ['zoom', { target: ORDERS }], ['zoom', { target: PEOPLE }], ['zoom', { target: 'res:db.pg.main.secret.canar_pay' }],
    ]
    for (const [tool, args] of asks) {
      const { text, meta } = await call(client, tool, args)
      const typed = 'canary email of orders'
      expect(`${tool} ${JSON.stringify([text, meta]).replaceAll(typed, '')}`).not.toMatch(CANARY)
    }
    expect((await call(client, 'catalog', { ids: [ORDERS] })).text).toContain('amount')
  })
})

describe('S3.60: rights that cannot be read close the catalogue', () => {
  test.each([
    ['a policy with an unknown word', '{"catalog":{"role":"a","roles":{"a":{"alow":["*"]}}}}', 'alow'],
    ['a policy of another shape', '{"catalog":{"role":"a","roles":{"a":{"allow":"*"}}}}', 'allow'],
    ['half a configuration', '{"catalog":{"role":"a","roles":{"a":', 'fovea.config.json'],
    ['a role that is not defined', '{"catalog":{"role":"b","roles":{"a":{}}}}', 'there is no role \\"b\\"'],
    ['no role', '{"catalog":{"roles":{"a":{}}}}', 'a reader must have one'],
  ])('%s', async (_, config, words) => {
    put(root, { 'fovea.config.json': config })
    const text = await said('catalog docs', [])
    put(root, { 'fovea.config.json': CONFIG })
    expect(text).toContain(words)
    expect(text).not.toMatch(CANARY)
  })

  test('the program says why and exits as for a wrong command line', async () => {
    const run = await fovea(['catalog', 'docs', '--role', 'nobody'], { cwd: root })
    expect(run).toMatchObject({ code: 2, out: '', err: expect.stringContaining('there is no role "nobody"') })
  })

  test("a repository's configuration cannot open what the user's own closes", async () => {
    const home = folder({ 'fovea/config.json': CONFIG })
    put(root, { 'fovea.config.json': '{"catalog":{"role":"all","roles":{"all":{},"analyst":{}}}}' })
    const run = await fovea(['catalog', 'docs'], { cwd: root, env: { XDG_CONFIG_HOME: home } })
    put(root, { 'fovea.config.json': CONFIG })
    expect(run).toMatchObject({ code: 0, out: expect.stringContaining(ORDERS) })
    expect(run.out).not.toMatch(CANARY)
  })
})
