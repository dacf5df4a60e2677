// A newcomer's way through the studio, with keys alone: open it, find out why a file was left out, pin it, take the context away.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { settled } from './kit/pages.mjs'
import { startStudio, type Studio } from './kit/studio.ts'

let studio: Studio
beforeAll(async () => { studio = await startStudio() })

const WANTED = 'src/mail/stamps.ts'

/** Presses Tab until the focus is on what has this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let i = 0; i < 200; i++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((wanted) => (document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent) === wanted, name)) return
  }
  throw new Error(`Tab does not reach "${name}"`)
}

/** What the address says about the plan, without what it says about the view. */
const chosenIn = (page: Page): string => String(new URLSearchParams([...new URL(page.url()).searchParams].filter(([name]) => name === 'budget' || name === 'pin')))

const levelOf = async (page: Page, path: string): Promise<string> => {
  const { files } = await (await studio.api(`/plan.json?${chosenIn(page)}`)).json() as { files: { path: string[]; level: number[] } }
  return ['none', 'line', 'shape', 'detail', 'code', 'full'][files.level[files.path.indexOf(path)] ?? 0] as string
}

describe.each([1280, 320])('with keys alone, %d pixels wide', (width) => {
  test('why a file was left out, a pin for it, and the context on the clipboard', async () => {
    const { page, seen } = await studio.open({ width })
    await settled(page)

    await page.keyboard.press('b')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('1200')
    await page.keyboard.press('Enter')
    await settled(page)
    expect(await levelOf(page, WANTED)).not.toBe('full')

    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('/')
    await page.waitForFunction(() => document.activeElement?.id === 'filter')
    await page.keyboard.type('stamps')
    await page.waitForFunction(() => location.search.includes('find=stamps'))
    await settled(page)
    await page.keyboard.press('Enter')
    await page.waitForFunction((path) => new URLSearchParams(location.search).get('file') === path, WANTED)
    await settled(page)
    const why = page.getByRole('complementary', { name: 'Why' })
    expect(await why.innerText()).toContain(WANTED)
    expect(await why.innerText()).toMatch(/budget|tokens/)

    await page.keyboard.press('p')
    await page.waitForFunction(() => location.search.includes('pin='))
    await settled(page)
    expect(await levelOf(page, WANTED)).toBe('full')
    expect(await page.getByRole('list', { name: 'Rules' }).innerText()).toContain(WANTED)

    await tabTo(page, 'Copy context')
    await page.keyboard.press('Enter')
    await page.getByText('Copy context: copied').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain(readFileSync(join(studio.root, WANTED), 'utf8'))
    expect(copied).toBe(await (await studio.api(`/context.txt?${chosenIn(page)}`)).text())
    expect(seen).toEqual({ console: [], errors: [], elsewhere: [], failed: [] })
  })
})

test('the help names every key, opens by one and closes by one', async () => {
  const { page } = await studio.open()
  await settled(page)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keys' })
  await help.waitFor()
  const text = await help.innerText()
  for (const key of ['/', 'j', 'k', 'enter', '1', '5', 'p', 'x', '?']) expect(text.split(/\s+/)).toContain(key)
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'hidden' })
})

test('an address carries what was chosen, and the back button takes it back', async () => {
  const { page } = await studio.open({ at: `/?view=list&budget=1200&file=${WANTED}` })
  await settled(page)
  await page.keyboard.press('p')
  await page.waitForFunction(() => location.search.includes('pin='))
  const address = page.url()
  await page.goBack()
  await settled(page)
  expect(new URL(page.url()).searchParams.get('pin')).toBeNull()
  expect(await page.getByRole('list', { name: 'Rules' }).count()).toBe(0)
  await page.goto(address)
  await settled(page)
  expect(await page.getByRole('list', { name: 'Rules' }).innerText()).toContain(WANTED)
})
