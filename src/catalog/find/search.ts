// A search: words and vectors make a relevance, filters leave what fits, the order is always the same, and a page of it is given.
import { normalised } from '../../core/rank/bm25.ts'
import { countFacets, type FacetCounts, type Filter, passes } from './facets.ts'
import type { Fact } from './facts.ts'
import type { CatalogIndex } from './index.ts'
import { capMatch, capsAsked, costPenalty, fusedRanks, nearness, type Parts, type Ranking, recencyIn, scaled, summed } from './relevance.ts'
import { type TextScores, textScores } from './score.ts'
import { type Tuning, TUNING } from './tuning.ts'

/** What is looked for. */
export interface Question {
  readonly text: string
  readonly filter?: Filter
  readonly ranking?: Ranking
  /** The vector of the text and those of resources by id, when an embedder gave them. */
  readonly vectors?: { readonly question: Float32Array; of(id: string): Float32Array | undefined }
  readonly tuning?: Tuning
}

/** One resource that was found. */
export interface Hit {
  readonly id: string
  /** Its number in the index. */
  readonly at: number
  readonly relevance: number
  readonly parts: Parts
}

/** Everything that was found, best first. */
export interface Found {
  readonly hits: readonly Hit[]
  readonly scores: TextScores
  /** Counted when somebody asks: it costs more than the search. */
  facets(): FacetCounts
}

/** Finds resources. Without words everything that passes the filter is found, in the order of ids. */
export function search(index: CatalogIndex, question: Question): Found {
  const { text, filter = {}, vectors, ranking = 'scaled', tuning = TUNING } = question
  const scores = textScores(index, text, tuning)
  const vector = vectors === undefined ? undefined : nearness(vectors.question, index.facts.map(({ id }) => vectors.of(id)))
  const evidence = { text: normalised(scores.total), vector }
  const isFound = text.trim() === '' ? () => true : (at: number) => speaksFor(scores, at) || (evidence.text[at] as number) >= ENOUGH || (vector?.[at] ?? 0) >= NEAR
  const found: number[] = []
  for (let at = 0; at < index.facts.length; at++) if (isFound(at)) found.push(at)
  const partsAt = partsOf(index.facts, text, evidence)
  const relevanceOf = relevances(ranking, evidence)
  const passed = isEmpty(filter) ? found : found.filter((at) => passes(filter, index.facts[at] as Fact))
  const hits = passed.map((at): Hit => {
    const parts = partsAt(at)
    return { id: (index.facts[at] as Fact).id, at, relevance: text.trim() === '' ? 0 : relevanceOf(parts, at), parts }
  })
  return { hits: hits.sort((a, b) => b.relevance - a.relevance || a.at - b.at), scores, facets: () => countFacets(found.map((at) => index.facts[at] as Fact), filter) }
}

const isEmpty = (filter: Filter): boolean => Object.values(filter).every((values) => values.length === 0)

/** What words and vectors say, one number a resource each. */
interface Evidence {
  readonly text: Float64Array
  readonly vector: Float64Array | undefined
}

/** Whether more than its source speaks for a resource. */
const speaksFor = ({ words, joins, feeds }: TextScores, at: number): boolean => (words[at] as number) > 0 || (joins[at] as number) > 0 || (feeds[at] as number) > 0

/** What only its source speaks for is found when it has this part of the best score. */
const ENOUGH = 0.2
/** A resource that shares no word must be this near to the nearest to be found by its vector. */
const NEAR = 0.6

function relevances(ranking: Ranking, { text, vector }: Evidence): (parts: Parts, at: number) => number {
  if (ranking !== 'ranks') return (parts) => (ranking === 'sum' ? summed : scaled)(parts, vector !== undefined)
  const fused = fusedRanks(text, vector)
  return (_, at) => fused[at] as number
}

function partsOf(facts: readonly Fact[], text: string, evidence: Evidence): (at: number) => Parts {
  const newer = recencyIn(facts)
  const asked = capsAsked(text)
  return (at) => {
    const fact = facts[at] as Fact
    return { text: evidence.text[at] as number, vector: evidence.vector?.[at] ?? 0, recency: newer(fact), cap_match: capMatch(asked, fact.cap), cost_penalty: costPenalty(fact) }
  }
}

/** A part of a list with what is needed to go on. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly total: number
  /** The number of the first item, from 1; 0 when there is none. */
  readonly first: number
  /** Gives the next page of the same list; undefined on the last. */
  readonly next?: string
}

/** What asked for a page is wrong, in words. */
export class PageError extends TypeError {}

/** A page of a list: by number from 1, or by the word that the page before gave. That word knows the list, so it is refused when the list is another by now. */
export function pageOf<T extends { readonly id: string }>(list: readonly T[], page: string, size: number): Page<T> {
  const mark = markOf(list)
  const start = startOf(page, size, mark)
  const items = list.slice(start, start + size)
  const next = start + size < list.length ? { next: `${start + size}@${mark}` } : {}
  return { items, total: list.length, first: items.length === 0 ? 0 : start + 1, ...next }
}

/** Eight digits that tell lists apart (FNV-1a over all ids): a page is no secret, so a quick hash will do. */
function markOf(list: readonly { readonly id: string }[]): string {
  let hash = 2166136261
  for (const { id } of list) for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 16777619)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

function startOf(page: string, size: number, mark: string): number {
  const [, offset, known] = /^(\d{1,9})@([0-9a-f]{8})$/.exec(page) ?? []
  if (offset !== undefined && known !== mark) throw new PageError('the catalogue or the question has changed since that page; begin with --page 1')
  if (offset !== undefined) return Number(offset)
  if (!/^[1-9]\d{0,6}$/.test(page)) throw new PageError(`a page is a number from 1 or what the page before gave as its next, not ${JSON.stringify(page.slice(0, 60))}`)
  return (Number(page) - 1) * size
}
