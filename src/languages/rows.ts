// Rows of data: groups of them can be asked for, and the first ones are examples.
import type { Tile } from '../core/block.ts'
import { leaf } from './leaf.ts'
import type { Span } from './span.ts'

const ROWS_PER_TILE = 50
const SAMPLES = 2
const LONGEST_SAMPLE = 200

/** Groups of rows; the first one gives examples at `detail`. */
export function rowTiles(text: string, rows: readonly Span[]): Tile[] {
  const tiles: Tile[] = []
  for (let i = 0; i < rows.length; i += ROWS_PER_TILE) {
    const group = rows.slice(i, i + ROWS_PER_TILE)
    const samples = i === 0 ? group.slice(0, SAMPLES).map((row) => sample(text, row)).join('') : ''
    const place = { kind: 'entry', name: `rows ${i + 1}-${i + group.length}`, start: group[0]?.start ?? 0, end: group.at(-1)?.end ?? 0 } as const
    tiles.push(leaf(text, place, { detail: samples, shape: '' }))
  }
  return tiles
}

/** A row on one line; line ends inside it are blanks. */
function sample(text: string, { start, end }: Span): string {
  const row = text.slice(start, Math.min(end, start + LONGEST_SAMPLE)).replaceAll(/[\r\n]+/g, ' ').trim()
  return `${row}${end - start > LONGEST_SAMPLE ? '…' : ''}\n`
}
