import type { Node } from './node.ts'
import type { Tile } from '../core/block.ts'
import type { Source } from './cuts.ts'
import type { Section } from './language.ts'
import { asLines, fromLineStart, lineEnd, toLineEnd } from './span.ts'

/** One part of a condition; the last one also has the line that ends it. */
export function sectionTile({ text }: Source, at: { node: Node; section: Section; tiles: readonly Tile[]; end: number | undefined; plain: boolean }): Tile {
  const start = fromLineStart(text, at.section.start)
  const close = at.node.lastChild
  const tail = at.end === undefined && close !== null ? asLines(text.slice(fromLineStart(text, close.startIndex), close.endIndex)) : ''
  const form = { head: asLines(text.slice(start, at.section.open)), tail }
  const body = { start: lineEnd(text, at.section.open), end: at.end ?? fromLineStart(text, close?.startIndex ?? at.node.endIndex) }
  const tiles = at.tiles.filter((tile) => tile.start >= body.start && tile.end <= body.end)
  return { kind: 'module', name: '', start, end: at.end ?? toLineEnd(text, at.node.endIndex), body: { ...body, tiles }, shape: at.plain ? { head: '', tail: '' } : form, detail: form }
}
