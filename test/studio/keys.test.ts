// The newcomer's path without a mouse: open the page, find out why a file is not there, pin it, copy the context. And keys that must not get in the way of others.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { startStudio, type Studio } from './kit/studio.ts'

let studio: Studio
let page: Page
beforeAll(async () => {
  studio = await startStudio()
  mkdirSync(join(studio.root, 'build'))
  writeFileSync(join(studio.root, 'build/receipt.js'), 'export const receipt = () => "paid"\n')
  ;({ page } = await studio.open())
  await page.locator('.summary').waitFor()
})

const said = (name: string): string[] => new URL(page.url()).searchParams.getAll(name)
const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')

/** Presses Tab until something has the focus. */
async function tabTo(name: string): Promise<void> {
  for (let i = 0; i < 200 && await focused() !== name; i++) await page.keyboard.press('Tab')
  expect(await focused()).toBe(name)
}

test('from the first view: why is it not here, bring it back, pin it, copy the context', async () => {
  await page.keyboard.press('/')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('filter')
  await page.keyboard.type('receipt')
  await page.getByText('build/ is ignored: .gitignore line 1 says "build/".').waitFor()
  await tabTo('Bring it back')
  await page.keyboard.press('Enter')
  await page.getByText(/^Shown in full: it scores/).waitFor()
  expect(said('file')).toEqual(['build/receipt.js'])
  await page.keyboard.press('p')
  await page.getByText('Shown in full because it is pinned.').waitFor()
  await tabTo('Copy context')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('export const receipt = () => "paid"')
  expect(said('view')).toEqual(['list'])
})

test('letters that are typed are letters', async () => {
  await page.keyboard.press('t')
  await page.keyboard.type('px 15 jk/?')
  await expect.poll(() => said('task')).toEqual(['px 15 jk/?'])
  expect([said('pin'), said('level')]).toEqual([['/build/receipt.js'], []])
  await page.locator('#task').fill('')
  await expect.poll(() => said('task')).toEqual([])
})

test('the budget moves with its own arrows, while a file is looked at', async () => {
  await page.locator('#task').blur()
  await page.keyboard.press('b')
  const before = said('file')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => Number(said('budget')[0])).toBeLessThan(32_000)
  expect(said('file')).toEqual(before)
})

test('the question mark shows every key, and Escape closes it before it does anything else', async () => {
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keys' })
  const keys = await dialog.locator('kbd').allTextContents()
  expect(keys).toEqual(expect.arrayContaining(['/', 'j', 'k', 'enter', '1', '2', '3', '4', '5', '0', 'p', 'x', 't', 'b', 'esc', '?']))
  await page.keyboard.press('x')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect([said('exclude').length, said('file')]).toEqual([3, ['build/receipt.js']])
  await page.keyboard.press('Escape')
  await expect.poll(() => said('file')).toEqual([])
})
