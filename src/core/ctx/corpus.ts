import type { Corpus, CorpusFile } from '../corpus.ts'
import type { Registry } from './registry.ts'

/** What is known of the files that have an alias. */
export interface Known {
  readonly aliases: Registry
}

/** The same corpus; files that have an alias know it. */
export function aliased(corpus: Corpus, { aliases }: Known): Corpus {
  if (aliases.size === 0) return corpus
  const names = new Map([...aliases.values()].toReversed().map(({ alias, path }) => [path, alias]))
  return { ...corpus, files: corpus.files.map((file) => named(file, names.get(file.entry.path))) }
}

const named = (file: CorpusFile, alias: string | undefined): CorpusFile => (alias === undefined ? file : { ...file, alias })
