// Which rows of a long list are in sight. Pure, so that forty thousand files cost what thirty do.

/** Rows that are drawn above and below what is in sight, so that scrolling shows no gaps. */
const BEYOND = 8

/** What a list looks like now, in pixels. */
export interface Sight {
  readonly top: number
  readonly height: number
  readonly row: number
}

/** Places of the rows to draw: those in sight, and one that must not vanish, because it is looked at and may have the focus. */
export function rowsIn({ top, height, row }: Sight, count: number, kept: number): number[] {
  const first = Math.max(0, Math.min(count, Math.floor(top / row)) - BEYOND)
  const end = Math.min(count, Math.ceil((top + height) / row) + BEYOND)
  const rows = Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i)
  if (kept < 0 || kept >= count || (kept >= first && kept < end)) return rows
  return kept < first ? [kept, ...rows] : [...rows, kept]
}

/** Where a list must scroll to so that a row is whole in sight; its own place when it is. */
export function scrolledTo(at: number, { top, height, row }: Sight): number {
  if (at * row < top) return at * row
  return (at + 1) * row > top + height ? Math.max(0, (at + 1) * row - height) : top
}
