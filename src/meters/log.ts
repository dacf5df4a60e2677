// A log says where a text can be cut so that the tokens of the parts add up, and how many tokens lie between two cuts. It is written in the same
// pass as the count: for each cut, how many UTF-16 units and how many tokens have passed since the one before, each as a number of seven bits
// a byte, the lowest first, where the high bit says that more follow. A line takes two bytes.
//
// A cut is the end of a piece that ends in a line feed, unless blank lines follow: the piece would be longer if the text began in the
// middle of it. So the cut is the end of a piece in every part of the text that holds it.

import { ASCII } from './characters.ts'

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const BLANK = 6

/** Notes the cuts of one text. */
export class Log {
  private notes = new Uint8Array(256)
  private size = 0
  private line: number
  private told = 0
  private cut = 0
  private atCut = 0

  constructor(private readonly bytes: Uint8Array, start: number) {
    this.line = start
  }

  /** The piece [at, stop) follows; `tokens` is the number of those before it. */
  piece(at: number, stop: number, tokens: number): void {
    if (this.cut > 0 && !isBlank(this.bytes, at, stop)) this.note()
    this.cut = 0
    if (this.bytes[stop - 1] !== LINE_FEED) return
    this.cut = stop
    this.atCut = tokens
  }

  /** What was noted. */
  end(): Uint8Array {
    if (this.cut > 0) this.note()
    return this.notes.slice(0, this.size)
  }

  private note(): void {
    this.number(unitsIn(this.bytes, this.line, this.cut))
    this.number(this.atCut - this.told)
    this.line = this.cut
    this.told = this.atCut
  }

  private number(value: number): void {
    if (this.size + 5 > this.notes.length) this.grow()
    let rest = value
    for (; rest > 127; rest >>>= 7) this.notes[this.size++] = (rest & 127) | 128
    this.notes[this.size++] = rest
  }

  private grow(): void {
    const larger = new Uint8Array(this.notes.length * 2)
    larger.set(this.notes)
    this.notes = larger
  }
}

/** Whether a piece may be blank lines: white space up to a line break. Bytes from 0x80 on are taken for white space. */
function isBlank(bytes: Uint8Array, at: number, stop: number): boolean {
  const last = bytes[stop - 1]
  if (last !== LINE_FEED && last !== CARRIAGE_RETURN) return false
  return mayBeWhite(bytes[at]!) && (at + 1 === stop || mayBeWhite(bytes[at + 1]!))
}

const mayBeWhite = (byte: number): boolean => byte >= 0x80 || ASCII[byte]! >= BLANK

/** The UTF-16 units of a stretch: one for each byte that begins a character, two where that takes four bytes. */
function unitsIn(bytes: Uint8Array, start: number, end: number): number {
  let units = 0
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!
    if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1
  }
  return units
}
