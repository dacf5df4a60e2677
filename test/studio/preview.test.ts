// The text of a context in a real browser: what is seen, what opens, what is copied.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { call, connected } from '../mcp/client.ts'
import { BIN, fovea, start } from '../walks/run.ts'
import { axe } from './kit/axe.mjs'
import { overflowing, smallTargets } from './kit/probes.mjs'
import { FILES, repository } from './kit/repository.ts'
import { startStudio, type Studio, type Watched } from './kit/studio.ts'

const step = (name: string): string => `/** Does ${name}. */\nexport function ${name}(input: string): string {\n${`  input += '${name}'\n`.repeat(12)}  return input\n}\n`
const MANY = Array.from({ length: 60 }, (_, i) => step(`number${i}`)).join('\n')

const HOSTILE = {
  'hostile/markup.ts': `// </script><img src="x" onerror="document.title = 'broken'">\nexport const a = '</textarea><b>bold</b>'\n`,
  'hostile/ansi.ts': `export const red = '\u001B[31mred\u001B[0m'\n`,
  'hostile/bidi.ts': `export const admin = false /* \u202E } \u2066if (isAdmin)\u2069 \u2066 begin */\n`,
  'hostile/long.ts': `export const long = '${'x'.repeat(400_000)}'\n`,
  'hostile/big.ts': `// ${'a line of fifty characters, again and again'}\n`.repeat(9000),
  'hostile/null.ts': `export const nothing = '\0'\n`,
  'hostile/slow.md': `${'[a](<'.repeat(3000)}\n${'*a_'.repeat(5000)}\n`,
}

let studio: Studio
let page: Page
let seen: Watched
beforeAll(async () => {
  const root = repository({ ...FILES, 'src/many.ts': MANY, 'docs/handles.md': 'See src/store.ts#logout@00000000 and `src/auth/sessions.ts#Sessions.closeAll`.\n', ...HOSTILE })
  studio = await startStudio({ root, args: ['--frozen'] })
  ;({ page, seen } = await studio.open())
})

const at = async (query: string, look = page): Promise<void> => {
  await look.goto(`${studio.origin}/?${query}`)
  await look.locator(query.includes('view=text') ? '.sheet .row' : '.copybar').first().waitFor()
}
const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
async function copied(label: string): Promise<string> {
  await page.getByRole('button', { name: label, exact: true }).click()
  await page.getByText(`${label}: copied`).waitFor()
  return clipboard()
}
const drawer = (): ReturnType<Page['locator']> => page.locator('dialog.drawer[open]')
const topPath = (): Promise<string> => page.evaluate(() => {
  const box = document.querySelector('.sheet')?.getBoundingClientRect()
  return document.elementFromPoint((box?.left ?? 0) + 20, (box?.top ?? 0) + 12)?.closest('.part')?.querySelector('.part-path')?.textContent ?? ''
})

