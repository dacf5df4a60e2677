// Many small values in one file that needs no work to be opened: a hash table as it lies in memory, and the values behind it. Written once, never changed.
import { closeSync, fstatSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { openPlain } from '../disk/open.ts'

// The layout, in units of four bytes: magic, count, slots, total size of the file; the slots (number of a record, or -1); the keys (four units each);
// where each value begins (in units from the start of the values), its length in bytes and its sum; the values, each beginning at a unit.
const MAGIC = 0x33564f46
const HEAD = 4
const KEY = 4
const RECORD = KEY + 3

/** A key: the first 128 bits of a hash. */
export type Key = Uint32Array

/** The key of a hash in hex. */
export function keyOf(sha256: string): Key {
  // The same text is asked about several times in a row.
  if (last.sha256 === sha256) return last.key
  const key = new Uint32Array(KEY)
  for (let i = 0; i < KEY * 8; i++) key[i >> 3] = ((key[i >> 3] as number) << 4) | digitOf(sha256.charCodeAt(i))
  last = { sha256, key }
  return key
}

/** The value of a hex digit in lower case. */
const digitOf = (code: number): number => (code < 58 ? code - 48 : code - 87)

let last = { sha256: '', key: new Uint32Array(KEY) }

/** After this many single reads all values are read at once, if they are no more than this. */
const PATIENCE = 64
const MOST_AT_ONCE = 1 << 26

/** A file of values. */
export class Segment {
  readonly file: string
  readonly count: number
  /** Bytes on disk. */
  readonly bytes: number
  private readonly handle: number
  private readonly slots: Int32Array
  private readonly records: Uint32Array
  private readonly begin: number
  private all: Uint8Array | undefined
  private asked = 0
  private closed = false
  /** 1 for each value that was asked for. */
  private readonly wanted: Uint8Array

  private constructor(file: string, handle: number, table: Uint32Array) {
    const [, count = 0, slots = 0, units = 0] = table
    this.file = file
    this.handle = handle
    this.count = count
    this.bytes = units * 4
    this.slots = new Int32Array(table.buffer, HEAD * 4, slots)
    this.records = table.subarray(HEAD + slots)
    this.begin = (HEAD + slots + count * RECORD) * 4
    this.wanted = new Uint8Array(count)
  }

  /** Opens a file; undefined when it is not one of ours, or not whole. */
  static open(file: string): Segment | undefined {
    let handle: number | undefined
    try {
      handle = openPlain(file)
      const table = tableOf(handle)
      if (table !== undefined) return new Segment(file, handle, table)
    } catch {
      // What cannot be opened is forgotten.
    }
    if (handle !== undefined) closeSync(handle)
    return undefined
  }

  /** Undefined also for a value that the disk did not keep as it was. */
  get(key: Key): Uint8Array | undefined {
    const number = this.find(key)
    if (number === undefined) return undefined
    this.wanted[number] = 1
    return this.value(number)
  }

  /** Every value with its key. */
  entries(): Iterable<readonly [Key, Uint8Array]> {
    return this.some(() => true)
  }

  /** Those that were asked for, with their keys. */
  met(): Iterable<readonly [Key, Uint8Array]> {
    return this.some((number) => this.wanted[number] === 1)
  }

  /** All of it was asked for: whoever writes something has just worked it out. */
  meetAll(): void {
    this.wanted.fill(1)
  }

  private *some(isWanted: (number: number) => boolean): Iterable<readonly [Key, Uint8Array]> {
    for (let number = 0; number < this.count; number++) {
      const value = isWanted(number) ? this.value(number) : undefined
      if (value !== undefined) yield [this.records.slice(number * RECORD, number * RECORD + KEY), value]
    }
  }

  close(): void {
    if (this.closed) return
    this.closed = true
    closeSync(this.handle)
  }

  private find(key: Key): number | undefined {
    const mask = this.slots.length - 1
    for (let slot = (key[0] as number) & mask; ; slot = (slot + 1) & mask) {
      const number = this.slots[slot] as number
      if (number < 0) return undefined
      if (this.matches(number * RECORD, key)) return number
    }
  }

  private matches(at: number, key: Key): boolean {
    return this.records[at] === key[0] && this.records[at + 1] === key[1] && this.records[at + 2] === key[2] && this.records[at + 3] === key[3]
  }

  private value(number: number): Uint8Array | undefined {
    const record = number * RECORD + KEY
    const start = this.records[record] as number
    const length = this.records[record + 1] as number
    const units = Math.ceil(length / 4)
    if (this.all === undefined && ++this.asked > PATIENCE && this.bytes - this.begin <= MOST_AT_ONCE) this.all = readAt(this.handle, this.begin, this.bytes - this.begin)
    const value = this.all?.subarray(start * 4, start * 4 + length) ?? readAt(this.handle, this.begin + start * 4, units * 4).subarray(0, length)
    return sumOf(value) === this.records[record + 2] ? value : undefined
  }
}

/** From so many bytes on it pays to ask the system. */
const LONG = 1024

/** Tells two values apart that differ by accident, also by zeros at their end. */
function sumOf(value: Uint8Array): number {
  if (value.length >= LONG) return crc32(value)
  let sum = Math.imul(0x811c9dc5 ^ value.length, 0x01000193)
  for (let i = 0; i < value.length; i += 4) sum = Math.imul(sum ^ ((value[i] as number) | ((value[i + 1] ?? 0) << 8) | ((value[i + 2] ?? 0) << 16) | ((value[i + 3] ?? 0) << 24)), 0x01000193)
  return sum >>> 0
}

/** Everything before the values, checked so that nothing read later can lie outside the file. */
function tableOf(handle: number): Uint32Array | undefined {
  const stat = fstatSync(handle)
  if (!stat.isFile() || stat.size < HEAD * 4) return undefined
  const [magic, count = 0, slots = 0, units = 0] = asUnits(readAt(handle, 0, HEAD * 4))
  const size = HEAD + slots + count * RECORD
  if (magic !== MAGIC || units * 4 !== stat.size || size > units || slots <= count || (slots & (slots - 1)) !== 0) return undefined
  const table = asUnits(readAt(handle, 0, size * 4))
  return isSound(table, { count, slots, room: units - size }) ? table : undefined
}

function isSound(table: Uint32Array, { count, slots, room }: { count: number; slots: number; room: number }): boolean {
  const numbers = new Int32Array(table.buffer, HEAD * 4, slots)
  let empty = 0
  for (let i = 0; i < slots; i++) {
    if ((numbers[i] as number) >= count) return false
    if ((numbers[i] as number) < 0) empty++
  }
  for (let at = HEAD + slots; at < table.length; at += RECORD) if ((table[at + KEY] as number) + Math.ceil((table[at + KEY + 1] as number) / 4) > room) return false
  return empty > 0
}

/** Buffers of their own, so that values begin at multiples of four in memory too. */
function readAt(handle: number, position: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length;) {
    const got = readSync(handle, bytes, at, length - at, position + at)
    if (got === 0) throw new Error('shorter than it was')
    at += got
  }
  return bytes
}

