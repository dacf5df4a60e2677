// What the words of a question say about every resource: its own words, what its source holds together, what its join partners hold, and what needs its values.
import { largest } from '../../core/rank/bm25.ts'
import type { CatalogIndex } from './index.ts'
import { type Asked, askedOf, rarityOf } from './query.ts'
import { rowAt } from './rows.ts'
import type { Tuning } from './tuning.ts'

/** Scores by reason, one number a resource each; `total` is what counts. */
export interface TextScores {
  readonly asked: readonly Asked[]
  readonly words: Float64Array
  readonly source: Float64Array
  readonly joins: Float64Array
  readonly feeds: Float64Array
  readonly total: Float64Array
}

/** Scores every resource. */
export function textScores(index: CatalogIndex, text: string, tuning: Tuning): TextScores {
  const asked = askedOf(index, text, tuning)
  const found = asked.map((one) => foundBy(index, one))
  const words = wordScores(index, asked, found, tuning)
  const source = sourceScores(index, found).map((value) => value * tuning.source)
  const joins = joinScores(index, words).map((value) => value * tuning.joins)
  const total = words.map((value, at) => value + (source[at] as number) + (joins[at] as number))
  const feeds = feedScores(index, total, tuning)
  return { asked, words, source, joins, feeds, total: total.map((value, at) => Math.max(value, feeds[at] as number)) }
}

/** What one word of the question is worth: who holds it, and a number for every resource. */
interface Found {
  readonly holders: readonly number[]
  readonly values: Float64Array
}

/** The best of what may stand for a word, in each resource that holds it. */
function foundBy(index: CatalogIndex, { meant }: Asked): Found {
  const values = new Float64Array(index.facts.length)
  const holders: number[] = []
  for (const { term, worth } of meant) {
    for (let at = index.holders.starts[term] as number; at < (index.holders.starts[term + 1] as number); at++) {
      const holder = index.holders.items[at] as number
      const value = worth * (index.counts[at] as number)
      if (values[holder] === 0) holders.push(holder)
      if (value > (values[holder] as number)) values[holder] = value
    }
  }
  return { holders, values }
}

/** The words that a resource holds, more when it holds much of the question, and more when the question says its name. */
function wordScores(index: CatalogIndex, asked: readonly Asked[], found: readonly Found[], { cover, name }: Tuning): Float64Array {
  const scores = new Float64Array(index.facts.length)
  const covered = new Float64Array(index.facts.length)
  const worths = asked.map(({ meant }) => Math.max(...meant.map(({ worth }) => worth)))
  const all = Math.max(1e-9, worths.reduce((sum, worth) => sum + worth, 0))
  found.forEach(({ holders, values }, i) => {
    for (const holder of holders) {
      scores[holder]! += values[holder] as number
      covered[holder]! += (worths[i] as number) / all
    }
  })
  const said = saidTerms(asked)
  return scores.map((value, at) => (value === 0 ? 0 : value * (1 - cover + cover * (covered[at] as number)) + (name === 0 ? 0 : name * nameScore(index, at, said))))
}

function saidTerms(asked: readonly Asked[]): Map<number, number> {
  const said = new Map<number, number>()
  for (const { meant } of asked) for (const { term, share } of meant) said.set(term, Math.max(share, said.get(term) ?? 0))
  return said
}

/** The worth of the words of a name that the question says, times the part of the name that they are. */
function nameScore(index: CatalogIndex, at: number, said: ReadonlyMap<number, number>): number {
  let [all, hit] = [0, 0]
  for (const term of rowAt(index.names, at)) {
    const worth = rarityOf(index, term)
    all += worth
    hit += worth * (said.get(term) ?? 0)
  }
  return all === 0 ? 0 : (hit * hit) / all
}

/** What the resources of one source hold together, the best of them for each word. A large source holds any usual word by chance, so a word counts by how unlikely that is. With one source nothing is told apart. */
function sourceScores(index: CatalogIndex, found: readonly Found[]): Float64Array {
  const sums = new Float64Array(index.sources.length)
  const sizes = new Float64Array(index.sources.length)
  for (const source of index.sourceOf) sizes[source]! += 1
  if (sums.length > 1) for (const one of found) {
    const best = bestBySource(index, one)
    const share = one.holders.length / index.facts.length
    for (let source = 0; source < sums.length; source++) if ((best[source] as number) > 0) sums[source]! += (best[source] as number) * (1 - share) ** (sizes[source] as number)
  }
  const scores = new Float64Array(index.facts.length)
  for (let at = 0; at < scores.length; at++) scores[at] = sums[index.sourceOf[at] as number] as number
  return scores
}

function bestBySource(index: CatalogIndex, { holders, values }: Found): Float64Array {
  const best = new Float64Array(index.sources.length)
  for (const holder of holders) {
    const source = index.sourceOf[holder] as number
    if ((values[holder] as number) > (best[source] as number)) best[source] = values[holder] as number
  }
  return best
}

/** What the best join partner holds. */
function joinScores(index: CatalogIndex, words: Float64Array): Float64Array {
  const scores = new Float64Array(words.length)
  index.joins.forEach((partners, at) => { for (const { to } of partners) scores[at] = Math.max(scores[at] as number, words[to] as number) })
  return scores
}

/** Givers of one needed value that count: those that the question itself speaks of first. */
const GIVERS = 3

/** What the best resource that needs its values has, so that it stands close behind it. */
function feedScores(index: CatalogIndex, total: Float64Array, { feeds }: Tuning): Float64Array {
  const scores = new Float64Array(total.length)
  const top = Math.max(1e-9, largest(total))
  if (feeds > 0) for (let at = 0; at < total.length; at++) {
    const value = total[at] as number
    if (value > 0 && (index.feeds[at]?.length ?? 0) > 0) for (const { from, weight } of giversOf(index, at, total, top)) scores[from] = Math.max(scores[from] as number, value * weight * feeds)
  }
  return scores
}

/** The likeliest givers of each needed value. */
export function giversOf(index: CatalogIndex, at: number, total: Float64Array, top: number): CatalogIndex['feeds'][number] {
  const likely = (from: number, weight: number): number => weight / 2 + (total[from] as number) / top
  const feeds = (index.feeds[at] ?? []).toSorted((a, b) => likely(b.from, b.weight) - likely(a.from, a.weight) || a.from - b.from)
  const taken = new Map<string, number>()
  return feeds.filter(({ need }) => {
    taken.set(need, (taken.get(need) ?? 0) + 1)
    return (taken.get(need) as number) <= GIVERS
  })
}
