// The definitions of all parsed files as one numbered list, with what the task finds in each.
import { type Block, isDefinition } from '../block.ts'
import { lastPart } from '../names.ts'
import { bm25, isTelling, rarities, tellingIn, type Weighing } from './bm25.ts'
import { columnOf } from '../column.ts'
import type { FileFacts } from './files.ts'
import type { Query } from './query.ts'
import { oneMore, scannerFor } from './scan.ts'

/** A parsed file. */
export interface ParsedText {
  readonly facts: FileFacts
  readonly text: string
  readonly block: Block
  /** Files that its imports lead to. */
  readonly links: readonly string[]
}

/** One block of a file. */
export interface Unit {
  /** Index of its file. */
  readonly file: number
  readonly block: Block
  /** Index of the block that holds it; -1 at the top of its file. */
  readonly parent: number
  /** The name of what holds it. */
  readonly holder: string
  /** The last part of its name: `Next` of `Context.Next`; empty when it is not a definition. */
  readonly name: string
  /** Characters of its own text. */
  readonly size: number
  /** How often each term and each name of the task stands in its own text; those in which nothing was found share their zeros. */
  terms: Float64Array
  names: Float64Array
}

/** What a task finds in each unit: BM25 of its own text, name and signature. */
export interface UnitWords {
  readonly words: Float64Array
  readonly title: Float64Array
  /** How much of the task is there at all, however often. */
  readonly cover: Float64Array
  /** How much of the task the class around it says, with all that it holds. */
  readonly around: Float64Array
  /** The three of its terms that say most: one rare word is worth more than many common ones. */
  readonly rare: Float64Array
  readonly names: Float64Array
  readonly name: Float64Array
  /** The name of what holds it. */
  readonly holder: Float64Array
  readonly signature: Float64Array
}

/** The units of files, parents before children. */
export function unitsOf(files: readonly ParsedText[], query: Query): Unit[] {
  const units: Unit[] = []
  const scan = scannerFor(query)
  const none = { terms: new Float64Array(query.terms.length), names: new Float64Array(query.names.length) }
  files.forEach((file, index) => {
    const first = units.length
    addUnits(units, { file: index, block: file.block, parent: -1, holder: '' }, none)
    if (saysSomething(file.facts.scan)) spreadPlaces(units, { first, none }, scan.places(file.text))
  })
  return units
}

/** Most files of a large corpus say nothing of the task, and their words were counted before. */
const saysSomething = ({ terms, names }: FileFacts['scan']): boolean => isTelling(terms) || isTelling(names)

interface Inside {
  readonly file: number
  readonly block: Block
  readonly parent: number
  readonly holder: string
}

type Counts = Pick<Unit, 'terms' | 'names'>

function addUnits(units: Unit[], root: Inside, none: Counts): void {
  const open: Inside[] = [root]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { file, block } = next
    const isRoot = block === root.block
    const own = isRoot ? -1 : units.push(unitOf(next, none)) - 1
    const holder = isRoot ? '' : block.name === '' ? next.holder : lastPart(block.name)
    for (let i = block.children.length - 1; i >= 0; i--) open.push({ file, block: block.children[i] as Block, parent: own, holder })
  }
}

function unitOf({ file, block, parent, holder }: Inside, { terms, names }: Counts): Unit {
  const dot = block.name.lastIndexOf('.')
  return {
    file, block, parent, holder: dot > 0 ? lastPart(block.name.slice(0, dot)) : holder, name: isDefinition(block) ? lastPart(block.name) : '',
    size: block.children.length === 0 ? block.end - block.start : block.bodyStart - block.start + block.end - block.bodyEnd,
    terms, names,
  }
}

/** What was found in a file belongs to the innermost block around it. Places and units both stand in reading order. */
function spreadPlaces(units: readonly Unit[], { first, none }: { first: number; none: Counts }, places: readonly number[]): void {
  let at = first - 1
  for (let i = 0; i < places.length; i += 2) {
    const place = places[i + 1] as number
    while (at + 1 < units.length && (units[at + 1] as Unit).block.start <= place) at++
    const unit = innermost(units, { from: at, first, place })
    if (unit === undefined) continue
    const number = places[i] as number
    if (number >= 0) unit.terms = oneMore(unit.terms, number, none.terms)
    else unit.names = oneMore(unit.names, -1 - number, none.names)
  }
}

