// A remark beside a value says that it may be shown: `fovea:allow`, or `gitleaks:allow`, which other tools know too, on its line or alone on the line before.

const REMARK = /(?<![\w:-])(?:fovea|gitleaks):allow(?![\w-])/g
/** What begins a remark, behind code or in front of it; the rest only at the beginning of a line. */
const SIGN = /(?<=^|[\s"'`;,()[\]{}>])(?:\/\/|#|--|;|\/\*|<!--|\{-|\(\*)/y
const FIRST = /^\s*(?:\/\/|#|--|;|\/?\*|<!--|%|\{-|\(\*|["'](?=[^"']*$)|rem\b)/i
/** A line with more than this before or behind a value is no line that somebody wrote: no remark speaks for all of it. */
const NEAR = 500

/** Where a value stands. */
export interface Place {
  readonly start: number
  readonly end: number
}

/** Whether the value at a place is allowed. */
export function isAllowedAt(text: string, { start, end }: Place): boolean {
  const before = text.slice(Math.max(0, start - NEAR - 1), start)
  const behind = text.slice(end, end + NEAR + 1)
  const from = start - before.length + before.lastIndexOf('\n') + 1
  const to = behind.includes('\n') ? end + behind.indexOf('\n') : end + behind.length
  if (start - from > NEAR || to - end > NEAR) return false
  const line = text.slice(from, to)
  if (remarksIn(line, signsIn(line)).some((at) => from + at < start || from + at >= end)) return true
  // A remark behind a value of its own speaks of that one.
  const above = from === 0 ? '' : lineBefore(text, from)
  const sign = FIRST.exec(above)
  return sign !== null && remarksIn(above, [sign[0].length]).length > 0
}

/** The line that ends before a place, when it is not too long to be a remark. */
function lineBefore(text: string, from: number): string {
  const near = text.slice(Math.max(0, from - NEAR - 1), from - 1)
  return near.length >= NEAR && !near.includes('\n') ? '' : near.slice(near.lastIndexOf('\n') + 1)
}

/** Where permissions stand in a line: behind a sign for remarks that is not inside a text in quotes, with no quote between. */
const remarksIn = (line: string, signs: readonly number[]): number[] =>
  [...line.matchAll(REMARK)].map(({ index }) => index).filter((at) => signs.some((sign) => sign <= at && !/["'`]/.test(line.slice(sign, at))))

/** Where remarks can begin in a line, behind their signs. */
function signsIn(line: string): number[] {
  const found: number[] = []
  for (let at = 0; at < line.length; at++) {
    if (isQuote(line[at] as string)) at = Math.max(at, closing(line, at))
    SIGN.lastIndex = at
    const sign = SIGN.exec(line)?.[0]
    if (sign !== undefined) found.push(at + sign.length)
  }
  return found
}

const isQuote = (letter: string): boolean => letter === '"' || letter === "'" || letter === '`'

/** Where a text in quotes ends; 0 when it does not on this line. */
function closing(line: string, from: number): number {
  for (let at = from + 1; at < line.length; at++) {
    if (line[at] === '\\') at++
    else if (line[at] === line[from]) return at
  }
  return 0
}