const asUnits = (bytes: Uint8Array): Uint32Array => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)

/** A file with these values, in parts: what comes before the values, and the values in pieces that hold until the next is asked for. */
export function* segmentOf(values: readonly (readonly [Key, Uint8Array])[]): Iterable<Uint8Array> {
  const slots = slotsFor(values.length)
  const begin = HEAD + slots + values.length * RECORD
  const table = new Uint32Array(begin)
  const numbers = new Int32Array(table.buffer, HEAD * 4, slots).fill(-1)
  let at = 0
  values.forEach(([key, value], number) => {
    const record = HEAD + slots + number * RECORD
    table.set(key, record)
    table[record + KEY] = at
    table[record + KEY + 1] = value.length
    table[record + KEY + 2] = sumOf(value)
    numbers[freeSlot(numbers, key)] = number
    at += Math.ceil(value.length / 4)
  })
  table.set([MAGIC, values.length, slots, begin + at])
  yield new Uint8Array(table.buffer)
  yield* piecesOf(values)
}

/** Large enough that few are written, small enough to be no second copy of everything. */
const PIECE = 1 << 18

/** Values one behind the other, each beginning at a unit. */
function* piecesOf(values: readonly (readonly [Key, Uint8Array])[]): Iterable<Uint8Array> {
  const piece = new Uint8Array(PIECE)
  let used = 0
  for (const [, value] of values) {
    const size = Math.ceil(value.length / 4) * 4
    if (used + size > PIECE) {
      yield piece.subarray(0, used)
      used = 0
    }
    if (size > PIECE) yield new Uint8Array(inUnits(value).buffer)
    else {
      piece.fill(0, used + value.length, used + size)
      piece.set(value, used)
      used += size
    }
  }
  yield piece.subarray(0, used)
}

/** A copy in whole units, with zeros at its end. */
function inUnits(value: Uint8Array): Uint32Array {
  const units = new Uint32Array(Math.ceil(value.length / 4))
  new Uint8Array(units.buffer).set(value)
  return units
}

function freeSlot(numbers: Int32Array, key: Key): number {
  let slot = (key[0] as number) & (numbers.length - 1)
  while ((numbers[slot] as number) >= 0) slot = (slot + 1) & (numbers.length - 1)
  return slot
}

/** A power of two, at most half of it taken. */
const slotsFor = (count: number): number => 2 ** Math.ceil(Math.log2(Math.max(2, count * 2 + 1)))
