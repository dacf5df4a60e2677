// How a text of rows is written: what stands between cells, and whether the first row names them.
import { typeOfText } from './cells.ts'
import { parseAll } from './csv-parser.ts'

const DELIMITERS = [',', '\t', ';', '|'] as const

/** Rows that are looked at to tell. */
const LOOKED_AT = 50

/** The sign between cells: the one that gives the most rows of the same width above one. */
export function delimiterOf(head: string, path: string): string {
  const scored = DELIMITERS.map((sign) => ({ sign, score: scoreOf(parseAll(head, sign, LOOKED_AT)) }))
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a))
  return best.score > 0 ? best.sign : /\.(?:tsv|tab)$/i.test(path) ? '\t' : ','
}

function scoreOf(rows: readonly (readonly string[])[]): number {
  const widths = new Map<number, number>()
  for (const { length } of rows) widths.set(length, (widths.get(length) ?? 0) + 1)
  const [width = 0, times = 0] = [...widths].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? []
  return width < 2 ? 0 : (times / rows.length) * (1 + Math.min(width, 50) / 100)
}

/** Whether the first row names the columns: its cells are told apart from what stands below them by their types. */
export function hasHeader(rows: readonly (readonly string[])[]): boolean {
  const [first = [], ...below] = rows
  if (below.length === 0) return first.every((cell) => typeOfText(cell) === 'string')
  if (isSeries(first)) return true
  const votes = first.map((cell, at) => vote(cell, below.map((row) => row[at] ?? '')))
  return votes.reduce((sum, one) => sum + one, 0) >= 0
}

/** +1 where a name stands above typed cells, -1 where the cell is one of them. */
function vote(cell: string, below: readonly string[]): number {
  const types = new Set(below.filter((one) => one !== '').map(typeOfText))
  const numeric = [...types].every((type) => type === 'integer' || type === 'number')
  if (types.size === 0 || types.has('string') || (types.size > 1 && !numeric)) return 0
  const type = typeOfText(cell)
  if (type === 'string') return 1
  return types.has(type) || (numeric && (type === 'integer' || type === 'number')) ? -1 : 0
}

/** Years or numbers that rise one by one after the first cells are names too: `country,1990,1991`. */
function isSeries(first: readonly string[]): boolean {
  const numbers = first.filter((cell) => typeOfText(cell) === 'integer').map(Number)
  return numbers.length > 2 && first.some((cell) => typeOfText(cell) === 'string') && numbers.every((one, at) => at === 0 || one > (numbers[at - 1] ?? 0))
}
