// A question becomes words of the index: as they are, what means the same, shortenings, and longer words that begin so.
import { rarity } from '../../core/rank/bm25.ts'
import type { CatalogIndex } from './index.ts'
import { synonymsOf } from './synonyms.ts'
import type { Tuning } from './tuning.ts'
import { questionStems } from './words.ts'

/** A word of the index that may stand for a word of the question. */
export interface Meant {
  readonly term: number
  /** 1 for the word itself. */
  readonly share: number
  /** What finding it is worth: share and rarity. */
  readonly worth: number
}

/** One word of a question. */
export interface Asked {
  readonly stem: string
  readonly meant: readonly Meant[]
}

/** A question of more words than this is cut: a page of text is no question. */
const MOST_WORDS = 200

/** The words of a question that the index knows. */
export function askedOf(index: CatalogIndex, text: string, tuning: Tuning): Asked[] {
  return questionStems(text).slice(0, MOST_WORDS).map((stem) => ({ stem, meant: meantBy(index, stem, tuning) })).filter(({ meant }) => meant.length > 0)
}

function meantBy(index: CatalogIndex, stem: string, { synonym, short, longer }: Tuning): Meant[] {
  const shares = new Map<number, number>()
  const note = (term: number, share: number): void => { if (share > 0 && share > (shares.get(term) ?? 0)) shares.set(term, share) }
  const own = placeIn(index.terms, stem)
  if (index.terms[own] === stem) note(own, 1)
  if (synonym > 0) for (const other of synonymsOf(stem)) if (index.terms[placeIn(index.terms, other)] === other) note(placeIn(index.terms, other), synonym)
  if (short > 0) for (const [term, share] of shorteningsOf(index.terms, stem)) note(term, share * short)
  if (longer > 0) for (const term of longerThan(index.terms, stem)) note(term, longer)
  // What stands for a word counts no more than the word itself, however rare it is.
  const most = index.terms[own] === stem ? rarityOf(index, own) : Infinity
  return [...shares].map(([term, share]) => ({ term, share, worth: share * Math.min(most, rarityOf(index, term)) }))
}

/** How rare a word of the index is. */
export const rarityOf = ({ holders: { starts }, facts }: CatalogIndex, term: number): number => rarity((starts[term + 1] as number) - (starts[term] as number), facts.length)

const LEAST_BEGINNING = 5
const MOST_MORE = 4
const LONGEST_SHORTENING = 6
const LEAST_SHORTENING = 3

/** Words that begin with a word and go on a little. */
function longerThan(terms: readonly string[], word: string): number[] {
  if (word.length < LEAST_BEGINNING) return []
  const [from, to] = [placeIn(terms, word), placeIn(terms, `${word}\uFFFF`)]
  return Array.from({ length: to - from }, (_, i) => from + i).filter((at) => (terms[at] as string).length <= word.length + MOST_MORE)
}

/** Words that shorten a word: its beginning (`cust`), or its first letters and then consonants in order (`dept`, `qty`), which is a little less certain. */
function* shorteningsOf(terms: readonly string[], word: string): Iterable<readonly [number, number]> {
  if (word.length <= LEAST_SHORTENING) return
  const first = word.slice(0, 1)
  const end = placeIn(terms, `${first}\uFFFF`)
  for (let at = placeIn(terms, first); at < end; at++) {
    const term = terms[at] as string
    if (term.length < LEAST_SHORTENING || term.length > LONGEST_SHORTENING || term.length >= word.length) continue
    if (word.startsWith(term)) yield [at, 1]
    else if (word.length >= 5 && isSkeleton(term, word)) yield [at, 0.8]
  }
}

/** `crs` for course, `dept` for department: consonants in order after the first letter, or after the first two where four letters make it less of a guess. */
const isSkeleton = (term: string, word: string): boolean =>
  (!/[aeiou]/.test(term.slice(1)) || (term.length > 3 && word.startsWith(term.slice(0, 2)) && !/[aeiou]/.test(term.slice(2)))) && isWithin(term, word)

/** Whether the letters of one word stand in another in this order. */
function isWithin(letters: string, word: string): boolean {
  let at = 0
  for (let i = 0; i < word.length && at < letters.length; i++) if (word[i] === letters[at]) at++
  return at === letters.length
}

/** Where a word stands or would stand among sorted words. */
export function placeIn(terms: readonly string[], word: string): number {
  let [low, high] = [0, terms.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((terms[middle] as string) < word) low = middle + 1
    else high = middle
  }
  return low
}
