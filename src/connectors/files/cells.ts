// What values are: types that are recognised in text and in JSON, and values as a table holds them.
import type { Value } from '../../catalog/ports.ts'

/** A type that was recognised rather than declared. */
export type CellType = 'integer' | 'number' | 'boolean' | 'date' | 'timestamp' | 'timestamptz' | 'string' | 'object' | 'list' | 'any'

/** Words that programs write where there is no value. They count as nothing in columns of numbers, times and truth values only: NA is also a country. */
const NOTHING = new Set(['na', 'n/a', 'null', 'nan', 'none', 'nil', '-', '.', '\\n', '#n/a'])

// A number with a leading zero is a code (a zip code, a phone number) and stays text.
const INTEGER = /^[+-]?(?:0|[1-9]\d{0,18})$/
const NUMBER = /^[+-]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i
const INFINITE = /^[+-]?inf(?:inity)?$/i
const DATE = /^(\d{4})[-/](\d\d)[-/](\d\d)$/
const TIME = /^(\d{4})[-/](\d\d)[-/](\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/i

/** No value is longer than this and still a number, a date or a time. */
const LONGEST_SCALAR = 40

/** Whether a text stands for no value in a column that is not text. */
export const isNothing = (text: string): boolean => text.length <= 4 && NOTHING.has(text.toLowerCase())

/** What a text of a CSV cell could be. */
export function typeOfText(text: string): CellType {
  if (text.length > LONGEST_SCALAR) return 'string'
  if (INTEGER.test(text)) return 'integer'
  if (NUMBER.test(text) || INFINITE.test(text)) return 'number'
  if (/^(?:true|false)$/i.test(text)) return 'boolean'
  return typeOfTime(text)
}

function typeOfTime(text: string): CellType {
  const code = text.charCodeAt(0)
  if (code < 48 || code > 57 || text.length < 10 || text.length > LONGEST_SCALAR) return 'string'
  if (DATE.test(text)) return Number.isNaN(Date.parse(text.replaceAll('/', '-'))) ? 'string' : 'date'
  const parts = TIME.exec(text)
  if (parts === null || isoOf(text) === undefined) return 'string'
  return parts[8] === undefined ? 'timestamp' : 'timestamptz'
}

/** What a value of JSON is. */
export function typeOfValue(value: unknown): CellType {
  if (typeof value === 'string') return typeOfTime(value)
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  if (typeof value === 'bigint') return 'integer'
  if (typeof value === 'boolean') return 'boolean'
  return Array.isArray(value) ? 'list' : 'object'
}

const TIMES: ReadonlySet<CellType> = new Set<CellType>(['date', 'timestamp', 'timestamptz'])
const NUMBERS: ReadonlySet<CellType> = new Set<CellType>(['integer', 'number'])

/** The type that holds values of both. In text everything can be text; in JSON a mixture is told as such. */
export function joined(a: CellType, b: CellType, text: boolean): CellType {
  if (a === b) return a
  if (NUMBERS.has(a) && NUMBERS.has(b)) return 'number'
  const strings = (type: CellType): boolean => type === 'string' || TIMES.has(type)
  if (a !== 'string' && b !== 'string' && strings(a) && strings(b)) return a === 'timestamptz' || b === 'timestamptz' ? 'timestamptz' : 'timestamp'
  return text || (strings(a) && strings(b)) ? 'string' : 'any'
}

/** A cell of text as a value of its column. What does not fit its type stays as it is written. */
export function valueOfText(text: string, type: string): Value {
  if (text === '') return null
  if (type === 'string') return text
  if (isNothing(text)) return null
  if (type === 'integer') return INTEGER.test(text) ? whole(text) : text
  if (type === 'number') return numberOf(text)
  if (type === 'boolean') return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : text
  if (type === 'date') return DATE.test(text) ? text.replaceAll('/', '-') : text
  return type.startsWith('timestamp') ? (isoOf(text) ?? text) : text
}

function numberOf(text: string): Value {
  if (INFINITE.test(text)) return text.startsWith('-') ? -Infinity : Infinity
  return NUMBER.test(text) ? Number(text) : text
}

function whole(text: string): number | bigint {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text.replace(/^\+/, ''))
}

/** A value of JSON, Parquet or Arrow as a table holds it. A value that is not a number (NaN) is no value. */
export function valueOf(raw: unknown, type: string): Value {
  if (raw === null || raw === undefined) return null
  if (typeof raw === 'string') return type.startsWith('timestamp') ? (isoOf(raw) ?? raw) : raw
  if (typeof raw === 'number') return Number.isNaN(raw) ? null : raw
  if (typeof raw === 'bigint') return narrowed(raw)
  if (typeof raw === 'boolean') return raw
  if (raw instanceof Date) return isoOfDate(raw)
  return raw instanceof Uint8Array ? Buffer.from(raw).toString('base64') : jsonText(raw)
}

const narrowed = (raw: bigint): number | bigint => (raw >= BigInt(Number.MIN_SAFE_INTEGER) && raw <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(raw) : raw)

const isoOfDate = (date: Date): string | null => (Number.isNaN(date.getTime()) ? null : date.toISOString())

/** The longest JSON text of one cell. */
const LONGEST_JSON = 1024 * 1024

/** Nested values as JSON text; whole numbers beyond 2^53 keep all their digits. */
export function jsonText(raw: unknown): string {
  try {
    return JSON.stringify(raw, plainly).slice(0, LONGEST_JSON)
  } catch {
    return '"nested too deeply"'
  }
}

function plainly(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (value instanceof Map) return Object.fromEntries(value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<unknown>) : value
}

/** A time as ISO text in UTC; a time without a zone is taken as UTC. Undefined when it is none. */
export function isoOf(text: string): string | undefined {
  const [, year, month, day, hour, minute, second = '00', fraction = '', zone = 'Z'] = TIME.exec(text) ?? []
  if (year === undefined) return undefined
  const offset = /^(?:z|utc)$/i.test(zone) ? 'Z' : /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone.replace(/(\d\d):?(\d\d)$/, '$1:$2')
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`)
  return Number.isNaN(date.getTime()) ? undefined : withFraction(date, fraction)
}

function withFraction(date: Date, fraction: string): string {
  const digits = fraction.replace(/0+$/, '').padEnd(3, '0')
  return `${date.toISOString().slice(0, 19)}.${digits}Z`
}

/** A count of parts of a second since 1970 as ISO text, with as many digits as it needs. */
export function isoFrom(count: bigint, perSecond: bigint): string | null {
  const seconds = count / perSecond - (count % perSecond < 0n ? 1n : 0n)
  const part = count - seconds * perSecond
  const date = new Date(Number(seconds) * 1000)
  if (Number.isNaN(date.getTime())) return null
  return `${date.toISOString().slice(0, -5)}.${part.toString().padStart(perSecond.toString().length - 1, '0').replace(/0+$/, '').padEnd(3, '0')}Z`
}
