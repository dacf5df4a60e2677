// Every word as a number, and how often each number came.
import { stemsOf } from './rank/terms.ts'
import { hashOf, type Spans, widened } from './spans.ts'

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
