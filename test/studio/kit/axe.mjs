// Judges a page by axe-core. Its source goes in through the debugger, for which the page's policy is not asked: the page keeps the policy that it is shipped with.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.0 to 2.2, levels A and AA. */
export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/** Everything axe says of the page, by rule: passes, violations, incomplete, inapplicable. */
export async function axeResults(page, options) {
  if (!await page.evaluate(() => 'axe' in globalThis)) await page.evaluate(SOURCE)
  return page.evaluate((how) => globalThis.axe.run(document, how), options)
}

/** The serious and critical violations of WCAG, or of some rules alone, one line for each place. */
export async function axe(page, rules) {
  const { violations } = await axeResults(page, { runOnly: rules === undefined ? WCAG : { type: 'rule', values: rules }, resultTypes: ['violations'] })
  const heavy = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return heavy.flatMap(({ id, nodes }) => nodes.map(({ target, any, all, none }) => `${id} at ${target.join(' ')}: ${[...any, ...all, ...none].map(({ message }) => message).join('; ')}`))
}
