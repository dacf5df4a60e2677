// The pages of the catalogue, over a real SQLite database, an OpenAPI document, CSV and JSON lines (S3.54, S3.68).
import { createRequire } from 'node:module'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BrowseView } from '../../src/studio/contract/catalog.ts'
import { FILMS } from '../kit/films.ts'
import { folder, fovea } from '../walks/run.ts'
import { axe } from './kit/axe.mjs'
import { settled } from './kit/pages.mjs'
import { overflowing, smallTargets, tabbing } from './kit/probes.mjs'
import { startStudio, type Studio, type Watched } from './kit/studio.ts'

const { Database } = createRequire(import.meta.url)('node-sqlite3-wasm') as { Database: new (path: string) => { exec(sql: string): void; close(): void } }

const ROLES = { catalog: { role: 'keeper', roles: { keeper: {}, analyst: { deny: ['db.sqlite.shop.canary_pay'], columns: { deny: ['*.canary_email'] } } } } }
const SHOP = `create table customers (id integer primary key, city text, canary_email text);
create table orders (id integer primary key, customer_id integer references customers(id), created_at timestamp, amount numeric, status text not null);
create table canary_pay (id integer primary key, zq7_amount numeric);
insert into customers values (1, 'Oslo', 'zq7a@x.example'), (2, 'Riga', 'zq7b@x.example'), (3, 'Oslo', 'zq7c@x.example');
insert into orders values (1, 1, '2024-05-01T08:00:00Z', 10, 'paid'), (2, 1, '2024-05-01T23:30:00Z', 5.5, 'paid'), (3, 2, '2024-05-01T10:00:00Z', 7, 'open'), (4, 2, '2024-05-02T10:00:00Z', 20.25, 'paid')`
const HIDDEN = /canary|zq7/i
const ORDERS = 'res:db.sqlite.shop.orders'

const home = mkdtempSync(join(tmpdir(), 'fovea-studio-catalog-'))
const env = { XDG_CONFIG_HOME: home }
afterAll(() => rmSync(home, { recursive: true, force: true }))

let root: string
let studio: Studio
let page: Page
let seen: Watched

function sql(text: string): void {
  const database = new Database(join(root, 'shop.sqlite'))
  database.exec(text)
  database.close()
}

const run = async (...args: string[]): Promise<void> => { expect(await fovea(args, { cwd: root, env })).toMatchObject({ code: 0 }) }

beforeAll(async () => {
  root = folder({ 'films.json': FILMS, 'data/people.csv': 'id,city,canary_email\n1,Oslo,zq7d@x.example\n', 'data/visits.jsonl': '{"id":1,"page":"/a"}\n{"id":2,"page":"/b"}\n', 'fovea.config.json': JSON.stringify(ROLES), 'src/a.ts': 'export const a = 1\n' })
  sql(SHOP)
  await run('catalog', 'add', 'shop', 'shop.sqlite', '--owner', 'team.shop')
  await run('catalog', 'add', 'films', 'films.json')
  await run('catalog', 'add', 'data', 'data')
  studio = await startStudio({ root, env })
  ;({ page, seen } = await studio.open())
}, 120_000)

/** Goes to a page of the catalogue and waits until it is still. */
async function at(path: string): Promise<void> {
  await page.goto(studio.origin + path)
  await settled(page)
}
const twin = async <T>(path: string): Promise<T> => await (await studio.api(path)).json() as T
const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
const names = (): Promise<string[]> => page.locator('.catalog-rows a').evaluateAll((links) => links.map((link) => link.getAttribute('title') ?? ''))
const queryOf = (): URLSearchParams => new URL(page.url()).searchParams

