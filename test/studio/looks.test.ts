// Every page that the menu names, and every view of the first, dark and light, wide and narrow: it fits, it can be read, it can be used by keys, and it keeps to itself.
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axe } from './kit/axe.mjs'
import { openTab } from './kit/browser.ts'
import { LOOKS, pagesOf, settled } from './kit/pages.mjs'
import { moving, overflowing, smallTargets, tabbing } from './kit/probes.mjs'
import { startStudio, type Studio } from './kit/studio.ts'

let studio: Studio
beforeAll(async () => { studio = await startStudio() })

/** A page is loaded once and looked at in four ways. Colours change nothing but the contrast, so each width is judged by all rules once. */
async function judged(page: Page): Promise<Record<string, readonly string[]>> {
  const faults: Record<string, readonly string[]> = {}
  for (const { scheme, width } of LOOKS) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: scheme })
    await settled(page)
    faults[`${scheme} ${width}`] = scheme === 'dark' ? await axe(page, ['color-contrast']) : [...await axe(page), ...await overflowing(page), ...await smallTargets(page), ...await moving(page)]
  }
  return faults
}

const GOOD = Object.fromEntries(LOOKS.map(({ scheme, width }) => [`${scheme} ${width}`, []]))

test('no page is wider than the window, breaks a rule of axe, has a small target, moves, hides a control from Tab or the focus from the eye, or says anything on the console', async () => {
  const { page, seen } = await studio.open()
  await settled(page)
  const pages = await pagesOf(page)
  expect(pages.map(({ name }) => name)).toEqual(expect.arrayContaining(['context', 'compare', 'list', 'text', 'icicle']))
  for (const { name, at } of pages) {
    await page.goto(studio.origin + at)
    expect({ name, ...await judged(page) }).toEqual({ name, ...GOOD })
    await page.setViewportSize({ width: 1280, height: 800 })
    expect([name, await tabbing(page)]).toEqual([name, []])
  }
  expect(seen).toEqual({ console: [], errors: [], elsewhere: [], failed: [] })
})

/** Bytes after gzip that the first view may load. */
const MOST = 400_000

test('what is shipped for the first view has at most 400 KB after gzip', async () => {
  const page = await openTab()
  const asked = new Set<string>()
  page.on('request', (request) => { asked.add(request.url()) })
  await page.goto(studio.url)
  await settled(page)
  const shipped = [...asked].filter((url) => !/\.(?:json|txt)$/.test(new URL(url).pathname))
  const sizes = await Promise.all(shipped.map(async (url) => gzipSync(new Uint8Array(await (await fetch(url)).arrayBuffer())).length))
  // The page, its program and its style at the least.
  expect(sizes.length).toBeGreaterThanOrEqual(3)
  expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(MOST)
})
