// Values of an answer as cells of a table, and JSON that keeps its whole numbers.
import type { Value } from '../../catalog/ports.ts'

/** A value of JSON as a cell: times in UTC, lists and objects as JSON texts. */
export function valueOf(raw: unknown, type: string): Value {
  if (raw === null || raw === undefined) return null
  if (typeof raw === 'string') return type === 'date-time' ? inUtc(raw) : raw
  if (typeof raw === 'number') return Number.isNaN(raw) ? null : raw
  return typeof raw === 'boolean' || typeof raw === 'bigint' ? raw : jsonText(raw)
}

function inUtc(text: string): string {
  const time = /[+-]\d\d:?\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? text : new Date(time).toISOString()
}

/** A list or an object as JSON text. */
export function jsonText(raw: unknown): string {
  try {
    return JSON.stringify(raw, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)) ?? 'null'
  } catch {
    return '"nested too deeply"'
  }
}

const MARK = '\u0001int:'

/** Data of a JSON text; whole numbers beyond 2^53 come back as bigints, because a plain parse would change ids without a word. */
export function parsedJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text)
  // A control character cannot stand in a JSON string, and the mark is written as an escape that no program writes.
  const marked = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs, (token) => (/^-?\d{16,40}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"\\u0001int:${token}"` : token))
  return JSON.parse(marked, (_, value: unknown) => (typeof value === 'string' && value.startsWith(MARK) && /^-?\d{16,40}$/.test(value.slice(MARK.length)) ? BigInt(value.slice(MARK.length)) : value))
}