describe('search', () => {
  test('words find, lines say why, the twin says the same, and keys go from line to line', async () => {
    await at('/catalog')
    await page.keyboard.press('/')
    await page.keyboard.type('orders by city')
    await expect.poll(() => queryOf().get('query')).toBe('orders by city')
    await page.locator('.row-why').first().waitFor()
    await settled(page)
    const { rows } = await twin<BrowseView>('/catalog.json?query=orders+by+city')
    expect(await names()).toEqual(rows.map(({ id }) => id))
    expect(rows[0]?.id).toBe(ORDERS)
    expect(await page.locator('.row-why').first().textContent()).toMatch(/^\d\.\d\d: matched order.*text 1\.00, words/)
    await page.keyboard.press('Tab')
    await page.locator('h1').click()
    // The focus moves with the key, not frames later: who types j, k and Enter in one breath opens the row that was meant.
    const inOneBreath = (keys: readonly string[]): Promise<(string | null | undefined)[]> => page.evaluate((typed) => typed.map((key) => {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      return document.activeElement?.getAttribute('title')
    }), keys)
    expect(await inOneBreath(['j', 'j', 'k'])).toEqual([ORDERS, rows[1]?.id, ORDERS])
    await page.keyboard.press('Enter')
    await page.locator('.card').waitFor()
    expect(queryOf().get('id')).toBe(ORDERS)
    await page.goBack()
    await page.locator('.catalog-rows').waitFor()
    expect(await page.locator('#catalog-query').inputValue()).toBe('orders by city')
  })

  test('facets narrow, with counts, in the address, and can be cleared', async () => {
    await at('/catalog')
    const file = page.locator('label.facet', { hasText: 'file' })
    expect(await file.locator('.count').textContent()).toBe('2')
    await file.click()
    await expect.poll(names).toEqual(['res:file.data.people.csv', 'res:file.data.visits.jsonl'])
    expect(queryOf().getAll('kind')).toEqual(['file'])
    await page.getByRole('button', { name: 'Copy the command' }).click()
    expect(await copied()).toBe('fovea catalog overview --kind file')
    await page.locator('label.facet', { hasText: 'api' }).click()
    await expect.poll(async () => (await names()).length).toBe(5)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(async () => (await names()).length).toBe(8)
    expect(page.url()).toMatch(/\/catalog$/)
  })
})

describe('a card', () => {
  test('shows columns, keys as links, what joins, and copies a snippet and the page as data', async () => {
    await at(`/catalog/resource?id=${ORDERS}`)
    expect(await page.locator('.card table').first().locator('tbody th').allTextContents()).toEqual(['id', 'customer_id', 'created_at', 'amount', 'status'])
    await page.locator('.snippet .t-keyword').first().waitFor()
    await page.getByRole('button', { name: 'Copy the SQL snippet' }).click()
    expect(await copied()).toMatch(/^SELECT status, sum\(amount\)/)
    await page.getByRole('button', { name: 'Copy JSON' }).click()
    await expect.poll(copied).toBe(await (await studio.api(`/catalog/resource.json?id=${ORDERS}`)).text())
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'JSON' }).click()])
    expect(download.suggestedFilename()).toBe('catalog-resource.json')
    await page.getByRole('link', { name: '→ customers' }).click()
    await expect.poll(() => page.locator('h1').textContent()).toBe('customers')
    await settled(page)
    expect(await page.getByText('personal: email').count()).toBe(1)
  })

  test('of a call shows what goes in and who gives it', async () => {
    await at('/catalog/resource?id=movieCredits')
    const row = page.getByRole('region', { name: 'Inputs' }).locator('tbody tr')
    expect(await row.textContent()).toMatch(/movie_id.*path.*required/)
    expect(await row.getByRole('link', { name: 'searchMovies' }).count()).toBe(1)
  })
})

