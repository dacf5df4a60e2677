// Which files are listed and in which order. Pure: forty thousand paths are filtered and sorted for every plan, so nothing is made for each of them.
import { finder } from '../../../../src/core/finder.ts'
import type { PlanFiles } from '../../../../src/studio/contract.ts'
import { LEVELS } from '../../level.ts'

/** What the list is asked for; all of it stands in the address. */
export interface Wish {
  /** Words that a path holds, or a glob. */
  readonly find: string
  /** Only these levels; all when empty. */
  readonly at: readonly string[]
  /** Only these languages; all when empty. */
  readonly lang: readonly string[]
  /** A column; with a minus the largest first. */
  readonly sort: string
}

/** Columns that sort, with what they are called. */
export const COLUMNS = { path: 'File', language: 'Language', level: 'Level', cost: 'Shown', share: 'Share', tokens: 'Whole', score: 'Score' } as const

/** One of them. */
export type Column = keyof typeof COLUMNS

/** What an address asks for. */
export const wishIn = (query: URLSearchParams): Wish =>
  ({ find: query.get('find') ?? '', at: query.getAll('at'), lang: query.getAll('lang'), sort: query.get('sort') ?? 'path' })

/** The column that decides and its direction; by path when the address names none that exists. */
export function sortIn(sort: string): { readonly column: Column; readonly down: boolean } {
  const name = sort.replace(/^-/, '')
  return Object.hasOwn(COLUMNS, name) ? { column: name as Column, down: sort.startsWith('-') } : { column: 'path', down: false }
}

/** What the address says after a click on a column: names go up first, numbers down. */
export function sortAfter(sort: string, clicked: Column): string | undefined {
  const { column, down } = sortIn(sort)
  const first = clicked === 'path' || clicked === 'language' ? clicked : `-${clicked}`
  const next = column !== clicked ? first : down ? clicked : `-${clicked}`
  return next === 'path' ? undefined : next
}

/** Places of the files that are asked for, in order; those that are alike stay in the order of paths. */
export function listed(files: PlanFiles, wish: Wish): number[] {
  const found = kept(files, wish)
  const { column, down } = sortIn(wish.sort)
  const by = comparing(files, column)
  if (by === undefined) return down ? found.reverse() : found
  return found.sort((a, b) => (down ? by(b, a) : by(a, b)) || a - b)
}

/** Files come in the order of their paths. */
function comparing(files: PlanFiles, column: Column): ((a: number, b: number) => number) | undefined {
  if (column === 'path') return undefined
  const values = column === 'share' ? files.cost : files[column]
  return (a, b) => (values[a] ?? 0) - (values[b] ?? 0)
}

function kept(files: PlanFiles, { find, at, lang }: Wish): number[] {
  const finds = foundIn(files.path, find)
  const levels = placesOf(at, LEVELS)
  const languages = placesOf(lang, files.languages)
  const found: number[] = []
  files.path.forEach((_, place) => {
    if ((levels?.has(files.level[place] ?? 0) ?? true) && (languages?.has(files.language[place] ?? 0) ?? true) && finds?.[place] !== 0) found.push(place)
  })
  return found
}

let asked: { readonly paths: readonly string[]; readonly find: string; readonly found: Uint8Array } | undefined

/** Which paths are looked for, 1 or 0; undefined for all. The list and the counts of its chips ask one after the other, so the last answer is kept. */
function foundIn(paths: readonly string[], find: string): Uint8Array | undefined {
  if (find.trim() === '') return undefined
  if (asked?.paths !== paths || asked.find !== find) {
    const finds = finder(find)
    asked = { paths, find, found: Uint8Array.from(paths, (path) => (finds(path) ? 1 : 0)) }
  }
  return asked.found
}

const placesOf = (names: readonly string[], all: readonly string[]): ReadonlySet<number> | undefined =>
  (names.length === 0 ? undefined : new Set(names.map((name) => all.indexOf(name))))

/** How many of the files that are looked for have each level and each language; what a chip would show when it is chosen alone. */
export function facets(files: PlanFiles, wish: Wish): { readonly levels: readonly number[]; readonly languages: readonly { readonly name: string; readonly count: number }[] } {
  const levels = counts(kept(files, { ...wish, at: [] }), files.level, LEVELS.length)
  const languages = counts(kept(files, { ...wish, lang: [] }), files.language, files.languages.length)
  return { levels, languages: files.languages.map((name, i) => ({ name, count: languages[i] ?? 0 })).sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)) }
}

function counts(places: readonly number[], values: readonly number[], size: number): number[] {
  const found = Array.from({ length: size }, () => 0)
  for (const place of places) found[values[place] ?? 0] = (found[values[place] ?? 0] ?? 0) + 1
  return found
}
