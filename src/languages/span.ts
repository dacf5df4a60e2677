// Places in a text. A byte order mark counts as the end of a line before the first one, so that no form ever carries it.

/** A stretch of text. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A stretch of text that is replaced when it is written. */
export interface Cut extends Span {
  readonly with: string
}

/** A part of a text and what is replaced in it. */
export interface Stretch {
  readonly from: number
  readonly to: number
  readonly cuts: readonly Cut[]
}

/** Where the lines of a text begin. By itself, because most of what is done with lines is in this loop. */
export function lineStarts(text: string): number[] {
  const starts = [0]
  for (let next = text.indexOf('\n'); next >= 0; next = text.indexOf('\n', next + 1)) starts.push(next + 1)
  return starts
}

/** Where the line of a position begins. */
export function lineStart(text: string, at: number): number {
  const start = text.lastIndexOf('\n', at - 1) + 1
  return start === 0 && text.charCodeAt(0) === 0xfeff ? Math.min(1, at) : start
}

/** Where the line of a position ends, its newline included. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end + 1
}

// Only the white space around a position is looked at: many positions may share one endless line.

/** The start of the line when only white space stands before the position, else the position itself. */
export function fromLineStart(text: string, at: number): number {
  let start = at
  while (start > 0 && text[start - 1] !== '\n' && isBlank(text, start - 1, start)) start--
  if (start > 0 && text[start - 1] !== '\n') return at
  return start === 0 && text.charCodeAt(0) === 0xfeff ? Math.min(1, at) : start
}

/** The end of the line when only white space follows the position, else the position itself. */
export function toLineEnd(text: string, at: number): number {
  let end = at
  while (end < text.length && text[end] !== '\n' && isBlank(text, end, end + 1)) end++
  return end >= text.length ? text.length : text[end] === '\n' ? end + 1 : at
}

/** The end of a definition with the semicolon, comma or other sign that closes it. */
export function closing(text: string, end: number, signs = ';,'): number {
  const stop = text[end - 1] === '\n' ? end - 1 : end
  let at = stop
  while (at < stop + 20 && (text[at] === ' ' || text[at] === '\t')) at++
  const closes = at < text.length && signs.includes(text[at] as string) && !text.startsWith(';;', at)
  return closes ? at + 1 : stop
}

/** Where the text before a position ends: an indented block may reach to the line below it. */
export function withoutSpace(text: string, end: number): number {
  let at = end
  while (at > 0 && isBlank(text, at - 1, at)) at--
  return at
}

/** Whether nothing but white space stands in a stretch. */
export function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code > 32 && code !== 0xfeff && code !== 0xa0) return false
  }
  return true
}

/** Whether an empty line stands in a stretch of white space. */
export const hasBlankLine = (text: string, from: number, to: number): boolean => /\n[ \t\r\f]*\n/.test(text.slice(from, to))

/** The white space at the start of the line of a position. */
export function indentAt(text: string, at: number): string {
  const start = lineStart(text, at)
  let end = start
  while (text[end] === ' ' || text[end] === '\t') end++
  return text.slice(start, end)
}

/** A stretch with its cuts applied. Cuts must be in order; one that begins inside an earlier one is ignored. */
export function render(text: string, { from, to, cuts }: Stretch): string {
  let out = ''
  let at = from
  for (let i = 0; i < cuts.length; i++) {
    const cut = cuts[i] as Cut
    if (cut.start < at || cut.end > to) continue
    out += text.slice(at, cut.start) + cut.with
    at = cut.end
  }
  return out + text.slice(at, to)
}

/** Whole lines: no carriage returns, no blank lines at the edges, one newline at the end. Empty stays empty. */
export function asLines(text: string): string {
  const plain = text.includes('\r') ? text.replaceAll('\r', '') : text
  const lines = (beginsBlank(plain) ? plain.replace(/^(?:[ \t\f]*\n)+/, '') : plain).trimEnd()
  return lines === '' ? '' : `${lines}\n`
}

/** Whether the first line of a text is blank. */
function beginsBlank(text: string): boolean {
  let at = 0
  while (text[at] === ' ' || text[at] === '\t' || text[at] === '\f') at++
  return text[at] === '\n'
}

/** Cuts in the order of the text. */
export const inOrder = (cuts: readonly Cut[]): readonly Cut[] => [...cuts].sort((a, b) => a.start - b.start || b.end - a.end)
