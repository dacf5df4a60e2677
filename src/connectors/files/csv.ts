// CSV and TSV: text of rows whose cells are all text.
import type { DataFile } from './bytes.ts'
import { CsvParser, parseAll } from './csv-parser.ts'
import { delimiterOf, hasHeader } from './dialect.ts'
import { BadFile, columnNames, tooWide, type Format, type Sheet, type SheetOptions, type Wanted } from './sheet.ts'
import { encodingOf, headOf, LONGEST_ROW, textNotes, textOf, type TextWatch } from './text.ts'

/** Characters that tell how the text is written. */
const HEAD = 64 * 1024

interface Dialect {
  readonly delimiter: string
  readonly header: boolean
  readonly names: readonly string[]
  readonly width: number
}

/** Delimited text, with or without names in its first row. */
export const csv: Format = { name: 'csv', endings: ['csv', 'tsv', 'tab'], open: async (file, options) => [sheetOf(file, await dialectOf(file, options))] }

async function dialectOf(file: DataFile, { delimiter: told, header: said }: SheetOptions): Promise<Dialect> {
  const { text } = await headOf(file, HEAD)
  const delimiter = told ?? delimiterOf(text, file.path)
  const first = await firstRow(file, delimiter)
  if (first === undefined) throw new BadFile(file.size === 0 ? 'is empty' : `has no row that ends within ${LONGEST_ROW / 1024 / 1024} MB`)
  const header = said ?? hasHeader([first, ...parseAll(text, delimiter, 50).slice(1)])
  return { delimiter, header, width: first.length, names: columnNames(header ? first : first.map((_, at) => `column_${at + 1}`)) }
}

/** The first row, however far it goes. */
async function firstRow(file: DataFile, delimiter: string): Promise<string[] | undefined> {
  const parser = new CsvParser(delimiter)
  for await (const part of textOf(file)) {
    const [row] = parser.feed(part)
    if (row !== undefined || parser.tooLong) return row
  }
  return parser.finish()[0]
}

function sheetOf(file: DataFile, dialect: Dialect): Sheet {
  const notes = [...tooWide(dialect.width)]
  return {
    columns: dialect.names.map((name) => ({ name })), text: true, notes, projects: false,
    read: (wanted) => read(file, dialect, { wanted, notes }),
    count: () => countRows(file, dialect.header),
  }
}

interface Reading {
  readonly wanted: Wanted
  readonly notes: string[]
}

async function* read(file: DataFile, dialect: Dialect, { wanted, notes }: Reading): AsyncIterable<string[][]> {
  const parser = new CsvParser(dialect.delimiter)
  const watch: TextWatch = { broken: false }
  const ragged = { first: 0, times: 0, seen: 0 }
  let skip = dialect.header ? 1 : 0
  try {
    for await (const part of inRows(file, parser, watch)) {
      const rows = skip > 0 ? part.slice(skip) : part
      if (part.length > 0) skip = 0
      noteWidths(part, dialect.width, ragged)
      yield rows.map((row) => wanted.columns.map((at) => row[at] ?? ''))
    }
  } finally {
    tell(notes, [...textNotes(watch), ...raggedNotes(ragged, dialect.width), ...(parser.tooLong ? [`was read up to a row of more than ${LONGEST_ROW / 1024 / 1024} MB; perhaps a quote there is never closed`] : [])])
  }
}

async function* inRows(file: DataFile, parser: CsvParser, watch: TextWatch): AsyncIterable<string[][]> {
  for await (const part of textOf(file, watch)) {
    yield parser.feed(part)
    if (parser.tooLong) return
  }
  yield parser.finish()
}

interface Ragged {
  first: number
  times: number
  seen: number
}

function noteWidths(rows: readonly (readonly string[])[], width: number, ragged: Ragged): void {
  for (const { length } of rows) {
    ragged.seen++
    if (length === width) continue
    ragged.times++
    if (ragged.first === 0) ragged.first = ragged.seen
  }
}

const raggedNotes = ({ first, times }: Ragged, width: number): string[] =>
  times === 0 ? [] : [`has ${times} ${times === 1 ? 'row' : 'rows'} with more or fewer cells than its ${width} columns, the first of them row ${first}; what is missing is read as empty, what is too much is left out`]

/** Adds notes that are not there yet: a sheet may be read more than once. */
function tell(notes: string[], more: readonly string[]): void {
  for (const note of more) if (!notes.includes(note)) notes.push(note)
}

const QUOTE = 34
const LINE = 10
const RETURN = 13

/** Rows by their line ends outside of quotes, without the names. It looks at bytes only, so it is several times cheaper than reading cells. */
async function countRows(file: DataFile, header: boolean): Promise<number> {
  const state = { rows: 0, inside: false, filled: false }
  const utf16 = encodingOf(await file.slice(0, 2)) !== 'utf-8'
  for await (const chunk of file.chunks()) countIn(utf16 ? chunk.filter((byte) => byte !== 0) : chunk, state)
  return Math.max(0, state.rows + (state.filled ? 1 : 0) - (header ? 1 : 0))
}

function countIn(chunk: Uint8Array, state: { rows: number; inside: boolean; filled: boolean }): void {
  for (const byte of chunk) {
    if (byte === QUOTE) state.inside = !state.inside
    const ends = !state.inside && (byte === LINE || byte === RETURN)
    if (!ends) state.filled = true
    else if (state.filled) {
      state.rows++
      state.filled = false
    }
  }
}
