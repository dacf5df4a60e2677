// A task in a large repository does not count what is far from it: every number that is told by bytes says so.
import { expect, test } from 'vitest'
import type { PlanView } from '../../src/studio/contract.ts'
import { FILES, repository } from './kit/repository.ts'
import { startStudio } from './kit/studio.ts'

const far = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`far/p${i % 9}/f${i}.ts`, `export function paint${i}() {\n${'  window.draw(matrix)\n'.repeat(20)}}\n`]))

test('the whole, the rest of a folder and a far file are about so many tokens; without a task they are counted', async () => {
  const studio = await startStudio({ root: repository({ ...FILES, ...far }), args: ['--frozen'] })
  const query = new URLSearchParams({ budget: '2000', task: 'close the sessions after logout' })
  const { files, folders } = await (await studio.api(`/plan.json?${query}`)).json() as PlanView
  const path = files.path.find((_, i) => files.about?.[i] === 1 && files.level[i] === 0) as string
  expect(folders.some(({ about }) => about)).toBe(true)
  const { page, seen } = await studio.open()
  const find = `&find=${encodeURIComponent(path)}`
  const row = page.locator('.grid .rows [role=row]', { has: page.locator(`[title="${path}"]`) })
  for (const [asked, whole, one] of [[String(query), /out of ~[\d,]+ in/, /^~\d/], ['budget=2000', /out of [\d,]+ in/, /^\d/]] as const) {
    await page.goto(`${studio.origin}/?view=list&${asked}${find}`)
    await row.waitFor()
    expect(await page.locator('.summary p').first().textContent()).toMatch(whole)
    expect(await row.locator('.tokens').textContent()).toMatch(one)
    expect(await row.getByRole('button').evaluateAll((buttons) => buttons.some((button) => button.getAttribute('title')?.includes('costs ~')))).toBe(one.source.startsWith('^~'))
    await page.goto(`${studio.origin}/?view=text&${asked}`)
    const ends = page.getByRole('region', { name: 'Files that are not shown' })
    await ends.waitFor({ state: 'attached' })
    const rest = ends.locator('li', { hasText: /files?, ~?[\d,]+ tokens/ })
    expect((await rest.allTextContents()).some((text) => text.includes(', ~'))).toBe(one.source.startsWith('^~'))
  }
  expect(seen).toEqual({ console: [], errors: [], elsewhere: [], failed: [] })
}, 120_000)
