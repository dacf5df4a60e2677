// The words of a text, counted once and small enough to be kept between runs: each word as it is written, and each stem of its parts, as a number of 32 bits.
// Two words that share a number are rarer than a wrong guess of the ranking.
import { Lexicon } from './lexicon.ts'
import type { Legible } from './ports.ts'
import { eachWord } from './spans.ts'
import { once } from './once.ts'
import { wordTable } from './word-table.ts'

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

const table = once(wordTable)
let lexicon = new Lexicon()

/** Counts the words of a text. The row is what can be kept: the length of the text and the number of stems, the hashes, the counts. */
export const wordRow = (legible: Legible): Uint8Array => table()?.row(legible.utf8?.() ?? legible.text) ?? plainRow(legible.text)

/** The same in plain arithmetic, for places without WebAssembly and for texts of endless words. */
export function plainRow(text: string): Uint8Array {
  if (lexicon.words.size > MOST_KNOWN) lexicon = new Lexicon()
  const { words, stems } = lexicon
  const total = eachWord(text, (word) => lexicon.add(text, word))
  lexicon.addStems()
  const size = stems.came + words.came
  const row = new Uint8Array(8 + size * 5)
  const head = new Uint32Array(row.buffer, 0, 2 + size)
  head.set([total, stems.came])
  stems.take(head.subarray(2), row.subarray(8 + size * 4), 0)
  words.take(head.subarray(2), row.subarray(8 + size * 4), head[1] as number)
  return row
}

/** The words that a row holds; undefined when it holds none. It must begin at a multiple of four. */
export function decodeWords(row: Uint8Array): Words | undefined {
  const size = (row.length - 8) / 5
  if (!Number.isInteger(size) || size < 0 || row.byteOffset % 4 !== 0) return undefined
  const head = new Uint32Array(row.buffer, row.byteOffset, 2 + size)
  const stems = head[1] as number
  return stems > size ? undefined : { total: head[0] as number, stems, hashes: head.subarray(2), counts: row.subarray(8 + size * 4) }
}

/** The words of a text. */
export const wordsIn = (text: string): Words => decodeWords(wordRow({ text })) as Words
