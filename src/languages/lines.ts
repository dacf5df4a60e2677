// Text without a grammar: paragraphs, each with its first line and its length. Honest and coarse.
import type { Tile } from '../core/block.ts'
import type { Parsed } from '../core/ports.ts'
import { isBlank, lineEnd } from './span.ts'

const LINES_PER_TILE = 40
const WIDEST = 120

/** Cuts any text into runs of paragraphs. */
export function scanLines(text: string): Parsed {
  const tiles: Tile[] = []
  let start = 0
  let lines = 0
  for (let at = 0; at < text.length;) {
    const end = lineEnd(text, at)
    lines++
    const pause = isBlank(text, at, end) && lines >= LINES_PER_TILE / 2
    at = end
    if (at >= text.length || pause || lines >= LINES_PER_TILE) {
      if (!isBlank(text, start, at)) tiles.push(run(text, start, at))
      start = at
      lines = 0
    }
  }
  return { tiles }
}

function run(text: string, from: number, to: number): Tile {
  const lines = text.slice(from, to).replaceAll('\r', '').replace(/^\uFEFF/, '').trimEnd().split('\n')
  const first = (lines.find((line) => line.trim() !== '') ?? '').slice(0, WIDEST)
  const count = `[${lines.length} ${lines.length === 1 ? 'line' : 'lines'}]\n`
  const whole = `${lines.join('\n')}\n`
  const brief = `${first}\n${count}`
  const detail = (lines.length === 1 && whole.length <= WIDEST) || brief.length > whole.length ? whole : brief
  const shape = count.length <= detail.length ? count : detail
  return {
    kind: 'entry', name: first.trim().slice(0, 40), start: from, end: to,
    shape: { head: shape, tail: '' }, detail: { head: detail, tail: '' },
  }
}
