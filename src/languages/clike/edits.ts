// What is hidden from a grammar is replaced by blanks or by words that it knows, every character in its place.
import type { Span } from '../span.ts'

/** A replacement; what it leaves of its stretch becomes blank. */
export interface Edit extends Span {
  readonly with: string
}

/** Hides a stretch. */
export const blank = (start: number, end: number): Edit => ({ start, end, with: '' })

/** The text with its edits; one that begins inside an earlier one is ignored. Line ends stay where they are. */
export function edited(text: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end, with: word } of [...edits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at) continue
    parts.push(text.slice(at, start), word, text.slice(start + word.length, end).replace(/[^\n]/g, ' '))
    at = end
  }
  return parts.join('') + text.slice(at)
}
