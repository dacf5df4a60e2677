// Why a resource was found, in numbers and words: the command and the page say the same.
import type { CatalogIndex } from '../../catalog/find/index.ts'
import type { Found, Hit } from '../../catalog/find/search.ts'

/** What made the text part of a relevance. */
export interface Reasons {
  readonly words: number
  readonly source: number
  readonly joins: number
  readonly feeds: number
  /** Stems of the question that were found; `cust~custom` where another word stands for one. */
  readonly matched: readonly string[]
}

/** Where the text part of a hit comes from. */
export function reasons(index: CatalogIndex, { scores }: Pick<Found, 'scores'>, { at }: Pick<Hit, 'at'>): Reasons {
  const holds = (term: number): boolean => {
    const { starts, items } = index.holders
    return items.subarray(starts[term] as number, starts[term + 1] as number).includes(at)
  }
  const matched = scores.asked.flatMap(({ stem, meant }) => meant.filter(({ term }) => holds(term)).toSorted((a, b) => b.worth - a.worth).slice(0, 1).map(({ term }) => (index.terms[term] === stem ? stem : `${stem}~${index.terms[term]}`)))
  return { words: scores.words[at] as number, source: scores.source[at] as number, joins: scores.joins[at] as number, feeds: scores.feeds[at] as number, matched }
}
