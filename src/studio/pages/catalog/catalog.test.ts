import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { ANALYST, CANARY, canaryExport } from '../../../../test/kit/canary.ts'
import { importing } from '../../../operations/catalog/keeping.ts'
import type { BrowseView, CardView, ChangesView, PlanPageView, RolesView } from '../../contract/catalog.ts'
import { deskFor } from '../../desk.ts'

const ORDERS = 'res:db.pg.main.public.orders'
const root = mkdtempSync(join(tmpdir(), 'fovea-catalog-page-'))
const desk = deskFor({ root, frozen: false })
afterAll(() => rmSync(root, { recursive: true, force: true }))

beforeAll(async () => {
  vi.stubEnv('XDG_CONFIG_HOME', join(root, '.home'))
  vi.stubEnv('FOVEA_ROLE', '')
  mkdirSync(join(root, '.home'))
  await filled(root)
  writeFileSync(join(root, 'fovea.config.json'), JSON.stringify({ catalog: { role: 'keeper', roles: { keeper: {}, analyst: ANALYST } } }))
})
afterEach(() => { vi.stubEnv('FOVEA_ROLE', '') })

const asked = (path: string, said: object = {}): ReturnType<typeof desk> => desk({ path, said: { ...said }, changes: path.endsWith('run.json') }, () => {})
async function answer<T>(path: string, said: object = {}): Promise<T> {
  const { status, body } = await asked(path, said)
  expect([status, body.slice(0, 200)]).toEqual([200, expect.anything()])
  return JSON.parse(body) as T
}

/** A folder with the canaries in its catalogue. */
async function filled(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'all.jsonl'), canaryExport())
  const quiet = async (): Promise<never> => { throw new Error('no input') }
  await importing.run({ path: 'all.jsonl', root: undefined, json: false, role: undefined }, { cwd: folder, stdin: quiet, bytes: quiet, lines: () => { throw new Error('no input') }, progress: () => {} })
}

test('a catalogue that is damaged says so, and what to do', async () => {
  const folder = join(root, 'damaged')
  await filled(folder)
  const store = join(folder, '.fovea', 'catalog')
  for (const name of readdirSync(store)) if (name.endsWith('.jsonl')) appendFileSync(join(store, name), 'x')
  expect(await deskFor({ root: folder, frozen: false })({ path: '/catalog.json', said: {}, changes: false }, () => {})).toMatchObject({ status: 422, body: expect.stringMatching(/is damaged.*run .*fovea catalog scan/) })
})

const plan = (...steps: readonly object[]): string => JSON.stringify({ version: 1, steps }, undefined, 1)

describe('what the pages are told', () => {
  test('a search has rows with their reasons, and facets with counts', async () => {
    const { rows, facets, total } = await answer<BrowseView>('/catalog.json', { query: 'orders by city' })
    expect(rows[0]).toMatchObject({ id: ORDERS, kind: 'tabular', source: 'main', rev: 4, changed: ['+canary_email:str', '-zq7_old'], why: { matched: expect.arrayContaining(['order', 'city']) } })
    expect(facets.kind).toContainEqual(['tabular', expect.any(Number)])
    expect(total).toBeGreaterThan(1)
    expect((await answer<BrowseView>('/catalog.json', { kind: 'api' })).rows.map(({ id }) => id)).toEqual(['res:api.shop.findOrder'])
    expect((await answer<BrowseView>('/catalog.json', { limit: '2', page: '2' })).first).toBe(3)
  })

  test('a card has the records, what the keys lead to, and what each role sees of it', async () => {
    const { resource, keys, joins, access, history } = await answer<CardView>('/catalog/resource.json', { id: 'orders' })
    expect(resource.details.usage.snippets).toHaveLength(2)
    expect(keys).toEqual({ pay_id: 'res:db.pg.main.secret.canary_pay' })
    expect(joins).toEqual([{ id: 'res:db.pg.main.secret.canary_pay', via: expect.stringContaining('pay_id') }])
    expect(access).toMatchObject([{ role: 'keeper', sees: true, hidden: [] }, { role: 'analyst', sees: true, hidden: ['canary_email'] }])
    expect(history).toMatchObject([{ what: 'added', rev: 4 }])
  })

  test('changes can be asked for from one point to another, and points must be points', async () => {
    const all = await answer<ChangesView>('/catalog/changes.json')
    expect(all).toMatchObject({ total: 5, breaking: 0, scans: [{ changes: 5 }] })
    expect(await answer<ChangesView>('/catalog/changes.json', { since: '4' })).toMatchObject({ total: 0 })
    expect(await answer<ChangesView>('/catalog/changes.json', { since: '3', until: '4', limit: '2' })).toMatchObject({ total: 5, diffs: [{ rev: 4 }, { rev: 4 }] })
    expect(await asked('/catalog/changes.json', { since: '../../etc/passwd' })).toMatchObject({ status: 400, body: expect.stringContaining('a point in time looks like') })
  })

  test('a plan is checked with lines, and explained when it can run; examples fit the catalogue', async () => {
    const wrong = await answer<PlanPageView>('/catalog/plan.json', { plan: plan({ id: 'a', op: 'scan', resource: ORDERS }, { id: 'b', op: 'project', columns: ['cit'] }) })
    expect(wrong).toMatchObject({ check: { data: { ok: false, problems: [{ line: 12, message: expect.stringContaining('did you mean city') }] } } })
    expect(wrong.explain).toBeUndefined()
    const right = await answer<PlanPageView>('/catalog/plan.json', { plan: plan({ id: 'a', op: 'scan', resource: ORDERS, columns: ['id'] }) })
    expect(right.explain?.data.pieces).toMatchObject([{ source: 'main', by: 'sql', dialect: 'postgres' }])
    const { examples = [] } = await answer<PlanPageView>('/catalog/plan.json')
    expect(examples.length).toBeGreaterThan(1)
    for (const { text } of examples) expect(await answer<PlanPageView>('/catalog/plan.json', { plan: text })).toMatchObject({ check: { data: { ok: true } } })
  })

  test('a run has limits, needs POST, and a source that was not added here is refused with what to do', async () => {
    const scan = plan({ id: 'a', op: 'scan', resource: ORDERS, columns: ['id'] })
    expect(await desk({ path: '/catalog/run.json', said: { plan: scan }, changes: false }, () => {})).toMatchObject({ status: 405 })
    expect(await asked('/catalog/run.json', { plan: scan, limit: 10_001 })).toMatchObject({ status: 400, body: expect.stringContaining('1 to 10000 rows') })
    expect(await asked('/catalog/run.json', { plan: scan, timeout: 61 })).toMatchObject({ status: 400, body: expect.stringContaining('1 to 60 seconds') })
    expect(await asked('/catalog/run.json', { plan: '' })).toMatchObject({ status: 400 })
    const { status, body } = await asked('/catalog/run.json', { plan: scan })
    expect([status, body]).toEqual([422, expect.stringMatching(/main/)])
  })
})

