import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { MemoryView } from '../../src/studio/contract.ts'
import { put, sourceOf } from '../walks/run.ts'
import { axe } from './kit/axe.mjs'
import { overflowing } from './kit/probes.mjs'
import { startStudio, type Studio, type Watched } from './kit/studio.ts'

/** A machine that is busy takes longer, not less. */
const soon = <T>(read: () => T): ReturnType<typeof expect.poll<T>> => expect.poll(read, { timeout: 15_000 })

let studio: Studio
let page: Page
let seen: Watched
beforeAll(async () => {
  studio = await startStudio()
  ;({ page, seen } = await studio.open())
})

const goTo = async (address: string): Promise<void> => {
  await page.goto(`${studio.origin}${address}#token=${studio.token}`)
  await page.reload()
}
const memory = async (): Promise<MemoryView> => (await studio.api('/memory.json')).json() as Promise<MemoryView>
const FILE = 'src/mail/stamps.ts'

test('a file that was useful rises in the next plan, and what changed is said', async () => {
  await goTo(`/?budget=1500&file=${FILE}`)
  const rating = page.getByRole('group', { name: `Feedback on ${FILE}` })
  await rating.getByRole('textbox').fill('the stamps were wrong')
  for (let times = 1; times <= 3; times++) {
    await rating.getByRole('button', { name: 'Useful', exact: true }).click()
    await soon(async () => (await memory()).entries.length).toBe(times)
    await soon(() => rating.locator('.effect').count()).toBe(1)
  }
  const journal = await memory()
  expect(journal.files[0]).toMatchObject({ path: FILE, uses: expect.any(Number) })
  expect(journal.files[0]?.utility).toBeGreaterThan(0.8)
  expect(journal.entries.at(-1)?.line).toContain('the stamps were wrong')
  expect(await rating.locator('.effect').innerText()).toMatch(/^src\/mail\/stamps\.ts (?:rose from \d+\w\w to \d+\w\w|stays \d+\w\w(?:, its score went from [\d.]+ to [\d.]+)?), (?:now|still) shown .*; \w+ other files? (?:is|are) shown at another level/)
})

test('the plan counts with it, and forgetting takes it back', async () => {
  const score = async (): Promise<number> => {
    const { files } = await (await studio.api('/plan.json?budget=1500')).json() as { files: { path: string[]; score: number[] } }
    return files.score[files.path.indexOf(FILE)] as number
  }
  const taught = await score()
  const rating = page.getByRole('group', { name: `Feedback on ${FILE}` })
  await rating.getByRole('button', { name: 'Undo: forget it' }).click()
  await soon(() => rating.innerText()).toMatch(/what was learned is forgotten: .*; \w+ other files? (?:is|are) shown at another level/)
  expect((await memory()).files).toEqual([])
  expect(await score()).toBeLessThan(taught)
})

test('a whole context is rated, and the page of the memory forgets file by file', async () => {
  await page.getByRole('button', { name: 'Useful context', exact: true }).click()
  await soon(async () => (await memory()).files.length).toBeGreaterThan(1)
  await soon(() => page.getByRole('group', { name: 'Feedback on this context' }).innerText()).toContain('learned of every file in the context')
  await page.getByRole('link', { name: 'Memory' }).click()
  const forgetting = page.getByRole('button', { name: /^Forget / })
  await forgetting.first().waitFor()
  const before = await forgetting.count()
  await forgetting.first().click()
  await soon(() => forgetting.count()).toBe(before - 1)
  // No plan is made on this page, so nothing waits for one.
  await soon(() => forgetting.first().isEnabled()).toBe(true)
  expect(await page.locator('.journal li').first().innerText()).toContain('forgotten')
})

test('a session is saved from the first view, says what changed since, and is resumed with its choices', async () => {
  await goTo('/?budget=1200&task=what+a+customer+pays&exclude=docs/&level=src/mail/**=line')
  await page.getByLabel('Session', { exact: true }).fill('pay')
  await page.getByRole('button', { name: 'Save session' }).click()
  await page.getByText('saved as pay').waitFor()
  put(studio.root, { 'src/prices.ts': `${sourceOf('prices')}\nexport const added = 1\n` })
  await page.getByRole('link', { name: 'See it' }).click()
  await page.getByRole('button', { name: 'What changed since?' }).click()
  await soon(() => page.locator('.standing').innerText()).toContain('src/prices.ts')
  await page.getByRole('link', { name: 'Resume' }).click()
  const said = (): URLSearchParams => new URL(page.url()).searchParams
  await soon(() => ['budget', 'task', 'exclude', 'level'].map((name) => said().get(name))).toEqual(['1200', 'what a customer pays', 'docs/', 'src/mail/**=line'])
  await page.goBack()
  await page.getByRole('button', { name: 'Remove pay' }).click()
  await soon(() => page.getByText('No session was saved yet').count()).toBe(1)
})

test('at a commit no session is saved, and the page says why and leads out', async () => {
  const refused = await studio.api('/session/save.json', { json: { id: 'then', commit: 'HEAD' } })
  const why = 'cannot keep the commit "HEAD": take the commit away, then save'
  expect([refused.status, (await refused.json() as { error: string }).error]).toEqual([400, expect.stringContaining(why)])
  await goTo('/?budget=1200&commit=HEAD')
  const button = page.getByRole('button', { name: 'Save session' })
  await page.getByText('cannot keep the commit HEAD').waitFor()
  expect(await button.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Take the commit away' }).click()
  await soon(() => button.isEnabled()).toBe(true)
  expect([new URL(page.url()).search, (await memory()).sessions]).toEqual(['?budget=1200', []])
})

test('what teaches is sent with POST, and bad feedback says what is wrong', async () => {
  expect((await studio.api('/feedback.json?targets=src/prices.ts')).status).toBe(405)
  const wrong = await studio.api('/feedback.json', { json: { targets: ['src/nowhere.ts'], useful: true } })
  expect([wrong.status, (await wrong.json() as { error: string }).error]).toEqual([422, expect.stringContaining('src/nowhere.ts')])
  expect((await studio.api('/feedback.json', { json: { targets: ['src/prices.ts'] } })).status).toBe(400)
})

test('it can be used by everybody, dark and narrow too', async () => {
  await studio.api('/session/save.json', { json: { id: 'one', task: 'orders' } })
  await goTo('/memory')
  await page.getByRole('button', { name: /^Forget / }).first().waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await axe(page)).toEqual([])
  }
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await overflowing(page)).toEqual([])
  expect(seen).toMatchObject({ errors: [], elsewhere: [] })
})

test('a frozen studio says that nothing is learned', async () => {
  const frozen = await startStudio({ args: ['--frozen'] })
  const refused = await frozen.api('/feedback.json', { json: { targets: ['src/prices.ts'], useful: true } })
  expect([refused.status, (await refused.json() as { error: string }).error]).toEqual([422, 'this studio was started with --frozen, so nothing is learned: start it without'])
  const { page: tab } = await frozen.open()
  await tab.getByRole('link', { name: 'Memory' }).click()
  await tab.getByText('nothing is learned, and nothing that was learned counts').waitFor()
  await tab.getByRole('link', { name: 'Context', exact: true }).click()
  await tab.getByText('This studio was started with --frozen: nothing is learned.').first().waitFor()
})
