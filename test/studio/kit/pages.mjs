// The pages of the studio: which there are, how they are looked at, and when one has nothing under way.

/** Dark and light, wide and narrow. */
export const LOOKS = ['light', 'dark'].flatMap((scheme) => [1280, 320].map((width) => ({ scheme: /** @type {'light' | 'dark'} */ (scheme), width })))

/** Waits until something is shown and, for a few frames, nothing is under way: a question, a part of the program, a drawing. */
export async function settled(page) {
  await page.locator('main').first().waitFor()
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => { requestAnimationFrame(done) })
    const busy = () => document.documentElement.hasAttribute('data-asking') || document.querySelector('[aria-busy=true]') !== null
    for (let calm = 0; calm < 4; calm = busy() ? 0 : calm + 1) await frame()
  })
}

/** The other views of the first page, with a file that is looked at. */
const VIEWS = ['icicle', 'list', 'text'].map((view) => ({ name: view, at: `/?view=${view}&file=README.md` }))

/**
 * Every page that the menu names, and every view of the first.
 * @returns {Promise<{ name: string, at: string }[]>}
 */
export async function pagesOf(page) {
  const named = await page.evaluate(() => [...document.querySelectorAll('nav[aria-label=Pages] a')].map((link) => ({ name: link.textContent.trim().toLowerCase(), at: link.getAttribute('href') })))
  return [...named, ...VIEWS]
}
