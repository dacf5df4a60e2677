// Values that wait to be written. They lie in slabs that are used again, one behind the other as they will lie in a file: a buffer or only a view for each would live until the next great collection, long after
// it was written, and there are tens of thousands.
import { type Laid, roomFor, UNIT } from './segment.ts'

/** Bytes of a slab. Every kind that has values has one at least, so it is small; what is longer is a buffer of its own. */
const SLAB = 1 << 16

/** The slabs that all kinds share, and how many bytes wait in them and beside them. */
export class Slabs {
  waiting = 0
  private readonly free: Buffer[] = []

  take(): Buffer {
    return this.free.pop() ?? Buffer.allocUnsafeSlow(SLAB)
  }

  give(slabs: readonly Buffer[]): void {
    this.free.push(...slabs)
  }
}

/** A slab, or the buffer of a long value. */
interface Piece {
  readonly bytes: Buffer
  /** Where it begins, in units from the start of all values. */
  readonly begin: number
  /** Bytes that are taken, in whole units. */
  used: number
}

/** Values of one kind. */
export class Waiting {
  /** The number of each value by its key. */
  private readonly numbers = new Map<string, number>()
  /** Where each value begins, in units from the start of all values, and its length in bytes. */
  private readonly starts: number[] = []
  private readonly lengths: number[] = []
  private pieces: Piece[] = []
  private sum = 0

  constructor(private readonly shared: Slabs) {}

  get size(): number {
    return this.numbers.size
  }

  get bytes(): number {
    return this.sum
  }

  add(key: string, value: Uint8Array | string): void {
    const piece = this.pieceFor(value)
    const length = typeof value === 'string' ? piece.bytes.write(value, piece.used) : value.length
    if (typeof value !== 'string') piece.bytes.set(value, piece.used)
    this.numbers.set(key, this.starts.push(piece.begin + piece.used / UNIT) - 1)
    this.lengths.push(length)
    const end = piece.used + length
    piece.used += roomFor(length)
    for (let at = end; at < piece.used; at++) piece.bytes[at] = 0
    this.sum += length
    this.shared.waiting += length
  }

  /** A copy, for what is in a slab is written over. */
  get(key: string): Uint8Array | undefined {
    const number = this.numbers.get(key)
    return number === undefined ? undefined : new Uint8Array(this.bytesAt(number))
  }

  /** The values as they lie, until they are dropped. */
  laid(): Laid {
    const numbers = [...this.numbers.values()]
    return {
      hashes: [...this.numbers.keys()],
      starts: numbers.map((number) => this.starts[number] as number),
      lengths: numbers.map((number) => this.lengths[number] as number),
      pieces: this.pieces.map(({ bytes, used }) => new Uint8Array(bytes.buffer, bytes.byteOffset, used)),
    }
  }

  drop(): void {
    this.numbers.clear()
    this.starts.length = 0
    this.lengths.length = 0
    this.shared.give(this.pieces.flatMap(({ bytes }) => (bytes.length === SLAB ? [bytes] : [])))
    this.shared.waiting -= this.sum
    this.pieces = []
    this.sum = 0
  }

  private bytesAt(number: number): Uint8Array {
    const start = this.starts[number] as number
    const { bytes, begin } = this.pieces.findLast((piece) => piece.begin <= start) as Piece
    return bytes.subarray((start - begin) * UNIT, (start - begin) * UNIT + (this.lengths[number] as number))
  }

  /** A piece with room for a value behind what is taken of it. */
  private pieceFor(value: Uint8Array | string): Piece {
    const last = this.pieces.at(-1)
    const room = last === undefined ? 0 : last.bytes.length - last.used
    // A sign has at most three bytes for each unit of its text: only where that is too much they are counted.
    if (last !== undefined && value.length * 3 <= room) return last
    const length = typeof value === 'string' ? Buffer.byteLength(value) : value.length
    return last !== undefined && length <= room ? last : this.added(length > SLAB ? Buffer.allocUnsafeSlow(roomFor(length)) : this.shared.take(), last)
  }

  private added(bytes: Buffer, last: Piece | undefined): Piece {
    const piece = { bytes, begin: last === undefined ? 0 : last.begin + last.used / UNIT, used: 0 }
    this.pieces.push(piece)
    return piece
  }
}
