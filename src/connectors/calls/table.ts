// JSON that was answered as a table: rows by the path to them, cells by the dotted names of columns.
import { type Limits, SourceDown, type Table, type Value } from '../../catalog/ports.ts'
import type { Column } from '../../catalog/record.ts'
import { isTree, member, nameOf } from '../schema/tree.ts'
import { jsonText, valueOf } from '../files/cells.ts'

const MOST_COLUMNS = 200

/** What the columns of an answer are called and where they are. */
export interface Layout {
  /** The names that lead to the rows. */
  readonly path: readonly string[]
  readonly columns: readonly Pick<Column, 'name' | 'type'>[]
  /** How a message calls what answered. */
  readonly shown: string
}

/** The rows of an answer, as many as the limits allow. */
export function tableOf(answer: unknown, layout: Layout, limits: Limits): Table {
  const found = rowsIn(answer, layout)
  const columns = layout.columns.length > 0 ? layout.columns : seenIn(found)
  const rows: Value[][] = []
  let bytes = 0
  for (const row of found) {
    if (rows.length >= limits.rows) return { columns: columns.map(({ name }) => name), rows, cut: 'rows' }
    const cells = columns.map(({ name, type }) => valueOf(name === 'value' && !isTree(row) ? row : cellAt(row, name), type === 'date-time' ? 'timestamptz' : type))
    bytes += cells.reduce<number>((total, cell) => total + (typeof cell === 'string' ? cell.length : 8), 0)
    if (bytes > limits.bytes) return { columns: columns.map(({ name }) => name), rows, cut: 'bytes' }
    rows.push(cells)
  }
  return { columns: columns.map(({ name }) => name), rows }
}

function rowsIn(answer: unknown, { path, shown }: Layout): readonly unknown[] {
  const at = path.reduce<unknown>((inner, name) => member(inner, name), answer)
  if (at === undefined && path.length > 0) throw new SourceDown(`${shown} answered without "${path.join('.')}", where its rows should be: scan the source again`)
  return at === null || at === undefined ? [] : Array.isArray(at) ? at : [at]
}

/** Columns of rows that nobody described: the names that they have. */
function seenIn(rows: readonly unknown[]): Layout['columns'] {
  const names = new Set(rows.slice(0, 1000).flatMap((row) => (isTree(row) ? Object.keys(row).flatMap((key) => nameOf(key) ?? []) : ['value'])))
  return [...names].slice(0, MOST_COLUMNS).map((name) => ({ name, type: 'any' }))
}

/** A cell by its dotted name: `owner.login`, `cast[].id`. A member that has the whole name itself goes first. */
function cellAt(row: unknown, name: string): unknown {
  const own = member(row, name)
  if (own !== undefined) return own
  for (let dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
    const [head, rest] = [name.slice(0, dot), name.slice(dot + 1)]
    const inner = member(row, head.replace(/\[\]$/, ''))
    if (inner !== undefined) return head.endsWith('[]') ? listed(inner, rest) : cellAt(inner, rest)
  }
  return undefined
}

const listed = (list: unknown, name: string): unknown => (Array.isArray(list) ? jsonText(list.map((one) => cellAt(one, name) ?? null)) : undefined)