describe('copies', () => {
  test.each(['claude-xml', 'markdown', 'minimal'])('the context is what the command prints, byte for byte, in %s, and the command is the one that prints it', async (format) => {
    const words = `budget=3k&format=${format}&task=close the sessions&exclude=/hostile/`
    await at(words)
    const text = await copied('Copy context')
    const printed = await fovea(['.', '--frozen', '--budget', '3k', '--format', format, '--task', 'close the sessions', '--exclude', '/hostile/'], { cwd: studio.root })
    expect(text).toBe(printed.out)
    const command = await copied('Copy command')
    const again = await start('sh', ['-c', command.replace(/^fovea /, `"${process.execPath}" "${BIN}" --frozen `)], { cwd: studio.root })
    expect(again.out).toBe(text)
  })

  test('the MCP call is one that the real server answers, and what it cannot say is named', async () => {
    await at('budget=2k&task=close the sessions&pin=/src/store.ts&include=/src&exclude=*.py&format=markdown')
    const { params } = JSON.parse(await copied('Copy MCP call')) as { params: { name: string; arguments: Record<string, unknown> } }
    const told = await call(await connected({ cwd: studio.root }), params.name, params.arguments)
    expect(told).toMatchObject({ failed: false })
    expect(told.text).toContain('src/store.ts')
    expect(await page.locator('.copybar').textContent()).toContain('An MCP call cannot say: exclude.')
  })

  test('the request for a shell has no token, and is answered with it', async () => {
    await at('budget=2k')
    const curl = await copied('Copy as curl')
    expect(curl).not.toContain(studio.token)
    const url = new URL(curl.slice(curl.indexOf('http')).replace(/'$/, ''))
    expect(await (await studio.api(url.pathname + url.search)).json()).toMatchObject({ budget: 2000 })
  })

  test('a download has the same bytes', async () => {
    await at('budget=2k&format=markdown')
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()])
    expect(file.suggestedFilename()).toBe('context.md')
    const parts: Buffer[] = []
    for await (const part of await file.createReadStream()) parts.push(part as Buffer)
    expect(Buffer.concat(parts).toString()).toBe(await (await studio.api('/context.txt?budget=2k&format=markdown')).text())
  })

  test('a copy that the browser refuses says why, and the text can be selected', async () => {
    await at('budget=2k')
    await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed here')) })
    await page.getByRole('button', { name: 'Copy command', exact: true }).click()
    const dialog = page.locator('dialog.selectable[open]')
    await expect.poll(() => dialog.textContent()).toContain('not allowed here')
    expect(await dialog.locator('textarea').inputValue()).toBe('fovea . --budget 2k')
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  test('a file as shown, whole, and its handle', async () => {
    await at('view=text&budget=600&include=/src/many.ts')
    const shown = await copied('Copy src/many.ts as shown')
    expect(shown).toContain('more')
    expect(await copied('Copy src/many.ts whole')).toBe(MANY)
    expect(await copied('Copy the handle of src/many.ts')).toMatch(/^src\/many\.ts@[0-9a-f]{8}$/)
  })
})

describe('what opens', () => {
  test('a remark shows what it hides, and the back button closes it', async () => {
    await at('view=text&budget=600&include=/src/many.ts')
    const gap = page.locator('a.gap').first()
    const [name = ''] = (await gap.getAttribute('title'))?.match(/number\d+/) ?? []
    expect(name).not.toBe('')
    await gap.scrollIntoViewIfNeeded()
    await gap.click()
    await expect.poll(() => drawer().textContent()).toContain(`export function ${name}(`)
    await page.goBack()
    await expect.poll(() => drawer().count()).toBe(0)
    expect(page.url()).not.toContain('zoom=')
  })

  test('a handle in the text opens, is told to be stale, and leads on to what uses it', async () => {
    await at('view=text&budget=none&file=docs/handles.md')
    await page.getByRole('link', { name: 'src/store.ts#logout@00000000' }).click()
    await expect.poll(() => drawer().textContent()).toContain('This handle is stale')
    await page.keyboard.press('Escape')
    await expect.poll(() => drawer().count()).toBe(0)
    await at('view=text&budget=none&zoom=src/auth/sessions.ts%23Sessions.closeAll')
    await drawer().getByRole('region', { name: 'Related' }).getByRole('link', { name: 'logout' }).click()
    await expect.poll(() => drawer().locator('h2').textContent()).toMatch(/^src\/store\.ts#logout@[0-9a-f]{8}$/)
    expect(await axe(page)).toEqual([])
    await page.goBack()
    await expect.poll(() => drawer().locator('h2').textContent()).toBe('src/auth/sessions.ts#Sessions.closeAll')
  })

  test('a handle of a head opens by keys, and the focus goes back to it', async () => {
    await at('view=text&budget=none&include=/src/store.ts')
    const handle = page.locator('.part-tools a.zoomlink').first()
    await handle.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => drawer().textContent()).toContain('export class Store')
    await page.keyboard.press('Escape')
    await expect.poll(() => handle.evaluate((link) => link === document.activeElement)).toBe(true)
  })

  test('a name in several places lists them to choose from', async () => {
    await at('view=text&budget=2k&zoom=fn%3Daudit')
    await drawer().getByRole('link', { name: 'src/report.py#audit' }).click()
    await expect.poll(() => drawer().textContent()).toContain('Write it down.')
  })
})

describe('what is seen', () => {
  test.each(['light', 'dark'] as const)('code has colours in %s, every line its level, and all of it can be read', async (scheme) => {
    const { page: tab } = await studio.open({ scheme })
    await at('view=text&budget=600&include=/src/many.ts', tab)
    await tab.locator('.t-keyword').first().waitFor()
    const colours = await tab.evaluate(() => ['.t-keyword', '.t-built_in', '.t-title', '.row code'].map((one) => getComputedStyle(document.querySelector(one) as Element).color))
    expect(new Set(colours).size).toBe(4)
    expect(await tab.locator('.bar-of.level-shape').count()).toBeGreaterThan(5)
    expect(await axe(tab)).toEqual([])
    await tab.context().close()
  })

  test('it fits 320 pixels, and every target is large enough', async () => {
    const { page: tab } = await studio.open({ width: 320 })
    await at('view=text&budget=600&include=/src/many.ts', tab)
    expect([await overflowing(tab), await smallTargets(tab)]).toEqual([[], []])
    await at('view=text&budget=900&zoom=src/store.ts%23logout', tab)
    await tab.locator('dialog.drawer .row').first().waitFor()
    expect([await overflowing(tab), await smallTargets(tab)]).toEqual([[], []])
    await tab.context().close()
  })

  test('hostile text is text', async () => {
    for (const [path, part] of [['markup.ts', '</script><img src="x"'], ['ansi.ts', '\u001B[31mred'], ['bidi.ts', '\u202E } \u2066if'], ['slow.md', '[a](<[a](<']] as const) {
      await at(`view=text&budget=none&file=hostile/${path}`)
      await expect.poll(() => page.locator('.sheet').textContent()).toContain(part)
    }
    await at('view=text&budget=none&file=hostile/bidi.ts')
    await expect.poll(() => page.locator('.control').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['name']))).toEqual(expect.arrayContaining(['U+202E', 'U+2066', 'U+2069', 'U+001B']))
    await at('view=text&budget=none&file=hostile/long.ts')
    await page.getByText('hostile/long.ts is not on the page as text').waitFor()
    // As JSON a file is one line: of this one more than 400,000 characters.
    await at('view=text&as=sent&budget=none&format=json&include=/hostile/big.ts')
    await expect.poll(() => page.locator('.sheet').textContent()).toMatch(/[4-9]\d\d,\d{3} more characters, which copies have/)
    expect(await page.evaluate(() => [document.title, document.querySelectorAll('.sheet img, .sheet b').length, document.querySelectorAll('.sheet .row').length < 200])).toEqual(['Fovea Studio', 0, true])
  })

  test('another budget leaves the same file at the top, and does not draw again what is the same', async () => {
    await at('view=text&budget=none&exclude=/hostile/&file=src/orders.ts')
    await expect.poll(topPath).toBe('src/orders.ts')
    await page.locator('.sheet .row', { hasText: 'ordersStep0' }).evaluate((row) => { row.id = 'the-same' })
    await page.getByLabel('Budget in tokens').fill('12k')
    await page.keyboard.press('Enter')
    await page.getByText(/tokens of 12,000/).waitFor()
    await expect.poll(topPath).toBe('src/orders.ts')
    expect(await page.locator('#the-same').count()).toBe(1)
  })

  test('what is searched for is found where it is not drawn', async () => {
    await at('view=text&budget=none&exclude=/hostile/')
    expect(await page.locator('.sheet .row', { hasText: 'stampsStep5' }).count()).toBe(0)
    await page.getByLabel('Find in the text').fill('stampsstep5')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('.row.marked').textContent()).toContain('stampsStep5')
    await at('view=text&as=sent&budget=none&exclude=/hostile/')
    await page.getByLabel('Find in the text').fill('stampsstep5')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('.row.marked').textContent()).toContain('stampsStep5')
  })

  test('files that have only a line are listed with a way to raise them', async () => {
    await at('view=text&budget=600&exclude=/hostile/')
    const pin = page.locator('.ends').getByRole('button', { name: /^Pin / }).first()
    const path = ((await pin.getAttribute('aria-label')) ?? '').slice('Pin '.length)
    await pin.click()
    await expect.poll(() => decodeURIComponent(page.url())).toContain(`pin=/${path}`)
  })

  test('nothing went wrong on the way', () => {
    expect(seen).toEqual({ console: [], errors: [], elsewhere: [], failed: [] })
  })
})
