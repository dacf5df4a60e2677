// Everything that a plan of another day could be compared with: what was gathered, and what the plan names beyond it.
import { pathInId, walk } from '../../core/block.ts'
import type { Corpus } from '../../core/corpus.ts'
import { itemFrom, type Parsed, type Shown } from '../../core/session/inventory.ts'
import type { Library } from '../resolve.ts'

/** The most files that are parsed to find where lost names went. */
const MOST_SEARCHED = 200

/** The files of today, with blocks where they were parsed, where the plan knew blocks, and where a lost name is written. */
export async function everythingNow(library: Library, corpus: Corpus, plan: readonly Shown[]): Promise<Parsed[]> {
  const known = new Map(corpus.files.map(({ entry, parts }): [string, Parsed] => [entry.path, { entry, block: parts?.block }]))
  const named = plan.flatMap(({ handle }) => itemFrom(handle) ?? []).filter(({ id }) => id.includes('#')).map(({ id }) => ({ id, path: pathInId(id.slice(0, id.indexOf('#'))) }))
  for (const { path } of named) await open(library, known, path)
  const ids = new Set([...known.values()].flatMap(({ block }) => (block === undefined ? [] : [...walk(block)].map(({ id }) => id))))
  const words = new Set(named.filter(({ id }) => !ids.has(id)).map(({ id }) => lastWord(id)))
  if (words.size === 0) return [...known.values()]
  const unparsed = [...known.values()].filter(({ entry, block }) => block === undefined && [...words].some((word) => entry.text.includes(word)))
  for (const { entry } of unparsed.slice(0, MOST_SEARCHED)) await open(library, known, entry.path)
  return [...known.values()]
}

async function open(library: Library, known: Map<string, Parsed>, path: string): Promise<void> {
  const there = known.get(path)
  if (there !== undefined && there.block === undefined) known.set(path, { entry: there.entry, block: await library.file(there.entry) })
}

const lastWord = (id: string): string => id.slice(Math.max(id.lastIndexOf('#'), id.lastIndexOf('.')) + 1).replace(/~\d+$/, '')
