// The parser: grammars arrive when they are first needed, and nothing a file contains can stop it. What a grammar cannot read in a bounded
// amount of work is read as plain text, and the result says so.
import type { Language as Grammar, Tree } from 'web-tree-sitter'
import type { Language, Parsed, Parser } from '../core/ports.ts'
import type { Scanner, Table } from './language.ts'
import { scanLines } from './lines.ts'
import { faultsOf, rescued } from './rescue.ts'
import { loadGrammar, withTree } from './runtime.ts'
import type { Grammars } from './runtime.ts'
import { tilesOf } from './tree.ts'

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
  const parsed = withTree(grammar, { text, stop: limit(text.length) }, (tree) => read({ text, table }, tree))
  return parsed ?? { ...scanLines(text), problem: 'too much work to parse; shown as plain text' }
}

/** Stops a parse after a number of looks that grows with the text, whatever the clock says. */
function limit(length: number): () => boolean {
  let left = LOOKS.least + length * LOOKS.perCharacter
  return () => --left < 0
}

function read(source: { text: string; table: Table }, tree: Tree): Parsed {
  const root = tree.rootNode
  const faults = faultsOf(root)
  const tiles = rescued(source, tilesOf(source, root), faults)
  // A script of plain statements defines nothing; its lines are better than an empty page.
  if (tiles.length === 0) return { ...scanLines(source.text), ...(faults.length === 0 ? {} : { problem: 'it could not be parsed; shown as plain text' }) }
  if (faults.length === 0) return { tiles }
  return { tiles, problem: `${faults.length} ${faults.length === 1 ? 'place' : 'places'} could not be parsed; shown as ${faults.length === 1 ? 'it is' : 'they are'}` }
}
