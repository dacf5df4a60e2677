// Rows as text, for the clipboard: as `fovea plan run --format csv` and `--format json` write them.
import type { PlanRows } from '../../../src/studio/contract/catalog.ts'

/** A cell that could be taken for more than itself stands in quotes; null is nothing, an empty text is "". */
function csvCell(value: string | number | boolean | null): string {
  if (value === null) return ''
  const text = String(value)
  return typeof value === 'string' && (text === '' || /[",\r\n]|^\s|\s$/.test(text)) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Comma-separated, with the names first. */
export const csvOf = ({ columns, rows }: Pick<PlanRows, 'columns' | 'rows'>): string => [columns, ...rows].map((row) => `${row.map(csvCell).join(',')}\n`).join('')

/** A list of objects. */
export const jsonOf = ({ columns, rows }: Pick<PlanRows, 'columns' | 'rows'>): string => `${JSON.stringify(rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null]))), undefined, 2)}\n`
