// Values of plans: how they are read from what a source gives, how they compare, and when they are the same.
import type { Value } from '../catalog/ports.ts'
import { dateFrom, timeFrom } from './time.ts'
import type { Type } from './type.ts'

/** A whole number that does not fit into 64 bits, or a number that is no longer finite where it must be. */
export class Overflow extends Error {
  override readonly name = 'Overflow'
}

const LEAST = -(2n ** 63n)
const MOST = 2n ** 63n - 1n

/** A whole number as it is kept: a number while that is exact, a bigint beyond. */
export function whole(value: bigint): number | bigint {
  if (value < LEAST || value > MOST) throw new Overflow(`${value} does not fit into a whole number of 64 bits`)
  return BigInt.asIntN(54, value) === value && value !== -(2n ** 53n) ? Number(value) : value
}

/** What a value means as a type; undefined when it is no such value. */
export function readAs(type: Type, value: Value): Value | undefined {
  return value === null ? null : READERS[type](value)
}

const READERS: Readonly<Record<Type, (value: Exclude<Value, null>) => Value | undefined>> = {
  int: readInt,
  num: readNum,
  str: String,
  bool: readBool,
  ts: (value) => (typeof value === 'string' ? timeFrom(value) : undefined),
  date: (value) => (typeof value === 'string' ? dateFrom(value) : undefined),
  any: (value) => value,
}

function readInt(value: Exclude<Value, null>): Value | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? intOr(BigInt(value)) : undefined
  if (typeof value === 'string') return /^\s*[+-]?\d{1,30}\s*$/.test(value) ? intOr(BigInt(value.trim().replace(/^\+/, ''))) : undefined
  return intOr(BigInt(value))
}

const intOr = (value: bigint): Value | undefined => (value < LEAST || value > MOST ? undefined : whole(value))

const WORDS_OF_NUMBERS: Readonly<Record<string, number>> = { nan: NaN, infinity: Infinity, '-infinity': -Infinity }

function readNum(value: Exclude<Value, null>): Value | undefined {
  if (typeof value !== 'string') return Number(value)
  const text = value.trim()
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : WORDS_OF_NUMBERS[text.toLowerCase()]
}

function readBool(value: Exclude<Value, null>): Value | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string') return /^(?:t|true)$/i.test(value) ? true : /^(?:f|false)$/i.test(value) ? false : undefined
  return value !== 0 && value !== 0n
}

/** The order of two values of one type that are not null: numbers by size (NaN above all), texts by code points, false before true. */
export function compare(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b)
  if (typeof a === 'number' && typeof b === 'number' && (Number.isNaN(a) || Number.isNaN(b))) return Number(Number.isNaN(a)) - Number(Number.isNaN(b))
  return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0
}

/** By code points, as UTF-8 bytes sort: units of UTF-16 would put rare signs too early. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  const end = Math.min(a.length, b.length)
  let at = 0
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at++
  if (at === end) return a.length - b.length
  return weight(a.charCodeAt(at)) - weight(b.charCodeAt(at))
}

/** Halves of pairs stand for signs above all others. */
const weight = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)

/** A text that is the same for values that are the same; null has its own. `-0` is `0`, and a whole number is the same as number and bigint. */
export function keyOf(value: Value): string {
  if (value === null) return 'n'
  return typeof value === 'string' ? `s${value}` : typeof value === 'boolean' ? `b${value}` : `#${value === 0 ? 0 : value}`
}

/** The same for several values: their lengths keep them apart. */
export function keyOfAll(values: readonly Value[]): string {
  return values.map((value) => {
    const key = keyOf(value)
    return `${key.length}:${key}`
  }).join('')
}
