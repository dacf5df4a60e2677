// Every word as a number, and how often each number came.
import { Numbers } from './numbers.ts'
import { PLAIN, stemSpans, stemsOf } from './rank/terms.ts'
import { addToHash, hashOf, NO_HASH, widened, type Word } from './spans.ts'

/** Things that were met, numbered: the hash of each, and how often it came since the last time somebody asked. */
export class Counted {
  size = 0
  hashes = new Int32Array(1 << 12)
  counts = new Int32Array(1 << 12)
  /** The numbers that came, in the order of their first time. */
  order = new Int32Array(1 << 12)
  came = 0

  /** Numbers something new. */
  learn(hash: number): number {
    if (this.size === this.hashes.length) this.widen()
    this.hashes[this.size] = hash
    return this.size++
  }

  add(number: number, times: number): void {
    const before = this.counts[number] as number
    if (before === 0) this.order[this.came++] = number
    this.counts[number] = before + times
  }

  /** Writes what came, each hash with how often, and forgets it. */
  take(hashes: Uint32Array, counts: Uint8Array, at: number): void {
    for (let i = 0; i < this.came; i++) {
      const number = this.order[i] as number
      hashes[at + i] = this.hashes[number] as number
      counts[at + i] = Math.min(255, this.counts[number] as number)
      this.counts[number] = 0
    }
    this.came = 0
  }

  private widen(): void {
    for (const column of ['hashes', 'counts', 'order'] as const) this[column] = widened(this[column], new Int32Array(this.size * 2))
  }
}

/** Every word that was met, with the stems of its parts. */
export class Lexicon {
  readonly words = new Counted()
  readonly stems = new Counted()
  private readonly stemNumbers = new Numbers()
  private checks = new Int32Array(1 << 15)
  private slots = new Int32Array(1 << 16).fill(-1)
  /** Where the stems of each word begin in the list of all. */
  private starts = new Int32Array((1 << 15) + 1)
  private list = new Int32Array(1 << 16)
  private listed = 0

  /** Counts one word of a text, which its two hashes tell from all others. */
  add(text: string, { start, end, hash, check }: Word): void {
    const { words, slots, checks } = this
    const mask = slots.length - 1
    let slot = hash & mask
    for (let known = slots[slot] as number; known >= 0; known = slots[slot] as number) {
      if (words.hashes[known] === hash && checks[known] === check) return words.add(known, 1)
      slot = (slot + 1) & mask
    }
    slots[slot] = words.size
    checks[words.size] = check
    words.add(words.learn(hash), 1)
    this.listStems(text, start, end)
    if (words.size * 2 >= slots.length) this.grow()
  }

  /** Counts the stems of the words that came. */
  addStems(): void {
    const { words, stems, starts, list } = this
    for (let i = 0; i < words.came; i++) {
      const word = words.order[i] as number
      const end = starts[word + 1] as number
      for (let at = starts[word] as number; at < end; at++) stems.add(list[at] as number, words.counts[word] as number)
    }
  }

  private listStems(text: string, start: number, end: number): void {
    const word = text.slice(start, end)
    if (PLAIN.test(word)) this.listPlain(text, stemSpans(text, start, end))
    else for (const stem of stemsOf(word)) this.listStem(hashOf(stem))
    this.starts[this.words.size] = this.listed
  }

  /** Each stem, then each two that are neighbours. */
  private listPlain(text: string, spans: readonly number[]): void {
    for (let i = 0; i < spans.length; i += 2) this.listStem(lowerHash(NO_HASH, text, spans, i))
    for (let i = 2; i < spans.length; i += 2) this.listStem(lowerHash(addToHash(lowerHash(NO_HASH, text, spans, i - 2), BLANK), text, spans, i))
  }

  private listStem(hash: number): void {
    let number = this.stemNumbers.get(hash)
    if (number < 0) {
      number = this.stems.learn(hash)
      this.stemNumbers.set(hash, number)
    }
    if (this.listed === this.list.length) this.list = widened(this.list, new Int32Array(this.listed * 2))
    this.list[this.listed++] = number
  }

  private grow(): void {
    const { words } = this
    const room = this.slots.length
    this.checks = widened(this.checks, new Int32Array(room + 1))
    this.starts = widened(this.starts, new Int32Array(room + 1))
    const mask = room * 2 - 1
    this.slots = new Int32Array(mask + 1).fill(-1)
    for (let number = 0; number < words.size; number++) {
      let slot = (words.hashes[number] as number) & mask
      while ((this.slots[slot] as number) >= 0) slot = (slot + 1) & mask
      this.slots[slot] = number
    }
  }
}

const BLANK = 32

/** The hash of a span as small letters, after what was hashed before. */
function lowerHash(before: number, text: string, spans: readonly number[], at: number): number {
  let hash = before
  for (let i = spans[at] as number; i < (spans[at + 1] as number); i++) {
    const code = text.charCodeAt(i)
    hash = addToHash(hash, code >= 65 && code <= 90 ? code + 32 : code)
  }
  return hash
}
