// A search: words and vectors make a relevance, filters leave what fits, the order is always the same, and a page of it is given.
import { md5 } from '../../core/md5.ts'
import { normalised } from '../../core/rank/bm25.ts'
import { countFacets, type FacetCounts, type Filter, passes } from './facets.ts'
import type { Fact } from './facts.ts'
import type { CatalogIndex } from './index.ts'
import { capMatch, capsAsked, costPenalty, fusedRanks, nearness, type Parts, type Ranking, recencies, scaled, summed } from './relevance.ts'
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
  const parts = partsOf(index.facts, text, { text: normalised(scores.total), vector: vector ?? new Float64Array(index.facts.length) })
  const relevance = relevances(parts, ranking, vector)
  const everything = text.trim() === ''
  const found = index.facts.flatMap((fact, at) => (everything || speaksFor(scores, at) || (parts[at]?.text ?? 0) >= ENOUGH || (parts[at]?.vector ?? 0) >= NEAR ? [{ id: fact.id, at, relevance: relevance[at] as number, parts: parts[at] as Parts }] : []))
  const hits = found.filter(({ at }) => passes(filter, index.facts[at] as Fact)).sort((a, b) => (everything ? 0 : b.relevance - a.relevance) || a.at - b.at)
  return { hits, scores, facets: () => countFacets(found.map(({ at }) => index.facts[at] as Fact), filter) }
}

/** Whether more than its source speaks for a resource. */
const speaksFor = ({ words, joins, feeds }: TextScores, at: number): boolean => (words[at] as number) > 0 || (joins[at] as number) > 0 || (feeds[at] as number) > 0

/** What only its source speaks for is found when it has this part of the best score. */
const ENOUGH = 0.2
/** A resource that shares no word must be this near to the nearest to be found by its vector. */
const NEAR = 0.6

function relevances(parts: readonly Parts[], ranking: Ranking, vector: Float64Array | undefined): Float64Array {
  if (ranking === 'ranks') return fusedRanks(Float64Array.from(parts, ({ text }) => text), vector)
  const make = ranking === 'sum' ? summed : scaled
  return Float64Array.from(parts, (one) => make(one, vector !== undefined))
}

function partsOf(facts: readonly Fact[], text: string, known: { readonly text: Float64Array; readonly vector: Float64Array }): Parts[] {
  const newer = recencies(facts)
  const asked = capsAsked(text)
  return facts.map((fact, at) => ({ text: known.text[at] as number, vector: known.vector[at] as number, recency: newer[at] as number, cap_match: capMatch(asked, fact.cap), cost_penalty: costPenalty(fact) }))
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
  const mark = md5(list.map(({ id }) => id).join('\n')).slice(0, 8)
  const start = startOf(page, size, mark)
  const items = list.slice(start, start + size)
  const next = start + size < list.length ? { next: `${start + size}@${mark}` } : {}
  return { items, total: list.length, first: items.length === 0 ? 0 : start + 1, ...next }
}

function startOf(page: string, size: number, mark: string): number {
  const [, offset, known] = /^(\d{1,9})@([0-9a-f]{8})$/.exec(page) ?? []
  if (offset !== undefined && known !== mark) throw new PageError('the catalogue or the question has changed since that page; begin with --page 1')
  if (offset !== undefined) return Number(offset)
  if (!/^[1-9]\d{0,6}$/.test(page)) throw new PageError(`a page is a number from 1 or what the page before gave as its next, not ${JSON.stringify(page.slice(0, 60))}`)
  return (Number(page) - 1) * size
}
