// Private keys span lines, so they are found by walking from fence to fence rather than by one pattern. The fences stay: they tell the reader what was
// there, and each line stays a line.

/** A part of a text that gives away a secret. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly rule: string
  /** The whole value when this is the first part of several; empty for the parts after it, which leave nothing behind. */
  readonly value?: string
  /** Where what it belongs to begins, when that is elsewhere: the first fence of a key. */
  readonly opening?: { readonly start: number; readonly end: number }
}

const OPENING = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g
// What may be found between the fences: a mark of ours, an escaped line end, a header, and the key itself.
const PART = /\u27e8[^\u27e8\u27e9\n]{0,80}\u27e9|\\[nrt]|[A-Za-z][A-Za-z-]{2,20}: [^\n\\"']*|[A-Za-z0-9+/=]{2,}/g

/** The bodies of private keys, complete or cut off. */
export function privateKeySpans(text: string): Span[] {
  const spans: Span[] = []
  for (const opening of text.matchAll(OPENING)) {
    const start = opening.index + opening[0].length
    const fence = text.indexOf('-----', start)
    const body = text.slice(start, fence < 0 ? text.length : fence)
    const key = fence >= 0 && text.startsWith('-----END', fence) ? body : body.slice(0, endOfKey(body))
    if (isKey(key)) spans.push(...runsIn(key, { start: opening.index, end: start }))
  }
  return spans
}

/** A key without an end goes on as long as lines look like one; what stands on the line of its beginning belongs to it. */
function endOfKey(body: string): number {
  let start = body.indexOf('\n') + 1
  for (let end = start; start > 0; start = end) {
    end = body.indexOf('\n', start) + 1
    if (!looksLikeKey(body.slice(start, end || body.length))) return start
  }
  return body.length
}

/** One word of key letters at most, whatever quotes, commas and pluses are around it. */
function looksLikeKey(line: string): boolean {
  const words = line.split(/[\s"'`,;>|#*]+/).filter((word) => word !== '' && word !== '+' && word !== '\\n')
  return words.length < 2 && /^[A-Za-z0-9+/=\\]*$/.test(words[0] ?? '')
}

// Nearly all of it must be long runs of letters: code that builds a key from parts has the same fences.
function isKey(body: string): boolean {
  const long = (body.match(/[A-Za-z0-9+/=]{20,}/g) ?? []).join('').length
  const rest = body.replace(/\\[nrt]|[\s"'`+#*/>|,;]/g, '').length
  return long >= 40 && long > rest * 0.6
}

function runsIn(body: string, opening: NonNullable<Span['opening']>): Span[] {
  const runs = [...body.matchAll(PART)].filter(([part]) => /^[A-Za-z0-9+/=]+$/.test(part))
  const value = runs.map(([run]) => run).join('')
  return runs.map((match, at) => ({ start: opening.end + match.index, end: opening.end + match.index + match[0].length, rule: 'private-key', value: at === 0 ? value : '', opening }))
}
