// The counter in WebAssembly: counter.wat says what it does and how its memory is laid out.

import { type ModuleMemory, moduleOf, reserve } from '../core/wasm.ts'
import { kinds } from './characters.ts'
import { COUNTER, MARK } from './counter-module.ts'
import type { Engine } from './engine.ts'
import type { Encoding } from './exact.ts'
import { countLong } from './merge-long.ts'
import { Merger, type Ranks } from './merge.ts'
import { layOut } from './vocabulary.ts'

interface Counter {
  readonly memory: ModuleMemory
  readonly logged: { readonly value: number }
  readonly longest: { value: number }
  readonly o200k: { value: number }
  lay(size: number, isO200k: number): void
  rank(start: number, end: number): number
  count(start: number, end: number, log: number): number
}
const ASCII = 0x116000
const ONES = 0x116100
const PAIRS = 0x120000
const LONGER = 0x360000
const ARENA = 0x770000
const PAGE = 1 << 16
// The counter reads 64 bytes at a time.
const SLACK = 64
// Longer stretches than this are merged in windows.
const WINDOW = 4096

/** Reads a file from a place on until the array is full; false when the file ends before. */
export type Read = (into: Uint8Array, at: number) => boolean

/** The counter for an encoding; nothing where the platform has no WebAssembly or does not allow it. */
export const wasmEngine = (encoding: Encoding, vocabulary: Uint8Array): Engine | undefined => engineOf((counter) => layInto(counter, encoding, vocabulary))

/** The same from memory that scripts/build-vocab.mjs has laid out, which takes a quarter of the time; nothing where the file is not whole or of another build. */
export const laidEngine = (encoding: Encoding, read: Read): Engine | undefined => engineOf((counter) => readInto(counter, encoding, read))

/** Memory with a vocabulary laid out in it, up to where texts begin. */
export function laidMemory(encoding: Encoding, vocabulary: Uint8Array): { readonly mark: string; readonly longest: number; readonly memory: Uint8Array } {
  const counter = moduleOf<Counter>(COUNTER, { mergeLong: () => 0 })
  if (counter === undefined) throw new Error('memory is laid out by WebAssembly, which is missing here')
  const text = layInto(counter, encoding, vocabulary)
  return { mark: MARK, longest: counter.longest.value, memory: new Uint8Array(counter.memory.buffer, 0, text) }
}

/** The engine whose memory `fill` fills, which says where texts begin. */
function engineOf(fill: (counter: Counter) => number | undefined): Engine | undefined {
  const merging: { long(start: number, end: number): number } = { long: () => 0 }
  const counter = moduleOf<Counter>(COUNTER, { mergeLong: (start = 0, end = 0) => merging.long(start, end) })
  const text = counter && fill(counter)
  if (counter === undefined || text === undefined) return undefined
  const engine = new WasmEngine(counter, text)
  merging.long = (start, end) => engine.mergeLong(start, end)
  return engine
}

function layInto(counter: Counter, encoding: Encoding, data: Uint8Array): number {
  const { size, lengths, arena } = layOut(data)
  const memory = new Uint8Array(counter.memory.buffer)
  memory.set(kinds())
  memory.fill(15, ASCII, ASCII + 256)
  memory.set(kinds().subarray(0, 128), ASCII)
  memory.fill(255, ONES, ONES + 16)
  memory.set(lengths, LONGER)
  memory.set(arena, ARENA)
  counter.lay(size, isO200k(encoding))
  return (ARENA + arena.length + SLACK) & -SLACK
}

const isO200k = (encoding: Encoding): number => (encoding === 'o200k_base' ? 1 : 0)

/** The head of the file: the mark, the longest token, where texts begin, and where each stretch of the memory begins and ends. */
const HEAD = 4096
const LONGEST_AT = 16
const TEXT_AT = 20
const STRETCHES_AT = 24

function readInto(counter: Counter, encoding: Encoding, read: Read): number | undefined {
  const head = new Uint8Array(HEAD)
  if (!read(head, 0) || !isMarked(head)) return undefined
  const numbers = new DataView(head.buffer)
  const memory = new Uint8Array(counter.memory.buffer)
  let from = HEAD
  for (let at = STRETCHES_AT; numbers.getUint32(at + 4, true) !== 0; at += 8) {
    const stretch = memory.subarray(numbers.getUint32(at, true), numbers.getUint32(at + 4, true))
    if (!read(stretch, from)) return undefined
    from += stretch.length
  }
  counter.longest.value = numbers.getUint32(LONGEST_AT, true)
  counter.o200k.value = isO200k(encoding)
  return numbers.getUint32(TEXT_AT, true)
}

function isMarked(head: Uint8Array): boolean {
  for (let i = 0; i < MARK.length; i++) if (head[i] !== MARK.charCodeAt(i)) return false
  return true
}

class WasmEngine implements Engine {
  private memory: Uint8Array
  private merger: Merger | undefined

  constructor(private readonly counter: Counter, private readonly text: number) {
    this.memory = new Uint8Array(counter.memory.buffer)
  }

  room(bytes: number): Uint8Array {
    // A log is never longer than its text.
    const wanted = this.text + 2 * (bytes + SLACK)
    if (wanted > this.memory.length && reserve(this.counter.memory, wanted)) this.memory = new Uint8Array(this.counter.memory.buffer)
    return this.memory.subarray(this.text, this.text + bytes)
  }

  count(length: number): number {
    return this.counter.count(this.text, this.text + length, 0)
  }

  logged(length: number): { tokens: number; log: Uint8Array } {
    const at = this.text + length + SLACK
    const tokens = this.counter.count(this.text, this.text + length, at)
    return { tokens, log: this.memory.slice(at, this.counter.logged.value) }
  }

  /** What is too long to be merged by searching. */
  mergeLong(start: number, end: number): number {
    this.merger ??= new Merger(this.ranks(), WINDOW)
    const stretch = { bytes: this.memory, start, end }
    return end - start > WINDOW ? countLong(this.merger, stretch, WINDOW) : this.merger.merge(this.memory, start, end)
  }

  private ranks(): Ranks {
    const pairs = new Int32Array(this.memory.slice(PAIRS, PAIRS + 4 * PAGE).buffer)
    return { longest: this.counter.longest.value, rankOf: (_, start, end) => this.counter.rank(start, end), pairs }
  }
}
