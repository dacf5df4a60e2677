// The map of tokens, in a real browser: what it shows, zooming, keys, colours of both themes; and the controls above it.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PlanView } from '../../src/studio/contract.ts'
import { axe } from './kit/axe.mjs'
import { settled } from './kit/pages.mjs'
import { overflowing } from './kit/probes.mjs'
import { startStudio, type Studio, type Watched } from './kit/studio.ts'

let studio: Studio
let page: Page
let seen: Watched
beforeAll(async () => {
  studio = await startStudio()
  ;({ page, seen } = await studio.open())
})

/** The first view with a query. */
async function at(query = ''): Promise<void> {
  await page.goto(`${studio.origin}/${query}`)
  await settled(page)
  await page.locator('.map canvas').waitFor()
}

const canvas = (): ReturnType<Page['locator']> => page.locator('.map canvas')
const chosen = (): Promise<string | null> => page.locator('.map-ring.chosen').getAttribute('data-path')
const param = (name: string): string | null => new URL(page.url()).searchParams.get(name)
const line = (): Promise<string | null> => page.locator('#map-line').textContent()

/** Where the chosen file lies on the map. */
async function placeOfChosen(): Promise<{ x: number; y: number }> {
  const [map, ring] = await Promise.all([canvas().boundingBox(), page.locator('.map-ring.chosen').boundingBox()])
  if (map === null || ring === null) throw new Error('nothing is chosen')
  return { x: ring.x + ring.width / 2 - map.x, y: ring.y + ring.height / 2 - map.y }
}

/** A place of the map where the tip begins so, found by pointing at many. */
async function placeOf(start: string): Promise<{ x: number; y: number }> {
  const { width, height } = await canvas().boundingBox() as { width: number; height: number }
  for (let y = 5; y < height; y += 16) {
    for (let x = 8; x < width; x += 80) {
      await canvas().hover({ position: { x, y }, force: true })
      const tip = await page.evaluate(() => document.querySelector('.map-tip')?.textContent)
      if (tip?.startsWith(start)) return { x, y }
    }
  }
  throw new Error(`nothing on the map begins with ${start}`)
}

/** How many pixels have each colour of the levels. */
const inks = (): Promise<Record<string, number>> => page.evaluate(() => {
  const element = document.querySelector('.map canvas') as HTMLCanvasElement
  const copy = new OffscreenCanvas(element.width, element.height).getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D
  copy.drawImage(element, 0, 0)
  const { data } = copy.getImageData(0, 0, element.width, element.height)
  const style = getComputedStyle(document.documentElement)
  const names = ['none', 'line', 'shape', 'detail', 'code', 'full']
  const colours = names.map((name) => Number.parseInt(style.getPropertyValue(`--level-${name}`).trim().slice(1), 16))
  const counts = Object.fromEntries(names.map((name) => [name, 0]))
  for (let i = 0; i < data.length; i += 4) {
    const found = colours.indexOf(((data[i] as number) << 16) | ((data[i + 1] as number) << 8) | (data[i + 2] as number))
    if (found >= 0) counts[names[found] as string] = (counts[names[found] as string] as number) + 1
  }
  return counts
})

const planNow = async (): Promise<PlanView> => (await studio.api(`/plan.json?budget=${param('budget')}`)).json() as Promise<PlanView>

