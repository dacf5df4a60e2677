// From entries to a corpus: count, rank, parse what could matter, score its blocks.
import { type Block, isDefinition, walk } from './block.ts'
import type { Between } from './between.ts'
import type { Corpus, CorpusFile } from './corpus.ts'
import { type Ask, focusOn, footingOf, type Glance, glance, type Tree } from './focus.ts'
import { type Knower, knownOf, languageOf, type Learnt, outlineOf, parsedOf, pricedLate, tallyOf, wordedOf } from './known.ts'
import type { OutlineItem } from './outline.ts'
import type { Entry } from './ports.ts'
import type { Defines } from './rank/lenders.ts'
import { atHome } from './rank/place.ts'
import { isAsked, type Query, queryOf } from './rank/query.ts'
import { type Evidence, isVisible, type Priced, rankFiles, worthLooking, worthParsing } from './rank/rank.ts'
import type { Request } from './request.ts'
import { aboutTokens } from './rough.ts'
import { fileBlock } from './tile.ts'
import { Watched } from './watched.ts'

/** What gathering needs besides the entries. */
export interface Tools extends Evidence, Knower {
  /** What was worked out while the entries were read. It is taken out of there, because words of ten thousand files weigh more than what is shown of them. */
  readonly known?: Map<Entry, Priced | Learnt> | undefined
  /** Whether it is noted what the corpus stands on. */
  readonly watched?: boolean | undefined
  /** What stays between two plans for the same files. */
  readonly between?: Between | undefined
}

/** The corpus for a request. Entries may come in any order: the corpus is sorted by path, so that the same files give the same bytes. */
export async function gather(given: readonly Entry[], request: Request, tools: Tools): Promise<Corpus> {
  const entries = byPath(given)
  if (request.task === '') return overview(rankedOf(entries, request, tools), request, tools)
  const seen = seenIn(entries, request)
  const spoken = queryOf(request.task)
  if (!isAsked(spoken)) return overview(rankFiles(pricedOf(seen, tools, false), request, tools), request, tools)
  const isRough = choosesRoughly(request, spoken)
  const watched = tools.watched === true && isRough ? seen.map((entry) => new Watched(entry)) : undefined
  const query = { ...spoken, frames: atHome(spoken.frames, watched ?? seen) }
  const priced = isRough ? roughlyPriced(seen, watched ?? seen, tools) : pricedOf(seen, tools, true)
  return focused(priced, { query, request, evidence: tools }, { ...tools, watching: watched })
}

/** What a task has not looked into is only about known where a budget has to choose; without one every file is shown with its number. A task without anything to look for looks into nothing. */
export const choosesRoughly = ({ task, budget }: Request, query?: Query): boolean => Number.isFinite(budget) && isAsked(query ?? queryOf(task))

/** Entries in the order of their paths; the list itself when it is in order, as that of every source is: what is kept between plans is kept by it. */
function byPath(entries: readonly Entry[]): readonly Entry[] {
  const isSorted = entries.every(({ path }, at) => at === 0 || (entries[at - 1] as Entry).path <= path)
  return isSorted ? entries : entries.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}

/** What may not be shown at all is not counted either: a number tells too. */
function seenIn(entries: readonly Entry[], request: Request): readonly Entry[] {
  const visible = isVisible(request)
  return entries.filter((entry) => visible(entry.path))
}

function pricedOf(seen: readonly Entry[], tools: Tools, asked: boolean): readonly Priced[] {
  const priced = seen.map((entry) => countedIn(tools.known?.get(entry)) ?? knownOf(entry, tools, asked))
  tools.known?.clear()
  return priced
}

const countedIn = (known: Priced | Learnt | undefined): Priced | undefined => (known !== undefined && 'tokens' in known ? known : undefined)

/** What each entry says, and about what it costs. Whoever asks more of one asks the same place in `views`. */
function roughlyPriced(seen: readonly Entry[], views: readonly Entry[], tools: Tools): readonly Priced[] {
  const priced = seen.map((entry, i) => pricedLate({ ...tools.known?.get(entry) ?? wordedOf(entry, tools), entry: views[i] as Entry }, tools, entry.stub === undefined ? aboutTokens(entry.bytes, tools.meter) : 0))
  tools.known?.clear()
  return priced
}