describe('a plan', () => {
  const broken = `version: 1\nsteps:\n  - { id: rows, op: scan, resource: "${ORDERS}", columns: [id, amount, status] }\n  - { id: paid, op: filter, where: ["=", { col: statu }, paid] }\n`

  test('is checked while it is written, and a click on a problem goes to its place', async () => {
    await at('/catalog/plan')
    await page.locator('#plan').fill(broken)
    const problem = page.locator('.problems .error button')
    await problem.waitFor()
    expect(await problem.textContent()).toBe('line 4, column 42: steps[1] (paid).where[1]: there is no column "statu" here; did you mean status?')
    expect(await page.locator('.plan-lines .bad').allTextContents()).toEqual(['4'])
    await problem.click()
    expect(await page.locator('#plan').evaluate((box: HTMLTextAreaElement) => [document.activeElement === box, box.value.slice(box.selectionStart, box.selectionStart + 14)])).toEqual([true, '{ col: statu }'])
    expect(await page.getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true)
    expect(queryOf().get('plan')).toBe(broken)
  })

  test('is explained, runs within a cap, and its rows are copied', async () => {
    await page.locator('#plan').fill(broken.replace('statu }', 'status }'))
    await page.getByRole('heading', { name: 'shop runs rows, paid' }).waitFor()
    expect(await page.getByRole('region', { name: 'Explained' }).locator('pre').textContent()).toMatch(/select/i)
    await page.locator('#limit').fill('2')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('region', { name: 'Rows' }).waitFor()
    expect(await page.getByRole('region', { name: 'Rows' }).locator('thead th').allTextContents()).toEqual(['id int', 'amount num', 'status str'])
    expect(await page.getByText('the result was cut after 2 rows').count()).toBe(1)
    await page.getByRole('button', { name: 'Copy the rows as CSV' }).click()
    expect(await copied()).toBe('id,amount,status\n1,10,paid\n2,5.5,paid\n')
  })

  test('stays in the tab when it is too long for an address, and is there after the page was loaded again', async () => {
    const long = `${'# why it is so\n'.repeat(200)}${broken}`
    await page.locator('#plan').fill(long)
    await expect.poll(() => page.locator('.problems .error').textContent()).toMatch(/^line 204, column 42/)
    expect([queryOf().get('plan'), queryOf().get('kept')]).toEqual([null, 'yes'])
    await page.reload()
    await settled(page)
    expect(await page.locator('#plan').inputValue()).toBe(long)
  })

  test('an example fits the catalogue; one that needs more than was agreed to is refused with what to do', async () => {
    await page.getByRole('button', { name: 'orders with their customers' }).click()
    await expect.poll(() => page.locator('#plan-said').textContent()).toMatch(/^The plan can run/)
    const plan = JSON.stringify({ version: 1, steps: [{ id: 'a', op: 'call', resource: 'res:api.films.weather', args: {} }] })
    const other = await startStudio({ root, args: ['--role', 'keeper'] })
    const refused = await other.api('/catalog/run.json', { json: { plan } })
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('the source films was not added on this machine')])
    await other.stop()
  })
})

describe('roles', () => {
  const looks = ['/catalog?role=analyst', '/catalog?role=analyst&query=orders+pay+email', `/catalog/resource?role=analyst&id=${ORDERS}`, '/catalog/resource?role=analyst&id=customers', '/catalog/resource?role=analyst&id=people.csv', '/catalog/changes?role=analyst', '/catalog/plan?role=analyst']

  test('the page of a role holds nothing that is kept from it, nor does its data', async () => {
    await at('/catalog/resource?id=customers')
    expect(await page.content()).toMatch(HIDDEN)
    expect(await page.getByRole('region', { name: 'What each role sees' }).locator('tbody tr').allTextContents()).toEqual(['keeperyesnothing', 'analystyescanary_email'])
    await page.locator('#role').selectOption('analyst')
    await expect.poll(() => page.locator('.banner').textContent()).toMatch(/^As analyst/)
    await settled(page)
    expect(await page.content()).not.toMatch(HIDDEN)
    await page.getByRole('link', { name: 'Search' }).click()
    expect(queryOf().get('role')).toBe('analyst')
    for (const look of looks) {
      await at(look)
      expect([look, HIDDEN.exec(await page.content())?.[0]]).toEqual([look, undefined])
      expect([look, HIDDEN.exec(await (await studio.api(look.replace('?', '.json?'))).text())?.[0]]).toEqual([look, undefined])
    }
    expect(await page.content()).toContain('As <strong>analyst</strong>')
  })

  test('a run as a role gives no rows of what is kept from it', async () => {
    const plan = JSON.stringify({ version: 1, steps: [{ id: 'a', op: 'scan', resource: 'res:db.sqlite.shop.customers' }] })
    expect(await (await studio.api('/catalog/run.json', { json: { plan } })).text()).toMatch(HIDDEN)
    const text = await (await studio.api('/catalog/run.json', { json: { plan, role: 'analyst' } })).text()
    expect(text).toContain('Oslo')
    expect(text).not.toMatch(HIDDEN)
  })
})

