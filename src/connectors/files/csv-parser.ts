// Rows of delimited text (RFC 4180, read with patience): a quote inside an unquoted cell is a sign like others, line ends are of any kind.
import { LONGEST_ROW } from './text.ts'

/** Takes text in parts and gives the rows that are complete. Cells that are complete are not read again, so a row over many parts costs what it is long. */
export class CsvParser {
  readonly #delimiter: string
  #rest = ''
  /** The cells of the row that is not complete, and how many characters they took. */
  #row: string[] = []
  #taken = 0
  /** Whether a row was too long to be read, which ends the reading. */
  tooLong = false

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  /** The rows that are complete with this part. */
  feed(part: string): string[][] {
    if (this.tooLong) return []
    const text = this.#rest + part
    const { rows, row, begin, end } = rowsIn(text, this.#delimiter, { last: false, row: this.#row })
    this.#taken = begin > 0 ? end - begin : this.#taken + end
    this.#row = row
    this.#rest = text.slice(end)
    if (this.#taken + this.#rest.length > LONGEST_ROW) {
      this.tooLong = true
      this.#rest = ''
      this.#row = []
    }
    return rows
  }

  /** The row that no line end follows. */
  finish(): string[][] {
    return this.#rest === '' && this.#row.length === 0 ? [] : rowsIn(this.#rest, this.#delimiter, { last: true, row: this.#row }).rows
  }
}

/** At most so many rows of a text; what is incomplete at its end is left out. */
export function parseAll(text: string, delimiter: string, most: number): string[][] {
  const { rows } = rowsIn(text, delimiter, { last: false, most })
  return rows.length > 0 ? rows : rowsIn(text, delimiter, { last: true, most }).rows
}

interface Reading {
  /** Whether nothing follows the text. */
  readonly last: boolean
  /** Cells of the row that goes on with this text. */
  readonly row?: string[]
  readonly most?: number
}

/** Rows of a text; then the cells of the row that goes on, where it begins and where its next cell does. Empty lines are no rows. */
function rowsIn(text: string, delimiter: string, { last, row: before = [], most = Infinity }: Reading): { rows: string[][]; row: string[]; begin: number; end: number } {
  const rows: string[][] = []
  let row = before
  let begin = 0
  let at = 0
  while (at <= text.length && rows.length < most) {
    const cell = text[at] === '"' ? quoted(text, at, delimiter) : bare(text, at, delimiter)
    if (cell.end >= text.length && !last) break
    // A carriage return at the end of a part may be followed by its line feed in the next.
    if (text[cell.end] === '\r' && cell.end + 1 >= text.length && !last) break
    row.push(cell.value)
    at = cell.end + 1
    if (text[cell.end] === delimiter && cell.end < text.length) continue
    if (text[cell.end] === '\r' && text[at] === '\n') at++
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
    begin = at
    if (at >= text.length) break
  }
  return { rows, row, begin: Math.min(begin, text.length), end: Math.min(at, text.length) }
}

interface Cell {
  readonly value: string
  readonly end: number
}

function bare(text: string, from: number, delimiter: string): Cell {
  let at = from
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++
  return { value: text.slice(from, at), end: at }
}

function quoted(text: string, from: number, delimiter: string): Cell {
  let value = ''
  let at = from + 1
  for (;;) {
    const close = text.indexOf('"', at)
    if (close < 0) return { value: value + text.slice(at), end: text.length }
    value += text.slice(at, close)
    if (text[close + 1] !== '"') return after(text, close + 1, { delimiter, value })
    value += '"'
    at = close + 2
  }
}

/** What stands between the closing quote and the end of the cell belongs to it. */
function after(text: string, from: number, { delimiter, value }: { delimiter: string; value: string }): Cell {
  const { value: more, end } = bare(text, from, delimiter)
  return { value: value + more, end }
}
