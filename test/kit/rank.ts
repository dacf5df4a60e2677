// Parsed texts in the language of the kit, for tests of the ranking.
import type { History } from '../../src/core/history.ts'
import { fileFacts } from '../../src/core/rank/files.ts'
import { type Query, queryOf } from '../../src/core/rank/query.ts'
import { type Sight, sightOf } from '../../src/core/rank/sight.ts'
import type { ParsedText } from '../../src/core/rank/units.ts'
import { fileBlock } from '../../src/core/tile.ts'
import { sketchTiles } from './core.ts'

/** Files by path as the ranking sees them; `links` says where their imports lead. */
export function parsedTexts(files: Readonly<Record<string, string>>, query: Query, links: Readonly<Record<string, readonly string[]>> = {}): ParsedText[] {
  const texts = Object.entries(files).map(([path, text]) => ({ path, text }))
  const facts = fileFacts(texts, query)
  return texts.map(({ path, text }, i) => ({ facts: facts[i] as ParsedText['facts'], text, block: fileBlock(path, text, sketchTiles(text)), links: links[path] ?? [] }))
}

/** A task in front of files. */
export function sightFor(files: Readonly<Record<string, string>>, task: string, more: { history?: History; links?: Readonly<Record<string, readonly string[]>> } = {}): Sight {
  const query = queryOf(task)
  return sightOf(parsedTexts(files, query, more.links), query, more.history)
}

/** The values of a column by the names of the units, those without one left out. */
export const byName = ({ units }: Sight, column: ArrayLike<number>): Record<string, number> =>
  Object.fromEntries(units.flatMap(({ name }, i) => (name === '' ? [] : [[name, column[i] as number]])))
