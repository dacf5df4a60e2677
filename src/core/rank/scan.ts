// Where the words of a task stand in texts. A text is read once: its words with how often each stands there serve every task; the places are looked up only in what is parsed.
import { apart } from '../names.ts'
import { Numbers } from '../numbers.ts'
import { countWords, hashOf, type Span, spanAround } from '../spans.ts'
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
  readonly words?: Words | undefined
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
  /** How often each term stands in a passing text. */
  terms(text: string): Float64Array
  /** Pairs of number and offset, in reading order; a term counts from 0, a name from -1 downwards. */
  places(text: string): readonly number[]
  /** The terms in a name, each once. */
  termsIn(name: string): readonly number[]
  /** False for a word that surely holds no term. */
  mayHold(word: string): boolean
}

/** What of a query stands in texts. */
export type Sought = Pick<Query, 'terms' | 'names'>

const scanners = new WeakMap<Sought, Scanner>()

/** Looks for one query in many texts; what it learns about words serves all of them. */
export function scannerFor(query: Sought): Scanner {
  const known = scanners.get(query) ?? scannerOf(query)
  scanners.set(query, known)
  return known
}

function scannerOf(query: Sought): Scanner {
  const terms = new Wanted(query.terms.map(({ stem }) => stem))
  const names = new Wanted(query.names.map(({ name }) => name))
  const senses = new Senses(query)
  return {
    kept: (holder) => {
      const words = wordsOf(holder)
      return { words: words.total, terms: terms.countedIn(words, 0, words.stems), names: names.countedIn(words, words.stems, words.hashes.length) }
    },
    passing: (text) => passing(senses, text, { terms: terms.none, names: names.none }),
    terms: (text) => countedAt(senses.places(text), terms.none, (number) => number),
    places: (text) => senses.places(text),
    termsIn: (name) => senses.termsIn(name),
    mayHold: (word) => senses.mayHold(word),
  }
}

/** Strings that are looked for by their hashes. */
class Wanted {
  /** What is found in most texts. */
  readonly none: Float64Array
  private readonly numbers = new Numbers()
  /** Whether any has these low bits: nearly every hash ends here. */
  private readonly likely = new Uint8Array(1 << 16)

  constructor(wanted: readonly string[]) {
    this.none = new Float64Array(wanted.length)
    wanted.forEach((text, i) => {
      const hash = hashOf(text)
      this.numbers.set(hash, i)
      this.likely[hash & 0xffff] = 1
    })
  }

  countedIn({ hashes, counts }: Words, from: number, to: number): Float64Array {
    let found = this.none
    for (let i = from; i < to; i++) {
      const hash = hashes[i] as number
      if (this.likely[hash & 0xffff] === 0) continue
      const number = this.numbers.get(hash)
      if (number < 0) continue
      if (found === this.none) found = new Float64Array(this.none.length)
      found[number] = (found[number] as number) + (counts[i] as number)
    }
    return found
  }
}

/** What each word of a text is to a query, worked out once for each word. */
class Senses {
  private readonly terms: ReadonlyMap<string, number>
  private readonly names: ReadonlyMap<string, number>
  private readonly beginnings = new Uint8Array(1 << 15)
  /** 0 for words that mean nothing, else one more than the place of what they mean. */
  private readonly known = new Numbers()
  private readonly meant: (readonly number[])[] = []
  private readonly inNames = new Map<string, readonly number[]>()

  constructor({ terms, names }: Sought) {
    this.terms = new Map(terms.map(({ stem }, i) => [stem, i]))
    this.names = new Map(names.map(({ name }, i) => [name, i]))
    for (const { stem } of terms) this.markBeginning(stem.split(' ')[0] as string)
    for (const { name } of names) this.markBeginning(name)
  }

  /** What a word of a text means; undefined for nearly all. */
  of(text: string, { start, end, hash }: Span): readonly number[] | undefined {
    const known = this.known.get(hash)
    return known === 0 ? undefined : known > 0 ? this.meant[known - 1] : this.learn(text.slice(start, end), hash)
  }

