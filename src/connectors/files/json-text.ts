// JSON that keeps whole numbers as they are written: beyond 2^53 a plain parse would change ids without a word.

const LONG_NUMBER = /\d{16}/
const TAG = '\u0001big:'

/** Parses JSON; whole numbers that a number cannot hold come back as bigints. */
export function parseJson(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text) as unknown
  return JSON.parse(tagged(text), (_, value: unknown) => (typeof value === 'string' && value.startsWith(TAG) ? BigInt(value.slice(TAG.length)) : value))
}

/** Long whole numbers outside of strings, written as marked strings. A control character cannot stand in a JSON string, so nothing else looks like the mark. */
const tagged = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])|[^"\d-]+|[\d.eE+-]+/gs, (part) => (/^-?\d{16,}$/.test(part) && !Number.isSafeInteger(Number(part)) ? `"\\u0001big:${part}"` : part))