function innermost(units: readonly Unit[], { from, first, place }: { from: number; first: number; place: number }): Unit | undefined {
  for (let at = from; at >= first; at = (units[at] as Unit).parent) {
    const unit = units[at] as Unit
    if (unit.block.start <= place && unit.block.end > place) return unit
  }
  return undefined
}

const SLOPE = 0.5

/** The word scores of every unit. */
export function unitWords(units: readonly Unit[], query: Query): UnitWords {
  const mean = units.reduce((sum, { size }) => sum + size, 0) / Math.max(1, units.length)
  const [inTerms, inNames] = [units.map(({ terms }) => terms), units.map((unit) => unit.names)]
  const [telling, naming] = [tellingIn(inTerms), tellingIn(inNames)]
  const rarity = rarities(inTerms, query.terms.length)
  const all = { rarity, mean, slope: SLOPE, weights: Float64Array.from(query.terms, ({ weight }) => weight) }
  const title = { ...all, weights: Float64Array.from(query.terms, (term) => Number(term.title)) }
  const names = { rarity: rarities(inNames, query.names.length), mean, slope: SLOPE, weights: Float64Array.from(query.names, ({ weight }) => weight) }
  const scan = scannerFor(query)
  const column = (of: (unit: Unit) => number): Float64Array => columnOf(units, of)
  /** A column of zeros but for the units in which something was found. */
  const found = (places: readonly number[], of: (unit: Unit) => number): Float64Array => {
    const values = new Float64Array(units.length)
    for (const i of places) values[i] = of(units[i] as Unit)
    return values
  }
  const nameTerms = units.map(({ block }) => scan.termsIn(block.name.slice(-MOST_NAME)))
  const inHead = { ...all, mean: 1 }
  return {
    words: found(telling, (unit) => bm25(unit.terms, unit.size, all)),
    title: found(telling, (unit) => bm25(unit.terms, unit.size, title)),
    cover: found(telling, ({ terms }) => coverOf(terms, all)),
    around: aroundOf(units, telling, all),
    rare: found(telling, ({ terms }) => rareOf(terms, all)),
    names: found(naming, (unit) => bm25(unit.names, unit.size, names)),
    holder: column(({ holder }) => weightOf(scan.termsIn(holder.slice(-MOST_NAME)), all)),
    name: columnOf(nameTerms, (terms) => weightOf(terms, all)),
    signature: column((unit) => bm25(scan.terms(unit.block.detail.head), 1, inHead)),
  }
}

/** A name longer than this is data. */
const MOST_NAME = 80

const weightOf = (terms: readonly number[], { weights, rarity }: Weighing): number => terms.reduce((sum, i) => sum + (weights[i] as number) * (rarity[i] as number), 0)

function coverOf(counts: Float64Array, { weights, rarity }: Weighing): number {
  let sum = 0
  for (let i = 0; i < counts.length; i++) if ((counts[i] as number) > 0) sum += (weights[i] as number) * (rarity[i] as number)
  return sum
}

/** How many of its terms speak for a unit by themselves. */
const BEST_TERMS = 3

function rareOf(counts: Float64Array, { weights, rarity }: Weighing): number {
  const best = new Float64Array(BEST_TERMS)
  for (let i = 0; i < counts.length; i++) {
    if (counts[i] === 0) continue
    const worth = (weights[i] as number) * (rarity[i] as number)
    if (worth > (best[0] as number)) {
      best[0] = worth
      best.sort()
    }
  }
  return best.reduce((sum, worth) => sum + worth, 0)
}

/** What a holder says of the task in its own text and in its members, for each of these. */
function aroundOf(units: readonly Unit[], telling: readonly number[], weighing: Weighing): Float64Array {
  const said = new Map<number, Float64Array>()
  const covers = new Map<number, number>()
  const say = (holder: number, terms: Float64Array): void => {
    const known = said.get(holder)
    if (known === undefined) said.set(holder, terms.slice())
    else for (let i = 0; i < terms.length; i++) known[i] = (known[i] as number) + (terms[i] as number)
  }
  for (const index of telling) {
    const { terms, parent, block } = units[index] as Unit
    if (parent >= 0) say(parent, terms)
    if (block.children.length > 0) say(index, terms)
  }
  for (const [holder, terms] of said) covers.set(holder, coverOf(terms, weighing))
  return columnOf(units, ({ parent }) => covers.get(parent) ?? 0)
}
