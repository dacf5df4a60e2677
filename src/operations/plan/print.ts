// Rows for people and for programs.
import type { Table, Value } from '../../catalog/ports.ts'
import { jsonLine, plainJson, visible } from '../../workspace/index.ts'

/** How rows can be written. */
export const ROW_FORMATS = ['table', 'json', 'csv', 'jsonl'] as const
export type RowFormat = (typeof ROW_FORMATS)[number]

/** Rows in a format, in parts. */
export function* printed({ columns, rows }: Table, format: RowFormat): Iterable<string> {
  if (format === 'json') yield `${plainJson(JSON.stringify(rows.map((row) => recordOf(columns, row)), undefined, 2))}\n`
  else if (format === 'jsonl') for (const row of rows) yield `${jsonLine(recordOf(columns, row))}\n`
  else if (format === 'csv') for (const row of [columns, ...rows]) yield `${row.map(csvCell).join(',')}\n`
  else yield* aligned(columns, rows)
}

/** A row by the names of its columns. Whole numbers that JSON cannot hold are texts. */
const recordOf = (columns: readonly string[], row: readonly Value[]): Record<string, unknown> => Object.fromEntries(columns.map((name, at) => [name, plain(row[at] ?? null)]))

/** The values of JSON: a bigint and what is not finite are texts. */
export const plain = (value: Value): null | boolean | number | string => (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value)) ? String(value) : value)

/** A cell that could be taken for more than itself stands in quotes; null is nothing, an empty text is "". */
function csvCell(value: Value): string {
  if (value === null) return ''
  const text = String(value)
  return typeof value === 'string' && (text === '' || /[",\r\n]|^\s|\s$/.test(text)) ? `"${text.replaceAll('"', '""')}"` : text
}

const WIDEST = 60

function* aligned(columns: readonly string[], rows: Table['rows']): Iterable<string> {
  const cells = [columns.map(shown), ...rows.map((row) => row.map(shown))]
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => (row[at] as string).length)))
  const right = columns.map((_, at) => rows.some((row) => row[at] !== null) && rows.every((row) => row[at] === null || typeof row[at] === 'number' || typeof row[at] === 'bigint'))
  for (const row of cells) yield `${row.map((cell, at) => (right[at] ? cell.padStart(widths[at] as number) : cell.padEnd(widths[at] as number))).join('  ').trimEnd()}\n`
}

/** A value in one line of a terminal. */
function shown(value: Value): string {
  const text = value === null ? '' : visible(String(value)).replaceAll(/[\t\r\n]+/g, ' ')
  return text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text
}
