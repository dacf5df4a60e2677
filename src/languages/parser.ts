// The parser: grammars arrive when they are first needed, and nothing a file contains can stop it. What a grammar cannot read in a bounded
// amount of work is read as plain text, and the result says so.
import type { Language as Grammar } from 'web-tree-sitter'
import type { Tile } from '../core/block.ts'
import type { Language, Parsed, Parser } from '../core/ports.ts'
import type { Source } from './cuts.ts'
import type { Scanner, Table } from './language.ts'
import { scanLines } from './lines.ts'
import { faultsOf, rescued } from './rescue.ts'
import { loadGrammar, withTree } from './runtime.ts'
import type { Grammars } from './runtime.ts'
import { tilesOf } from './tree.ts'
import type { Parse } from './unseal.ts'
import { unsealed } from './unseal.ts'

/** Longer texts are not worth a syntax tree. */
const LONGEST = 2_000_000

/**
 * Steps of the grammar between two looks at the counter are fixed, so the same text always stops at the same place.
 * Real code needs at most 0.02 looks for a character, the worst that was tried 0.07.
 */
const LOOKS = { least: 2_000, perCharacter: 0.2 }

/** A parser for the given languages. */
export function parserOf(languages: readonly (Table | Scanner)[], grammars: Grammars, languageOf: (path: string) => Language | undefined): Parser {
  const byName = new Map(languages.map((language) => [language.name, language]))
  const bench: Bench = new Map()
  return {
    languageOf,
    async prepare(wanted) {
      for (const { grammar } of wanted) if (grammar !== undefined) await ready(bench, grammars, grammar)
    },
    parse(language, text) {
      const pack = byName.get(language.name)
      if (pack === undefined) return { ...scanLines(text), problem: `no language is named "${language.name}"; shown as plain text` }
      return 'scan' in pack ? guarded(text, () => pack.scan(text)) : guarded(text, () => parseTree(bench, pack, text))
    },
  }
}

/** Grammars that are here or on their way. */
type Bench = Map<string, Promise<Grammar> | Grammar>

async function ready(bench: Bench, grammars: Grammars, name: string): Promise<void> {
  if (!bench.has(name)) bench.set(name, loadGrammar(grammars, name))
  bench.set(name, await (bench.get(name) as Promise<Grammar>))
}

/** Whatever goes wrong inside, the text is still shown. */
function guarded(text: string, parse: () => Parsed): Parsed {
  if (text.length > LONGEST) return { ...scanLines(text), problem: `longer than ${LONGEST / 1_000_000} MB; shown as plain text` }
  try {
    return parse()
  } catch (error) {
    return { ...scanLines(text), problem: `the parser failed (${error instanceof Error ? error.message : String(error)}); shown as plain text` }
  }
}

function parseTree(bench: Bench, table: Table, text: string): Parsed {
  const grammar = bench.get(table.grammar)
  if (grammar === undefined || grammar instanceof Promise) throw new Error(`the grammar "${table.grammar}" was not prepared`)
  const source = { text, table }
  const first = withTree(grammar, { text, stop: limit(text.length) }, ({ rootNode }) => ({ faults: faultsOf(rootNode), harvest: tilesOf(source, rootNode) }))
  if (first === undefined) return { ...scanLines(text), problem: 'too much work to parse; shown as plain text' }
  const { faults, harvest } = first
  return finished(source, unsealed(source, { tiles: rescued(source, harvest, faults), seals: harvest.seals }, partsOf(grammar, text)), faults.length)
}

/** Parses parts of a text. A part that cannot be parsed stays as it is. */
function partsOf(grammar: Grammar, text: string): Parse {
  return (within, read) => {
    try {
      return withTree(grammar, { text, stop: limit(within.end - within.start), within }, read)
    } catch {
      return undefined
    }
  }
}

/** Stops a parse after a number of looks that grows with the text, whatever the clock says. */
function limit(length: number): () => boolean {
  let left = LOOKS.least + length * LOOKS.perCharacter
  return () => --left < 0
}

function finished({ text }: Source, tiles: readonly Tile[], faults: number): Parsed {
  // A script of plain statements defines nothing; its lines are better than an empty page.
  if (tiles.length === 0) return { ...scanLines(text), ...(faults === 0 ? {} : { problem: 'it could not be parsed; shown as plain text' }) }
  if (faults === 0) return { tiles }
  return { tiles, problem: `${faults} ${faults === 1 ? 'place' : 'places'} could not be parsed; shown as ${faults === 1 ? 'it is' : 'they are'}` }
}
