// JSON that people and other programs may have touched: what is wrong is said without quoting the text.

/** The value of a JSON text. When it is none, throws what `fail` makes of the reason, which ends a sentence. */
export function jsonFrom(text: string, fail: (why: string) => Error): unknown {
  const json = text.replace(/^\uFEFF/, '')
  try {
    return JSON.parse(json)
  } catch {
    throw fail(`it is not JSON${json.trim() === '' ? ': it is empty' : placeIn(json)}`)
  }
}

/** Where a text stops being JSON. The parser's own words would quote it. */
function placeIn(text: string): string {
  if (!isBroken(text)) return ': it ends too early'
  const lines = text.split('\n')
  return lines.length === 1 ? '' : `: look at line ${firstBroken(lines)}`
}

/** Whether a text cannot become JSON by going on. */
function isBroken(text: string): boolean {
  try {
    JSON.parse(text)
    return false
  } catch (error) {
    const { message } = error as Error
    // A string that is open at the end of its line is broken there.
    return message.includes('control character') || (!message.includes('end of JSON input') && Number(/position (\d+)/.exec(message)?.[1] ?? 0) < text.trimEnd().length)
  }
}

/** The first line that breaks a text: parsers do not always tell a place, and no token of JSON spans lines. */
function firstBroken(lines: readonly string[]): number {
  let [low, high] = [1, lines.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBroken(`${lines.slice(0, middle).join('\n')}\n`)) high = middle
    else low = middle + 1
  }
  return low
}

/** Whether a value is an object with keys. */
export const isRecord = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value)

/** The deepest that a message nests: arguments are a few lists of words. Whatever walks a value by calling itself would break off at some thousands. */
export const MOST_NESTED = 64

/** Whether a JSON text nests deeper than a message may; one look at each character, before anything walks its value. */
export function nestsTooDeep(text: string): boolean {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH && quoted) at++
    else if (code === QUOTE) quoted = !quoted
    else if (!quoted && (code === BRACKET || code === BRACE) && ++depth > MOST_NESTED) return true
    else if (!quoted && (code === BRACKET + 2 || code === BRACE + 2)) depth--
  }
  return false
}

const [QUOTE, BACKSLASH, BRACKET, BRACE] = [34, 92, 91, 123]
