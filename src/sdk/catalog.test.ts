import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startChat } from '../../test/kit/chat.ts'
import { openCatalog } from './catalog.ts'

const ORDERS = 'id,city,amount\n1,Riga,10\n2,Oslo,3\n3,Riga,5\n'

async function opened(): Promise<Awaited<ReturnType<typeof openCatalog>>> {
  const root = mkdtempSync(join(tmpdir(), 'fovea-sdk-'))
  writeFileSync(join(root, 'orders.csv'), ORDERS)
  writeFileSync(join(root, 'weather.csv'), 'day,rain\n2026-01-01,1.5\n')
  const catalog = await openCatalog(root)
  await catalog.add({ name: 'data', location: '.', type: 'files' })
  return catalog
}

test('a program finds resources, reads them and gets a context within its budget', async () => {
  const catalog = await opened()
  const [best] = await catalog.search({ text: 'amount of orders by city' })
  expect(best).toBe('res:file.data.orders.csv')
  const { rows, page_info } = await catalog.overview('', '1', 1)
  expect([rows.length, page_info.total, page_info.next === undefined]).toEqual([1, 2, false])
  expect((await catalog.details([best as string]))[0]?.columns.map(({ name }) => name)).toEqual(['id', 'city', 'amount'])
  const context = await catalog.budgetedContext({ task: 'amount of orders by city', budget: 300 })
  expect(context.details).toContain(best)
  expect(context.tokens).toBeLessThanOrEqual(300)
  expect((await catalog.budgetedContext({ task: 'rain or orders', budget: 300, candidates: ['res:file.data.weather.csv'] })).text).not.toContain('orders.csv')
  await catalog.close()
})

test('a plan is checked, explained and run', async () => {
  const catalog = await opened()
  const plan = await catalog.plan(`
steps:
  - { id: orders, op: scan, resource: 'res:file.data.orders.csv' }
  - { id: cities, op: aggregate, by: [city], measures: { total: [sum, { col: amount }] } }
  - { id: sorted, op: sort, keys: [{ col: city, nulls: last }] }
`)
  expect(plan.explain()).toContain('orders.csv')
  expect(await plan.execute()).toMatchObject({ columns: ['city', 'total'], rows: [['Oslo', 3], ['Riga', 15]] })
  await expect(catalog.plan('steps: [{ id: a, op: scan, resource: "res:nothing" }]')).rejects.toThrow('res:nothing')
  await catalog.close()
})

test('a wish that is spelled otherwise is told, not answered with everything', async () => {
  const catalog = await opened()
  await expect(catalog.search('orders' as never)).rejects.toThrow('search takes { text, facets, limit }')
  await expect(catalog.search({ query: 'orders' } as never)).rejects.toThrow('search takes { text, facets, limit }, not query')
  await expect(catalog.details('res:file.data.orders.csv' as never)).rejects.toThrow('details takes a list of ids')
  await expect(catalog.budgetedContext('orders' as never)).rejects.toThrow('budgetedContext takes { task, budget, candidates, not }')
  expect((await (await catalog.plan({ steps: [{ id: 'a', op: 'scan', resource: 'res:file.data.orders.csv' }] })).execute()).rows).toHaveLength(3)
  await catalog.close()
})

test('an id that is not there is an error with the next step', async () => {
  const catalog = await opened()
  await expect(catalog.details(['res:nothing'])).rejects.toThrow('there is no resource "res:nothing": search gives ids')
  await catalog.close()
})

describe('a plan for a task', () => {
  afterEach(() => vi.unstubAllEnvs())

  test('is written by the configured model, checked, and runs', async () => {
    const server = await startChat('openai', [{ text: ['```yaml\nsteps:\n  - { id: a, op: scan, resource: "res:file.data.orders.csv" }\n  - { id: b, op: aggregate, measures: { total: [sum, { col: amount }] } }\n```'] }])
    const home = mkdtempSync(join(tmpdir(), 'fovea-sdk-home-'))
    mkdirSync(join(home, 'fovea'))
    writeFileSync(join(home, 'fovea', 'config.json'), JSON.stringify({ generation: { kind: 'openai', url: server.url, model: 'planner', key: 'env:SDK_KEY' } }))
    vi.stubEnv('XDG_CONFIG_HOME', home)
    vi.stubEnv('SDK_KEY', 'key')
    const catalog = await opened()
    const plan = await catalog.compilePlan({ task: 'total amount of orders' })
    expect((await plan.execute()).rows).toEqual([[18]])
    await catalog.close()
    await server.close()
  })

  test('without a model the next step is said', async () => {
    vi.stubEnv('XDG_CONFIG_HOME', '/nonexistent')
    const catalog = await opened()
    await expect(catalog.compilePlan({ task: 'total amount of orders' })).rejects.toThrow('compilePlan needs a model: set "generation" in your configuration')
    await catalog.close()
  })
})
