// The parser: grammars arrive when they are first needed, and nothing a file contains can stop it. What a grammar cannot read in a bounded
// amount of work is read as plain text, and the result says so.
import type { Language as Grammar } from 'web-tree-sitter'
import type { Tile } from '../core/block.ts'
import type { Parsed, Parser } from '../core/ports.ts'
import { withConditions, withoutConditions } from './conditions.ts'
import type { Source } from './cuts.ts'
import { isInhuman } from './depth.ts'
import type { Finder } from './finder.ts'
import { finderOf } from './finder.ts'
import type { Inner, Scanner, Table } from './language.ts'
import { scanLines, scanScript } from './lines.ts'
import type { Fault } from './rescue.ts'
import { faultsOf, rescued } from './rescue.ts'
import { outlineOf } from './outline/index.ts'
import { loadGrammar, withTree } from './runtime.ts'
import type { Grammars } from './runtime.ts'
import type { Harvest } from './tree.ts'
import { told } from './told.ts'
import { tilesOf } from './tree.ts'
import type { Parse } from './unseal.ts'
import { unsealed } from './unseal.ts'
import { accountFor, workOn } from './work.ts'
import type { Account } from './work.ts'

/** Longer texts are not worth a syntax tree; a scanner looks at each character about once and may go further. */
const LONGEST = { tree: 2_000_000, scan: 16_000_000 }

/** A parser for the given languages. */
export function parserOf(packs: readonly Pack[], grammars: Grammars): Parser {
  const bench: Bench = { finder: finderOf(packs), grammars: new Map(), failed: false }
  return {
    languageOf: bench.finder.ofFile,
    languageOfName: bench.finder.ofName,
    languageNamed: bench.finder.named,
    async prepare({ name }, text) {
      const pack = bench.finder.named(name)
      if (pack !== undefined) for (const needed of neededBy(bench, pack, text)) await ready(bench, grammars, needed)
    },
    parse({ name }, text) {
      const pack = bench.finder.named(name)
      if (pack === undefined) return { ...scanLines(text), problem: `no language is named "${name}"; shown as plain text` }
      bench.failed = false
      const parsed = read(bench, pack, { text, depth: 0 })
      return { ...parsed, tiles: told(parsed.tiles, text, pack), ...(bench.failed ? { passing: true } : {}) }
    },
    outline: ({ name }, text) => outlineOf(name, text),
  }
}

type Pack = Table | Scanner

/** What a parser works with: its languages, and the grammars that are here or on their way. */
interface Bench {
  readonly finder: Finder<Pack>
  readonly grammars: Map<string, Promise<Grammar | Error> | Grammar | Error>
  /** Whether the parser failed in this text or in a part of it. */
  failed: boolean
}

/** The grammars of a text: its own, and those of the parts that it hands on. */
function neededBy({ finder }: Bench, pack: Pack, text: string): string[] {
  if (!('scan' in pack)) return [pack.grammar]
  return (pack.embeds?.(text) ?? []).flatMap((word) => finder.named(word)?.grammar ?? [])
}

/** A grammar that does not load costs the files that need it their detail, and nothing else. */
async function ready({ grammars: bench }: Bench, grammars: Grammars, name: string): Promise<void> {
  if (!bench.has(name)) bench.set(name, loadGrammar(grammars, name).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error)))))
  bench.set(name, await (bench.get(name) as Promise<Grammar | Error>))
}

/** A page may hold a page that holds code, and no more. */
const DEEPEST = 2

function read(bench: Bench, pack: Pack, { text, depth }: { text: string; depth: number }): Parsed {
  const longest = LONGEST['scan' in pack ? 'scan' : 'tree']
  if (text.length > longest) return { ...scanLines(text), problem: `longer than ${longest / 1_000_000} MB; shown as plain text` }
  return guarded(bench, text, () => ('scan' in pack ? pack.scan(text, innerOf(bench, text, depth)) : parseTree(bench, pack, text)))
}

function innerOf(bench: Bench, text: string, depth: number): Inner {
  const apart = (language: string, part: string): Parsed => {
    const pack = depth < DEEPEST ? bench.finder.named(language) : undefined
    return pack === undefined ? scanLines(part) : read(bench, pack, { text: part, depth: depth + 1 })
  }
  return {
    apart,
    within(language, { start, end }) {
      const { tiles, ...rest } = apart(language, text.slice(start, end))
      return { ...rest, tiles: tiles.map((tile) => moved(tile, start)) }
    },
  }
}

