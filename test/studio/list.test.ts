// The list of files and the panel that says why: found, sorted, pinned, left out, set to a level, by mouse and by keys alone, and all of it in the address.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { PlanView, WhyView } from '../../src/studio/contract.ts'
import { axe } from './kit/axe.mjs'
import { overflowing, smallTargets, tabbing } from './kit/probes.mjs'
import { startStudio, type Studio, type Watched } from './kit/studio.ts'

let studio: Studio
let page: Page
let seen: Watched
beforeAll(async () => {
  studio = await startStudio()
  mkdirSync(join(studio.root, 'build'))
  writeFileSync(join(studio.root, 'build/basket.js'), 'export const built = 1\n')
  ;({ page, seen } = await studio.open())
  await at('budget=1500')
})

/** Goes to the list with these choices, and waits until its rows are there. */
async function at(query: string): Promise<void> {
  await page.goto(`${studio.origin}/?view=list&${query}`)
  await page.locator('#filter').waitFor()
}

const names = (): Promise<string[]> => page.locator('.grid .rows [role=rowheader]').allTextContents()
const row = (path: string) => page.locator('.grid .rows [role=row]', { has: page.locator(`[title="${path}"]`) })
const said = (name: string): string[] => new URL(page.url()).searchParams.getAll(name)
const answered = async <T>(path: string, query: Record<string, string>): Promise<T> => await (await studio.api(`${path}?${new URLSearchParams(query)}`)).json() as T
const levelOf = (path: string): Promise<string> => row(path).locator('select').evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text ?? '')

test('a click on a column sorts, another one the other way; the address knows it, and back goes back', async () => {
  const whole = page.getByRole('columnheader', { name: 'Whole' })
  const paths = await names()
  expect(paths).toEqual([...paths].sort())
  await whole.getByRole('button').click()
  expect([said('sort'), await whole.getAttribute('aria-sort')]).toEqual([['-tokens'], 'descending'])
  const { files } = await answered<PlanView>('/plan.json', { budget: '1500' })
  const largest = files.path[files.tokens.indexOf(Math.max(...files.tokens))]
  expect((await names())[0]).toBe(largest)
  await whole.getByRole('button').click()
  expect([said('sort'), await whole.getAttribute('aria-sort')]).toEqual([['tokens'], 'ascending'])
  await page.goBack()
  await page.goBack()
  await expect.poll(names).toEqual(paths)
})

test('words and globs find files, levels and languages narrow them, and a reload gives the same list', async () => {
  await page.locator('#filter').fill('SRC let')
  await expect.poll(names).toEqual(['src/mail/letters.ts'])
  expect(await page.getByText(/^1 of \d+ files/).isVisible()).toBe(true)
  await page.locator('#filter').fill('src/*.ts')
  await expect.poll(names).toContain('src/orders.ts')
  await page.getByRole('group', { name: 'Only these levels' }).getByRole('button', { name: /^detail/ }).click()
  const found = await names()
  expect([said('find'), said('at')]).toEqual([['src/*.ts'], ['detail']])
  await page.reload()
  await expect.poll(names).toEqual(found)
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('button', { name: /^json/ }).click()
  await expect.poll(names).toEqual(['package.json'])
})

test('a pin, a level and an omission change the plan, stand in the address and can be taken back', async () => {
  await at('budget=1500&find=src/')
  await row('src/orders.ts').getByRole('button', { name: 'Pin src/orders.ts' }).click()
  await expect.poll(() => levelOf('src/orders.ts')).toBe('full')
  await row('src/basket.ts').locator('select').selectOption('line')
  await expect.poll(() => row('src/basket.ts').locator('select').getAttribute('class')).toBe('set')
  await row('src/prices.ts').getByRole('button', { name: 'Omit src/prices.ts' }).click()
  await expect.poll(names).not.toContain('src/prices.ts')
  expect([said('pin'), said('level'), said('exclude')]).toEqual([['/src/orders.ts'], ['/src/basket.ts=line'], ['/src/prices.ts']])
  expect(await page.locator('code.command').textContent()).toContain("--exclude /src/prices.ts --pin /src/orders.ts --level '/src/basket.ts=line'")
  await page.getByRole('button', { name: 'Remove: left out src/prices.ts' }).click()
  await expect.poll(names).toContain('src/prices.ts')
  await page.goBack()
  await expect.poll(names).not.toContain('src/prices.ts')
})

