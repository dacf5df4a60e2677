// JSON that keeps whole numbers as they are written: beyond 2^53 a plain parse would change ids without a word.

const LONG_NUMBER = /\d{16}/
const TAG = '\u0001big:'
/** A number of more digits is no id, and turning a million of them into a bigint takes seconds. */
const LONG = /^-?\d{16,400}$/

/** Parses JSON; whole numbers that a number cannot hold come back as bigints. */
export function parseJson(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text) as unknown
  return JSON.parse(tagged(text), (_, value: unknown) => (typeof value === 'string' && value.startsWith(TAG) && LONG.test(value.slice(TAG.length)) ? BigInt(value.slice(TAG.length)) : value))
}

/** Long whole numbers outside of strings, written as marked strings. The pattern takes strings in runs: one step for each character would overflow the stack at twenty million. */
const tagged = (text: string): string =>
  text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d{16,}(?![\d.eE])|[^"\d-]+|[\d.eE+-]+/gs, (part) => (LONG.test(part) && !Number.isSafeInteger(Number(part)) ? `"\\u0001big:${part}"` : part))
