// Where the words of a task stand in texts. A text is read once: its words with how often each stands there serve every task; the places are looked up only in what is parsed.
import { eachWord, hashOf } from '../lexicon.ts'
import { type Words, wordsIn } from '../words.ts'
import type { Query } from './query.ts'
import { stemsOf } from './terms.ts'

/** How often each term and each name of a query stands in a text. */
export interface Scan {
  readonly words: number
  readonly terms: Float64Array
  readonly names: Float64Array
}

/** Something with a text whose words may be known already. */
export interface Holder {
  readonly text: string
  readonly words?: Words
}

const read = new WeakMap<object, Words>()

/** The words of a holder of text, read once for as long as it lives. */
function wordsOf(holder: Holder): Words {
  const known = holder.words ?? read.get(holder) ?? wordsIn(holder.text)
  if (holder.words === undefined) read.set(holder, known)
  return known
}

/** One query, ready to be looked for. */
export interface Scanner {
  /** What stands in a text that is kept. */
  kept(holder: Holder): Scan
  /** What stands in a passing text. */
  passing(text: string): Scan
  /** Pairs of number and offset, in reading order; a term counts from 0, a name from -1 downwards. */
  places(text: string): readonly number[]
}

/** Looks for one query in many texts. */
export function scannerFor(query: Query): Scanner {
  const terms = new Wanted(query.terms.map(({ stem }) => stem))
  const names = new Wanted(query.names.map(({ name }) => name))
  const counted = (words: Words): Scan =>
    ({ words: words.total, terms: terms.countedIn(words, 0, words.stems), names: names.countedIn(words, words.stems, words.hashes.length) })
  return { kept: (holder) => counted(wordsOf(holder)), passing: (text) => counted(wordsIn(text)), places: placesFor(query) }
}

/** Strings that are looked for by their hashes. */
class Wanted {
  private readonly numbers = new Map<number, number>()
  /** Whether any has these low bits: nearly every hash ends here. */
  private readonly likely = new Uint8Array(1 << 16)
  private readonly size: number

  constructor(wanted: readonly string[]) {
    this.size = wanted.length
    wanted.forEach((text, i) => {
      const hash = hashOf(text)
      this.numbers.set(hash, i)
      this.likely[hash & 0xffff] = 1
    })
  }

  countedIn({ hashes, counts }: Words, from: number, to: number): Float64Array {
    const found = new Float64Array(this.size)
    for (let i = from; i < to; i++) {
      const hash = hashes[i] as number
      if (this.likely[hash & 0xffff] === 0) continue
      const number = this.numbers.get(hash)
      if (number !== undefined) found[number] = (found[number] as number) + (counts[i] as number)
    }
    return found
  }
}

/** Finds places; what a word is to the query is worked out once. */
function placesFor(query: Query): (text: string) => number[] {
  const terms = new Map(query.terms.map(({ stem }, i) => [stem, i]))
  const names = new Map(query.names.map(({ name }, i) => [name, i]))
  const known = new Map<number, readonly number[]>()
  const learn = (word: string, hash: number): readonly number[] => {
    const name = names.get(word)
    const numbers = [...stemsOf(word).flatMap((stem) => terms.get(stem) ?? []), ...(name === undefined ? [] : [-1 - name])]
    known.set(hash, numbers)
    return numbers
  }
  return (text) => {
    const places: number[] = []
    eachWord(text, ({ start, end, hash }) => {
      for (const number of known.get(hash) ?? learn(text.slice(start, end), hash)) places.push(number, start)
    })
    return places
  }
}
