import type { OutlineItem } from '../../core/outline.ts'
import { lineStarts } from '../span.ts'
import { bracketed } from './brackets.ts'
import { indented } from './indents.ts'
import type { Found, Speech } from './speech.ts'
import { SPEECHES } from './tables/index.ts'

/** Longer texts have no outline, as they have no syntax tree. */
const LONGEST = 2_000_000

/** The outline of a text in a language; empty for languages without a table. */
export function outlineOf(language: string, text: string): readonly OutlineItem[] {
  const speech = SPEECHES.get(language)
  return speech === undefined || text.length > LONGEST ? [] : inLines(text, foundIn(text, speech))
}

const foundIn = (text: string, speech: Speech): readonly Found[] => ('indents' in speech ? indented(text, speech) : bracketed(text, speech))

/** Offsets as lines. Starts rise, so one walk over the newlines serves them; ends are looked up among the newlines that were seen. */
function inLines(text: string, found: readonly Found[]): OutlineItem[] {
  const starts = lineStarts(text)
  return found.map(({ kind, name, start, end, depth }) => ({ kind, name, line: lineOf(starts, start), end: lineOf(starts, Math.max(start, end - 1)), depth }))
}

/** The number of the last line that begins at or before an offset, from 1. */
function lineOf(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] as number) <= offset) low = middle
    else high = middle
  }
  return low + 1
}
