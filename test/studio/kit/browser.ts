// One Chromium for a test file, started by the first tab. Every tab has a context of its own: nothing that one test stores is seen by another.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll } from 'vitest'
import { startChromium } from './chromium.mjs'

let shared: Promise<Browser> | undefined
afterAll(async () => { await (await shared?.catch(() => undefined))?.close() })

/** The browser of this test file. */
export const browser = (): Promise<Browser> => shared ??= startChromium() as Promise<Browser>

/** How a tab looks at a page: a wide, light window with motion reduced, unless told. */
export interface Look {
  readonly scheme?: 'dark' | 'light'
  readonly width?: number
  readonly height?: number
  /** Lets things move: tests that do not look at movement should not wait for it. */
  readonly motion?: boolean
  readonly more?: BrowserContextOptions
}

/** A new empty tab that may use the clipboard. It is closed with the file; a test that opens many closes its own with `page.context().close()`. */
export async function openTab({ scheme = 'light', width = 1280, height = 800, motion = false, more }: Look = {}): Promise<Page> {
  const context = await (await browser()).newContext({
    colorScheme: scheme, viewport: { width, height }, reducedMotion: motion ? 'no-preference' : 'reduce', permissions: ['clipboard-read', 'clipboard-write'], ...more,
  })
  // Long, because a machine that runs all tests at once is slow; nothing that works waits for it.
  context.setDefaultTimeout(60_000)
  return context.newPage()
}
