// What the past says of a file: commits whose messages speak like the task, how lately and how often it changed, and what changes with it.
import type { Commit, History } from '../history.ts'
import { bm25, largest, rarities } from './bm25.ts'
import type { Query } from './query.ts'
import { oneMore, scannerFor } from './scan.ts'

/** The past of one file. */
export interface PastFacts {
  /** The commits that speak of the task and touched this file: the best five, each less than the one before. */
  readonly messages: number
  /** All messages of its commits read as one text. */
  readonly story: number
  /** How lately it changed: 1 for the newest commit, falling with the commits since. */
  readonly recency: number
  /** How often it changed, as a logarithm. */
  readonly churn: number
  /** How often it changed together with the files that speak most of the task. */
  readonly together: number
}

const NO_PAST: PastFacts = { messages: 0, story: 0, recency: 0, churn: 0, together: 0 }

/** Commits after which half of the weight of a change is gone, roughly. */
const RECENT = 200
/** A commit that changed more files says little about two of them. */
const MOST_TOGETHER = 20
const BEST_MESSAGES = 5

/** The past of every file that has one. `leaders` are the files that speak most of the task, with how much. */
export function pastFacts(history: History | undefined, query: Query, leaders: ReadonlyMap<string, number>): (path: string) => PastFacts {
  if (history === undefined || history.commits.length === 0) return () => NO_PAST
  const records = new Map<string, Draft>()
  const none = new Float64Array(query.terms.length)
  const messages = messagesOf(history.commits, query)
  history.commits.forEach((commit, age) => {
    const lead = commit.paths.length > MOST_TOGETHER ? 0 : largest(commit.paths.map((path) => leaders.get(path) ?? 0))
    for (const path of commit.paths) addTo(draftOf(records, path, none), { age, paths: commit.paths.length, lead: leaders.has(path) ? 0 : lead, message: messages[age] as Message })
  })
  const story = storyScores([...records.values()], messages, query)
  return (path) => factsOf(records.get(path), story)
}

/** How much the commits that touched a file speak of the task: all that a first look needs of the past. */
export function spokenOf(history: History | undefined, query: Query): (path: string) => number {
  const scores = new Map<string, number[]>()
  const messages = history === undefined ? [] : messagesOf(history.commits, query)
  messages.forEach(({ score }, age) => {
    const paths = score > 0 ? history?.commits[age]?.paths ?? [] : []
    for (const path of paths) {
      const known = scores.get(path)
      if (known === undefined) scores.set(path, [score / Math.sqrt(paths.length)])
      else known.push(score / Math.sqrt(paths.length))
    }
  })
  return (path) => bestOf(scores.get(path) ?? [])
}

/** The best few scores, each less than the one before. */
const bestOf = (scores: readonly number[]): number =>
  (scores.length === 0 ? 0 : scores.toSorted((a, b) => b - a).slice(0, BEST_MESSAGES).reduce((sum, score, i) => sum + score / (i + 1), 0))

interface Message {
  readonly score: number
  readonly words: number
  readonly terms: Float64Array
  /** The terms that it says. */
  readonly said: readonly number[]
}

interface Draft {
  readonly scores: number[]
  /** Those who say nothing of the task share their zeros. */
  terms: Float64Array
  readonly none: Float64Array
  words: number
  last: number
  changes: number
  together: number
}

function draftOf(records: Map<string, Draft>, path: string, none: Float64Array): Draft {
  const known = records.get(path)
  if (known !== undefined) return known
  const draft = { scores: [], terms: none, none, words: 0, last: -1, changes: 0, together: 0 }
  records.set(path, draft)
  return draft
}

function addTo(draft: Draft, { age, paths, lead, message }: { age: number; paths: number; lead: number; message: Message }): void {
  if (draft.last < 0) draft.last = age
  draft.changes++
  draft.words += message.words
  draft.together += lead / paths
  if (message.score > 0) draft.scores.push(message.score / Math.sqrt(paths))
  for (const i of message.said) draft.terms = oneMore(draft.terms, i, draft.none)
}

const read = new WeakMap<Query, { readonly commits: readonly Commit[]; readonly messages: readonly Message[] }>()

/** The messages as a task reads them; asked twice, at first sight and at the second, and read once. */
function messagesOf(commits: readonly Commit[], query: Query): readonly Message[] {
  const known = read.get(query)
  if (known?.commits === commits) return known.messages
  const messages = messageScores(commits, query)
  read.set(query, { commits, messages })
  return messages
}

function messageScores(commits: readonly Commit[], query: Query): Message[] {
  const scan = scannerFor(query)
  const scans = commits.map(({ message }) => scan.passing(message))
  const mean = scans.reduce((sum, { words }) => sum + words, 0) / Math.max(1, scans.length)
  const weighing = { rarity: rarities(scans.map(({ terms }) => terms), query.terms.length), weights: Float64Array.from(query.terms, ({ weight }) => weight), mean, slope: 0.6 }
  return scans.map(({ terms, words }) => ({ score: bm25(terms, words, weighing), terms, words, said: numbersOf(terms) }))
}

function numbersOf(terms: Float64Array): number[] {
  const said: number[] = []
  for (let i = 0; i < terms.length; i++) if ((terms[i] as number) > 0) said.push(i)
  return said
}

function storyScores(drafts: readonly Draft[], messages: readonly Message[], query: Query): (draft: Draft) => number {
  const mean = drafts.reduce((sum, { words }) => sum + words, 0) / Math.max(1, drafts.length)
  const weighing = { rarity: rarities(messages.map(({ terms }) => terms), query.terms.length), weights: Float64Array.from(query.terms, ({ weight }) => weight), mean, slope: 0.6 }
  return (draft) => bm25(draft.terms, draft.words, weighing)
}

function factsOf(draft: Draft | undefined, story: (draft: Draft) => number): PastFacts {
  if (draft === undefined) return NO_PAST
  return {
    messages: bestOf(draft.scores),
    story: story(draft), recency: Math.exp(-draft.last / RECENT), churn: Math.log(1 + draft.changes), together: draft.together,
  }
}
