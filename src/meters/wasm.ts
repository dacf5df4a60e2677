// The counter in WebAssembly: counter.wat says what it does and how its memory is laid out.

import { type Memory, moduleOf } from '../core/wasm.ts'
import { kinds } from './characters.ts'
import { COUNTER } from './counter.ts'
import type { Engine } from './engine.ts'
import type { Encoding } from './exact.ts'
import { countLong } from './merge-long.ts'
import { Merger, type Ranks } from './merge.ts'
import { layOut } from './vocabulary.ts'

interface Counter {
  readonly memory: Memory
  readonly logged: { readonly value: number }
  lay(size: number, isO200k: number): void
  rank(start: number, end: number): number
  count(start: number, end: number, log: number): number
}
const ASCII = 0x116000
const ONES = 0x116100
const PAIRS = 0x120000
const LONGER = 0x360000
const ARENA = 0x6b0000
const PAGE = 1 << 16
// The counter reads 64 bytes at a time.
const SLACK = 64
// Longer stretches than this are merged in windows.
const WINDOW = 4096

/** The counter for an encoding; nothing where the platform has no WebAssembly or does not allow it. */
export function wasmEngine(encoding: Encoding, vocabulary: Uint8Array): Engine | undefined {
  const merging: { long(start: number, end: number): number } = { long: () => 0 }
  const counter = moduleOf<Counter>(COUNTER, { mergeLong: (start = 0, end = 0) => merging.long(start, end) })
  if (counter === undefined) return undefined
  const engine = new WasmEngine(counter, encoding, vocabulary)
  merging.long = (start, end) => engine.mergeLong(start, end)
  return engine
}

class WasmEngine implements Engine {
  private memory: Uint8Array
  private readonly text: number
  private readonly longest: number
  private merger: Merger | undefined

  constructor(private readonly counter: Counter, encoding: Encoding, data: Uint8Array) {
    const { size, lengths, arena, longest } = layOut(data)
    this.longest = longest
    this.memory = new Uint8Array(counter.memory.buffer)
    this.memory.set(kinds())
    this.memory.fill(15, ASCII, ASCII + 256)
    this.memory.set(kinds().subarray(0, 128), ASCII)
    this.memory.fill(255, ONES, ONES + 16)
    this.memory.set(lengths, LONGER)
    this.memory.set(arena, ARENA)
    this.text = (ARENA + arena.length + SLACK) & -SLACK
    counter.lay(size, encoding === 'o200k_base' ? 1 : 0)
  }

  room(bytes: number): Uint8Array {
    // A log is never longer than its text.
    const missing = this.text + 2 * (bytes + SLACK) - this.memory.length
    if (missing > 0) {
      this.counter.memory.grow(Math.ceil(missing / PAGE))
      this.memory = new Uint8Array(this.counter.memory.buffer)
    }
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
    return { longest: this.longest, rankOf: (_, start, end) => this.counter.rank(start, end), pairs }
  }
}
