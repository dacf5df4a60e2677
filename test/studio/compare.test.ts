import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { CompareView } from '../../src/studio/contract.ts'
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
  ;({ page, seen } = await studio.open({ at: '' }))
})

const goTo = async (query: string): Promise<void> => {
  await page.goto(`${studio.origin}/compare?${query}#token=${studio.token}`)
  await page.reload()
}
const summary = (): Promise<string[]> => page.locator('.sentences li').allTextContents()
const paths = (): Promise<string[]> => page.locator('.difference .path').allTextContents()
const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
const asked = (): URLSearchParams => new URL(page.url()).searchParams

test('the first view leads to half of its budget, and the twin says the same as the page', async () => {
  await page.goto(`${studio.origin}/?budget=2000#token=${studio.token}`)
  await page.reload()
  await page.getByRole('link', { name: 'Compare with half the budget' }).click()
  await page.locator('.sentences').waitFor()
  await soon(() => [...asked()]).toEqual([['a.budget', '2000'], ['b.budget', '1000']])
  const twin = await (await studio.api(`/compare.json?${asked()}`)).json() as CompareView
  expect((await summary()).map((sentence) => sentence.replace(/(\d),(?=\d{3})/g, '$1'))).toEqual(twin.summary)
  expect(twin.summary[0]).toMatch(/^\d+ files? loses? detail, .* (?:is|are) the same; \d+ tokens fewer in B$/)
  expect(twin.summary[1]).toMatch(/^a prompt cache that has seen A keeps \d+ tokens? of B/)
  expect(twin.a.tokens).toBeLessThanOrEqual(2000)
  expect(twin.b.tokens).toBeLessThanOrEqual(1000)
  expect(await page.getByRole('region', { name: 'Side A' }).or(page.locator('[aria-label="Side A"]')).first().innerText()).toContain(new Intl.NumberFormat('en').format(twin.a.tokens))
  expect((await paths()).sort()).toEqual([...twin.files.path].sort())
})

test('keys go through the files, and the text of each is shown with signs or side by side', async () => {
  await goTo('a.budget=1000&b.budget=6000')
  await page.locator('.difference .path').first().waitFor()
  const [first, second] = await paths()
  await page.keyboard.press('j')
  await soon(() => asked().get('file')).toBe(first)
  await page.keyboard.press('j')
  await soon(() => asked().get('file')).toBe(second)
  await page.keyboard.press('k')
  await soon(() => page.locator('.texts h2').textContent()).toBe(first)
  await soon(() => page.locator('.lines .line.new').count()).toBeGreaterThan(0)
  const headingAt = async (): Promise<number> => (await page.locator('.texts h2').boundingBox())?.y ?? NaN
  for (const width of [1280, 900, 320]) {
    await page.setViewportSize({ width, height: 700 })
    await page.keyboard.press('j')
    await soon(headingAt).toBeLessThan(600)
    await page.keyboard.press('k')
    expect(await page.locator('.difference.chosen').count(), 'the list is seen with it').toBe(1)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('k')
  await soon(() => page.locator('.texts h2').textContent()).toBe(first)
  expect(await page.locator('.lines .line.new .sign').first().textContent()).toBe('+')
  await page.keyboard.press('d')
  await page.locator('.lines.beside').waitFor()
  await soon(() => asked().get('as')).toBe('beside')
  expect(await page.locator('.lines.beside .line.two > div + div').first().isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await soon(() => asked().has('file')).toBe(false)
})

test('the list is sorted and narrowed, and the back button takes a step back', async () => {
  await page.getByRole('button', { name: /^File/ }).click()
  await soon(async () => (await paths()).join()).toBe((await paths()).toSorted().join())
  await page.keyboard.press('/')
  await page.keyboard.type('prices')
  await soon(paths).toEqual(['src/prices.ts'])
  await page.locator('#filter').fill('')
  await page.getByRole('button', { name: /^more detail/ }).click()
  await soon(() => asked().get('kind')).toBe('more')
  await page.goBack()
  await soon(() => asked().has('kind')).toBe(false)
})

test('sides are chosen, swapped and copied as commands', async () => {
  await page.locator('#b-task').fill('what a customer pays with tax')
  await page.keyboard.press('Enter')
  await soon(() => asked().get('b.task')).toBe('what a customer pays with tax')
  await page.getByRole('button', { name: 'Swap sides' }).click()
  await soon(() => [asked().get('a.budget'), asked().get('b.budget'), asked().get('a.task')]).toEqual(['6000', '1000', 'what a customer pays with tax'])
  await page.getByRole('button', { name: 'Copy command A' }).click()
  await soon(copied).toBe("fovea . --budget 6000 --task 'what a customer pays with tax'")
  const covered = (): Promise<string[]> => page.evaluate(() => {
    const said = (document.querySelector('.announcer') as Element).getBoundingClientRect()
    const meets = ({ left, right, top, bottom }: DOMRect): boolean => left < said.right && right > said.left && top < said.bottom && bottom > said.top
    return said.width === 0 ? ['nothing is said'] : [...document.querySelectorAll('button, a, input, select')].filter((one) => meets(one.getBoundingClientRect())).map((one) => one.textContent)
  })
  await soon(covered).toEqual([])
  await page.getByRole('button', { name: 'Copy delta command' }).click()
  await soon(copied).toMatch(/^fovea delta --base [0-9a-f]{8} --budget 1000$/)
})

test('a side that cannot be made says why, and the page stays', async () => {
  expect((await studio.api('/compare.json?a.budget=lots')).status).toBe(400)
  await page.locator('#a-budget').fill('lots')
  await page.keyboard.press('Enter')
  await soon(() => page.getByRole('alert').textContent()).toMatch(/^A: a budget .*"lots"$/)
  expect(await page.locator('[aria-invalid="true"]').evaluateAll((inputs) => inputs.map(({ id }) => id))).toEqual(['a-budget'])
  expect(await page.locator('.totals, .difference').count(), 'the old answer is not shown as if it were this one').toBe(0)
  await page.locator('#a-budget').fill('4k')
  await page.keyboard.press('Enter')
  await soon(() => page.getByRole('alert').count()).toBe(0)
})

test('two commits: what changed in a file is shown line by line, and the command says which commit', async () => {
  await goTo('budget=6000&a.commit=HEAD~1&file=src/prices.ts&text=whole')
  await soon(() => page.locator('.lines .line.new').allTextContents()).toContainEqual(expect.stringContaining('export const withTax'))
  expect(await page.locator('[aria-label="Side A"]').innerText()).toMatch(/at commit [0-9a-f]{12}/)
  expect(await page.locator('.difference', { hasText: 'src/prices.ts' }).innerText()).toContain('edited')
  await page.getByRole('button', { name: 'Copy command A' }).click()
  await soon(copied).toBe("fovea . --budget 6000 --commit 'HEAD~1'")
  await page.locator('#a-commit').fill('mian')
  await page.keyboard.press('Enter')
  await soon(() => page.getByRole('alert').first().textContent()).toContain('A: there is no commit "mian" here; did you mean main?')
})

test('it can be used by everybody, dark and narrow too', async () => {
  await goTo('a.budget=1000&b.budget=6000&file=src/prices.ts&as=beside')
  await page.locator('.lines .line').first().waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await axe(page)).toEqual([])
  }
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await overflowing(page)).toEqual([])
  expect(seen).toMatchObject({ errors: [], elsewhere: [] })
})
