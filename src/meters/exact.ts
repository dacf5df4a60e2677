// Exact counts for the two public encodings: a scanner cuts the bytes into pieces, and each piece is looked up or merged.
// Special tokens such as <|endoftext|> have no meaning here: in a text they are text.

import type { Meter } from '../core/ports.ts'
import { PieceCounter, textOf, type Text } from './pieces.ts'
import { scanCl100k } from './scan-cl100k.ts'
import { scanO200k } from './scan-o200k.ts'
import type { Scanner } from './scan.ts'
import { encoder } from './utf8.ts'
import { readVocabulary, type Vocabulary } from './vocabulary.ts'

/** The encodings that are counted exactly. */
export const ENCODINGS = ['o200k_base', 'cl100k_base'] as const

/** The name of an encoding that is counted exactly. */
export type Encoding = (typeof ENCODINGS)[number]

/** A meter that also counts what is already UTF-8. */
export interface ExactMeter extends Meter {
  readonly name: Encoding
  readonly exact: true
  /** The tokens of bytes[start, end), which must be valid UTF-8. */
  countBytes(bytes: Uint8Array, start?: number, end?: number): number
}

const SCANNERS: Record<Encoding, Scanner> = { o200k_base: scanO200k, cl100k_base: scanCl100k }
const SIZES: Record<Encoding, number> = { o200k_base: 199_998, cl100k_base: 100_256 }

// Texts up to this many UTF-16 units are encoded into one buffer that is kept; a unit takes at most three bytes.
const KEPT_UNITS = 1 << 16

/** The exact meter of an encoding, from the gunzipped bytes of its vocabulary. */
export function exactMeter(name: Encoding, vocabulary: Uint8Array): ExactMeter {
  const pieces = new PieceCounter(checked(name, readVocabulary(vocabulary)))
  const scan = SCANNERS[name]
  const kept = textOf(new Uint8Array(KEPT_UNITS * 3))

  const countText = (text: Text, start: number, end: number): number => {
    let tokens = 0
    for (let at = start; at < end; ) {
      const stop = scan(text.bytes, at, end)
      tokens += pieces.count(text, at, stop)
      at = stop
    }
    return tokens
  }

  const countBytes = (bytes: Uint8Array, start = 0, end = bytes.length): number => countText(textOf(bytes), start, end)

  const count = (text: string): number =>
    text.length > KEPT_UNITS ? countBytes(encoder.encode(text)) : countText(kept, 0, encoder.encodeInto(text, kept.bytes).written)

  return Object.freeze({ name, exact: true, count, countBytes })
}

function checked(name: Encoding, vocabulary: Vocabulary): Vocabulary {
  if (vocabulary.size === SIZES[name]) return vocabulary
  throw new TypeError(`${name} has ${SIZES[name]} tokens; the vocabulary handed in has ${vocabulary.size}. Hand in ${name}.bin.gz, gunzipped.`)
}
