// What can be measured of a page beside the rules of axe. Each gives lines that say what is wrong and where; an empty list is good.
// The functions handed to `page.evaluate` run in the page and can use nothing from here but `NAMED`, which they are given as text.

/** What a person can operate. */
const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [role=button], [role=slider], [role=tab], [role=option], [role=treeitem], [role=switch]'

/** How an element is named in a line. */
const NAMED = `(element) => {
  const words = element.getAttribute('aria-label') ?? element.textContent ?? ''
  const kind = element.localName + (element.id ? '#' + element.id : '') + (typeof element.className === 'string' && element.className ? '.' + element.className.trim().split(/\\s+/).join('.') : '')
  return kind + ' "' + words.trim().replace(/\\s+/g, ' ').slice(0, 40) + '"'
}`

const ask = (page, look) => page.evaluate(`(${look})(${NAMED}, ${JSON.stringify(CONTROLS)})`)

/** What reaches over the right edge of the window, where nothing scrolls to it. */
export const overflowing = (page) => ask(page, (named) => {
  const edge = document.documentElement.clientWidth
  const scrolls = (element) => element !== null && element !== document.body && element !== document.documentElement && (['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
  const over = [...document.body.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > edge + 1 && element.checkVisibility({ visibilityProperty: true }) && !scrolls(element.parentElement))
  const root = document.scrollingElement
  return [...(root.scrollWidth > root.clientWidth ? [`the page is ${root.scrollWidth} wide in a window of ${root.clientWidth}`] : []), ...over.slice(0, 5).map((element) => `${named(element)} ends at ${Math.round(element.getBoundingClientRect().right)} of ${edge}`)]
})

/** Controls smaller than 24 by 24 pixels; a link in a sentence, and an area whose size tells something, may be. */
export const smallTargets = (page) => ask(page, (named, controls) => {
  const area = (element) => (['checkbox', 'radio'].includes(element.type) ? element.closest('label') ?? element.labels?.[0] ?? element : element).getBoundingClientRect()
  const inText = (element) => element.localName === 'a' && getComputedStyle(element).display === 'inline' && [...element.parentNode.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')
  const drawn = (element) => element.ownerSVGElement !== null && element.ownerSVGElement !== undefined
  const seen = [...document.querySelectorAll(controls)].filter((element) => element.matches(':not([tabindex="-1"], :disabled)') && !element.closest('[inert]') && element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !inText(element) && !drawn(element))
  return seen.map((element) => [element, area(element)]).filter(([, { width, height }]) => width > 1 && (width < 23.5 || height < 23.5)).map(([element, { width, height }]) => `${named(element)} is ${Math.round(width)} x ${Math.round(height)}`)
})

/** What still moves although the reader asked for less motion. */
export const moving = (page) => ask(page, (named) => {
  const long = (times) => times.split(',').some((time) => Number.parseFloat(time) * (time.trim().endsWith('ms') ? 1 : 1000) > 10)
  const moves = (style) => (style.animationName !== 'none' && long(style.animationDuration)) || (style.transitionProperty !== 'none' && long(style.transitionDuration)) || style.scrollBehavior === 'smooth'
  return [...document.querySelectorAll('*')].filter((element) => [undefined, '::before', '::after'].some((part) => moves(getComputedStyle(element, part)))).slice(0, 5).map((element) => `${named(element)} moves`)
})

/** Presses Tab through the whole page: which stops show no focus, and which controls are never reached. */
export async function tabbing(page, most = 400) {
  await page.evaluate(() => {
    globalThis.__stops = new Set()
    document.activeElement?.blur()
    getSelection()?.removeAllRanges()
  })
  const dark = []
  for (let i = 0; i < most; i++) {
    await page.keyboard.press('Tab')
    const { again, line } = await ask(page, focused)
    if (line !== '') dark.push(line)
    if (again) break
  }
  return [...dark, ...await ask(page, unreached)]
}

function focused(named) {
  const element = document.activeElement
  if (element === null || element === document.body || globalThis.__stops.has(element)) return { again: true, line: '' }
  globalThis.__stops.add(element)
  const rings = (style) => (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1 && !/, 0\)$|transparent/.test(style.outlineColor)) || style.boxShadow !== 'none' || (element.ownerSVGElement && style.stroke !== 'none' && Number.parseFloat(style.strokeWidth) >= 2)
  const { width, height } = element.getBoundingClientRect()
  const told = rings(getComputedStyle(element)) && width > 0 && height > 0
  return { again: false, line: told ? '' : `${named(element)} has the focus and does not show it` }
}

/** One stop stands for a group that arrow keys move in. */
function unreached(named, controls) {
  const groups = '[role=tablist], [role=toolbar], [role=radiogroup], [role=listbox], [role=tree], [role=grid], [role=menu], [role=application], fieldset:has(input[type=radio])'
  const stops = [...globalThis.__stops]
  const spoken = (element) => stops.includes(element) || stops.some((stop) => stop.closest(groups) !== null && stop.closest(groups) === element.closest(groups)) || (element.type === 'radio' && stops.some((stop) => stop.name === element.name))
  return [...document.querySelectorAll(controls)].filter((element) => element.matches(':not([tabindex="-1"], :disabled)') && !element.closest('[inert]') && element.checkVisibility({ visibilityProperty: true }) && !spoken(element)).map((element) => `${named(element)} is not reached by Tab`)
}
