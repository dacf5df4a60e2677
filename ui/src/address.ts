// The state of the studio is its address: a path for the page and a query for what was chosen, so that it can be shared, kept and gone back to.
import { computed, signal } from '@preact/signals'

const here = signal({ path: location.pathname, query: location.search })

addEventListener('popstate', () => {
  forgetLate()
  here.value = { path: location.pathname, query: location.search }
})
addEventListener('pagehide', () => writeLate())

/** The page: `/`, `/compare`, `/catalog`. */
export const path = computed(() => here.value.path)

/** What was chosen. */
export const query = computed(() => new URLSearchParams(here.value.query))

/** What a change sets: a text, several texts, or nothing. */
export type Change = Readonly<Record<string, string | readonly string[] | undefined>>

/** The query with some names set anew; what is empty goes. */
export function changed(from: URLSearchParams, change: Change): URLSearchParams {
  const next = new URLSearchParams(from)
  for (const [name, value] of Object.entries(change)) {
    next.delete(name)
    for (const one of [value ?? []].flat()) if (one !== '') next.append(name, one)
  }
  return next
}

/** Where a link leads: a page, with a query. */
export function href(to: string, params: URLSearchParams | Change = {}): string {
  const said = params instanceof URLSearchParams ? params : changed(new URLSearchParams(), params)
  return said.size === 0 ? to : `${to}?${said}`
}

/** Goes to an address; `replace` leaves no step for the back button, as while a slider moves. */
export function go(address: string, { replace = false } = {}): void {
  if (address === here.value.path + here.value.query) return
  if (replace) rewrite(address)
  else {
    writeLate()
    history.pushState(null, '', address)
  }
  const { pathname, search } = new URL(address, location.href)
  here.value = { path: pathname, query: search }
}

// Browsers refuse an address that is written too often, as it would be sixty times a second while a slider moves: what is chosen holds at once, the bar follows.
const PAUSE = 200
let late: string | undefined
let clock: ReturnType<typeof setTimeout> | undefined

function rewrite(address: string): void {
  late = address
  if (clock !== undefined) return
  writeLate()
  clock = setTimeout(() => {
    clock = undefined
    if (late !== undefined) rewrite(late)
  }, PAUSE)
}

function writeLate(): void {
  if (late !== undefined) history.replaceState(null, '', late)
  late = undefined
}

function forgetLate(): void {
  late = undefined
}

/** Changes the query of this page. */
export const choose = (change: Change, how: { replace?: boolean } = {}): void => go(href(here.value.path, changed(query.value, change)), how)

/** A link of ours is followed without loading the page again. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest('a')
  if (link === null || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || link.origin !== location.origin || link.target !== '' || link.hasAttribute('download') || link.pathname.includes('.')) return
  event.preventDefault()
  go(link.pathname + link.search)
}
