// What the comparison shows: the answer for both sides, the file that is looked at, and the order of the list.
import { computed, effect } from '@preact/signals'
import type { CompareFile, CompareView } from '../../../src/studio/contract.ts'
import { choose, path, query } from '../address.ts'
import { bring } from '../bring.ts'
import { latest } from '../latest.ts'
import { learned } from '../plan.ts'
import { token } from '../token.ts'
import { listed, listingIn } from './rows.ts'
import { faultIn, isSplit, sidesIn } from './sides.ts'

/** Both plans. */
export const comparison = latest<CompareView>('/compare.json')

/** Why there is no answer, and on which side. */
export const fault = computed(() => (comparison.wrong.value === undefined ? undefined : faultIn(comparison.wrong.value)))

/** The two texts of the file that is looked at. */
export const texts = latest<CompareFile>('/compare/file.json')

/** The path of that file. */
export const selected = computed(() => query.value.get('file') ?? undefined)

/** Looks at a file, or at none. Where its text stands below the list, the page goes to both. */
export function select(file: string | undefined): void {
  choose({ file }, { replace: true })
  if (file !== undefined) bring('.texts h2', '.compared')
}

/** Rows of the list, in order; none while what is chosen cannot be made. */
export const rows = computed(() => {
  const files = comparison.answer.value?.files
  return files === undefined || fault.value !== undefined ? [] : listed(files, listingIn(query.value))
})

/** Goes some rows further. */
export function step(by: number): void {
  const paths = comparison.answer.value?.files.path ?? []
  const at = rows.value.findIndex((row) => paths[row] === selected.value)
  const next = rows.value[at < 0 ? (by > 0 ? 0 : rows.value.length - 1) : Math.max(0, Math.min(rows.value.length - 1, at + by))]
  if (next !== undefined) select(paths[next])
}

/** Asks whenever the address says something else. */
export function watchComparison(): () => void {
  const both = computed(() => sidesIn(query.value).toString())
  const one = computed(() => (selected.value === undefined ? undefined : new URLSearchParams([...sidesIn(query.value), ['path', selected.value], ['text', query.value.get('text') === 'whole' ? 'whole' : 'shown']]).toString()))
  const ready = computed(() => token.value !== undefined && path.value === '/compare' && isSplit(query.value))
  const ends = [
    effect(() => { if (void learned.value, ready.value) comparison.want(both.value) }),
    effect(() => { if (ready.value && one.value !== undefined) texts.want(one.value) }),
  ]
  return () => { for (const end of ends) end() }
}