test('the panel says what the server says: why, what more tokens would show, signals, definitions', async () => {
  await at('budget=1500&file=src/orders.ts')
  const why = await answered<WhyView>('/why.json', { budget: '1500', target: 'src/orders.ts' })
  const panel = page.locator('.why')
  await panel.getByText(why.because, { exact: true }).waitFor()
  expect(why.raise).toMatch(/^With about [\d,]+ tokens more it would be shown /)
  await panel.getByText(why.raise, { exact: true }).waitFor()
  for (const { why: words } of why.signals) expect(await panel.getByText(words, { exact: true }).first().isVisible()).toBe(true)
  await panel.getByRole('button', { name: 'Copy handle' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(why.handle)
  await panel.getByRole('button', { name: 'Copy explain command' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('fovea explain src/orders.ts --budget 1500')
  await panel.getByRole('button', { name: 'Pin function ordersStep3' }).click()
  await expect.poll(async () => panel.locator('.blocks li', { hasText: 'ordersStep3' }).textContent()).toContain('function, full,')
  expect(said('pin')).toEqual(['/src/orders.ts#ordersStep3'])
  await panel.getByText(/with the definitions in it that are pinned\.$/).waitFor()
})

test('while no file is chosen, the panel says what comes next, and a click looks at it', async () => {
  await at('budget=600')
  const { next } = await answered<PlanView>('/plan.json', { budget: '600' })
  const first = next.find(({ id }) => !id.endsWith('/'))?.id as string
  await page.locator('.why').getByRole('button', { name: first, exact: true }).first().click()
  await expect.poll(() => said('file')).toEqual([first.split('#')[0]])
  await page.locator('.because').waitFor()
})

test('a file that is not listed says why, and comes back', async () => {
  await at('budget=1500')
  await page.keyboard.press('/')
  await page.keyboard.type('build/bask')
  await page.getByText('build/ is ignored: .gitignore line 1 says "build/".').waitFor()
  await page.getByRole('button', { name: 'Bring it back' }).click()
  await expect.poll(names).toContain('build/basket.js')
  expect(said('exclude')).toEqual(['!/build', '/build/*', '!/build/basket.js'])
  await page.locator('.because').waitFor()
  expect(await page.locator('.rules li').allTextContents()).toEqual([expect.stringContaining('build/basket.js')])
  await page.getByRole('button', { name: 'Remove: brought back build/basket.js' }).click()
  await expect.poll(() => said('exclude')).toEqual([])
})

test.each([
  ['package-lock.json', 'budget=1500', /^Shown as one line: it is a lock file/],
  ['assets/logo.png', 'budget=1500', /it is binary/],
  ['docs/orders.md', 'budget=400', /it scores .*, and the 400 tokens went to what is worth more for its price\.$/],
  ['src/orders.ts', 'level=/src/orders.ts%3Dshape', /because a rule says so/],
  ['src/orders.ts', 'exclude=src/**', /is excluded: "src\/\*\*" names it\.$/],
  ['src/nowhere.ts', '', /^There is no file src\/nowhere\.ts here\.$/],
])('%s with %s says why', async (path, query, reason) => {
  await at(`${query}&file=${path}`)
  await page.locator('.why p').getByText(reason).first().waitFor()
})

test('keys alone: find, move, pin, set levels, leave out, read the text', async () => {
  await at('budget=1500')
  await page.keyboard.press('/')
  await page.keyboard.type('src/')
  await expect.poll(() => said('find')).toEqual(['src/'])
  const paths = await names()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect.poll(() => said('file')).toEqual([paths[1]])
  expect(await page.locator('#files').getAttribute('aria-activedescendant')).toBe(await row(paths[1] as string).getAttribute('id'))
  await page.keyboard.press('2')
  await expect.poll(() => said('level')).toEqual([`/${paths[1]}=shape`])
  await page.keyboard.press('0')
  await page.keyboard.press('p')
  await expect.poll(() => levelOf(paths[1] as string)).toBe('full')
  await expect.poll(() => [said('level'), said('pin')]).toEqual([[], [`/${paths[1]}`]])
  await page.keyboard.press('x')
  await expect.poll(names).not.toContain(paths[1])
  await expect.poll(() => [said('file'), said('pin')]).toEqual([[paths[2]], []])
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('files')
  await page.keyboard.press('Enter')
  await expect.poll(() => said('view')).toEqual(['text'])
  await page.goBack()
  await page.locator('#files').waitFor()
})

test('the focus stays on the button that was pressed when a new plan moves its row', async () => {
  await at('budget=1500&sort=-cost&file=src/auth/sessions.ts')
  const pin = row('src/auth/sessions.ts').getByRole('button', { name: 'Pin src/auth/sessions.ts' })
  const before = await row('src/auth/sessions.ts').getAttribute('aria-rowindex')
  await pin.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => row('src/auth/sessions.ts').getAttribute('aria-rowindex')).not.toBe(before)
  expect(await pin.evaluate((button) => button === document.activeElement)).toBe(true)
})

test('narrow: two lines a row, nothing is too wide, everything is reached and named', async () => {
  await page.setViewportSize({ width: 320, height: 700 })
  await at('budget=1500&file=src/orders.ts')
  await page.locator('.because').waitFor()
  expect(await row('src/orders.ts').evaluate((one) => one.getBoundingClientRect().height)).toBe(72)
  expect({ overflowing: await overflowing(page), axe: await axe(page), smallTargets: await smallTargets(page), tabbing: await tabbing(page) }).toEqual({ overflowing: [], axe: [], smallTargets: [], tabbing: [] })
  const lens = page.getByLabel('Lens')
  expect(await lens.isVisible()).toBe(false)
  await page.getByText('More', { exact: true }).click()
  expect(await lens.isVisible()).toBe(true)
  await page.getByText('More', { exact: true }).click()
  await page.locator('#files').scrollIntoViewIfNeeded()
  const toWhy = page.getByRole('button', { name: 'Why: src/orders.ts' })
  expect((await toWhy.boundingBox())?.y, 'it is in sight while the list is').toBeLessThan(680)
  await toWhy.click()
  expect((await page.locator('.why-head').boundingBox())?.y).toBeLessThan(350)
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(await axe(page)).toEqual([])
})

test('of forty thousand files only rows in sight exist, and the last one is a key away', async () => {
  const small = await answered<PlanView>('/plan.json', { budget: '1500' })
  const many = Array.from({ length: 40_000 }, (_, i) => i)
  const files = { ...small.files, path: many.map((i) => `src/${String(i).padStart(5, '0')}.ts`), tokens: many, cost: many.map(() => 1), level: many.map(() => 1), score: many.map(() => 0.5), language: many.map(() => 0), rules: {} }
  await page.route('**/plan.json*', (route) => route.fulfill({ contentType: 'application/x-ndjson', body: `{"status":200}\n${JSON.stringify({ ...small, files })}` }))
  const why = await answered<WhyView>('/why.json', { budget: '1500', target: 'src/orders.ts' })
  await page.route('**/why.json*', (route) => route.fulfill({ contentType: 'application/x-ndjson', body: `{"status":200}\n${JSON.stringify(why)}` }))
  await at('budget=1500')
  await page.locator('#files').press('End')
  await expect.poll(() => said('file')).toEqual(['src/39999.ts'])
  await row('src/39999.ts').waitFor()
  expect(await page.locator('#files').getAttribute('aria-rowcount')).toBe('40001')
  expect(await page.locator('#files [role=row]').count()).toBeLessThan(60)
  await page.locator('#filter').fill('39998')
  await expect.poll(names).toEqual(['src/39998.ts'])
  await page.unrouteAll()
})

test('nothing went wrong on the way', () => {
  expect(seen).toEqual({ console: [], errors: [], elsewhere: [], failed: [] })
})
