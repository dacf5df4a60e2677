// From entries to a corpus: count, rank, parse what could matter, score its blocks.
import { type Block, isDefinition, walk } from './block.ts'
import type { Corpus, CorpusFile } from './corpus.ts'
import { type Ask, focusOn, glance, type Tree } from './focus.ts'
import type { Entry, Meter, Parser } from './ports.ts'
import { atHome } from './rank/place.ts'
import { isAsked, queryOf } from './rank/query.ts'
import { type Evidence, isVisible, type Priced, rankFiles, worthLooking, worthParsing } from './rank/rank.ts'
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
  const priced = entries.filter((entry) => visible(entry.path)).map((entry) => price(entry, tools))
  const asked = queryOf(request.task)
  const query = { ...asked, frames: atHome(asked.frames, priced.map(({ entry }) => entry)) }
  return isAsked(query) ? focused(priced, { query, request, evidence: tools }, tools.parser) : overview(priced, request, tools)
}

function price(entry: Entry, { parser, meter }: Tools): Priced {
  const language = parser.languageOf(entry.path, entry.text)
  return { entry, language: language?.name ?? 'text', remark: language?.remark ?? PLAIN_REMARK, tokens: meter.count(entry.text) }
}

async function parse({ path, text }: Entry, parser: Parser): Promise<Tree | undefined> {
  const language = parser.languageOf(path, text)
  if (language === undefined) return undefined
  await parser.prepare(language, text)
  const { tiles, problem } = parser.parse(language, text)
  return { block: fileBlock(path, text, tiles), language, ...(problem === undefined ? {} : { problem }) }
}

/** With a task, the files nearest at first sight are parsed. */
async function focused(priced: readonly Priced[], ask: Ask, parser: Parser): Promise<Corpus> {
  const seen = glance(priced, ask)
  const trees = new Map<CorpusFile, Tree>()
  for (const file of worthLooking(seen.files, ask.request)) {
    const tree = await parse(file.entry, parser)
    if (tree !== undefined) trees.set(file, tree)
  }
  return focusOn(seen, trees, ask)
}

/** Without a task, a block is worth what its file is worth. */
async function overview(priced: readonly Priced[], request: Request, tools: Tools): Promise<Corpus> {
  const ranked = rankFiles(priced, request, tools)
  const chosen = new Set(worthParsing(ranked, request))
  const files: CorpusFile[] = []
  for (const file of ranked) {
    const tree = chosen.has(file) ? await parse(file.entry, tools.parser) : undefined
    files.push(tree === undefined ? file : withParts(file, tree))
  }
  return { files }
}

/** A file with its blocks, each worth what the file is worth. */
export function withParts(file: CorpusFile, { block, problem }: Pick<Tree, 'block' | 'problem'>): CorpusFile {
  return { ...file, parts: { block, scores: new Map([...walk(block)].map((one) => [one, file.score.value * kindWorth(one)])), ...(problem === undefined ? {} : { problem }) } }
}

/** Definitions tell more per token than imports and what lies between. */
const kindWorth = (block: Block): number => (isDefinition(block) || block.kind === 'file' ? 1 : 0.5)
