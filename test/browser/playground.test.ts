// The playground as a visitor has it: the built folder on a plain web server, in a real Chromium.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axe } from '../studio/kit/axe.mjs'
import { openTab } from '../studio/kit/browser.ts'
import { overflowing, smallTargets, tabbing } from '../studio/kit/probes.mjs'
import { watched } from '../studio/kit/watch.mjs'
import { folder, fovea } from '../walks/run.ts'
import { served } from './bundle.mjs'
import { HOSTILE, sourceFiles } from './hostile.ts'

const dist = fileURLToPath(new URL('../../dist/playground', import.meta.url))
const tree = { ...HOSTILE, ...sourceFiles() }
const root = folder(tree)
const zipped = (files: Readonly<Record<string, string | Uint8Array>>, top = 'shop-main/'): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([path, content]) => [top + path, typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)]))))

let server: Awaited<ReturnType<typeof served>>
let page: Page
let seen: ReturnType<typeof watched>
beforeAll(async () => {
  server = await served({ '/': dist })
  page = await openTab()
  // A real folder of the browser's own stands for one of the disk, which no test can pick.
  await page.addInitScript(() => {
    const picker = async (): Promise<unknown> => {
      if ('pickerCloses' in globalThis) throw new DOMException('closed', 'AbortError')
      return navigator.storage.getDirectory()
    }
    Object.assign(globalThis, { showDirectoryPicker: picker })
  })
  seen = watched(page, server.origin)
  await page.goto(`${server.origin}/`)
})
afterAll(() => server.close())

/** A page that works in a thread of its own answers when it can; a busy machine takes its time. */
const soon = <T>(look: () => T) => expect.poll(look, { timeout: 60_000 })
const heading = (): ReturnType<Page['getByTestId']> => page.getByTestId('tokens')
const text = async (): Promise<string> => await page.getByTestId('text').textContent() ?? ''
const here = async (...args: string[]): Promise<string> => (await fovea(['pack', root, '--frozen', '--quiet', ...args])).out
/** Waits until the worker has nothing to do. */
const settled = async (): Promise<void> => { await soon(() => page.locator('.doing').textContent()).toBe('') }

