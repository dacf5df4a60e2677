// What files define, as a reason to look into them: a name that a task spells out says more where it is defined than where it is used. An outline is cheap
// but not free, so only the files that are near already are outlined; the others keep their place behind them.
import type { OutlineItem } from '../outline.ts'
import { bm25, largest, normalised, rarities } from './bm25.ts'
import type { Query } from './query.ts'
import { scannerFor } from './scan.ts'
import { stemCount, stemsOf } from './terms.ts'

/** This many files are outlined, the nearest first. */
const MOST_OUTLINED = 250
/** What definitions add at the most, beside 1 for the nearest file at first sight: names as the task writes them, and its words in names. */
const SHARE = 0.2
/** How much a file with many definitions pays. */
const SLOPE = 0.6

/** What a file defines, by its place in the list. */
export type OutlineOf = (index: number) => readonly OutlineItem[]

/** How near files are at the second look, and how it went. */
export interface CloserLook {
  readonly looks: Float64Array
  /** The nearest before all were made parts of it. */
  readonly best: number
  /** Whoever was as near as this at first sight may have been outlined; below everything where all were. */
  readonly least: number
}

/** How near files are once it is known what the nearest of them define. */
export function closerLook(looks: Float64Array, query: Query, outlineOf: OutlineOf): CloserLook {
  const least = leastOf(looks)
  const near = nearest(looks, least)
  const { names, words } = definesOf(near.map(outlineOf), query)
  const closer = Float64Array.from(looks)
  near.forEach((index, i) => { closer[index] = (looks[index] as number) + SHARE * ((names[i] as number) + (words[i] as number)) })
  return { looks: normalised(closer), best: largest(closer), least }
}

const leastOf = (looks: Float64Array): number => looks.toSorted().at(-MOST_OUTLINED) ?? -Infinity

/** The places of the nearest, the first of equals first. Only what can be among them is put in order: the rest is most of a large corpus. */
function nearest(looks: Float64Array, least: number): number[] {
  const near: number[] = []
  for (let i = 0; i < looks.length; i++) if ((looks[i] as number) >= least) near.push(i)
  return near.sort((a, b) => (looks[b] as number) - (looks[a] as number) || a - b).slice(0, MOST_OUTLINED)
}

/** How well what each file defines answers a task, as parts of the best: whole names, and words within names. */
export function definesOf(outlines: readonly (readonly OutlineItem[])[], query: Query): { names: Float64Array; words: Float64Array } {
  const counts = outlines.map((items) => countsOf(items, query))
  const mean = counts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, counts.length)
  const inNames = { rarity: rarities(counts.map(({ names }) => names), query.names.length), weights: Float64Array.from(query.names, ({ weight }) => weight), mean: 1, slope: 0 }
  const inWords = { rarity: rarities(counts.map(({ terms }) => terms), query.terms.length), weights: Float64Array.from(query.terms, ({ weight }) => weight), mean, slope: SLOPE }
  return { names: normalised(counts.map(({ names }) => bm25(names, 1, inNames))), words: normalised(counts.map(({ terms, length }) => bm25(terms, length, inWords))) }
}

interface Counts {
  readonly names: Float64Array
  readonly terms: Float64Array
  /** Words in the names of all definitions. */
  readonly length: number
}

/** How often each name and each term of a query stands in the names of definitions. */
function countsOf(items: readonly OutlineItem[], query: Query): Counts {
  const numbers = numbersOf(query)
  const scan = scannerFor(query)
  const names = new Float64Array(query.names.length)
  const terms = new Float64Array(query.terms.length)
  let length = 0
  const count = (column: Float64Array, i: number | undefined): void => { if (i !== undefined) column[i] = (column[i] as number) + 1 }
  for (const { name } of items) {
    const last = name.slice(name.lastIndexOf('.') + 1)
    count(names, numbers.names.get(last))
    length += stemCount(last)
    if (scan.mayHold(last)) for (const stem of stemsOf(last)) count(terms, numbers.terms.get(stem))
  }
  return { names, terms, length }
}

interface Numbers {
  readonly names: ReadonlyMap<string, number>
  readonly terms: ReadonlyMap<string, number>
}

const known = new WeakMap<Query, Numbers>()

/** The places of names and terms in a query, made once. */
function numbersOf(query: Query): Numbers {
  const numbers = known.get(query) ?? { names: new Map(query.names.map(({ name }, i) => [name, i])), terms: new Map(query.terms.map(({ stem }, i) => [stem, i])) }
  known.set(query, numbers)
  return numbers
}