test('a studio that was started with a restricted role stays with it, whatever the address says', async () => {
  const narrow = await startStudio({ root, env, args: ['--role', 'analyst'] })
  const { page: tab } = await narrow.open()
  await tab.goto(`${narrow.origin}/catalog?role=keeper`)
  expect(await tab.getByRole('alert').textContent()).toContain('this studio reads as "analyst"')
  await tab.getByRole('link', { name: 'Begin again' }).click()
  await tab.locator('.catalog-rows').waitFor()
  expect(await tab.locator('#role option').allTextContents()).toEqual(['analyst'])
  expect(await tab.content()).not.toMatch(HIDDEN)
  await tab.context().close()
  await narrow.stop()
})

describe('changes', () => {
  test('a new scan shows what changed, with what breaks, on the list, on the card and across the catalogue', async () => {
    sql('alter table orders drop column status; alter table orders add column note text')
    await at('/catalog/changes')
    await page.getByRole('button', { name: 'Compare with the sources' }).click()
    const now = page.getByRole('region', { name: 'The sources now' })
    await now.locator('.changes > li').first().waitFor()
    expect(await now.locator('.changes > li').allTextContents()).toEqual([expect.stringMatching(/orders changed breaking/)])
    await run('catalog', 'scan', 'shop')
    await at('/catalog/changes?since=1')
    expect(await page.locator('main > * > * .changes > li').first().textContent()).toMatch(/orders changed breaking rev 2/)
    expect(await page.getByRole('status').allTextContents()).toContain('1 change, 1 breaking')
    await at('/catalog?query=orders')
    expect(await page.locator('.badge.changed').first().textContent()).toBe('what changed: rev 2')
    await at(`/catalog/resource?id=${ORDERS}`)
    const history = page.getByRole('region', { name: 'History' }).locator('li:has(> time)')
    expect(await history.allTextContents()).toEqual([expect.stringMatching(/^rev 2, .*changed breaking.*status/), expect.stringMatching(/^rev 1, .*added/)])
  })
})

describe('looks', () => {
  const pages = ['/catalog?query=orders', `/catalog/resource?id=${ORDERS}`, '/catalog/resource?id=movieCredits', '/catalog/changes', `/catalog/plan?plan=${encodeURIComponent(`steps:\n - { id: a, op: scan, resource: "${ORDERS}" }\n - { id: b, op: limt }`)}`]

  test.each([{ scheme: 'light', width: 1280 }, { scheme: 'dark', width: 320 }] as const)('$scheme, $width: fits, can be read and used by keys', async (look) => {
    const { page: tab, seen: done } = await studio.open(look)
    for (const path of pages) {
      await tab.goto(studio.origin + path)
      await settled(tab)
      expect({ path, wide: await overflowing(tab), axe: await axe(tab), small: await smallTargets(tab), keys: look.width === 1280 ? await tabbing(tab) : [] }).toEqual({ path, wide: [], axe: [], small: [], keys: [] })
    }
    expect(done).toEqual({ console: [], errors: [], elsewhere: [], failed: [] })
    await tab.context().close()
  })

  test('an empty catalogue says how to add a source', async () => {
    const empty = await startStudio({ root: folder({ 'a.ts': 'export const a = 1\n' }) })
    const { page: tab } = await empty.open()
    await tab.goto(`${empty.origin}/catalog`)
    await tab.getByRole('button', { name: 'Copy fovea catalog add shop data/shop.sqlite' }).click()
    expect(await tab.evaluate(() => navigator.clipboard.readText())).toBe('fovea catalog add shop data/shop.sqlite')
    await tab.context().close()
    await empty.stop()
  })

  test('nothing went wrong on the way', () => expect({ console: seen.console, errors: seen.errors, elsewhere: seen.elsewhere }).toEqual({ console: [], errors: [], elsewhere: [] }))
})
