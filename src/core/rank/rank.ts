// From what was read to what it is worth: the pure half of gathering.
import { type CorpusFile, sizeOf } from '../corpus.ts'
import { columnOf } from '../column.ts'
import { globMatcher } from '../glob.ts'
import type { History } from '../history.ts'
import { heightOf } from '../level.ts'
import type { Entry } from '../ports.ts'
import type { Request } from '../request.ts'
import { judge, type Lens, type Verdict } from '../rule.ts'
import type { Features, SignalName } from './features.ts'
import { type Known, lenders } from './lenders.ts'
import { isTest } from './pairs.ts'
import { scoreFile, type Signal } from './score.ts'
import type { Sight } from './sight.ts'
import type { Sighted } from '../whole.ts'
import type { Words } from '../words.ts'

/** An entry with its language and price, before it has a score. */
export interface Priced {
  readonly entry: Entry
  readonly language: string
  readonly remark: readonly [string, string]
  readonly tokens: number
  /** What counts its tokens when somebody asks, and about how many they are; absent where they are counted. */
  readonly late?: { readonly cost: Cost; readonly about: number }
  /** Its words, when a task looks for some. */
  readonly words?: Words
  /** What was found out of its text while it was read. */
  readonly sighted?: Sighted
}

/** The tokens of a text, counted when somebody asks. */
export interface Cost {
  readonly tokens: number
}

/** What was learned about paths; empty when frozen. */
export type Utility = ReadonlyMap<string, number>

/** A signal of somebody's own: how strongly a file matters for a request, 0 to 1, and why; undefined when it has nothing to say. */
export type FileSignal = (file: Priced, request: Request) => Signal | undefined

/** What is known beyond the files. */
export interface Evidence {
  readonly utility: Utility
  readonly signals?: readonly FileSignal[]
  /** Signals of the ranking to leave out, for measuring what each is worth. */
  readonly without?: ReadonlySet<SignalName>
  /** Sees what the blend sees, for fitting its weights. */
  readonly watch?: (sight: Sight, features: Features, support: Features) => void
  /** The commits behind the files; absent without a task or a repository. */
  readonly history?: History
}

/** Scores every file for an overview. */
export function rankFiles(files: readonly Priced[], request: Request, { utility, signals = [] }: Evidence): CorpusFile[] {
  const verdictOf = verdictsOf(request)
  return files.map((file) => {
    const verdict = verdictOf(file.entry.path)
    const extra = signals.length === 0 ? NONE : signals.flatMap((signal) => signal(file, request) ?? [])
    return { ...file, verdict, score: scoreFile({ path: file.entry.path, tokens: file.tokens, verdict, utility: utility.get(file.entry.path), extra }) }
  })
}

const NONE: readonly Signal[] = []

/** What all rules of a request say of a path: every way out asks this one. */
export const verdictsOf = (request: Request): ((path: string) => Verdict) => judge([...request.rules, ...request.lens.rules])

/** Whether a path may be known at all: the lens looks at it, and no rule hides it. */
export function isVisible(request: Request): (path: string) => boolean {
  const looksAt = lensFilter(request.lens)
  const verdictOf = verdictsOf(request)
  return (path) => looksAt(path) && verdictOf(path).ceiling !== 'none'
}

/** Whether a lens looks at a path at all. */
export function lensFilter(lens: Lens): (path: string) => boolean {
  const included = (lens.include ?? []).map(globMatcher)
  const excluded = (lens.exclude ?? []).map(globMatcher)
  if (included.length + excluded.length === 0) return () => true
  return (path) => (included.length === 0 || included.some((matches) => matches(path))) && !excluded.some((matches) => matches(path))
}

/** A corpus up to this size is parsed whole: it costs a second, and every budget then chooses from the same blocks. */
const SMALL_CORPUS = 400_000
/** What a skeleton costs at the least, as a part of its file. */
const THIN_SKELETON = 0.1

/**
 * The files whose blocks could matter: parsing is the dearest part of the line, and a file far down the ranking cannot be reached by the budget.
 * Nothing of a large corpus is parsed when everything fits in full.
 */
export function worthParsing(files: readonly CorpusFile[], request: Request): CorpusFile[] {
  const total = files.reduce((sum, file) => sum + file.tokens, 0)
  if (!needsParts(request)) return []
  // Where everything fits, only what may not be shown in full needs its parts.
  const lowered = files.filter((file) => file.entry.stub === undefined && (!request.ladder.includes('full') || heightOf(file.verdict.ceiling) < heightOf('full')))
  if (request.budget === Infinity) return lowered
  if (total <= SMALL_CORPUS) return files.filter((file) => file.entry.stub === undefined)
  if (fitsWhole(total, files.length, request)) return lowered
  let room = request.budget * 2
  return byScore(files).filter((file) => {
    const reached = room > 0 || file.verdict.floor !== 'none'
    room -= file.tokens * THIN_SKELETON + 20
    return reached
  })
}