describe('S3.63: a page gets what its role may see', () => {
  const TRIED: readonly (readonly [string, object])[] = [
    ['/catalog.json', {}], ['/catalog.json', { query: 'orders notes pay email' }], ['/catalog.json', { tag: 'canar' }], ['/catalog/resource.json', { id: ORDERS }], ['/catalog/resource.json', { id: 'notes' }], ['/catalog/resource.json', { id: 'findOrder' }],
    ['/catalog/resource.json', { id: 'pay' }], ['/catalog/changes.json', {}], ['/catalog/live.json', {}], ['/catalog/plan.json', {}], ['/catalog/plan.json', { plan: plan({ id: 'a', op: 'scan', resource: ORDERS }) }],
    ['/catalog/plan.json', { plan: plan({ id: 'a', op: 'scan', resource: ORDERS }, { id: 'b', op: 'project', columns: ['email'] }) }], ['/catalog/run.json', { plan: plan({ id: 'a', op: 'scan', resource: ORDERS }) }], ['/catalog/roles.json', {}],
  ]

  test.each(TRIED)('%s %j tells nothing that is hidden, looked at as a role', async (path, said) => {
    const withRole = path === '/catalog/roles.json' ? said : { ...said, role: 'analyst' }
    const { body, status } = await desk({ path, said: { ...withRole }, changes: true }, () => {})
    expect(status).not.toBe(500)
    expect(body).not.toMatch(CANARY)
  })

  test('who sees everything meets it, so the test can see it too', async () => {
    for (const path of ['/catalog.json', '/catalog/changes.json']) expect((await asked(path)).body).toMatch(CANARY)
    expect((await asked('/catalog/resource.json', { id: ORDERS })).body).toMatch(CANARY)
  })

  test('a studio that does not see everything stays with its role, and does not say which others there are', async () => {
    expect(await answer<RolesView>('/catalog/roles.json')).toEqual({ own: 'keeper', roles: ['keeper', 'analyst'] })
    vi.stubEnv('FOVEA_ROLE', 'analyst')
    expect(await answer<RolesView>('/catalog/roles.json')).toEqual({ own: 'analyst', roles: ['analyst'] })
    for (const [path, said] of TRIED) expect((await desk({ path, said: { ...said }, changes: true }, () => {})).body).not.toMatch(CANARY)
    for (const path of ['/catalog.json', '/catalog/changes.json', '/catalog/live.json', '/catalog/plan.json']) {
      const { status, body } = await desk({ path, said: { role: 'keeper' }, changes: true }, () => {})
      expect([path, status]).toEqual([path, 400])
      expect(body.replaceAll('role=', '')).not.toMatch(/keeper/)
    }
    const card = await answer<CardView>('/catalog/resource.json', { id: ORDERS })
    expect(card.access).toBeUndefined()
  })

  test('a role that is not defined is an error that names those that are', async () => {
    expect(await asked('/catalog.json', { role: 'analist' })).toMatchObject({ status: 400, body: expect.stringContaining('did you mean analyst') })
  })
})
