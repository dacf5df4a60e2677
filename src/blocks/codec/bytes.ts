// Reading and writing the two things everything is made of: numbers in LEB128 and stretches of bytes.
import { CodecError } from './error.ts'

/** A number of 64 bits needs no more bytes than this. */
export const LONGEST_VARINT = 10
const LARGEST = 2n ** 64n

/** A place in some bytes. */
export class Cursor {
  constructor(readonly bytes: Uint8Array, public at = 0) {}

  get left(): number {
    return this.bytes.length - this.at
  }

  /** The next number, exactly. */
  varint(): bigint {
    const start = this.at
    for (let value = 0n, shift = 0n; ; shift += 7n) {
      if (this.at - start === LONGEST_VARINT) throw new CodecError('varint', `a number has more than ${LONGEST_VARINT} bytes`, { offset: start })
      if (this.left === 0) throw new CodecError('truncated', 'the bytes end inside a number', { offset: this.at })
      const byte = this.bytes[this.at++] as number
      value |= BigInt(byte & 0x7f) << shift
      if (byte >= 0x80) continue
      if (value >= LARGEST) throw new CodecError('varint', 'a number has more than 64 bits', { offset: start })
      return value
    }
  }

  /** The next number; beyond 2^53 it is rounded. */
  number(): number {
    // Most numbers are one byte.
    const first = this.bytes[this.at]
    if (first === undefined || first >= 0x80) return Number(this.varint())
    this.at++
    return first
  }

  /** The next number, where it must be one that can be counted with. */
  count(): number {
    const start = this.at
    const value = this.number()
    if (!Number.isSafeInteger(value)) throw new CodecError('limit', `the number ${value} is larger than 2^53`, { offset: start })
    return value
  }

  /** The next so many bytes; a view, not a copy. */
  take(length: number): Uint8Array {
    if (length > this.left) throw new CodecError('truncated', `${length} bytes are announced and ${this.left} are there`, { offset: this.at })
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }
}

/** A number in LEB128. */
export function varint(value: number | bigint): number[] {
  const bytes: number[] = []
  let rest = BigInt(value)
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
  bytes.push(Number(rest))
  return bytes
}

/** Several stretches as one. */
export function joined(parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Chunks that arrived and were not used yet. */
export class Queue {
  private chunks: Uint8Array[] = []
  length = 0

  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return
    this.chunks.push(chunk)
    this.length += chunk.length
  }

  /** The first so many bytes, or all when there are fewer. They stay. */
  peek(most: number): Uint8Array {
    const wanted = Math.min(most, this.length)
    const [first] = this.chunks
    if (first === undefined || first.length >= wanted) return (first ?? new Uint8Array(0)).subarray(0, wanted)
    const head = new Uint8Array(wanted)
    for (let at = 0, i = 0; at < wanted; i++) {
      const part = (this.chunks[i] as Uint8Array).subarray(0, wanted - at)
      head.set(part, at)
      at += part.length
    }
    return head
  }

  /** The first so many bytes, which must be there. */
  take(length: number): Uint8Array {
    const taken = this.peek(length)
    this.length -= length
    let used = 0
    let rest = length
    while (rest > 0 && (this.chunks[used] as Uint8Array).length <= rest) rest -= (this.chunks[used++] as Uint8Array).length
    this.chunks = this.chunks.slice(used)
    if (rest > 0) this.chunks[0] = (this.chunks[0] as Uint8Array).subarray(rest)
    return taken
  }
}
