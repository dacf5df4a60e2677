// How much each reason counts. Chosen on one half of the labelled questions, reported on the other (bench/catalog.mjs, docs/adr/0049).

/** The weights of a search; the bench takes reasons away to see what they bring. */
export interface Tuning {
  /** A word that means the same. */
  readonly synonym: number
  /** A shortening: `cust` for customer, `qty` for quantity. */
  readonly short: number
  /** A longer word that begins so. */
  readonly longer: number
  /** How much of the question one resource must hold to get its whole score. */
  readonly cover: number
  /** How much of its own name the question says. */
  readonly name: number
  /** What the resources of its source hold together. */
  readonly source: number
  /** What its join partners hold. */
  readonly joins: number
  /** What needs the values that it gives. */
  readonly feeds: number
}

export const TUNING: Tuning = { synonym: 0.5, short: 0.3, longer: 0.5, cover: 0.3, name: 0.2, source: 0.8, joins: 0.3, feeds: 0.9 }

/** Nothing but words: what plain BM25 over the same fields gives. */
export const WORDS_ALONE: Tuning = { synonym: 0, short: 0, longer: 0, cover: 0, name: 0, source: 0, joins: 0, feeds: 0 }