  /** Pairs of number and offset. A text is read by the last three letters; a word is looked at only where they begin something. */
  places(text: string): readonly number[] {
    // Most texts hold nothing: they share that.
    let places: number[] | undefined
    for (let at = this.beginningIn(text, 0); at < text.length; at = this.beginningIn(text, at)) {
      const word = spanAround(text, at)
      const meant = word.end > word.start ? this.of(text, word) : undefined
      if (meant !== undefined) for (let i = 0; i < meant.length; i++) (places ??= []).push(meant[i] as number, word.start)
      at = Math.max(at + 1, word.end)
    }
    return places ?? NOTHING
  }

  /** Where the next letters stand that begin something, or what is no letter of ASCII. It is what takes the time, and by itself it is cheap to optimise. */
  private beginningIn(text: string, from: number): number {
    const { beginnings } = this
    let three = lettersBefore(text, from)
    let at = from
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      three = ((three << 5) | (code & 31)) & 0x7fff
      if (code > LAST_ASCII || beginnings[three] === 1) break
    }
    return at
  }

  /** The terms in a name, each once. */
  termsIn(name: string): readonly number[] {
    const known = this.inNames.get(name)
    if (known !== undefined) return known
    const found = this.mayHold(name) ? [...new Set(stemsOf(name))].flatMap((stem) => this.terms.get(stem) ?? []) : []
    this.inNames.set(apart(name), found)
    return found
  }

  private learn(word: string, hash: number): readonly number[] | undefined {
    const name = this.names.get(word)
    const stems = this.mayHold(word) ? stemsOf(word).flatMap((stem) => this.terms.get(stem) ?? []) : []
    const numbers = name === undefined ? stems : [...stems, -1 - name]
    this.known.set(hash, numbers.length === 0 ? 0 : this.meant.push(numbers))
    return numbers.length === 0 ? undefined : numbers
  }

  /** A stem stands in its word as it is, so a word without the first three letters of any need not be taken apart. */
  mayHold(word: string): boolean {
    let three = 0
    for (let i = 0; i < word.length; i++) {
      const code = word.charCodeAt(i)
      if (code > LAST_ASCII) return true
      three = ((three << 5) | (code & 31)) & 0x7fff
      if (i > 0 && this.beginnings[three] === 1) return true
    }
    return false
  }

  private markBeginning(stem: string): void {
    const [a, b, c] = [0, 1, 2].map((i) => stem.charCodeAt(i) & 31) as [number, number, number]
    if (stem.length > 2) this.beginnings[(a << 10) | (b << 5) | c] = 1
    else for (let before = 0; before < 32; before++) this.beginnings[(before << 10) | (a << 5) | b] = 1
  }
}

const LAST_ASCII = 127

/** The two letters before a place. */
const lettersBefore = (text: string, at: number): number => (at > 1 ? (text.charCodeAt(at - 2) & 31) << 5 : 0) | (at > 0 ? text.charCodeAt(at - 1) & 31 : 0)

function passing(senses: Senses, text: string, none: Omit<Scan, 'words'>): Scan {
  const places = senses.places(text)
  return { words: countWords(text), terms: countedAt(places, none.terms, (number) => number), names: countedAt(places, none.names, (number) => -1 - number) }
}

const NOTHING: readonly number[] = []

/** Counts one; what has found nothing yet shares its zeros with others. */
export function oneMore(counts: Float64Array, at: number, none: Float64Array): Float64Array {
  const own = counts === none ? none.slice() : counts
  own[at] = (own[at] as number) + 1
  return own
}

/** How often each of some things is found; `at` is where a number counts, below 0 where it does not. */
function countedAt(places: readonly number[], none: Float64Array, at: (number: number) => number): Float64Array {
  let counts = none
  for (let i = 0; i < places.length; i += 2) {
    const place = at(places[i] as number)
    if (place >= 0) counts = oneMore(counts, place, none)
  }
  return counts
}
