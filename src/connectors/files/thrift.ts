// A look at metadata of Parquet before a library reads it: it believes every length that it is told. This walk believes none.
import { BadFile } from './sheet.ts'

const MOST_NODES = 4_000_000
const DEEPEST = 64

/** Walks one structure of the compact protocol and gives the offset behind it; throws a BadFile when it is not whole or too large. */
export function walkThrift(bytes: Uint8Array, from: number): number {
  const walk = new Walk(bytes, from)
  walk.struct(0)
  return walk.at
}

const broken = (): BadFile => new BadFile('is no whole Parquet file: its metadata does not make sense')

class Walk {
  readonly #bytes: Uint8Array
  at: number
  #nodes = 0

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.at = at
  }

  struct(depth: number): void {
    if (depth > DEEPEST) throw broken()
    for (;;) {
      const sign = this.#byte()
      if ((sign & 15) === 0) return
      if (sign >> 4 === 0) this.#varint()
      this.#value(sign & 15, depth)
    }
  }

  #value(type: number, depth: number): void {
    if (++this.#nodes > MOST_NODES) throw broken()
    if (type <= 2) return
    if (type === 3) this.#skip(1)
    else if (type <= 6) this.#varint()
    else if (type === 7) this.#skip(8)
    else if (type === 8) this.#skip(this.#varint())
    else if (type === 9 || type === 10) this.#list(depth)
    else if (type === 12) this.struct(depth + 1)
    else throw broken()
  }

  #list(depth: number): void {
    const sign = this.#byte()
    const size = sign >> 4 === 15 ? this.#varint() : sign >> 4
    const type = sign & 15
    for (let i = 0; i < size; i++) this.#value(type <= 2 ? 3 : type, depth + 1)
  }

  #varint(): number {
    let value = 0
    for (let i = 0; i < 10; i++) {
      const byte = this.#byte()
      value += (byte & 127) * 2 ** (7 * i)
      if (byte < 128) return value
    }
    throw broken()
  }

  #byte(): number {
    const byte = this.#bytes[this.at++]
    if (byte === undefined) throw broken()
    return byte
  }

  #skip(count: number): void {
    this.at += count
    if (this.at > this.#bytes.length) throw broken()
  }
}
