// Where the words of a text stand, as numbers: reading ten thousand files must not make a string of every word it meets.
const OTHER = 1
const LETTER = 2
const DIGIT = 3

/** What each code unit is in a word; 0 until somebody asks. Letters beyond the first plane are too rare to be looked for. */
const kinds = new Uint8Array(1 << 16)

/** What a code unit is in a word: 1 no part of it, 2 a letter, 3 a digit. */
export function kindOf(code: number): number {
  const known = kinds[code] as number
  if (known !== 0) return known
  const char = String.fromCharCode(code)
  const kind = /[\p{L}_$]/u.test(char) ? LETTER : /\p{N}/u.test(char) ? DIGIT : OTHER
  kinds[code] = kind
  return kind
}

const SEED = 0x811c9dc5
const PRIME = 0x01000193

/** The hash of nothing. */
export const NO_HASH = SEED | 0

/** The hash of one letter more. */
export const addToHash = (hash: number, code: number): number => Math.imul(hash ^ code, PRIME)

/** 32 bits for a text (FNV-1a). */
export function hashOf(text: string): number {
  let hash = SEED
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME)
  return hash >>> 0
}

/** Longer runs are data. */
const LONGEST_WORD = 80

/** A stretch of a text. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/** One word of a text: where it stands, and two hashes that only equal words share. */
export interface Word extends Span {
  readonly check: number
}

const word = { start: 0, end: 0, hash: 0, check: 0 }

/** Tells every word of a text, or of a stretch of it, in the same object each time: nothing is made for a word. Gives back how many there are, with those that are too long to be told. */
export function eachWord(text: string, tell: (found: Word) => void, { start: from, end: to }: Stretch = { start: 0, end: text.length }): number {
  let total = 0
  for (let at = from; at < to; at++) {
    let code = text.charCodeAt(at)
    if (kindOf(code) !== LETTER) continue
    word.start = at
    let hash = SEED
    let check = 0
    do {
      hash = Math.imul(hash ^ code, PRIME)
      check = (Math.imul(check, 31) + code) | 0
      code = text.charCodeAt(++at)
    } while (at < to && kindOf(code) !== OTHER)
    total++
    if (at - word.start > LONGEST_WORD) continue
    word.end = at
    word.hash = hash
    word.check = check
    tell(word)
  }
  return total
}

/** How many words a text has. */
export function countWords(text: string): number {
  let words = 0
  let inside = false
  for (let at = 0; at < text.length; at++) {
    const kind = kindOf(text.charCodeAt(at))
    if (kind === LETTER && !inside) words++
    inside = kind === LETTER || (inside && kind === DIGIT)
  }
  return words
}

/** One word: where it stands, and its hash. */
export interface Span extends Stretch {
  readonly hash: number
}

const span = { start: 0, end: 0, hash: 0 }

/** The word around a place. It is empty when there is none, or one that is too long; its end is where to go on. There is one result, filled anew each time. */
export function spanAround(text: string, place: number): Span {
  let start = place
  while (start >= 0 && kindOf(text.charCodeAt(start)) !== OTHER) start--
  do start++
  while (start < text.length && kindOf(text.charCodeAt(start)) === DIGIT)
  let hash = SEED
  let end = start
  for (let code = text.charCodeAt(end); end < text.length && kindOf(code) !== OTHER; code = text.charCodeAt(++end)) hash = Math.imul(hash ^ code, PRIME)
  span.start = end - start > LONGEST_WORD ? end : start
  span.end = end
  span.hash = hash
  return span
}

/** Numbers with room for more. */
export function widened<A extends Int32Array | Uint32Array | Float64Array>(narrow: A, wide: A): A {
  wide.set(narrow)
  return wide
}
