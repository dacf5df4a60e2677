// The words of a text, counted once and small enough to be kept between runs: each word as it is written, and each stem of its parts, as a number of 32 bits.
// Two words that share a number are rarer than a wrong guess of the ranking.
import { Lexicon } from './lexicon.ts'
import { eachWord } from './spans.ts'

/** What stands in a text and how often: stems first, then whole words. */
export interface Words {
  /** How many words the text has. */
  readonly total: number
  /** How many of the hashes are stems. */
  readonly stems: number
  readonly hashes: Uint32Array
  /** They end at 255: what comes more often says no more. */
  readonly counts: Uint8Array
}

/** The lexicon is emptied at this size: generated text has endless words. */
const MOST_KNOWN = 1_000_000

let lexicon = new Lexicon()

/** Counts the words of a text. */
export function wordsIn(text: string): Words {
  if (lexicon.words.size > MOST_KNOWN) lexicon = new Lexicon()
  const { words, stems } = lexicon
  const total = eachWord(text, (word) => lexicon.add(text, word))
  lexicon.addStems()
  const size = stems.came + words.came
  const row = { total, stems: stems.came, hashes: new Uint32Array(size), counts: new Uint8Array(size) }
  stems.take(row.hashes, row.counts, 0)
  words.take(row.hashes, row.counts, row.stems)
  return row
}

/** Words as bytes, for keeping: the length of the text and the number of stems, the hashes, the counts. */
export function encodeWords({ total, stems, hashes, counts }: Words): Uint8Array {
  const bytes = new Uint8Array(8 + hashes.length * 5)
  const head = new Uint32Array(bytes.buffer, 0, 2 + hashes.length)
  head[0] = total
  head[1] = stems
  head.set(hashes, 2)
  bytes.set(counts, 8 + hashes.length * 4)
  return bytes
}

/** The words that bytes hold; undefined when they hold none. The bytes must begin at a multiple of four. */
export function decodeWords(bytes: Uint8Array): Words | undefined {
  const size = (bytes.length - 8) / 5
  if (!Number.isInteger(size) || size < 0 || bytes.byteOffset % 4 !== 0) return undefined
  const head = new Uint32Array(bytes.buffer, bytes.byteOffset, 2 + size)
  const stems = head[1] as number
  return stems > size ? undefined : { total: head[0] as number, stems, hashes: head.subarray(2), counts: bytes.subarray(8 + size * 4) }
}
