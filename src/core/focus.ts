// A corpus for a task: every block is worth how much it is needed. The pure half of gathering; what is parsed in between is up to the caller.
import type { Block } from './block.ts'
import { columnOf } from './column.ts'
import type { Corpus, CorpusFile } from './corpus.ts'
import { type Footing, type Ground, scanText } from './footing.ts'
import { filesOf, linksOf } from './links.ts'
import type { OutlineItem } from './outline.ts'
import { keptLate, LateFile } from './late.ts'
import type { Files, Language, Meter } from './ports.ts'
import type { Verdict } from './rule.ts'
import { closerLook } from './rank/defines.ts'
import { farness } from './rank/far.ts'
import { type FileFacts, gauged } from './rank/files.ts'
import { firstLook, liftOf } from './rank/lift.ts'
import { spokenOf } from './rank/past.ts'
import type { Query } from './rank/query.ts'
import { type Evidence, leastLooked, type Priced, verdictsOf } from './rank/rank.ts'
import { needsOf } from './rank/relevance.ts'
import type { ParsedText } from './rank/units.ts'
import type { Request } from './request.ts'
import type { Tally } from './tally.ts'
import { fileBlock } from './tile.ts'
import type { Watched } from './watched.ts'

/** A parsed file. */
export interface Tree {
  readonly block: Block
  readonly language: Language
  /** Its tokens line by line, where they are known. */
  readonly tally?: Tally
  /** Why the parse is coarser than usual. */
  readonly problem?: string
}

/** What a task is asked of. */
export interface Ask {
  readonly query: Query
  readonly request: Request
  readonly evidence: Evidence
  /** What a file defines, found without parsing it. */
  readonly outlineOf?: (file: Priced) => readonly OutlineItem[]
}

/** Files at first sight, before any is parsed: their scores say which are worth it. */
export interface Glance {
  readonly files: readonly CorpusFile[]
  readonly facts: readonly FileFacts[]
  /** What they were held against; `least` is how near one is that may have been outlined. */
  readonly ground: Omit<Ground, 'leastText'>
}

/** A file as a text that is not read before somebody asks. */
class PricedText {
  readonly path: string
  readonly words: Priced['words']
  private readonly file: Priced

  constructor(file: Priced) {
    this.path = file.entry.path
    this.words = file.words
    this.file = file
  }

  get text(): string {
    return this.file.entry.text
  }
}

/** Looks at files as texts, and at what the nearest of them define. */
export function glance(priced: readonly Priced[], { query, request, evidence, outlineOf }: Ask): Glance {
  const { facts, gauge } = gauged(priced.map((file) => new PricedText(file)), query)
  const first = firstLook(facts, spokenOf(evidence.history, query), query)
  const { looks, best, least } = outlineOf === undefined ? { looks: first.looks, best: 1, least: -Infinity } : closerLook(first.looks, query, (index) => outlineOf(priced[index] as Priced))
  const verdictOf = verdictsOf(request)
  return {
    facts, files: priced.map((file, i) => fileOf(file, verdictOf(file.entry.path), looks[i] as number)),
    ground: { sought: { terms: query.terms, names: query.names }, gauge, most: first.most, scale: first.best > 0 && best > 0 ? 1 / (first.best * best) : 0, least: best > 0 ? Math.max(0, least / best) : 0 },
  }
}

/** A file whose tokens are counted when somebody asks, where that is how it was priced. */
function fileOf(priced: Priced, verdict: Verdict, value: number): CorpusFile {
  const { entry, language, remark, late } = priced
  const score = { value, signals: [] }
  return late === undefined ? { entry, language, remark, tokens: priced.tokens, verdict, score } : new LateFile({ entry, language, remark, verdict, score }, late.cost, late.about)
}

/** What a corpus stands on, made of what was seen of it. */
export const footingOf = ({ files, facts, ground }: Glance, entries: readonly Watched[], { parsed, meter: { bytesPerToken } }: { parsed: Iterable<CorpusFile>; meter: Meter }): Footing => ({
  ground: { ...ground, least: Math.max(0, Math.min(ground.least, leastLooked(files))), leastText: leastOf(parsed) },
  entries, bytesPerToken, looks: columnOf(files, ({ score }) => score.value), languages: files.map(({ language }) => language), scans: facts.map(({ scan }) => scanText(scan)),
})

/** The corpus of a task, from what was seen and what was parsed of it. */
export function focusOn({ files, facts }: Glance, trees: ReadonlyMap<CorpusFile, Tree>, ask: Ask): Corpus {
  const known = filesOf(files.map(({ entry }) => entry))
  // Text without definitions is one block and needs no parser, but it must be as near as what was parsed.
  const least = leastOf(trees.keys())
  const looked = files.flatMap((file, i) => (trees.has(file) || (isWhole(file) && file.score.value >= least) ? [lookedInto(file, { facts: facts[i] as FileFacts, tree: trees.get(file), known })] : []))
  const lifts = looked.map(({ file, tree }) => liftOf(file, { evidence: ask.evidence, request: ask.request, family: tree?.language.family ?? 'prose' }))
  const { history, without, watch } = ask.evidence
  const needs = needsOf(looked, ask.query, { history, without, watch, lift: lifts.map(({ lift }) => lift) })
  const index = new Map(looked.map(({ file }, i) => [file, i]))
  return {
    focused: true,
    files: files.map((file) => {
      const i = index.get(file)
      return i === undefined ? unseen(file) : needed(looked[i] as Looked, needs[i] as (typeof needs)[number], lifts[i] as (typeof lifts)[number])
    }),
  }
}

const leastOf = (files: Iterable<CorpusFile>): number => {
  const least = [...files].reduce((lowest, { score }) => Math.min(lowest, score.value), Infinity)
  return Number.isFinite(least) ? least : 0
}

/** Text that no language claims is one block. */
const isWhole = ({ entry, language }: CorpusFile): boolean => entry.stub === undefined && language === 'text'

/** A file that was looked into. */
interface Looked extends ParsedText {
  readonly file: CorpusFile
  readonly tree: Tree | undefined
}

function lookedInto(file: CorpusFile, { facts, tree, known }: { facts: FileFacts; tree: Tree | undefined; known: Files }): Looked {
  const { path, text } = file.entry
  const block = tree?.block ?? fileBlock(path, text, [])
  const links = tree === undefined ? [] : linksOf({ path, text, block, language: tree.language }, known).flatMap(({ found }) => found.map((one) => one.path))
  return { file, tree, facts, text, block, links: [...new Set(links)] }
}

/** It is not counted before somebody asks. */
function unseen(file: CorpusFile): CorpusFile {
  const score = { value: farness(file.score.value), signals: [] }
  return keptLate(file, { score })
}

function needed({ file, tree }: Looked, need: ReturnType<typeof needsOf>[number], lift: ReturnType<typeof liftOf>): CorpusFile {
  const { entry, language, remark, tokens, verdict } = file
  // Most reasons are never asked for.
  const score = { value: need.file, get signals() { return [...need.signals(), ...lift.signals] } }
  if (tree === undefined) return { entry, language, remark, tokens, verdict, score }
  return { entry, language, remark, tokens, verdict, ...(tree.tally === undefined ? {} : { tally: tree.tally }), score, parts: { block: tree.block, scores: need.own, used: need.used, signalsOf: (block) => [...need.signalsOf(block), ...lift.signals], ...(tree.problem === undefined ? {} : { problem: tree.problem }) } }
}
