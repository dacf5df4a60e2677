// Everything that is known of the units for one task, as columns of numbers between 0 and 1: one value for each unit, ready to be weighed.
import type { History } from '../history.ts'
import { normalised } from './bm25.ts'
import { columnOf } from '../column.ts'
import { type Arrows, arrowsOf, spread } from './graph.ts'
import { isTest, testPairs } from './pairs.ts'
import { type PastFacts, pastFacts } from './past.ts'
import { placeOf, placesOf } from './place.ts'
import type { Query } from './query.ts'
import { stemsOf } from './terms.ts'
import { type Tier, tierOf } from './tier.ts'
import { type ParsedText, type Unit, unitsOf, type UnitWords, unitWords } from './units.ts'

/** One task in front of the parsed files. */
export interface Sight {
  readonly query: Query
  readonly files: readonly ParsedText[]
  readonly units: readonly Unit[]
  readonly words: UnitWords
  readonly arrows: Arrows
  readonly past: readonly PastFacts[]
  readonly tiers: readonly Tier[]
  /** How near each unit stands to what speaks most of the task, before anything else is known. */
  readonly seeds: Float64Array
  /** How many definitions have the name of each unit. */
  readonly namesakes: ReadonlyMap<string, number>
  /** The file of each unit. */
  readonly fileOf: Int32Array
  /** A value for each file becomes a value for each unit, as a part of the largest. */
  ofFile(value: (file: ParsedText, index: number) => number): Float64Array
}

/** Looks at parsed files with a task in mind. */
export function sightOf(files: readonly ParsedText[], query: Query, history: History | undefined): Sight {
  const units = unitsOf(files, query)
  const raw = unitWords(units, query)
  const words = Object.fromEntries(Object.entries(raw).map(([name, column]) => [name, normalised(column as Float64Array)])) as unknown as UnitWords
  const past = pastOf(files, query, history)
  const namesakes = new Map<string, number>()
  for (const { name } of units) if (name !== '') namesakes.set(name, (namesakes.get(name) ?? 0) + 1)
  const fileOf = Int32Array.from(columnOf(units, ({ file }) => file))
  const ofFile = (value: (file: ParsedText, index: number) => number): Float64Array => {
    return ofFiles(fileOf, normalised(files.map(value)))
  }
  const tiers = files.map(({ facts }): Tier => (isTest(facts.path) ? 'tests' : tierOf(facts.path)))
  const sight = { query, files, units, words, past, namesakes, fileOf, ofFile, tiers, arrows: arrowsOf(units, files, tiers.map((tier) => tier === 'tests')) }
  return { ...sight, seeds: seedsOf(sight) }
}

/** The value of its file for each unit. */
export function ofFiles(fileOf: Int32Array, values: ArrayLike<number>): Float64Array {
  const column = new Float64Array(fileOf.length)
  for (let i = 0; i < column.length; i++) column[i] = values[fileOf[i] as number] as number
  return column
}

/** The files that speak most of the task lead the past: what changed with them may matter too. */
const LEADERS = 10

function pastOf(files: readonly ParsedText[], query: Query, history: History | undefined): PastFacts[] {
  const words = normalised(files.map(({ facts }) => facts.words))
  const leaders = [...words.keys()].filter((i) => (words[i] as number) > 0).sort((a, b) => (words[b] as number) - (words[a] as number)).slice(0, LEADERS)
  const past = pastFacts(history, query, new Map(leaders.map((i) => [files[i]?.facts.path ?? '', words[i] as number])))
  return files.map(({ facts }) => past(facts.path))
}

/** How steeply nearness falls: a unit that is an eighth of the best below the best counts a third. */
const STEEPNESS = 8
const MOST_SEEDS = 200

function seedsOf(sight: Omit<Sight, 'seeds'>): Float64Array {
  const { words, units } = sight
  const inFile = sight.ofFile(({ facts }) => facts.words)
  const told = sight.ofFile((_, i) => (sight.past[i] as PastFacts).messages)
  const named = mentioned(sight)
  const base = units.map((_, i) => 0.5 * (words.words[i] as number) + 0.2 * (words.name[i] as number) + 0.2 * (words.signature[i] as number)
    + 0.3 * (inFile[i] as number) + 0.2 * (told[i] as number) + 0.4 * (named[i] as number))
  const order = [...base.keys()].sort((a, b) => (base[b] as number) - (base[a] as number))
  const best = base[order[0] ?? 0] ?? 0
  const seeds = new Float64Array(units.length)
  for (const i of order.slice(0, MOST_SEEDS)) seeds[i] = best <= 0 ? 0 : Math.exp((((base[i] as number) - best) / best) * STEEPNESS)
  return seeds
}

/** How clearly the task names each unit: less when many share its name. */
export function mentioned({ query, units, namesakes }: Pick<Sight, 'query' | 'units' | 'namesakes'>): Float64Array {
  const names = new Map(query.names.map((name) => [name.name, name.weight]))
  return columnOf(units, ({ name }) => (names.get(name) ?? 0) / Math.sqrt(namesakes.get(name) ?? 1))
}

