// From entries to a corpus: count, rank, parse what could matter, score its blocks.
import type { Corpus, CorpusFile } from './corpus.ts'
import type { Entry, Meter, Parser } from './ports.ts'
import { blockScores, type Query } from './rank/blocks.ts'
import { type Evidence, isVisible, type Priced, queryOf, rankFiles, worthParsing } from './rank/rank.ts'
import type { Request } from './request.ts'
import { fileBlock } from './tile.ts'

/** What gathering needs besides the entries. */
export interface Tools extends Evidence {
  readonly parser: Parser
  readonly meter: Meter
}

const PLAIN_REMARK: readonly [string, string] = ['', '']

/** The corpus for a request. */
export async function gather(entries: readonly Entry[], request: Request, tools: Tools): Promise<Corpus> {
  // What may not be shown at all is not counted either: a number tells too.
  const visible = isVisible(request)
  const ranked = rankFiles(entries.filter((entry) => visible(entry.path)).map((entry) => price(entry, tools)), request, tools)
  const chosen = new Set(worthParsing(ranked, request))
  for (const { entry } of chosen) await prepare(entry, tools.parser)
  const query = queryOf(request.task)
  return { files: ranked.map((file) => (chosen.has(file) ? withParts(file, tools.parser, query) : file)) }
}

function price(entry: Entry, { parser, meter }: Tools): Priced {
  const language = parser.languageOf(entry.path, entry.text)
  return { entry, language: language?.name ?? 'text', remark: language?.remark ?? PLAIN_REMARK, tokens: meter.count(entry.text) }
}

async function prepare({ path, text }: Entry, parser: Parser): Promise<void> {
  const language = parser.languageOf(path, text)
  if (language !== undefined) await parser.prepare(language, text)
}

/** A file with its blocks; a file in a language without a parser stays whole. */
export function withParts(file: CorpusFile, parser: Parser, query: Query): CorpusFile {
  const language = parser.languageOf(file.entry.path, file.entry.text)
  if (language === undefined) return file
  const { tiles, problem } = parser.parse(language, file.entry.text)
  const block = fileBlock(file.entry.path, file.entry.text, tiles)
  const scores = blockScores(block, file.entry.text, { fileScore: file.score.value, query })
  return { ...file, parts: { block, scores, ...(problem === undefined ? {} : { problem }) } }
}
