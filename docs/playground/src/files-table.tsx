// Every file with its level, sorted by whatever one looks for.
import { useMemo, useState } from 'preact/hooks'
import type { Level } from '../../../src/core/level.ts'
import { counted } from './limits.ts'
import type { Row } from './messages.ts'

const HEIGHTS: readonly Level[] = ['none', 'line', 'shape', 'detail', 'code', 'full']
const WORDS: Readonly<Record<Level, string>> = { none: 'left out', line: 'one line', shape: 'signatures', detail: 'signatures and docs', code: 'code without long docs', full: 'everything' }
const STEP = 200

const COLUMNS: readonly { readonly key: string; readonly title: string; readonly of: (row: Row) => number | string }[] = [
  { key: 'path', title: 'File', of: ({ path }) => path },
  { key: 'level', title: 'Level', of: ({ level }) => HEIGHTS.indexOf(level) },
  { key: 'shown', title: 'Shown', of: ({ shown }) => shown },
  { key: 'whole', title: 'Whole', of: ({ whole }) => whole },
]

/** The table of files; numbers are tokens. */
export function FilesTable({ rows }: { rows: readonly Row[] }) {
  const [order, setOrder] = useState({ key: 'shown', down: true })
  const [most, setMost] = useState(STEP)
  const sorted = useMemo(() => sortedBy(rows, order), [rows, order])
  const turn = (key: string): void => setOrder({ key, down: order.key === key ? !order.down : key !== 'path' })
  return (
    <div class="files">
      <div class="scroll" tabIndex={0} role="region" aria-label="Files and their levels">
        <table data-testid="files">
          <thead><tr>{COLUMNS.map(({ key, title }) => <th key={key} scope="col" aria-sort={order.key === key ? (order.down ? 'descending' : 'ascending') : 'none'}><button type="button" onClick={() => turn(key)}>{title}{order.key === key ? (order.down ? ' ↓' : ' ↑') : ''}</button></th>)}</tr></thead>
          <tbody>{sorted.slice(0, most).map((row) => <FileRow key={row.path} row={row} />)}</tbody>
        </table>
      </div>
      {sorted.length > most && <button type="button" onClick={() => setMost(most + 5 * STEP)}>Show more: {counted(sorted.length - most)} files are not in the table yet</button>}
    </div>
  )
}

function FileRow({ row: { path, level, shown, whole, stub } }: { row: Row }) {
  return (
    <tr>
      <th scope="row">{path}</th>
      <td><span class={`level level-${level}`}>{level}</span> <span class="quiet">{stub ?? WORDS[level]}</span></td>
      <td class="number">{counted(shown)}</td>
      <td class="number">{counted(whole)}</td>
    </tr>
  )
}

function sortedBy(rows: readonly Row[], { key, down }: { key: string; down: boolean }): Row[] {
  const { of } = COLUMNS.find((column) => column.key === key) ?? COLUMNS[0] as (typeof COLUMNS)[number]
  const compare = (a: Row, b: Row): number => (of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : a.path < b.path ? -1 : 1)
  return rows.toSorted(down ? (a, b) => compare(b, a) : compare)
}
