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

/** The words of a text in reading order: where each stands, and two hashes of it that only equal words share. */
export interface Spans {
  size: number
  /** With those that are too long. */
  total: number
  starts: Int32Array
  ends: Int32Array
  hashes: Int32Array
  checks: Int32Array
}

/** A stretch of a text. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

const spans: Spans = { size: 0, total: 0, starts: new Int32Array(1 << 12), ends: new Int32Array(1 << 12), hashes: new Int32Array(1 << 12), checks: new Int32Array(1 << 12) }

/** Finds the words of a text, or of a stretch of it. There is one result, filled anew for each text: nothing is made for a word. */
export function spansIn(text: string, { start: from, end: to }: Stretch = { start: 0, end: text.length }): Readonly<Spans> {
  spans.size = 0
  spans.total = 0
  for (let at = from; at < to; at++) {
    let code = text.charCodeAt(at)
    if (kindOf(code) !== LETTER) continue
    const start = at
    let hash = SEED
    let check = 0
    do {
      hash = Math.imul(hash ^ code, PRIME)
      check = (Math.imul(check, 31) + code) | 0
      code = text.charCodeAt(++at)
    } while (at < to && kindOf(code) !== OTHER)
    spans.total++
    if (at - start > LONGEST_WORD) continue
    if (spans.size === spans.starts.length) widenSpans()
    spans.starts[spans.size] = start
    spans.ends[spans.size] = at
    spans.hashes[spans.size] = hash
    spans.checks[spans.size++] = check
  }
  return spans
}

function widenSpans(): void {
  for (const column of ['starts', 'ends', 'hashes', 'checks'] as const) spans[column] = widened(spans[column], new Int32Array(spans.size * 2))
}

/** Numbers by hashes of 32 bits. A map would make an object of every hash. */
export class Numbers {
  private size = 0
  private keys = new Int32Array(1 << 12)
  /** 0 where there is none, else one more than the number. */
  private values = new Int32Array(1 << 12)

  /** The number of a hash; -1 when it has none. */
  get(hash: number): number {
    return (this.values[this.slotOf(hash)] as number) - 1
  }

  set(hash: number, number: number): void {
    const slot = this.slotOf(hash)
    if (this.values[slot] === 0) this.size++
    this.keys[slot] = hash
    this.values[slot] = number + 1
    if (this.size * 2 > this.keys.length) this.grow()
  }

  private slotOf(hash: number): number {
    const mask = this.keys.length - 1
    let slot = (hash ^ (hash >>> 15)) & mask
    while (this.values[slot] !== 0 && this.keys[slot] !== (hash | 0)) slot = (slot + 1) & mask
    return slot
  }

  private grow(): void {
    const { keys, values } = this
    this.keys = new Int32Array(keys.length * 4)
    this.values = new Int32Array(keys.length * 4)
    values.forEach((value, i) => {
      if (value === 0) return
      const slot = this.slotOf(keys[i] as number)
      this.keys[slot] = keys[i] as number
      this.values[slot] = value
    })
  }
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

  /** The number of one of the words of a text. */
  numberOf(text: string, { starts, ends, hashes, checks }: Readonly<Spans>, at: number): number {
    const hash = (hashes[at] as number) >>> 0
    const check = checks[at] as number
    const mask = this.slots.length - 1
    let slot = hash & mask
    for (let known = this.slots[slot] as number; known >= 0; known = this.slots[slot] as number) {
      if (this.hashes[known] === hash && this.checks[known] === check) return known
      slot = (slot + 1) & mask
    }
    this.slots[slot] = this.size
    this.hashes[this.size] = hash
    this.checks[this.size] = check
    this.stems.push(stemsOf(text.slice(starts[at], ends[at])).map((stem) => this.stemNumber(stem)))
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
