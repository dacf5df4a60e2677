// Where the words of a task stand in texts. A text is read once: its words with how often each stands there serve every task; the places are looked up only in what is parsed.
import type { Query } from './query.ts'
import { stemsOf, WORD } from './terms.ts'

/** How often each term and each name of a query stands in a text. */
export interface Scan {
  readonly words: number
  readonly terms: Float64Array
  readonly names: Float64Array
}

/** Longer runs are data. */
const LONGEST_WORD = 80

/** The words of a text, each once. */
interface Vocabulary {
  readonly words: number
  readonly counts: ReadonlyMap<string, number>
}

const read = new WeakMap<object, Vocabulary>()

/** The words of a holder of text, read once for as long as it lives. */
function vocabularyOf(holder: { readonly text: string }): Vocabulary {
  const known = read.get(holder) ?? vocabularyIn(holder.text)
  read.set(holder, known)
  return known
}

function vocabularyIn(text: string): Vocabulary {
  const counts = new Map<string, number>()
  let words = 0
  for (const word of text.match(WORD) ?? []) {
    words++
    if (word.length <= LONGEST_WORD) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return { words, counts }
}

/** One query, ready to be looked for. */
export interface Scanner {
  /** What stands in a text that is kept. */
  kept(holder: { readonly text: string }): Scan
  /** What stands in a passing text. */
  passing(text: string): Scan
  /** Pairs of number and offset, in reading order; a term counts from 0, a name from -1 downwards. */
  places(text: string): readonly number[]
}

/** Looks for one query in many texts. */
export function scannerFor(query: Query): Scanner {
  const terms = new Map(query.terms.map(({ stem }, i) => [stem, i]))
  const names = new Map(query.names.map(({ name }, i) => [name, i]))
  const known = new Map<string, readonly number[]>()
  const numbersOf = (word: string): readonly number[] => {
    const before = known.get(word)
    if (before !== undefined) return before
    const found = stemsOf(word).flatMap((stem) => terms.get(stem) ?? [])
    const name = names.get(word)
    const all = name === undefined ? found : [...found, -1 - name]
    known.set(word, all)
    return all
  }
  const counted = (vocabulary: Vocabulary): Scan => countedIn(vocabulary, numbersOf, { terms: terms.size, names: names.size })
  return { kept: (holder) => counted(vocabularyOf(holder)), passing: (text) => counted(vocabularyIn(text)), places: (text) => placesIn(text, numbersOf) }
}

function countedIn({ words, counts }: Vocabulary, numbersOf: (word: string) => readonly number[], sizes: { terms: number; names: number }): Scan {
  const terms = new Float64Array(sizes.terms)
  const names = new Float64Array(sizes.names)
  for (const [word, count] of counts) {
    for (const number of numbersOf(word)) {
      if (number >= 0) terms[number] = (terms[number] as number) + count
      else names[-1 - number] = (names[-1 - number] as number) + count
    }
  }
  return { words, terms, names }
}

function placesIn(text: string, numbersOf: (word: string) => readonly number[]): number[] {
  const places: number[] = []
  for (const match of text.matchAll(WORD)) {
    if (match[0].length <= LONGEST_WORD) for (const number of numbersOf(match[0])) places.push(number, match.index)
  }
  return places
}
