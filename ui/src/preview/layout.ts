// Where files stand in a long sheet: every line has the same height, so that places are sums and nothing has to be measured.

/** Pixels of a line of text, and between two files. */
export const LINE = 20
export const GAP = 14

/** Browsers cut elements that are higher than about 33 million pixels. */
const MOST_HIGH = 24_000_000

/** Lines that one text may have in a sheet. */
export const MOST_LINES = 1_100_000

/** Tops of files; the last number is where the sheet ends. */
export interface Layout {
  readonly tops: Float64Array
  readonly head: number
  /** Files that the sheet has room for. */
  readonly count: number
}

/** Lays files out below each other. */
export function layoutOf(lines: readonly number[], head: number): Layout {
  const tops = new Float64Array(lines.length + 1)
  let count = 0
  while (count < lines.length) {
    const end = (tops[count] as number) + head + (lines[count] as number) * LINE + GAP
    if (end > MOST_HIGH && count > 0) break
    tops[++count] = end
  }
  return { tops, head, count }
}

/** Where the sheet ends. */
export const heightOf = ({ tops, count }: Layout): number => tops[count] as number

/** The file that holds a place from the top. */
export function fileAt({ tops, count }: Layout, y: number): number {
  let [low, high] = [0, Math.max(0, count - 1)]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((tops[middle] as number) <= y) low = middle
    else high = middle - 1
  }
  return low
}

/** The lines of a file between two places from the top, from the first to before the last. */
export function linesBetween(layout: Layout, file: number, { from, to, lines }: { from: number; to: number; lines: number }): [number, number] {
  const top = (layout.tops[file] as number) + layout.head
  return [Math.max(0, Math.min(lines, Math.floor((from - top) / LINE))), Math.max(0, Math.min(lines, Math.ceil((to - top) / LINE)))]
}

/** What stands at the top of the window: a file, and how far into it. */
export interface Anchor {
  readonly file: number
  readonly offset: number
}

/** The anchor of a place. */
export function anchorAt(layout: Layout, y: number): Anchor {
  const file = fileAt(layout, y)
  return { file, offset: y - (layout.tops[file] as number) }
}

/** The same place in another layout: the same file, or the next one that is still there. */
export function placeOf(anchor: Anchor, before: readonly string[], { layout, names }: { layout: Layout; names: readonly string[] }): number {
  const places = new Map(names.map((name, i) => [name, i]))
  for (let file = anchor.file; file < before.length; file++) {
    const now = places.get(before[file] as string)
    if (now === undefined || now >= layout.count) continue
    const high = (layout.tops[now + 1] as number) - (layout.tops[now] as number)
    return (layout.tops[now] as number) + (file === anchor.file ? Math.min(anchor.offset, high - LINE) : 0)
  }
  return heightOf(layout)
}
