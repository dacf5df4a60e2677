// What a data file is to the rest of the connector, whatever its format: columns, and rows that come in batches.
import type { DataFile } from './bytes.ts'

/** A column as a format tells it. */
export interface SheetColumn {
  readonly name: string
  /** As the format declares it; undefined where it has to be inferred from values. */
  readonly type?: string
  readonly nn?: boolean
  readonly description?: string
  /** How many of all rows hold nothing, from 0 to 1, where the format says. */
  readonly nullRate?: number
}

/** One list of rows. */
export interface Sheet {
  /** Which list of the file it is, where a file holds several. */
  readonly member?: string
  readonly columns: readonly SheetColumn[]
  /** Whether every cell is text, so that numbers have to be recognised. */
  readonly text: boolean
  /** How many rows there are; not given when only the reading tells. */
  readonly rows?: number
  /** What should be known about the file, in words that follow its path. */
  readonly notes: readonly string[]
  /** Whether single columns can be read. */
  readonly projects: boolean
  /** All rows in batches, each as long as the columns that were asked for (all unless told). It ends where the file stops to make sense, and says so in `notes`. */
  read(wanted: Wanted): AsyncIterable<readonly (readonly unknown[])[]>
  /** Counts the rows of a text without reading cells, where that is cheaper. */
  count?(): Promise<number>
}

/** What is asked of a sheet. */
export interface Wanted {
  /** Places of columns in `columns`. */
  readonly columns: readonly number[]
  /** The most rows that will be used. */
  readonly rows: number
}

/** What a source was told about its files. */
export interface SheetOptions {
  readonly delimiter?: string
  readonly header?: boolean
  /** The columns that the catalogue knows, when rows are read by its records. */
  readonly known?: readonly string[]
}

/** A format of data files. */
export interface Format {
  readonly name: string
  readonly endings: readonly string[]
  /** The lists of rows in a file. Throws a BadFile when there is nothing to read. */
  open(file: DataFile, options: SheetOptions): Promise<readonly Sheet[]>
}

/** A file that cannot be read as what its name says; the message follows its path. */
export class BadFile extends Error {
  override readonly name = 'BadFile'
}

/** The most columns that are listed of one file. */
export const MOST_COLUMNS = 2000

/** The longest name of a column, in characters. */
const LONGEST_NAME = 200

/** Names that can be shown and told apart: no control characters, none empty, none twice, none endless. */
export function columnNames(raw: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return raw.slice(0, MOST_COLUMNS).map((name, at) => {
    const plain = name.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim().slice(0, LONGEST_NAME)
    return distinct(plain === '' ? `column_${at + 1}` : plain, seen)
  })
}

function distinct(name: string, seen: Map<string, number>): string {
  const times = (seen.get(name) ?? 0) + 1
  seen.set(name, times)
  return times === 1 ? name : distinct(`${name}_${times}`, seen)
}

/** A note when there are more columns than are listed. */
export const tooWide = (columns: number): string[] => (columns > MOST_COLUMNS ? [`has ${columns} columns, and the first ${MOST_COLUMNS} are listed`] : [])

/** All places of columns. */
export const allOf = (sheet: Sheet): number[] => sheet.columns.map((_, at) => at)
