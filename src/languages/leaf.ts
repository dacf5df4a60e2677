// What scanners share: lines with their places, and tiles whose forms never read longer than what they stand for.
import type { Form, Tile } from '../core/block.ts'
import type { Span } from './span.ts'
import { asLines, lineEnd, lineStart } from './span.ts'

/** One line of a text without its line end, and where it stands with it. */
export interface Line extends Span {
  readonly text: string
}

/** No heading and no key is longer; a longer line must not cost more than its length. */
const WIDEST = 1000

/** The lines of a part of a text. A very long one is known by its beginning. */
export function linesOf(text: string, { start, end }: Span = { start: 0, end: text.length }): Line[] {
  const lines: Line[] = []
  for (let at = start === 0 ? lineStart(text, Math.min(1, text.length)) : start; at < end;) {
    const stop = Math.min(lineEnd(text, at), end)
    lines.push({ text: text.slice(at, Math.min(stop, at + WIDEST)).replace(/[\r\n]+$/, ''), start: at, end: stop })
    at = stop
  }
  return lines
}

/** Text before and after what a tile holds. */
export const form = (head: string, tail = ''): Form => ({ head, tail })

/** What a tile is and where it stands. */
export type Place = Pick<Tile, 'kind' | 'name' | 'start' | 'end'>

/** A tile that holds nothing. A form that would be longer than the source is the source, and `shape` is never longer than `detail`. */
export function leaf(text: string, place: Place, forms: { readonly detail: string; readonly shape: string }): Tile {
  const source = asLines(text.slice(place.start, place.end).replace(/^\uFEFF/, ''))
  const detail = forms.detail.length <= source.length ? forms.detail : source
  return { ...place, detail: form(detail), shape: form(forms.shape.length <= detail.length ? forms.shape : detail) }
}

/** A tile that holds others; they must stand inside it. */
export const holder = (place: Place, body: NonNullable<Tile['body']>, forms: { readonly detail: Form; readonly shape: Form }): Tile =>
  ({ ...place, body, ...forms })

/** Where nothing would be shown at `shape`, it shows what `detail` does. */
export const neverEmpty = (tiles: readonly Tile[]): readonly Tile[] =>
  tiles.some(({ shape }) => shape.head !== '') ? tiles : tiles.map((tile) => ({ ...tile, shape: tile.detail }))

/** `1 row`, `2 rows`. */
export const counted = (count: number, noun: string): string => `${count} ${count === 1 ? noun : noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`

/** A text on one line, cut where it gets long. */
export function brief(text: string, longest = 80): string {
  const line = text.slice(0, longest * 4).replace(/\s+/g, ' ').trim()
  return line.length <= longest && text.length <= longest * 4 ? line : `${cutAt(line, longest).trimEnd()}…`
}

/** The beginning of a text; a character of two units is not cut in half. */
function cutAt(text: string, length: number): string {
  const code = text.charCodeAt(length - 1)
  return text.slice(0, code >= 0xd800 && code < 0xdc00 ? length - 1 : length)
}
