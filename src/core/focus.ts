// A corpus for a task: every block is worth how much it is needed. The pure half of gathering; what is parsed in between is up to the caller.
import type { Block } from './block.ts'
import type { Corpus, CorpusFile } from './corpus.ts'
import { filesOf, linksOf } from './links.ts'
import type { OutlineItem } from './outline.ts'
import type { Files, Language } from './ports.ts'
import { closerLook } from './rank/defines.ts'
import { fileFacts, type FileFacts } from './rank/files.ts'
import { firstLook, liftOf } from './rank/lift.ts'
import { spokenOf } from './rank/past.ts'
import type { Query } from './rank/query.ts'
import { type Evidence, type Priced, verdictsOf } from './rank/rank.ts'
import { needsOf } from './rank/relevance.ts'
import type { ParsedText } from './rank/units.ts'
import type { Request } from './request.ts'
import type { Tally } from './tally.ts'
import { fileBlock } from './tile.ts'

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
  const facts = fileFacts(priced.map((file) => new PricedText(file)), query)
  const first = firstLook(facts, spokenOf(evidence.history, query), query)
  const looks = outlineOf === undefined ? first : closerLook(first, query, (index) => outlineOf(priced[index] as Priced))
  const verdictOf = verdictsOf(request)
  return { facts, files: priced.map(({ entry, language, remark, tokens }, i) => ({ entry, language, remark, tokens, verdict: verdictOf(entry.path), score: { value: looks[i] as number, signals: [] } })) }
}

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

/** What was not looked into ranks below everything that was. */
const UNSEEN = 1e-4

const unseen = (file: CorpusFile): CorpusFile => ({ ...file, score: { value: UNSEEN * file.score.value, signals: [] } })

function needed({ file, tree }: Looked, need: ReturnType<typeof needsOf>[number], lift: ReturnType<typeof liftOf>): CorpusFile {
  // Most reasons are never asked for.
  const score = { value: need.file, get signals() { return [...need.signals(), ...lift.signals] } }
  if (tree === undefined) return { ...file, score }
  return { ...file, ...(tree.tally === undefined ? {} : { tally: tree.tally }), score, parts: { block: tree.block, scores: need.own, used: need.used, signalsOf: (block) => [...need.signalsOf(block), ...lift.signals], ...(tree.problem === undefined ? {} : { problem: tree.problem }) } }
}
