// Words as numbers: reading ten thousand files must not make a string of every word it meets.
import { stemsOf } from './rank/terms.ts'

const OTHER = 1
const LETTER = 2
const DIGIT = 3

/** What each code unit is in a word; 0 until somebody asks. Letters beyond the first plane are too rare to be looked for. */
const kinds = new Uint8Array(1 << 16)

function kindOf(code: number): number {
  const known = kinds[code] as number
  if (known !== 0) return known
  const char = String.fromCharCode(code)
  const kind = /[\p{L}_$]/u.test(char) ? LETTER : /\p{N}/u.test(char) ? DIGIT : OTHER
  kinds[code] = kind
  return kind
}

const SEED = 0x811c9dc5
const PRIME = 0x01000193

/** 32 bits for a text (FNV-1a). */
export function hashOf(text: string): number {
  let hash = SEED
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME)
  return hash >>> 0
}

/** Longer runs are data. */
const LONGEST_WORD = 80

/** Where a word stands, and two hashes of it that only equal words share. */
export interface Hit {
  start: number
  end: number
  hash: number
  check: number
}

/** Tells of every word of a text; gives back how many there are, with those that are too long. The hit is one object, filled anew for each word. */
export function eachWord(text: string, tell: (hit: Hit) => void): number {
  const hit = { start: 0, end: 0, hash: 0, check: 0 }
  let words = 0
  for (let at = 0; at < text.length; at++) {
    let code = text.charCodeAt(at)
    if (kindOf(code) !== LETTER) continue
    const start = at
    let hash = SEED
    let check = 0
    do {
      hash = Math.imul(hash ^ code, PRIME)
      check = (Math.imul(check, 31) + code) | 0
      code = text.charCodeAt(++at)
    } while (at < text.length && kindOf(code) !== OTHER)
    words++
    if (at - start > LONGEST_WORD) continue
    hit.start = start
    hit.end = at
    hit.hash = hash >>> 0
    hit.check = check
    tell(hit)
  }
  return words
}

/** Every word that was met, numbered, with the numbers of the stems of its parts. */
export class Lexicon {
  size = 0
  readonly stems: (readonly number[])[] = []
  readonly stemHashes: number[] = []
  hashes = new Uint32Array(1 << 15)
  private checks = new Int32Array(1 << 15)
  private readonly stemNumbers = new Map<string, number>()
  private slots = new Int32Array(1 << 16).fill(-1)

  /** The number of the word that stands at a place. */
  numberAt(text: string, { start, end, hash, check }: Hit): number {
    const mask = this.slots.length - 1
    let slot = hash & mask
    for (let known = this.slots[slot] as number; known >= 0; known = this.slots[slot] as number) {
      if (this.hashes[known] === hash && this.checks[known] === check) return known
      slot = (slot + 1) & mask
    }
    this.slots[slot] = this.size
    this.hashes[this.size] = hash
    this.checks[this.size] = check
    this.stems.push(stemsOf(text.slice(start, end)).map((stem) => this.stemNumber(stem)))
    if (++this.size === this.hashes.length) this.grow()
    return this.size - 1
  }

  private stemNumber(stem: string): number {
    const known = this.stemNumbers.get(stem)
    if (known !== undefined) return known
    const number = this.stemHashes.push(hashOf(stem)) - 1
    this.stemNumbers.set(stem, number)
    return number
  }

  private grow(): void {
    this.hashes = widened(this.hashes, new Uint32Array(this.size * 2))
    this.checks = widened(this.checks, new Int32Array(this.size * 2))
    const mask = this.size * 4 - 1
    this.slots = new Int32Array(mask + 1).fill(-1)
    for (let number = 0; number < this.size; number++) {
      let slot = (this.hashes[number] as number) & mask
      while ((this.slots[slot] as number) >= 0) slot = (slot + 1) & mask
      this.slots[slot] = number
    }
  }
}

function widened<A extends Int32Array | Uint32Array>(narrow: A, wide: A): A {
  wide.set(narrow)
  return wide
}

/** Counts how often each number came. */
export class Counter {
  /** How many numbers came. */
  size = 0
  private order = new Int32Array(1 << 12)
  private counts = new Int32Array(1 << 12)

  add(number: number, times: number): void {
    while (number >= this.counts.length) this.widen()
    const before = this.counts[number] as number
    if (before === 0) this.order[this.size++] = number
    this.counts[number] = before + times
  }

  /** The numbers that came, in the order of their first time, each with how often. */
  each(tell: (number: number, times: number, at: number) => void): void {
    for (let i = 0; i < this.size; i++) tell(this.order[i] as number, this.counts[this.order[i] as number] as number, i)
  }

  clear(): void {
    for (let i = 0; i < this.size; i++) this.counts[this.order[i] as number] = 0
    this.size = 0
  }

  private widen(): void {
    this.order = widened(this.order, new Int32Array(this.counts.length * 2))
    this.counts = widened(this.counts, new Int32Array(this.counts.length * 2))
  }
}
