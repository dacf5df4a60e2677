// How many tokens a piece has, remembered. Text repeats itself: nine pieces in ten are answered by the first table below.
//
// Both memories are tables with one slot per hash value, where the newer piece replaces the older. They never grow and are never swept.

import { countLong } from './merge-long.ts'
import { Merger } from './merge.ts'
import { NO_RANK, hashOf, type Vocabulary } from './vocabulary.ts'

/** Bytes with a view of the same bytes, for reading four at a time. */
export interface Text {
  readonly bytes: Uint8Array
  readonly view: DataView
}

/** The view of bytes that `Text` needs. */
export const textOf = (bytes: Uint8Array): Text => ({ bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) })

// Short pieces: three integers of text, then length << 8 | tokens.
const SHORT = 12
const SHORT_SLOTS = 1 << 16
// Pieces up to 62 bytes that are not one token: length, tokens, then the bytes.
const SLOT = 64
const LONGER = SLOT - 2
const LONGER_SLOTS = 1 << 15
// Longer stretches than this are merged in windows.
const WINDOW = 4096

/** Counts the tokens of pieces. */
export class PieceCounter {
  private readonly vocabulary: Vocabulary
  private readonly merger: Merger
  private readonly short = new Int32Array(SHORT_SLOTS * 4)
  private readonly longer = new Uint8Array(LONGER_SLOTS * SLOT)

  constructor(vocabulary: Vocabulary) {
    this.vocabulary = vocabulary
    this.merger = new Merger(vocabulary, WINDOW)
  }

  /** The number of tokens of the piece text[start, end). */
  count(text: Text, start: number, end: number): number {
    const length = end - start
    if (length === 1) return 1
    if (length > SHORT || start + SHORT > text.bytes.length) return this.find(text.bytes, start, end)
    return this.recall(text, start, end)
  }

  private recall(text: Text, start: number, end: number): number {
    const { short } = this
    const { view } = text
    const length = end - start
    const a = length < 4 ? view.getInt32(start, true) & low(length) : view.getInt32(start, true)
    const b = length <= 4 ? 0 : length < 8 ? view.getInt32(start + 4, true) & low(length - 4) : view.getInt32(start + 4, true)
    const c = length <= 8 ? 0 : length < 12 ? view.getInt32(start + 8, true) & low(length - 8) : view.getInt32(start + 8, true)
    const slot = slotOf(a, b, c)
    const known = short[slot + 3]!
    if (short[slot] === a && short[slot + 1] === b && short[slot + 2] === c && known >> 8 === length) return known & 255
    const tokens = this.find(text.bytes, start, end)
    short[slot] = a
    short[slot + 1] = b
    short[slot + 2] = c
    short[slot + 3] = (length << 8) | tokens
    return tokens
  }

  private find(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start
    if (length <= this.vocabulary.longest && this.vocabulary.rankOf(bytes, start, end) !== NO_RANK) return 1
    if (length > WINDOW) return countLong(this.merger, { bytes, start, end }, WINDOW)
    return length > LONGER ? this.merger.merge(bytes, start, end) : this.recallLonger(bytes, start, end)
  }

  private recallLonger(bytes: Uint8Array, start: number, end: number): number {
    const { longer } = this
    const length = end - start
    const slot = (hashOf(bytes, start, end) & (LONGER_SLOTS - 1)) * SLOT
    let same = longer[slot] === length ? 0 : -1
    while (same >= 0 && same < length && longer[slot + 2 + same] === bytes[start + same]) same++
    if (same === length) return longer[slot + 1]!
    longer[slot] = length
    for (let i = 0; i < length; i++) longer[slot + 2 + i] = bytes[start + i]!
    return (longer[slot + 1] = this.merger.merge(bytes, start, end))
  }
}

// The lowest so many bytes of an integer.
const low = (bytes: number): number => (1 << (bytes << 3)) - 1

function slotOf(a: number, b: number, c: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((hash >>> 14) & (SHORT_SLOTS - 1)) << 2
}