/** The score of a file does not know the budget; a signal of somebody's own might. */
function rankedOf(entries: readonly Entry[], request: Request, tools: Tools): readonly CorpusFile[] {
  const { between, utility, signals = [], meter } = tools
  const make = (): readonly CorpusFile[] => rankFiles(pricedOf(seenIn(entries, request), tools, false), request, tools)
  return between === undefined || signals.length > 0 ? make() : between.ranked(entries, JSON.stringify([request.lens, request.rules, meter.name, [...utility]]), make)
}

const parse = (entry: Entry, by: Tools): Promise<Tree | undefined> => by.between?.tree(entry, by.meter.name, () => parsed(entry, by)) ?? parsed(entry, by)

async function parsed(entry: Entry, by: Knower): Promise<Tree | undefined> {
  const language = languageOf(entry, by)
  if (language === undefined) return undefined
  const { tiles, problem } = await parsedOf(entry, language, by)
  const tally = tallyOf(entry, by)
  return { block: fileBlock(entry.path, entry.text, tiles), language, ...(tally === undefined ? {} : { tally }), ...(problem === undefined ? {} : { problem }) }
}

/** Which files are near. Whoever goes on from here has no words of files any more. */
function lookedAt(priced: readonly Priced[], ask: Ask, defines: Defines): { seen: Glance; near: readonly CorpusFile[] } {
  const seen = glance(priced, ask)
  // A few files are asked for.
  return { seen, near: worthLooking(seen.files, ask.request, { defines, wordsOf: (file) => priced[seen.files.indexOf(file)]?.words }) }
}

/** With a task, the files nearest at first sight are parsed. */
async function focused(priced: readonly Priced[], ask: Ask, by: Tools & { readonly watching: readonly Watched[] | undefined }): Promise<Corpus> {
  const outlines = new Map<string, readonly OutlineItem[]>()
  const defines = ({ entry }: Priced): readonly OutlineItem[] => {
    const outline = outlines.get(entry.path) ?? outlineOf(entry, by)
    outlines.set(entry.path, outline)
    return outline
  }
  const { seen, near } = lookedAt(priced, { ...ask, outlineOf: defines }, defines)
  const trees = new Map<CorpusFile, Tree>()
  for (const file of near) {
    const tree = await parse(file.entry, by)
    if (tree !== undefined) trees.set(file, tree)
  }
  const corpus = focusOn(seen, trees, ask)
  return by.watching === undefined ? corpus : { ...corpus, footing: footingOf(seen, by.watching, { parsed: trees.keys(), meter: by.meter }) }
}

/** Without a task, a block is worth what its file is worth. */
async function overview(ranked: readonly CorpusFile[], request: Request, tools: Tools): Promise<Corpus> {
  const chosen = new Set(worthParsing(ranked, request))
  if (chosen.size === 0) return { files: ranked }
  const files: CorpusFile[] = []
  for (const file of ranked) {
    const tree = chosen.has(file) ? await parse(file.entry, tools) : undefined
    files.push(tree === undefined ? file : tools.between?.withParts(file, tree, () => withParts(file, tree)) ?? withParts(file, tree))
  }
  return { files }
}

/** A file with its blocks, each worth what the file is worth. */
export function withParts(file: CorpusFile, { block, problem, tally }: Pick<Tree, 'block' | 'problem' | 'tally'>): CorpusFile {
  return { ...file, ...(tally === undefined ? {} : { tally }), parts: { block, scores: new Map([...walk(block)].map((one) => [one, file.score.value * kindWorth(one)])), ...(problem === undefined ? {} : { problem }) } }
}

/** Definitions tell more per token than imports and what lies between. */
const kindWorth = (block: Block): number => (isDefinition(block) || block.kind === 'file' ? 1 : 0.5)
