// The relevance of S3.43, every part in [0, 1] (decision 11): text 0.5, vector 0.5, recency 0.2, cap_match 0.3, less a cost of at most 0.3. Without vectors their weight belongs to the text.
import { largest } from '../../core/rank/bm25.ts'
import type { Cap } from '../record.ts'
import type { Fact } from './facts.ts'

/** How the parts become one number. `sum` is the seed's; `scaled` lets recency, capabilities and cost bend what the words say, so that they never stand in for it; `ranks` fuses the orders by words and by vectors. */
export const RANKINGS = ['scaled', 'sum', 'ranks'] as const
export type Ranking = (typeof RANKINGS)[number]

/** The parts of one relevance. */
export interface Parts {
  readonly text: number
  readonly vector: number
  readonly recency: number
  readonly cap_match: number
  readonly cost_penalty: number
}

const WEIGHTS = { text: 0.5, vector: 0.5, recency: 0.2, cap_match: 0.3 } as const
const MOST_COST = 0.3
/** Where a cost counts half: a second, and ten megabytes. */
const SLOW_MS = 1000
const HEAVY_MB = 10

/** Latency and egress as one number from 0 to 0.3. */
export const costPenalty = ({ latency, egress }: Pick<Fact, 'latency' | 'egress'>): number => MOST_COST * Math.max(latency / (latency + SLOW_MS), egress / (egress + HEAVY_MB))

const NEEDS: readonly (readonly [Cap, ReadonlySet<string>])[] = ([
  ['aggregate', 'average avg mean sum total count number many much per by each group most least maximum minimum max min highest lowest daily monthly weekly yearly'],
  ['sort', 'order sorted rank top newest latest oldest largest smallest highest lowest best first last'],
  ['filter', 'where whose only with without since before after between during above below'],
  ['join', 'and with together along join'],
  ['window', 'running moving cumulative rank previous growth trend'],
  ['call', 'call request send create update delete'],
  ['invoke', 'run execute calculate convert invoke'],
  ['subscribe', 'event stream listen subscribe live'],
] as const).map(([cap, signs]) => [cap, new Set(signs.split(' '))])

/** What a question asks to be done, by its words. */
export function capsAsked(text: string): readonly Cap[] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  return NEEDS.filter(([, signs]) => words.some((word) => signs.has(word))).map(([cap]) => cap)
}

/** The part of what is asked that a resource can do. */
export const capMatch = (asked: readonly Cap[], cap: readonly Cap[]): number => (asked.length === 0 ? 0 : asked.filter((one) => cap.includes(one)).length / asked.length)

/** Says how new a resource is between the oldest and the newest of all. When all are of one time nobody is newer. */
export function recencyIn(facts: readonly Fact[]): (fact: Fact) => number {
  let [oldest, newest] = [Infinity, -Infinity]
  for (const { updated } of facts) {
    if (updated < oldest) oldest = updated
    if (updated > newest) newest = updated
  }
  return ({ updated }) => (newest > oldest ? (updated - oldest) / (newest - oldest) : 0)
}

/** The seed's sum. */
export function summed({ text, vector, recency, cap_match: cap, cost_penalty: cost }: Parts, vectors: boolean): number {
  return evidence({ text, vector }, vectors) + WEIGHTS.recency * recency + WEIGHTS.cap_match * cap - cost
}

/** The same parts, with recency, capabilities and cost in proportion to what speaks for the resource at all, and small enough that they decide between neighbours. */
export const scaled = (parts: Parts, vectors: boolean): number => evidence(parts, vectors) * (1 + BEND * (WEIGHTS.recency * parts.recency + WEIGHTS.cap_match * parts.cap_match - parts.cost_penalty))

const BEND = 0.2

const evidence = ({ text, vector }: Pick<Parts, 'text' | 'vector'>, vectors: boolean): number => (vectors ? WEIGHTS.text * text + WEIGHTS.vector * vector : text * (WEIGHTS.text + WEIGHTS.vector))

/** Reciprocal ranks: orders can be compared where scores of different kinds cannot. The constant is the usual one. */
const RANK_CONSTANT = 60

/** Fuses two orders into one number each, at most 1. */
export function fusedRanks(text: Float64Array, vector: Float64Array | undefined): Float64Array {
  const orders = vector === undefined ? [text] : [text, vector]
  const scores = new Float64Array(text.length)
  for (const order of orders) ranksOf(order).forEach((rank, at) => { if (rank > 0) scores[at]! += (RANK_CONSTANT + 1) / (RANK_CONSTANT + rank) / orders.length })
  return scores
}

/** The place of each, 1 for the best; 0 for what has no score. */
function ranksOf(scores: Float64Array): Uint32Array {
  const order = [...scores.keys()].filter((at) => (scores[at] as number) > 0).sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b)
  const ranks = new Uint32Array(scores.length)
  order.forEach((at, place) => { ranks[at] = place + 1 })
  return ranks
}

/** How near vectors are to that of the question, 0 to 1, the best as 1. */
export function nearness(question: Float32Array, vectors: readonly (Float32Array | undefined)[]): Float64Array {
  const scores = Float64Array.from(vectors, (vector) => (vector === undefined ? 0 : Math.max(0, cosine(question, vector))))
  const best = largest(scores)
  return best > 0 ? scores.map((score) => score / best) : scores
}

function cosine(a: Float32Array, b: Float32Array): number {
  let [product, left, right] = [0, 0, 0]
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    product += (a[i] as number) * (b[i] as number)
    left += (a[i] as number) ** 2
    right += (b[i] as number) ** 2
  }
  return left === 0 || right === 0 ? 0 : product / Math.sqrt(left * right)
}