describe('the map', () => {
  test('colours are levels, and light up as the budget grows while areas stay', async () => {
    await at('?budget=600')
    const little = await inks()
    expect(little).toMatchObject({ full: 0 })
    expect((little['none'] ?? 0) + (little['line'] ?? 0)).toBeGreaterThan(1000)
    await at('?budget=none')
    const all = await inks()
    expect(all['full']).toBeGreaterThan((all['none'] ?? 0) * 3)
  })

  test('pointing tells path, level, tokens and share, as a tip and in a line', async () => {
    await at('?budget=2000&file=src/basket.ts')
    const place = await placeOfChosen()
    await page.keyboard.press('Escape')
    await page.locator('.map-ring.chosen').waitFor({ state: 'detached' })
    await canvas().hover({ position: place })
    await expect.poll(line).toMatch(/^src\/basket\.ts: [a-z ]+, [\d,]+ of [\d,]+ tokens, [\d.]+ % of the context$/)
    const { files } = await planNow()
    const i = files.path.indexOf('src/basket.ts')
    expect((await line())?.replaceAll(',', '')).toContain(`${files.cost[i]} of ${files.tokens[i]} tokens`)
    await canvas().click({ position: place })
    expect(await chosen()).toBe('src/basket.ts')
    await expect.poll(() => param('file')).toBe('src/basket.ts')
  })

  test('a click on a folder zooms into it, and the line above, Backspace, Escape and the back button lead out', async () => {
    await at()
    await canvas().click({ position: await placeOf('src/') })
    expect(param('in')).toBe('src/')
    await canvas().click({ position: await placeOf('src/mail/') })
    expect(param('in')).toBe('src/mail/')
    await page.keyboard.press('Backspace')
    expect(param('in')).toBe('src/')
    await page.goBack()
    expect(param('in')).toBe('src/mail/')
    await page.locator('.crumbs').getByText('src', { exact: true }).click()
    expect(param('in')).toBe('src/')
    await page.keyboard.press('Escape')
    expect(param('in')).toBe(null)
  })

  test('keys alone: arrows choose, Enter goes closer down to the definitions of a file, the keys of the list work', async () => {
    await at('?view=icicle')
    await canvas().focus()
    await page.keyboard.press('ArrowRight')
    for (let i = 0; i < 30 && await chosen() !== 'src/'; i++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    const file = await chosen() as string
    expect(file).toMatch(/^src\/./)
    await expect.poll(line).toContain(`${file}:`)
    await page.keyboard.press('Enter')
    expect(param('in')).toBe('src/')
    await page.keyboard.press('j')
    await expect.poll(() => param('file')).toMatch(/./)
    await at('?in=src/&file=src/basket.ts')
    await canvas().focus()
    await page.keyboard.press('Enter')
    expect(param('in')).toBe('src/basket.ts')
    await placeOf('basketStep0:')
    await page.keyboard.press('3')
    expect(param('level')).toBe('/src/basket.ts=detail')
  })

  test('areas can be the tokens that are spent: then what is left out has none', async () => {
    await at('?budget=1500')
    await page.getByRole('button', { name: 'Tokens spent' }).click()
    expect(param('area')).toBe('cost')
    await expect.poll(async () => (await inks())['none']).toBe(0)
  })

  test('what is found in the list stands out', async () => {
    await at('?budget=none')
    const all = (await inks())['full'] ?? 0
    await at('?budget=none&find=basket')
    const found = (await inks())['full'] ?? 0
    expect(found).toBeGreaterThan(100)
    expect(found).toBeLessThan(all / 2)
  })

  test('a finger, a fine narrow screen, both themes', async () => {
    const fine = await studio.open({ scheme: 'light', width: 320, more: { deviceScaleFactor: 2, hasTouch: true } })
    const before = page
    page = fine.page
    await at('?budget=none&file=src/basket.ts')
    expect((await inks())['full']).toBeGreaterThan(10_000)
    const { x, y } = await placeOfChosen()
    await page.keyboard.press('Escape')
    await page.locator('.map-ring.chosen').waitFor({ state: 'detached' })
    await canvas().tap({ position: { x, y } })
    expect(await chosen()).toBe('src/basket.ts')
    await page.getByRole('button', { name: 'Look into basket.ts' }).tap()
    await expect.poll(() => param('in')).toBe('src/basket.ts')
    await page.locator('.crumbs a').first().tap()
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(async () => (await inks())['full']).toBeGreaterThan(10_000)
    expect(await page.evaluate(() => { const element = document.querySelector('.map canvas') as HTMLCanvasElement; return Math.round(element.width / element.clientWidth) })).toBe(2)
    expect([await axe(page), await overflowing(page)]).toEqual([[], []])
    await page.context().close()
    page = before
  })
})

describe('the controls', () => {
  test('the slider goes by keys from mark to mark and to its ends, and one move is one step back', async () => {
    await at('?budget=10k')
    const slider = page.locator('#budget')
    await slider.focus()
    await page.keyboard.press('PageDown')
    expect(await slider.getAttribute('aria-valuetext')).toBe('8,000 tokens')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => param('budget')).toBe('258')
    await page.goBack()
    expect(param('budget')).toBe('10k')
    expect(await slider.getAttribute('aria-valuetext')).toBe('10,000 tokens')
  })

  test('a budget that is none is refused with what one looks like, and nothing is lost', async () => {
    await at('?budget=10k')
    const number = page.locator('.number')
    await number.fill('lots')
    await number.press('Enter')
    expect(await page.locator('#budget-wrong').textContent()).toBe('a budget looks like 8000, 32k or 1m, not "lots"')
    expect([await number.inputValue(), await number.getAttribute('aria-invalid'), param('budget')]).toEqual(['lots', 'true', '10k'])
    await number.fill('12k')
    await number.press('Enter')
    expect([await page.locator('#budget-wrong').textContent(), param('budget')]).toEqual(['', '12k'])
  })

  test('the task box grows with its text, and Ctrl+Enter does not wait', async () => {
    await at()
    const box = page.locator('#task')
    const low = (await box.boundingBox())?.height ?? 0
    await box.fill('find out\nwhy orders\nare sent twice')
    expect((await box.boundingBox())?.height).toBeGreaterThan(low + 20)
    await box.press('Control+Enter')
    expect(param('task')).toBe('find out\nwhy orders\nare sent twice')
  })

  test('the summary says where the tokens go and how good the plan is', async () => {
    await at('?budget=2000')
    const { tokens } = await planNow()
    const text = await page.locator('.summary').textContent()
    expect(text).toContain(`${new Intl.NumberFormat('en').format(tokens)} tokens of 2,000`)
    expect(text).toMatch(/It is worth \d+\.\d % of the best any plan could reach\./)
    expect(await page.locator('.fill span').evaluateAll((parts) => Math.round(parts.reduce((sum, part) => sum + part.getBoundingClientRect().width, 0) / ((parts[0]?.parentElement?.clientWidth ?? 1) / 100)))).toBeGreaterThan(80)
  })
})

test('nothing went wrong unseen', () => {
  expect(seen).toEqual({ console: [], errors: [], elsewhere: [], failed: [] })
})
