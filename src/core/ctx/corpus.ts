// A corpus whose files know the short names that somebody gave them. Without aliases it is the same corpus.
import { copyOf, type Corpus, type CorpusFile, type FileParts } from '../corpus.ts'
import { cardOf, cardText } from './cards/card.ts'
import type { Registry } from './registry.ts'

/** The same corpus; files that have an alias know it, and their card where that says more than names would. */
export function aliased(corpus: Corpus, aliases: Registry): Corpus {
  if (aliases.size === 0) return corpus
  const names = new Map([...aliases.values()].toReversed().map(({ alias, path }) => [path, alias]))
  return { ...corpus, files: corpus.files.map((file) => named(file, names.get(file.entry.path))) }
}

function named(file: CorpusFile, alias: string | undefined): CorpusFile {
  if (alias === undefined) return file
  return file.parts === undefined || file.parts.piecemeal || file.lines !== undefined ? copyOf(file, { alias }) : copyOf(file, { alias, parts: withCard(file, file.parts, alias) })
}

/** Code keeps its skeleton: its definitions are raised one by one, and their signatures are what a card would list. */
function withCard({ entry, language }: CorpusFile, parts: FileParts, alias: string): FileParts {
  const card = cardOf({ alias, path: entry.path, text: entry.text, language, block: parts.block })
  return card.kind === 'code' || card.kind === 'tests' ? parts : { ...parts, card: cardText(card) }
}
