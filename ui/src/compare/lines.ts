// Two texts as rows of lines: beside each other, or one below the other with signs.
import type { CompareFile } from '../../../src/studio/contract.ts'

/** One line on the page: numbers are lines of A and B from 1; `folded` stands for lines that are the same. */
export interface Row {
  readonly kind: 'same' | 'gone' | 'new' | 'pair' | 'folded'
  readonly a?: number
  readonly b?: number
  /** How many lines it stands for. */
  readonly folded?: number
}

/** Lines around a difference that are always shown. */
const AROUND = 3

/** Stretches that are shorter than this are not worth a fold. */
const WORTH = 4

/** The lines of a text, without their ends. */
export const linesIn = (text: string | null): string[] => (text === null || text === '' ? [] : text.replace(/\n$/, '').split('\n'))

/** All rows; `beside` puts what replaces a line next to it. Folds that were opened are named by their first line of A. */
export function rowsOf({ a, b, edits }: CompareFile, { beside, opened }: { beside: boolean; opened: ReadonlySet<number> }): Row[] {
  const [left, right] = [linesIn(a).length, linesIn(b).length]
  const rows: Row[] = []
  let [at, bt] = [0, 0]
  for (const [from, to, start, end] of [...edits, [left, left, right, right] as const]) {
    sameRows(rows, { a: at, b: bt, count: Math.min(from, left) - at, first: at === 0 && bt === 0, last: from >= left && start >= right, opened })
    rows.push(...(beside ? besideRows : belowRows)({ from, to: Math.min(to, left), start, end: Math.min(end, right) }))
    ;[at, bt] = [to, end]
  }
  return rows
}

function sameRows(rows: Row[], { a, b, count, first, last, opened }: { a: number; b: number; count: number; first: boolean; last: boolean; opened: ReadonlySet<number> }): void {
  const head = first ? 0 : AROUND
  const hidden = count - head - (last ? 0 : AROUND)
  for (let i = 0; i < count; i++) {
    if (hidden >= WORTH && i === head && !opened.has(a + i + 1)) {
      rows.push({ kind: 'folded', a: a + i + 1, b: b + i + 1, folded: hidden })
      i += hidden
    }
    if (i < count) rows.push({ kind: 'same', a: a + i + 1, b: b + i + 1 })
  }
}

interface Edit {
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
}

function belowRows({ from, to, start, end }: Edit): Row[] {
  return [...count(from, to).map((line): Row => ({ kind: 'gone', a: line })), ...count(start, end).map((line): Row => ({ kind: 'new', b: line }))]
}

function besideRows({ from, to, start, end }: Edit): Row[] {
  return count(0, Math.max(to - from, end - start)).map((line): Row => ({
    kind: from + line <= to && start + line <= end ? 'pair' : from + line <= to ? 'gone' : 'new', ...(from + line <= to ? { a: from + line } : {}), ...(start + line <= end ? { b: start + line } : {}),
  }))
}

/** Numbers of lines, from 1, of a half open stretch. */
const count = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i + 1)
