// A text that is being looked at: its lines, its levels, its colours when they have arrived.
import { signal } from '@preact/signals'
import type { Gap, PreviewFile } from '../../../src/studio/contract.ts'
import { LEVELS } from '../level.ts'
import type { Level } from '../../../src/core/level.ts'
import { coloursOf } from './colours.ts'
import { handlesIn } from './handles.ts'
import { coloured, type Piece, revealed, type Spans } from './spans.ts'

/** What a sheet needs to know of a text. */
export interface Body {
  readonly text: string
  /** Where each line begins; one more for the end. */
  readonly starts: Uint32Array
  readonly gaps: ReadonlyMap<number, Gap>
  /** Levels by the line from which they hold. */
  readonly levels: PreviewFile['levels']
  spans?: Spans | undefined
  asked?: true
}

/** Counts colours that arrived: whoever draws texts reads it. */
export const painted = signal(0)

/** A body of a file, or of any other text. */
export function bodyOf({ text, levels = [], gaps = [] }: { readonly text: string } & Partial<Pick<PreviewFile, 'levels' | 'gaps'>>): Body {
  return { text, starts: startsIn(text), levels, gaps: new Map(gaps.map((gap) => [gap.line, gap])) }
}

function startsIn(text: string): Uint32Array {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  if (starts.at(-1) !== text.length) starts.push(text.length + 1)
  return Uint32Array.from(starts)
}

/** How many lines it has. */
export const linesOf = ({ starts }: Body): number => starts.length - 1

/** Asks for its colours once. */
export function paint(body: Body, language: string): void {
  if (body.asked) return
  body.asked = true
  void coloursOf(language, body.text).then((spans) => {
    if (spans === undefined) return
    body.spans = spans
    painted.value++
  })
}

/** Characters of a line that are drawn; the rest is counted. */
export const MOST_DRAWN = 2000

/** A line as stretches, and how many characters of it are not drawn. */
export function drawn(body: Body, line: number): { pieces: Piece[]; rest: number } {
  const start = body.starts[line] ?? body.text.length
  const end = Math.max(start, (body.starts[line + 1] ?? body.text.length + 1) - 1)
  const last = Math.min(end, start + MOST_DRAWN)
  const pieces: Piece[] = []
  let from = start
  for (const handle of handlesIn(body.text.slice(start, last))) {
    pieces.push(...coloured(body.text, [from, start + handle.start], body.spans), { text: body.text.slice(start + handle.start, start + handle.end), target: handle.target })
    from = start + handle.end
  }
  return { pieces: revealed([...pieces, ...coloured(body.text, [from, last], body.spans)]), rest: end - last }
}

/** The level of a line, and whether it begins there. */
export function levelAt({ levels }: Body, line: number): { level: Level | undefined; begins: boolean } {
  let [low, high] = [0, levels.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((levels[middle]?.[0] ?? 0) <= line) low = middle + 1
    else high = middle
  }
  const run = levels[low - 1]
  return { level: run === undefined ? undefined : LEVELS[run[1]], begins: run?.[0] === line }
}