describe('the playground', () => {
  test('a folder that is picked becomes the context that the command writes, within its budget', async () => {
    await page.getByTestId('folder').setInputFiles(root)
    await heading().waitFor({ timeout: 60_000 })
    await settled()
    expect(await heading().textContent()).toMatch(/^[\d,]+ of 32,000 tokens, [\d,]+ of [\d,]+ files$/)
    expect(await text()).toBe(await here('--budget', '32000', '--format', 'claude-xml'))
    const rows = await page.getByTestId('files').locator('tbody tr').allTextContents()
    expect(rows.find((row) => row.startsWith('a.png'))).toContain('binary')
    expect(rows.join()).not.toMatch(/node_modules|build\/x\.js|a\.log/)
  })

  test('budget, task, format and lens make another one', async () => {
    await page.getByLabel('Tokens').fill('1500')
    await page.getByLabel('Tokens').press('Tab')
    await page.getByLabel('Format').selectOption('markdown')
    await page.getByLabel('Lens').selectOption('security')
    await page.getByLabel('Task').fill('close the sessions when a token expires')
    await soon(text).toBe(await here('--budget', '1500', '--format', 'markdown', '--lens', 'security', '--task', 'close the sessions when a token expires'))
    const tokens = Number(/^([\d,]+) of 1,500 tokens/.exec(await heading().textContent() ?? '')?.[1]?.replaceAll(',', ''))
    expect(tokens).toBeLessThanOrEqual(1500)
  })

  test('the slider moves by keys, everything is a box, and a budget that is too small says so', async () => {
    const slider = page.getByRole('slider', { name: 'Budget' })
    await slider.focus()
    await slider.press('ArrowRight')
    await soon(() => heading().textContent()).toMatch(/ of (?!1,500 )[\d,]+ tokens/)
    await page.getByLabel('Everything').check()
    await soon(() => heading().textContent()).not.toContain(' of 1,')
    await page.getByLabel('Everything').uncheck()
    await page.getByLabel('Tokens').fill('1')
    await page.getByLabel('Tokens').press('Tab')
    await soon(() => page.locator('.result .wrong').textContent()).toMatch(/^This budget is too small: the smallest answer in markdown needs [\d,]+ tokens\.$/)
    await page.getByLabel('Tokens').fill('4000')
    await page.getByLabel('Tokens').press('Tab')
    await settled()
  })

  test('the text is copied and saved as it is', async () => {
    const whole = await text()
    await page.getByRole('button', { name: 'Copy' }).click()
    await soon(() => page.evaluate(() => navigator.clipboard.readText())).toBe(whole)
    await page.evaluate(() => { Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }) })
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByText('Not copied: the browser does not allow it here. Use Download.').waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()])
    expect(download.suggestedFilename()).toMatch(/\.md$/)
    expect(readFileSync(await download.path(), 'utf8')).toBe(whole)
  })

  test('the table is sorted by its heads', async () => {
    const head = page.getByRole('columnheader', { name: 'File' })
    await head.getByRole('button').click()
    expect(await head.getAttribute('aria-sort')).toBe('ascending')
    const paths = await page.getByTestId('files').locator('tbody th').allTextContents()
    expect(paths).toEqual([...paths].sort())
  })

  test('axe, the keyboard and a narrow window find nothing wrong, in dark and light', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      expect(await axe(page), scheme).toEqual([])
    }
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await overflowing(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    // Tab goes on from where somebody has clicked last.
    await page.getByRole('heading', { level: 1 }).click()
    expect(await tabbing(page)).toEqual([])
  })

  test('a zip that is dropped gives the same context as its folder', async () => {
    await drop(zipped(tree), 'shop-main.zip')
    await soon(() => page.locator('.opening').textContent()).toContain('shop-main.zip')
    await soon(() => heading().textContent().catch(() => '')).toContain('tokens')
    await settled()
    const budget = await page.getByLabel('Tokens').inputValue()
    expect(await text()).toBe(await here('--budget', budget, '--format', 'markdown', '--lens', 'security', '--task', 'close the sessions when a token expires'))
  })

  test('a folder that is dropped gives it too', async () => {
    const before = await text()
    const { x, y } = await page.locator('.opening').boundingBox() ?? { x: 0, y: 0 }
    const session = await page.context().newCDPSession(page)
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await session.send('Input.dispatchDragEvent', { type, x: x + 5, y: y + 5, data: { items: [], files: [root], dragOperationsMask: 1 } })
    await soon(() => page.locator('.opening').textContent()).toContain(basename(root))
    await soon(() => text().catch(() => '')).toBe(before)
    await settled()
  })

  test('so does one that is picked through the File System Access API; whoever closes the picker gets nothing', async () => {
    await page.evaluate(async () => {
      const folder = await navigator.storage.getDirectory()
      const put = async (path: string, content: string): Promise<void> => {
        const parts = path.split('/')
        let at = folder
        for (const part of parts.slice(0, -1)) at = await at.getDirectoryHandle(part, { create: true })
        const file = await (await at.getFileHandle(parts.at(-1) ?? '', { create: true })).createWritable()
        await file.write(content)
        await file.close()
      }
      await put('src/picked.ts', 'export const picked = 1\n')
      await put('node_modules/x.js', 'foreign()\n')
      await put('sub/.git/HEAD', 'ref: x\n')
      await put('sub/inner.ts', 'export const inner = 1\n')
    })
    await page.getByRole('button', { name: 'Choose a folder' }).click()
    await soon(() => text().catch(() => '')).toContain('export const picked = 1')
    expect(await text()).not.toMatch(/foreign|const inner/)
    await page.evaluate(() => { Object.assign(globalThis, { pickerCloses: true }) })
    await page.getByRole('button', { name: 'Choose a folder' }).click()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('what is no zip, and what is neither zip nor folder, is refused in a sentence; the page goes on', async () => {
    await drop(Buffer.from('no zip at all'), 'broken.zip')
    await soon(() => page.getByRole('alert').textContent()).toBe('This zip is not opened: it has no directory, so it is no zip or not all of one. Unpack it yourself and choose the folder.')
    await page.getByTestId('zip').setInputFiles({ name: 'small.zip', mimeType: 'application/zip', buffer: zipped({ 'a.ts': 'export const a = 1\n' }) })
    await soon(() => text().catch(() => '')).toContain('export const a = 1')
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('nothing went wrong, and no request left the origin', () => {
    expect(seen).toEqual({ console: [], errors: [], elsewhere: [], failed: [] })
  })

  test('neither the page nor its worker can ask another address', async () => {
    const elsewhere = await served({ '/': dist })
    const [worker] = page.workers()
    for (const place of [page, worker] as Page[]) {
      const asked = await place.evaluate((url) => fetch(url, { mode: 'no-cors' }).then(() => 'answered', (error: Error) => error.name), `${elsewhere.origin}/`)
      expect(asked).toBe('TypeError')
    }
    elsewhere.close()
  })

  test('its policy allows no other address, and the folder is all it needs', () => {
    const html = readFileSync(join(dist, 'index.html'), 'utf8')
    expect(html).toMatch(/Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'"/)
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\//)
  })
})

/** Drops a file onto the zone as a person would. */
async function drop(bytes: Buffer, name: string): Promise<void> {
  const transfer = await page.evaluateHandle(([base64, called]) => {
    const data = new DataTransfer()
    data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], called, { type: 'application/zip' }))
    return data
  }, [bytes.toString('base64'), name] as const)
  await page.dispatchEvent('.opening', 'drop', { dataTransfer: transfer })
}
