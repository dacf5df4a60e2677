// Many small values in one file that needs no work to be opened: a hash table as it lies in memory, and the values behind it. Written once, never changed.
import { closeSync, fstatSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { openPlain } from '../disk/open.ts'

// The layout, in units of four bytes: magic, count, slots, total size of the file; the slots (number of a record, or -1); the keys (four units each);
// where each value begins (in units from the start of the values), its length in bytes and its sum; the values, each beginning at a unit.
const MAGIC = 0x34564f46
const HEAD = 4
const KEY = 4
const RECORD = KEY + 3

/** Bytes of a unit. */
export const UNIT = 4

/** Bytes in whole units that a value of so many takes. */
export const roomFor = (bytes: number): number => (bytes + UNIT - 1) & -UNIT

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
  /** All values, as units. */
  private all: Int32Array | undefined
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
    if (this.all === undefined && ++this.asked > PATIENCE && this.bytes - this.begin <= MOST_AT_ONCE) this.all = unitsAt(this.handle, this.begin, this.bytes - this.begin)
    const [units, at] = this.all === undefined ? [unitsAt(this.handle, this.begin + start * UNIT, roomFor(length)), 0] : [this.all, start]
    return sumOf(units, at, length) === this.records[record + 2] ? new Uint8Array(units.buffer, at * UNIT, length) : undefined
  }
}

/** From so many bytes on it pays to ask the system. */
const LONG = 1024

/** Tells two values apart that differ by accident, also by zeros at their end. A value begins at a unit and is filled up with zeros. */
function sumOf(units: Int32Array, start: number, length: number): number {
  if (length >= LONG) return crc32(new Uint8Array(units.buffer, units.byteOffset + start * UNIT, length))
  let sum = Math.imul(0x811c9dc5 ^ length, 0x01000193)
  const end = start + roomFor(length) / UNIT
  for (let at = start; at < end; at++) sum = Math.imul(sum ^ (units[at] as number), 0x01000193)
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

const asUnits = (bytes: Uint8Array): Uint32Array => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / UNIT)

const unitsAt = (handle: number, position: number, length: number): Int32Array => new Int32Array(readAt(handle, position, length).buffer)

/** Values that lie as they will lie in a file. */
export interface Laid {
  /** In hex, one a value. */
  readonly hashes: readonly string[]
  /** Where each value begins, in units from the start of all, and its length in bytes. */
  readonly starts: readonly number[]
  readonly lengths: readonly number[]
  /** The values one behind the other, each beginning at a unit and filled up with zeros; every piece begins at a unit of memory. */
  readonly pieces: readonly Uint8Array[]
}

/** A value of another file, with its key. */
export type Pair = readonly [Key, Uint8Array]

/** A file with these values, and those of other files behind them, in parts: what comes before the values, and the values in pieces that hold until the next is asked for. */
export function* segmentOf(laid: Laid, others: readonly Pair[] = []): Iterable<Uint8Array> {
  const table = new Table(laid.hashes.length + others.length)
  table.addLaid(laid)
  const taken = laid.pieces.reduce((sum, piece) => sum + piece.length, 0) / UNIT
  yield table.bytes(taken + table.addPairs(others, taken))
  yield* laid.pieces
  yield* piecesOf(others)
}

/** What comes before the values. */
class Table {
  private readonly units: Uint32Array
  private readonly slots: Int32Array
  private count = 0

  constructor(count: number) {
    const slots = slotsFor(count)
    this.units = new Uint32Array(HEAD + slots + count * RECORD)
    this.slots = new Int32Array(this.units.buffer, HEAD * UNIT, slots).fill(-1)
  }

  addLaid({ hashes, starts, lengths, pieces }: Laid): void {
    const keys = keysOf(hashes)
    let [number, begin, end] = [-1, 0, 0]
    let units: Int32Array = new Int32Array(0)
    for (let i = 0; i < hashes.length; i++) {
      const start = starts[i] as number
      // Nearly always the same piece as before, or the next.
      if (start < begin) [number, begin, end] = [-1, 0, 0]
      while (number < 0 || (start >= end && number < pieces.length - 1)) {
        const piece = pieces[++number] as Uint8Array
        units = new Int32Array(piece.buffer, piece.byteOffset, piece.length / UNIT)
        begin = end
        end += units.length
      }
      const length = lengths[i] as number
      this.add(keys, i * KEY, { start, length, sum: sumOf(units, start - begin, length) })
    }
  }

  /** The values follow each other from a unit on; gives how many units they take. */
  addPairs(pairs: readonly Pair[], from: number): number {
    let at = from
    for (const [key, value] of pairs) {
      this.add(key, 0, { start: at, length: value.length, sum: sumOf(inUnits(value), 0, value.length) })
      at += roomFor(value.length) / UNIT
    }
    return at - from
  }

  /** The bytes, for a file with so many units of values. */
  bytes(values: number): Uint8Array {
    this.units.set([MAGIC, this.count, this.slots.length, this.units.length + values])
    return new Uint8Array(this.units.buffer)
  }

  /** Adds a record. Its key stands in a list of keys. */
  private add(keys: Uint32Array, at: number, { start, length, sum }: { readonly start: number; readonly length: number; readonly sum: number }): void {
    const record = HEAD + this.slots.length + this.count * RECORD
    for (let i = 0; i < KEY; i++) this.units[record + i] = keys[at + i] as number
    this.units[record + KEY] = start
    this.units[record + KEY + 1] = length
    this.units[record + KEY + 2] = sum
    this.slots[freeSlot(this.slots, keys[at] as number)] = this.count++
  }
}

/** The keys of many hashes in hex, one behind the other: made of one text, because one by one takes several times as long. */
function keysOf(hashes: readonly string[]): Uint32Array {
  const bytes = Buffer.from(hashes.map((hash) => hash.slice(0, KEY * 8)).join(''), 'hex')
  if (IS_LITTLE) bytes.swap32()
  return new Uint32Array(new Uint8Array(bytes).buffer)
}

/** Whether this machine puts the lowest byte of a number first. */
const IS_LITTLE = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

/** Large enough that few are written, small enough to be no second copy of everything. */
const PIECE = 1 << 18

/** Values one behind the other, each beginning at a unit. */
function* piecesOf(values: readonly Pair[]): Iterable<Uint8Array> {
  if (values.length === 0) return
  const piece = new Uint8Array(PIECE)
  let used = 0
  for (const [, value] of values) {
    const size = roomFor(value.length)
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
function inUnits(value: Uint8Array): Int32Array {
  const units = new Int32Array(roomFor(value.length) / UNIT)
  new Uint8Array(units.buffer).set(value)
  return units
}

function freeSlot(numbers: Int32Array, first: number): number {
  let slot = first & (numbers.length - 1)
  while ((numbers[slot] as number) >= 0) slot = (slot + 1) & (numbers.length - 1)
  return slot
}

/** A power of two, at most half of it taken. */
const slotsFor = (count: number): number => 2 ** Math.ceil(Math.log2(Math.max(2, count * 2 + 1)))
