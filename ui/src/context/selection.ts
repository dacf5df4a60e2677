// Which file is looked at, and in which order files are walked through. The address knows both; every view of the files follows them.
import { computed } from '@preact/signals'
import { choose, query } from '../address.ts'
import { plan } from '../plan.ts'
import { listed, wishIn } from './table/order.ts'

/** The path of the file that is looked at. */
export const selected = computed(() => query.value.get('file') ?? undefined)

/** Looks at a file, or at none. Stepping through files leaves no steps for the back button. */
export const select = (path: string | undefined, how: { replace?: boolean } = { replace: true }): void => choose({ file: path }, how)

// As text, because an address that names another file is another query, and forty thousand files are not sorted again for it.
const wish = computed(() => JSON.stringify(wishIn(query.value)))

/** Places of the files that are listed, in the order in which they are. */
export const order = computed<readonly number[]>(() => (plan.value === undefined ? [] : listed(plan.value.files, JSON.parse(wish.value))))

/** The file some places further in that order. */
export function beside(path: string | undefined, by: number): string | undefined {
  const paths = plan.value?.files.path ?? []
  const places = order.value
  const at = places.findIndex((place) => paths[place] === path)
  const from = at >= 0 ? at : by > 0 ? -1 : places.length
  const next = places[Math.max(0, Math.min(places.length - 1, from + by))]
  return next === undefined ? undefined : paths[next]
}

/** Goes some files further. */
export function step(by: number): void {
  const next = beside(selected.value, by)
  if (next !== undefined) select(next)
}

/** The folder that the map is zoomed into, with a slash at the end; the whole when empty. */
export const zoomed = computed(() => query.value.get('in') ?? '')

/** Zooms the map into a folder. */
export const zoomInto = (folder: string): void => choose({ in: folder })
