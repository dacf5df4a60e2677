// What does not fit and what is not there: the studio says so, and every dead end has a way out.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { settled } from './kit/pages.mjs'
import { startStudio, type Studio, type Watched } from './kit/studio.ts'

let studio: Studio
let page: Page
let seen: Watched
beforeAll(async () => {
  studio = await startStudio()
  ;({ page, seen } = await studio.open())
})

const at = async (query: string): Promise<void> => {
  await page.goto(`${studio.origin}/?${query}`)
  await settled(page)
}
const alert = () => page.locator('.summary').getByRole('alert')
const side = () => page.getByRole('complementary', { name: 'Why' })

describe('over the budget', () => {
  test('a pin that does not fit is told with its name, on the bar, beside the files and with the copy, and the budget can be raised', async () => {
    await at('budget=300&pin=/docs/orders.md&pin=zzz.js')
    expect(await alert().textContent()).toMatch(/What had to be shown needs [\d,]+ tokens, \d+ more than the budget\. Take back a rule \(pinned docs\/orders\.md\), or raise the budget\./)
    expect(await page.locator('.summary').textContent()).not.toContain('the best')
    expect(await page.locator('.fill .beyond').count()).toBe(1)
    expect(await side().textContent()).toMatch(/The context is over its budget: \d+ tokens are missing already/)
    expect(await page.locator('.copybar').textContent()).toContain('The context that is copied is over its budget.')
    await page.getByRole('button', { name: 'Copy context' }).click()
    await page.getByText(/Copy context: copied\. What had to be shown needs/).waitFor({ state: 'attached' })
    await alert().getByRole('button', { name: 'Raise the budget' }).click()
    await expect.poll(() => alert().count()).toBe(0)
    expect(await page.locator('.summary').textContent()).toContain('of the best any plan could reach')
  })

  test('when nothing fits, what the smallest answer needs is told', async () => {
    await at('budget=3')
    expect(await alert().textContent()).toMatch(/Nothing fits: the smallest answer needs \d+ tokens, \d+ more than the budget\./)
    expect(await page.locator('.copybar').textContent()).toContain('There is no context to copy.')
    await alert().getByRole('button', { name: 'Raise the budget' }).click()
    await expect.poll(() => alert().count()).toBe(0)
    expect(seen.errors).toEqual([])
  })
})

describe('what the address chooses and no control shows', () => {
  test('a commit has a chip, and without it the files are as they are', async () => {
    await at('commit=HEAD~1')
    await page.getByRole('button', { name: 'Remove: commit HEAD~1' }).click()
    expect(new URL(page.url()).search).toBe('')
  })

  test.each([['commit=nosuch', 'Remove: commit nosuch'], ['lens=magic', 'Remove: lens magic'], ['budget=lots', 'Remove: budget lots'], ['order=random', 'Remove: order random']])('%s gives no plan, and can be taken away', async (query, name) => {
    await at(query)
    expect(await page.locator('p.wrong[role=alert]').textContent()).not.toBe('')
    await page.getByRole('button', { name }).click()
    await page.locator('.summary').waitFor()
    await settled(page)
    expect([await page.locator('p.wrong[role=alert]').count(), await page.getByRole('list', { name: 'Rules' }).count()]).toEqual([0, 0])
  })
})

describe('what is not there', () => {
  test('a rule that no file meets says so', async () => {
    await at('pin=zzz.js&pin=/src/orders.ts&level=zzz/**=signature&include=/src&include=/nowhere')
    expect(await page.getByRole('list', { name: 'Rules' }).getByRole('listitem').allTextContents()).toEqual(['pinned zzz.jsmatches no file×', 'pinned src/orders.ts×', 'level zzz/** = signaturematches no file×', 'only src×', 'only nowherematches no file×'])
  })

  test('a file that is not there offers names like it, and the map does not look into it', async () => {
    await at('file=order.ts')
    expect(await page.getByRole('button', { name: /^Look into/ }).count()).toBe(0)
    await side().getByRole('button', { name: 'src/orders.ts' }).click()
    await page.getByRole('button', { name: 'Look into orders.ts' }).waitFor()
    expect(seen.errors).toEqual([])
  })
})