/** How much of the name of each unit's file the task says, word by word. */
export function named({ query, files, fileOf }: Sight): Float64Array {
  const said = new Map(query.terms.map(({ stem, weight }) => [stem, Math.min(1, weight)]))
  const values = files.map(({ facts }) => {
    const stems = new Set(stemsOf(fileName(facts.path)).filter((stem) => !stem.includes(' ')))
    return stems.size === 0 ? 0 : [...stems].reduce((sum, stem) => sum + (said.get(stem) ?? 0), 0) / stems.size
  })
  return ofFiles(fileOf, values)
}

const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')

/** How surely each unit is used by one that the task names as code: what is wrong with a name is often wrong behind it. */
export function usedByNamed({ query, units, arrows }: Sight): Float64Array {
  const code = new Set(query.names.filter(({ weight }) => weight >= 1).map(({ name }) => name))
  const isNamed = units.map(({ name }) => code.has(name))
  const column = new Float64Array(units.length)
  const { from, to, weight, size } = arrows
  for (let i = 0; i < size; i++) {
    const target = to[i] as number
    if (isNamed[from[i] as number]) column[target] = Math.max(column[target] as number, weight[i] as number)
  }
  return column
}

/** What the seeds use and what uses them; tests and what they test are worlds apart. */
export function neighbours(sight: Sight): { readonly used: Float64Array; readonly using: Float64Array } {
  const inTests = sight.units.map(({ file }) => sight.tiers[file] === 'tests')
  const { used, using } = spread(sight.arrows, sight.seeds, (from, to) => inTests[from] === inTests[to])
  return { used: normalised(used), using: normalised(using) }
}

/** The best seed of each file. */
export function fileSeeds({ files, units, seeds }: Sight): Float64Array {
  const best = new Float64Array(files.length)
  units.forEach(({ file }, i) => { best[file] = Math.max(best[file] as number, seeds[i] as number) })
  return best
}

/** How near files are to the seeds by imports: imported by one that matters. */
export function importDistance(sight: Sight): Float64Array {
  const seeds = fileSeeds(sight)
  const index = new Map(sight.files.map(({ facts }, i) => [facts.path, i]))
  const imported = new Float64Array(sight.files.length)
  sight.files.forEach(({ links }, from) => {
    for (const link of links) {
      const to = index.get(link)
      if (to !== undefined) imported[to] = Math.max(imported[to] as number, (seeds[from] as number) / Math.sqrt(1 + links.length / 10))
    }
  })
  return imported
}

/** How much the tests of each file speak of the task. */
export function testedFiles({ files }: Sight): Float64Array {
  const words = normalised(files.map(({ facts }) => facts.words))
  const index = new Map(files.map(({ facts }, i) => [facts.path, i]))
  const pairs = testPairs([...index.keys()])
  return columnOf(files, ({ facts }) => (pairs.get(facts.path) ?? []).reduce((most, path) => Math.max(most, words[index.get(path) ?? -1] ?? 0), 0))
}

/** Frames further out count less. */
const fading = (rank: number): number => 1 / (1 + rank * 0.2)

/** The units of the task's stack trace, the innermost most. */
export function traced({ query, files, units }: Sight): Float64Array {
  const column = new Float64Array(units.length)
  if (query.frames.length === 0) return column
  const places = placesOf(files.map(({ facts }) => facts.path))
  const index = new Map(files.map(({ facts }, i) => [facts.path, i]))
  query.frames.forEach((frame, rank) => {
    const at = index.get(placeOf(frame, places) ?? '')
    if (at === undefined) return
    const offset = frame.line === undefined ? -1 : offsetOfLine(files[at]?.text ?? '', frame.line)
    const symbol = frame.symbol?.replace(/^.*[.:]/, '')
    units.forEach((one, i) => {
      if (one.file !== at) return
      const hit = symbol !== undefined && one.name === symbol ? 1 : offset >= 0 && one.block.children.length === 0 && one.block.start <= offset && one.block.end > offset ? 0.7 : 0
      column[i] = Math.max(column[i] as number, hit * fading(rank))
    })
  })
  return column
}

function offsetOfLine(text: string, line: number): number {
  let at = 0
  for (let seen = 1; seen < line; seen++) {
    const next = text.indexOf('\n', at)
    if (next < 0) return -1
    at = next + 1
  }
  return at
}

/** A quoted string that stands in more places says nothing. */
const MOST_PLACES = 12

/** The units that hold a string which the task quotes. */
export function quoted({ query, files, units }: Sight): Float64Array {
  const column = new Float64Array(units.length)
  for (const quote of query.quotes) {
    const holders = units.flatMap(({ file, block }, i) => {
      if (block.children.length > 0) return []
      return files[file]?.text.slice(block.start, block.end).includes(quote) ? [i] : []
    })
    if (holders.length <= MOST_PLACES) for (const i of holders) column[i] = Math.min(1, (column[i] as number) + 1 / Math.sqrt(holders.length))
  }
  return column
}