const falling = new WeakMap<readonly CorpusFile[], readonly CorpusFile[]>()

/** Files that can be shown in part, the best first; the same files are put in order once, however many budgets ask. */
function byScore(files: readonly CorpusFile[]): readonly CorpusFile[] {
  const known = falling.get(files) ?? files.filter((file) => file.entry.stub === undefined && heightOf(file.verdict.ceiling) >= heightOf('shape')).sort((a, b) => b.score.value - a.score.value || (a.entry.path < b.entry.path ? -1 : 1))
  falling.set(files, known)
  return known
}

/** With a task, this many files are looked into, the nearest at first sight first; a large budget may show parts of more. */
const FILES_LOOKED_INTO = { least: 90, most: 120, perTokens: 1000 }
/** Unless together they have more tokens than this and than so many times the budget; this few always. */
const MOST_TOKENS = 180_000
const LOOKS_PER_BUDGET = 6
const FEW_LOOKED_INTO = 40
/** And this many that define what those use, out of so many of the nearest. */
const MOST_LENDERS = 30
const LENDERS_AMONG = 250

/** The files whose blocks a task could need. */
export function worthLooking(files: readonly CorpusFile[], request: Request, known: Known = { defines: () => [], wordsOf: () => undefined }): CorpusFile[] {
  if (!needsParts(request)) return []
  const total = files.reduce((sum, file) => sum + sizeOf(file), 0)
  const shown = files.filter((file) => file.entry.stub === undefined)
  // A score is worth its reasons even where everything fits; only of a large corpus that costs too long.
  if (total > SMALL_CORPUS && fitsWhole(total, files.length, request)) return shown.filter((file) => heightOf(file.verdict.ceiling) < heightOf('full'))
  const open = shown.filter(isOpen)
  // Only what can be among the best is put in order: the rest is most of a large corpus.
  const least = leastLooked(open)
  const ranked = open.filter((file) => file.score.value >= least || file.verdict.floor !== 'none').sort((a, b) => b.score.value - a.score.value || (a.entry.path < b.entry.path ? -1 : 1))
  const worth = total <= SMALL_CORPUS ? ranked : ranked.filter((file, place) => file.verdict.floor !== 'none' || !isFarTest(file, place))
  const count = readable(worth, request.budget)
  const nearest = worth.slice(0, count)
  const lent = new Set(lenders(nearest, worth.slice(count, LENDERS_AMONG), known).slice(0, MOST_LENDERS))
  return [...nearest, ...worth.slice(count).filter((file) => lent.has(file) || file.verdict.floor !== 'none')]
}

/** Whether a rule lets its parts be shown. */
const isOpen = ({ entry, verdict }: CorpusFile): boolean => entry.stub === undefined && heightOf(verdict.ceiling) >= heightOf('shape')

/** Whatever is farther than this is not looked into, unless a rule asks for it. */
export const leastLooked = (files: readonly CorpusFile[]): number => columnOf(files.filter(isOpen), ({ score }) => score.value).sort().at(-LENDERS_AMONG) ?? -Infinity

/** Of a large corpus, a test of more tokens than this is looked into only when it is among so many of the nearest: it says the words of everything it tests, and a task that is about it names it. */
const LONG_TEST = 4000
const NEAREST_TESTS = 12

const isFarTest = (file: CorpusFile, place: number): boolean => place >= NEAREST_TESTS && isTest(file.entry.path) && sizeOf(file) > LONG_TEST

/** How many files from the first on are looked into: parsing is paid by the token, and what a long file far down adds is rarely worth it. */
function readable(ranked: readonly CorpusFile[], budget: number): number {
  const { least, most, perTokens } = FILES_LOOKED_INTO
  const files = Math.min(most, Math.max(least, budget / perTokens))
  let room = Math.max(MOST_TOKENS, LOOKS_PER_BUDGET * Math.min(budget, SMALL_CORPUS))
  const end = ranked.findIndex((file, i) => i >= files || ((room -= file.tokens) < 0 && i >= FEW_LOOKED_INTO))
  return end < 0 ? ranked.length : end
}

/** Escaping can nearly double a text; beyond that everything fits as it is. */
const fitsWhole = (total: number, files: number, { budget }: Request): boolean => total * 2 + files * 150 < budget

const needsParts = (request: Request): boolean => request.ladder.includes('shape') || request.ladder.includes('detail')
