import { type Kind, sample } from './kind.ts'
import { severityOf } from './severity.ts'
import { lower } from './weights.ts'

/** A line that only separates. Two patterns, each of one pass. */
const isRuler = (line: string): boolean => /[-=]{3}/.test(line) && /^[\s+|:=-]+$/.test(line)
/** Rows at the beginning. */
const FIRST = 3
/** So many of the rows must have the same number of columns. */
const REGULAR = 0.7

/** Rows of columns: the head, the first and the last rows, those that tell of trouble, then the others. */
export const table: Kind = {
  name: 'table',
  unit: 'rows',
  confidence: (sheet) => {
    const rows = sample(sheet).filter((line) => line.trim() !== '' && !isRuler(line))
    if (rows.length < 4) return 0
    const counts = rows.map(columnsIn)
    const usual = mode(counts)
    const regular = counts.filter((columns) => columns === usual).length / counts.length
    return usual < 2 || regular < REGULAR ? 0 : regular * 0.78
  },
  weigh: ({ lines }) => {
    const weights = new Uint8Array(lines.length).fill(7)
    const ruler = lines.findIndex(isRuler)
    const head = ruler >= 0 && ruler < 4 ? ruler + 1 : 1
    for (const [i, line] of lines.entries()) {
      if (i < head) lower(weights, i, 0)
      else if (i < head + FIRST || i >= lines.length - 2) lower(weights, i, 1)
      else if (severityOf(line) === 2) lower(weights, i, 2)
    }
    return weights
  },
}

/** Columns by bars, tabs, commas or runs of spaces, whichever the line has. */
function columnsIn(line: string): number {
  const start = line.slice(0, 600).trim()
  if (start.includes('|')) return start.replace(/^\||\|$/g, '').split('|').length
  if (start.includes('\t')) return start.split('\t').length
  const wide = start.split(/ {2,}/).length
  return wide > 1 ? wide : start.split(',').length
}

function mode(numbers: readonly number[]): number {
  const times = new Map<number, number>()
  for (const number of numbers) times.set(number, (times.get(number) ?? 0) + 1)
  return [...times].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0] as [number, number])[0]
}
