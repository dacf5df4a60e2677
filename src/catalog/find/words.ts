// Texts and names as stems: `custAddress_2` holds customer's `cust`, `address` and 2.
import { partsOf } from '../../core/rank/terms.ts'
import { stemOf } from './stem.ts'

const WORD = /[\p{L}\p{N}_$]+/gu
/** A hostile name is cut: nobody asks for what stands behind this many letters. */
const LONGEST = 40
/** The cache is emptied at this size: generated names have endless words. */
const MOST_KNOWN = 100_000

const LITTLE = new Set(('a am an and are as at be been but by can could did do does for from had has have he her here his how i if in into is it its me my no not of on or our '
  + 'she should so than that the their them then there these they this those to was we were what when where which while who whom whose why will with would you your ll ve re also any all '
  + 'each either every both please give show find list tell return want need us let help assist provide look looking know like thank thanks using use many much may might must just').split(' '))

const known = new Map<string, readonly string[]>()

/** The stems of the parts of one word or name. */
export function stemsOf(word: string): readonly string[] {
  const before = known.get(word)
  if (before !== undefined) return before
  if (known.size >= MOST_KNOWN) known.clear()
  const stems = pieces(word.slice(0, 4 * LONGEST)).map((part) => stemOf(part.slice(0, LONGEST)))
  known.set(word, stems)
  return stems
}

/** Names come again and again: `created_at` is cut once. */
const LONGEST_NAME = 64
const names = new Map<string, readonly string[]>()

/** All stems of a text, in order. */
export function stemsIn(text: string): readonly string[] {
  if (text.length > LONGEST_NAME) return cut(text)
  const before = names.get(text)
  if (before !== undefined) return before
  if (names.size >= MOST_KNOWN) names.clear()
  const stems = cut(text)
  names.set(text, stems)
  return stems
}

const cut = (text: string): string[] => (text.match(WORD) ?? []).flatMap(stemsOf)

/** The distinct stems that a question is about: little words tell nothing. */
export function questionStems(text: string): string[] {
  const words = (text.match(WORD) ?? []).flatMap((word) => pieces(word.slice(0, 4 * LONGEST)))
  return [...new Set(words.flatMap((word) => (LITTLE.has(word) ? [] : [stemOf(word.slice(0, LONGEST))])))]
}

/** Letters and digits apart; single letters tell nothing. */
const pieces = (word: string): string[] => partsOf(word).flatMap((part) => (/\d/.test(part) ? part.match(/\d+|\D+/g) ?? [] : [part])).filter((part) => part.length > 1 || (part >= '0' && part <= '9'))
