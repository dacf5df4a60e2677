// Golden results: what a plan gave once, kept to be compared. A row is a line, so that a difference is one too.
import type { Table, Value } from '../catalog/ports.ts'
import { isRecord } from '../core/json.ts'
import { isSorted } from './advise.ts'
import { type Plan, stepOf } from './step.ts'
import { keyOf } from './value.ts'

type Plain = null | boolean | number | string

/** JSON has no whole numbers beyond 2^53: they are texts there. */
const plain = (value: Value): Plain => (typeof value === 'bigint' ? String(value) : typeof value === 'number' && !Number.isFinite(value) ? String(value) : value)

/** A result as JSON with a line for each row. */
export const goldenText = ({ columns, rows }: Table): string => `{"columns": ${JSON.stringify(columns)}, "rows": [\n${rows.map((row) => `  ${JSON.stringify(row.map(plain))}`).join(',\n')}\n]}\n`

/** Whether the rows of a plan have an order that counts. */
export function isOrderedPlan(plan: Plan): boolean {
  const output = stepOf(plan, plan.output)
  return output.op === 'sort' || isSorted(output, plan)
}

/** What is different from a golden text, in a few lines; none when they are the same. Without an order rows are compared as a heap. */
export function goldenDifferences(text: string, table: Table, ordered: boolean): string[] {
  const golden = goldenFrom(text)
  if (golden === undefined) return ['the golden file is not a result of a plan: remove it to write it again']
  if (golden.columns.join('\0') !== table.columns.join('\0')) return [`the columns were ${golden.columns.join(', ')} and are ${table.columns.join(', ')}`]
  const [before, after] = [golden.rows, table.rows.map((row) => row.map(plain))].map((rows) => (ordered ? rows : rows.toSorted((a, b) => (keyFor(a) < keyFor(b) ? -1 : 1)))) as [Plain[][], Plain[][]]
  const counts = before.length === after.length ? [] : [`there were ${before.length} rows and there are ${after.length}`]
  const changed = before.flatMap((row, at) => (at < after.length && !same(row, after[at] as Plain[]) ? [`row ${at + 1} was ${JSON.stringify(row)} and is ${JSON.stringify(after[at])}`] : []))
  return [...counts, ...changed.slice(0, 5), ...(changed.length > 5 ? [`and ${changed.length - 5} more rows`] : [])]
}

function goldenFrom(text: string): { columns: string[]; rows: Plain[][] } | undefined {
  try {
    const data: unknown = JSON.parse(text)
    return isRecord(data) && Array.isArray(data['columns']) && Array.isArray(data['rows']) && data['rows'].every(Array.isArray) ? (data as { columns: string[]; rows: Plain[][] }) : undefined
  } catch {
    return undefined
  }
}

const keyFor = (row: readonly Plain[]): string => row.map((value) => (typeof value === 'number' && !Number.isInteger(value) ? value.toPrecision(9) : keyOf(value))).join('\u0001')

/** Numbers may differ in the last digits: sums depend on the order of their parts. */
const same = (a: readonly Plain[], b: readonly Plain[]): boolean => a.length === b.length && a.every((value, at) => value === b[at] || (typeof value === 'number' && typeof b[at] === 'number' && Math.abs(value - b[at]) <= 1e-9 * Math.max(1, Math.abs(value))))
