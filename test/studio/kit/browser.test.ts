import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { axe } from './axe.mjs'
import { openTab } from './browser.ts'
import { chromiumPath } from './chromium.mjs'
import { moving, overflowing, smallTargets, tabbing } from './probes.mjs'
import { watched } from './watch.mjs'

test('a tab looks as it was asked to, and shares nothing with another', async () => {
  const narrow = await openTab({ scheme: 'dark', width: 320 })
  const wide = await openTab()
  const seen = (): object => ({ width: innerWidth, dark: matchMedia('(prefers-color-scheme: dark)').matches, still: matchMedia('(prefers-reduced-motion: reduce)').matches })
  expect(await narrow.evaluate(seen)).toEqual({ width: 320, dark: true, still: true })
  expect(await wide.evaluate(seen)).toEqual({ width: 1280, dark: false, still: true })
  expect(narrow.context()).not.toBe(wide.context())
  expect((await wide.screenshot()).length).toBeGreaterThan(1000)
})

test('without Chromium one sentence says how to get it', () => {
  expect(() => chromiumPath({ FOVEA_CHROMIUM: '/no/such/browser' })).toThrow('FOVEA_CHROMIUM names /no/such/browser, which is no program: run "apt-get install chromium-headless-shell", or set FOVEA_CHROMIUM to the path of a Chromium')
})

const BAD = '<!doctype html><title>Bad</title><input><img src="http://elsewhere.invalid/x.png" alt=""><script src="/missing.js"></script>'
const UGLY = `<!doctype html><html lang="en"><title>Ugly</title><link rel="stylesheet" href="/ugly.css">
<div id="wide">wide</div><button id="dark">no ring</button><button id="moves">moves</button><button id="small">s</button><div role="button">never</div><p>A <a href="/">link</a> in text</p>`
const STYLE = '* { line-height: 30px } #wide { width: 900px } #dark:focus { outline: none } #moves { transition: color 1s } #small { width: 10px; height: 10px; padding: 0; border: 0 }'
const STRICT = "default-src 'self'; img-src *; require-trusted-types-for 'script'; trusted-types 'none'"

/** A page with a strict policy, in a tab. */
async function served(html: string): Promise<{ page: Page; seen: ReturnType<typeof watched> }> {
  const pages: Readonly<Record<string, readonly [type: string, text: string]>> = { '/': ['text/html', html], '/ugly.css': ['text/css', STYLE] }
  const server = createServer(({ url = '' }, response) => {
    const [type, text] = pages[url] ?? ['text/plain', '']
    response.writeHead(url in pages ? 200 : 404, { 'Content-Type': type, 'Content-Security-Policy': STRICT }).end(text)
  })
  onTestFinished(() => { server.close() })
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done) })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const page = await openTab({ width: 320 })
  const seen = watched(page, origin)
  await page.goto(origin)
  return { page, seen }
}

test('a page that does wrong is seen, whatever its policy forbids', async () => {
  const { page, seen } = await served(BAD)
  expect(await axe(page)).toEqual([expect.stringMatching(/^html-has-lang at html/), expect.stringMatching(/^label at input/)])
  await expect.poll(() => seen).toMatchObject({ elsewhere: ['GET http://elsewhere.invalid/x.png'], failed: expect.arrayContaining(['404 /missing.js']) })
  expect(seen.console.join()).toContain('404')
})

test('what is too wide, too small, moves, hides the focus or is never reached is told', async () => {
  const { page } = await served(UGLY)
  expect(await overflowing(page)).toEqual(['the page is 908 wide in a window of 320', 'div#wide "wide" ends at 908 of 320'])
  expect(await smallTargets(page)).toEqual(['button#small "s" is 10 x 10'])
  expect(await moving(page)).toEqual(['button#moves "moves" moves'])
  expect(await tabbing(page)).toEqual(['button#dark "no ring" has the focus and does not show it', 'div "never" is not reached by Tab'])
})
