// The index of a catalogue: which resource holds which word and how much that counts, which resources belong together, and what filters ask for. It holds no text of a resource, so it is small,
// and numbers lie in typed arrays, so it can be kept as bytes (`codec.ts`).
import type { Resource } from '../record.ts'
import { factOf, type Fact } from './facts.ts'
import { FIELD_NAMES, FIELDS, fieldsOf, spokenName } from './fields.ts'
import { partsOfJoined } from './joined.ts'
import { type Feed, feedsOf } from './feeds.ts'
import { type Join, joinsOf } from './joins.ts'
import { rowsOf, type Rows } from './rows.ts'
import { questionStems, stemsIn } from './words.ts'

/** What a search needs to know of a catalogue. */
export interface CatalogIndex {
  /** Resources in the order of their ids. */
  readonly facts: readonly Fact[]
  /** All stems, sorted. */
  readonly terms: readonly string[]
  /** The resources that hold each stem, and what it counts in each: repeats count less and less, and long fields pay. */
  readonly holders: Rows
  readonly counts: Float32Array
  /** The stems of each name. */
  readonly names: Rows
  /** The number of the source of each resource. */
  readonly sourceOf: Uint32Array
  readonly sources: readonly string[]
  /** Resources that share a key. */
  readonly joins: readonly (readonly Join[])[]
  /** What each resource needs and who gives it. */
  readonly feeds: readonly (readonly Feed[])[]
}

const SATURATION = 1.2
/** A part of a joined word counts less than a word that stands alone. */
const PART = 0.7

/** Makes the index of resources. */
export function indexOf(resources: readonly Resource[]): CatalogIndex {
  const sorted = [...resources].sort((a, b) => (a.overview.id < b.overview.id ? -1 : a.overview.id > b.overview.id ? 1 : 0))
  const tables = withParts(weighed(sorted))
  const terms = wordsOf(tables)
  const numberOf = new Map(terms.map((term, at) => [term, at]))
  const sources = [...new Set(sorted.map(({ source }) => source))].sort()
  const sourceNumber = new Map(sources.map((source, at) => [source, at]))
  return {
    facts: sorted.map(factOf), terms, ...postings(tables, numberOf),
    names: rowsOf(sorted.map((resource) => numbers(questionStems(spokenName(resource)), numberOf))),
    sourceOf: Uint32Array.from(sorted, ({ source }) => sourceNumber.get(source) as number), sources,
    joins: joinsOf(sorted), feeds: feedsOf(sorted),
  }
}

const numbers = (stems: readonly string[], numberOf: ReadonlyMap<string, number>): number[] => stems.flatMap((stem) => numberOf.get(stem) ?? [])

type Counts = Map<string, number>

function wordsOf(tables: readonly Counts[]): string[] {
  const words = new Set<string>()
  for (const table of tables) for (const stem of table.keys()) words.add(stem)
  return [...words].sort()
}

/** What each stem counts in each resource: its fields by their weight and against their usual length (BM25F). */
function weighed(resources: readonly Resource[]): Counts[] {
  const read = resources.map(readStems)
  const means = FIELD_NAMES.map((_, field) => read.reduce((sum, stems) => sum + (stems[field] as readonly string[]).length, 0) / Math.max(1, read.length))
  return read.map((fields) => countsOf(fields, means))
}

/** The stems of each field. */
function readStems(resource: Resource): (readonly string[])[] {
  const fields = fieldsOf(resource)
  return FIELD_NAMES.map((name) => {
    const stems: string[] = []
    for (const text of fields[name]) for (const stem of stemsIn(text)) stems.push(stem)
    return stems
  })
}

function countsOf(fields: readonly (readonly string[])[], means: readonly number[]): Counts {
  const counts: Counts = new Map()
  fields.forEach((stems, at) => {
    const { weight, slope } = FIELDS[FIELD_NAMES[at] as keyof typeof FIELDS]
    const worth = weight / (1 - slope + (slope * stems.length) / Math.max(1e-9, means[at] as number))
    for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + worth)
  })
  return counts
}

/** Adds the parts of joined words. */
function withParts(tables: readonly Counts[]): readonly Counts[] {
  const held = new Map<string, number>()
  for (const table of tables) for (const stem of table.keys()) held.set(stem, (held.get(stem) ?? 0) + 1)
  const parts = new Map([...held.keys()].flatMap((stem) => {
    const found = partsOfJoined(stem, (part) => held.get(part) ?? 0)
    return found === undefined ? [] : [[stem, found] as const]
  }))
  for (const table of tables) {
    const whole = [...table].filter(([stem]) => parts.has(stem))
    for (const [stem, worth] of whole) for (const part of parts.get(stem) ?? []) table.set(part, (table.get(part) ?? 0) + PART * worth)
  }
  return tables
}

function postings(tables: readonly Counts[], numberOf: ReadonlyMap<string, number>): Pick<CatalogIndex, 'holders' | 'counts'> {
  const starts = new Uint32Array(numberOf.size + 1)
  for (const table of tables) for (const stem of table.keys()) starts[(numberOf.get(stem) as number) + 1]!++
  for (let at = 1; at < starts.length; at++) starts[at]! += starts[at - 1] as number
  const items = new Uint32Array(starts[numberOf.size] as number)
  const counts = new Float32Array(items.length)
  const next = starts.slice()
  tables.forEach((table, resource) => {
    for (const [stem, worth] of table) {
      const at = next[numberOf.get(stem) as number]!++
      items[at] = resource
      counts[at] = (worth * (SATURATION + 1)) / (worth + SATURATION)
    }
  })
  return { holders: { starts, items }, counts }
}
