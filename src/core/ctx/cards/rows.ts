// From rows to the lines of a card: at most ten, each at most a hundred characters, and together a small part of what they stand for.
import { cut, LONGEST_LINE, plainLine } from './plain.ts'

/** Something a card says, under a word of its own or under none. */
export interface Row {
  readonly label: string
  /** What is said, most important first; one after the other on as few lines as hold them. */
  readonly items: readonly string[]
  readonly between: ', ' | '; ' | '. '
  /** What the items are, when those that do not fit are counted: `field`. */
  readonly noun?: string
  /** Rows with a lower rank get their line first; the order of printing stays. */
  readonly rank: number
}

/** The most lines of a card (S3.8). */
export const MOST_LINES = 10

const MARKER = '- '

/** A card costs at most about an eighth of its source, but there is always room for as much as its kind needs to say anything, and never for more than half of a short source. */
const SHARE = 0.13
const MOST_OF_SHORT = 0.5

/** A shorter line would say nothing. */
const SHORTEST = 24

/** Room for a line: no card has less. */
const ONE_LINE = LONGEST_LINE

interface Open {
  readonly row: Row
  readonly place: number
  readonly lines: string[]
  /** Items that have been said. */
  said: number
}

/** The lines of a card for a source of so many characters, with room for `least` of them at any rate. */
export function linesFrom(rows: readonly Row[], length: number, least = ONE_LINE): string[] {
  const clean = rows.map((row) => ({ ...row, items: row.items.map(plainLine).filter((item) => item !== '') })).filter(({ items }) => items.length > 0)
  const open: Open[] = clean.map((row, place) => ({ row, place, lines: [], said: 0 }))
  const inTurn = open.toSorted((a, b) => a.row.rank - b.row.rank || a.place - b.place)
  const left = { room: Math.floor(Math.max(ONE_LINE, length * SHARE, Math.min(least, length * MOST_OF_SHORT))), lines: MOST_LINES }
  // Every row says something before one says more.
  for (let before = -1; before !== left.lines;) {
    before = left.lines
    for (const one of inTurn) say(one, left)
  }
  return [...open.flatMap(({ lines }) => lines), ...restOf(open, left.lines)].slice(0, MOST_LINES)
}

/** Adds the next line of a row when there is room for one. One line is kept for what must be counted. */
function say(open: Open, left: { room: number; lines: number }): void {
  const { row } = open
  const start = MARKER + (open.lines.length === 0 && row.label !== '' ? `${plainLine(row.label)}: ` : '')
  const room = Math.min(LONGEST_LINE, left.room)
  if (open.said >= row.items.length || left.lines <= 1 || room < Math.min(SHORTEST, start.length + (row.items[open.said] as string).length)) return
  const { text, said } = filled(row, open.said, room - start.length)
  if (text === '') return
  open.lines.push((start + text).trimEnd())
  open.said += said
  left.lines--
  left.room -= start.length + text.length
}

/** As many items as fit on a line; the first is cut when it alone is too long. */
function filled({ items, between }: Row, from: number, room: number): { text: string; said: number } {
  let text = ''
  let said = 0
  for (const item of items.slice(from)) {
    const next = said === 0 ? item : `${text}${/[.!?]$/.test(text) ? ' ' : between}${item}`
    if (next.length > room) break
    text = next
    said++
  }
  return said > 0 ? { text, said } : { text: cut(items[from] as string, Math.max(0, room)), said: 1 }
}

/** What was not said is counted, where the row says what to count. */
function restOf(open: readonly Open[], lines: number): string[] {
  const counts = new Map<string, number>()
  for (const { row, said } of open) if (row.noun !== undefined && said > 0 && said < row.items.length) counts.set(row.noun, (counts.get(row.noun) ?? 0) + row.items.length - said)
  const parts = [...counts].map(([noun, count]) => `${count} more ${noun}${count === 1 ? '' : 's'}`)
  return parts.length === 0 || lines <= 0 ? [] : [cut(`${MARKER}and ${parts.join(', ')}`, LONGEST_LINE)]
}