/** The same tile further on in a longer text. */
function moved(tile: Tile, by: number): Tile {
  const placed = { ...tile, start: tile.start + by, end: tile.end + by }
  if (tile.body === undefined) return placed
  return { ...placed, body: { start: tile.body.start + by, end: tile.body.end + by, tiles: tile.body.tiles.map((inner) => moved(inner, by)) } }
}

/** Whatever goes wrong inside, the text is still shown. */
function guarded(bench: Bench, text: string, parse: () => Parsed): Parsed {
  try {
    return parse()
  } catch (error) {
    bench.failed = true
    return { ...scanLines(text), problem: `the parser failed (${error instanceof Error ? error.message : String(error)}); shown as plain text` }
  }
}

function parseTree(bench: Bench, table: Table, text: string): Parsed {
  const grammar = bench.grammars.get(table.grammar)
  if (grammar === undefined || grammar instanceof Promise) throw new Error(`the grammar "${table.grammar}" was not prepared`)
  if (grammar instanceof Error) throw grammar
  const source = { text, table }
  if (table.bearsDepth !== true && isInhuman(text)) return unread(source, 'nested too deeply, or on lines too long, to parse')
  const account = accountFor(text.length)
  const reading = bestReading(source, grammar, account)
  if (reading === undefined) return unread(source, 'too much work to parse')
  const { faults, harvest } = reading
  const tiles = unsealed(source, { tiles: rescued(source, harvest, faults), seals: harvest.seals }, partsOf(grammar, text, account))
  return finished(source, table.conditions === undefined ? tiles : withConditions(text, tiles), faults.length)
}

/** Text that is not given to its grammar: the definitions that begin a line, or lines. */
function unread(source: Source, why: string): Parsed {
  const tiles = rescued(source, { tiles: [], faulty: new Set() }, [{ start: 0, end: source.text.length }])
  return tiles.length > 0 ? { tiles, problem: `${why}; only what begins a line is shown` } : { ...scanLines(source.text), problem: `${why}; shown as plain text` }
}

interface Reading {
  readonly faults: readonly Fault[]
  readonly harvest: Harvest
}

/** The text as it stands, or mended when that leaves less of it unread. */
function bestReading({ text, table }: Source, grammar: Grammar, account: Account): Reading | undefined {
  const plain = table.conditions === undefined ? text : withoutConditions(text, table.conditions)
  const source = { text, table, plain }
  const seen = table.reads?.(plain) ?? plain
  const first = readingOf(source, grammar, { seen, account })
  if (first === undefined || first.faults.length === 0 || table.mends === undefined) return first
  const better = table.mends(seen)
  const second = better === seen ? undefined : readingOf(source, grammar, { seen: better, account })
  return second !== undefined && faultyLength(second) < faultyLength(first) ? second : first
}

function readingOf(bare: Source, grammar: Grammar, { seen, account }: { seen: string; account: Account }): Reading | undefined {
  const source: Source = seen === bare.plain ? bare : { ...bare, read: seen }
  return withTree(grammar, { text: seen, work: workOn(account) }, ({ rootNode }) => ({ faults: faultsOf(rootNode), harvest: tilesOf(source, rootNode) }))
}

/** How much a reading left unread; a missing bracket counts as one character. */
const faultyLength = ({ faults }: Reading): number => faults.reduce((sum, { start, end }) => sum + 1 + end - start, 0)

/** Parses parts of a text. A part that cannot be parsed stays as it is. */
function partsOf(grammar: Grammar, text: string, account: Account): Parse {
  return (within, read) => {
    try {
      return withTree(grammar, { text, work: workOn(account, within.start), within }, read)
    } catch {
      return undefined
    }
  }
}

function finished({ text, table }: Source, tiles: readonly Tile[], faults: number): Parsed {
  // A script of plain statements defines nothing; its lines are better than an empty page.
  if (tiles.length === 0) return { ...scanScript(text, table.remark), ...(faults === 0 ? {} : { problem: 'it could not be parsed; shown as plain text' }) }
  if (faults === 0) return { tiles }
  return { tiles, problem: `${faults} ${faults === 1 ? 'place' : 'places'} could not be parsed; of ${faults === 1 ? 'it' : 'them'} only lines that begin a definition are kept` }
}
