// Texts compared by their lines.
import { editsBetween, linesOf } from '../delta/lines.ts'

/** The most lines of text that are told. */
const MOST_LINES = 8

/** A longer line is cut: the whole of it is in the patch. */
const LONGEST = 200

/** A text by the lines that went and came. */
export const textChanges = (old: string, now: string): string[] => {
  const lines = linesChanged('text changed', { old, now })
  return lines.length === 0 ? ['text changed: blank lines, blanks at the end of lines or line ends'] : lines
}

/** Two texts, and the lines that are told elsewhere. */
export interface Texts {
  readonly old: string
  readonly now: string
  readonly skip?: (line: string, side: 'old' | 'now') => boolean
}

/** The lines that went and came below a title; none when only blank lines and blanks at the end of lines did. */
export function linesChanged(title: string, { old, now, skip = () => false }: Texts): string[] {
  const [a, b] = [plainLines(old), plainLines(now)]
  const lines = editsBetween(a, b).flatMap(({ from, to, start, end }) =>
    signed(a.slice(from, to).filter((line) => !skip(line, 'old')), b.slice(start, end).filter((line) => !skip(line, 'now'))))
  if (lines.length === 0) return []
  const shown = lines.slice(0, MOST_LINES).map((line) => (line.length > LONGEST ? `${line.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, '')}…` : line))
  return [title, ...shown.map((line) => `  ${line}`), ...(lines.length > MOST_LINES ? [`  and ${lines.length - MOST_LINES} more lines`] : [])]
}

/** Lines that say something, without the blanks at their end. */
const plainLines = (text: string): string[] => linesOf(text).map((line) => line.trimEnd()).filter((line) => line !== '')

/** Lines that went and came. Where as many came as went, each pair is told by the words in which it differs. */
function signed(old: readonly string[], now: readonly string[]): string[] {
  const pairs = old.length === now.length ? old.map((line, i) => apart(line, now[i] as string)) : undefined
  return [...(pairs?.map(([line]) => line) ?? old).map((line) => `-${line}`), ...(pairs?.map(([, line]) => line) ?? now).map((line) => `+${line}`)]
}

/** Words left on each side of a difference, and characters where a word is very long. */
const AROUND = 2
const AROUND_LONG = 40

/** Two lines without the words that both begin and end with, a few of them apart. */
export function apart(old: string, now: string): [string, string] {
  const [a, b] = [old.split(' '), now.split(' ')]
  const { head, tail } = common(a, b)
  const [from, less] = [Math.max(0, head - AROUND), Math.max(0, tail - AROUND)]
  const part = (words: readonly string[]): string => `${from > 1 ? '…' : words.slice(0, from).join(' ')}${from === 1 ? ' ' : ''}${words.slice(from, words.length - less).join(' ')}${less > 1 ? '…' : less === 1 ? ` ${words.at(-1)}` : ''}`
  const [one, other] = [part(a), part(b)]
  return Math.max(one.length, other.length) > LONGEST ? lettersApart(one, other) : [one, other]
}

/** The same by characters. */
function lettersApart(old: string, now: string): [string, string] {
  const { head, tail } = common(old, now)
  const [from, less] = [Math.max(0, head - AROUND_LONG), Math.max(0, tail - AROUND_LONG)]
  const part = (text: string): string => `${from > 0 ? '…' : ''}${text.slice(from, text.length - less).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')}${less > 0 ? '…' : ''}`
  return [part(old), part(now)]
}

/** How many parts both begin and end with. */
function common(a: ArrayLike<string>, b: ArrayLike<string>): { head: number; tail: number } {
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head++
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  return { head, tail }
}
