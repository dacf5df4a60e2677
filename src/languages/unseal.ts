// Sealed parts are opened: their text is read as if it stood by itself. A part whose syntax is its own (`if #[cfg(unix)] { … }`, `stable: { … }`,
// `struct Flags: u32 { const A = 1; }`) is read as an outline: each group in braces with the words before it, and lines that begin like a definition.
// Of the two readings the one that loses no name is kept.
import type { Node, Tree } from 'web-tree-sitter'
import type { Tile } from '../core/block.ts'
import type { Source } from './cuts.ts'
import type { Loose } from './rescue.ts'
import { looseKind, looseTile } from './rescue.ts'
import type { Seal } from './seal.ts'
import type { Span } from './span.ts'
import { asLines, fromLineStart, indentAt, toLineEnd } from './span.ts'
import type { Harvest } from './tree.ts'
import { tilesOf } from './tree.ts'

/** Parses a part of the text and hands its tree over; undefined when that fails. */
export type Parse = <T>(within: Span, read: (tree: Tree) => T) => T | undefined

/** Each layer is read once more, so hostile nesting must end somewhere. */
const MOST_LAYERS = 6

/** How often every character may be read again, on average. */
const MOST_WORK = 8

interface Desk {
  readonly source: Source
  readonly parse: Parse
  /** Characters that may still be read. */
  left: number
}

/** The tiles with what their sealed parts define. */
export function unsealed(source: Source, harvest: Pick<Harvest, 'tiles' | 'seals'>, parse: Parse): readonly Tile[] {
  if (harvest.seals.size === 0) return harvest.tiles
  return opened({ source, parse, left: source.text.length * MOST_WORK }, harvest, 0)
}

function opened(desk: Desk, { tiles, seals }: Pick<Harvest, 'tiles' | 'seals'>, layer: number): readonly Tile[] {
  if (seals.size === 0) return tiles
  return tiles.map((tile) => {
    if (tile.body !== undefined) return { ...tile, body: { ...tile.body, tiles: opened(desk, { tiles: tile.body.tiles, seals }, layer) } }
    const seal = seals.get(tile.start)
    return seal === undefined || seal.inside.end > tile.end ? tile : shown(tile, seal, inside(desk, seal, layer))
  })
}

/** A container without a name of its own, when something inside can be shown. */
function shown(tile: Tile, { frame }: Seal, tiles: readonly Tile[]): Tile {
  if (!tiles.some(({ shape }) => shape.head !== '')) return tile
  const { bodyStart: start, bodyEnd: end, shape, detail } = frame
  return { ...tile, kind: 'module', name: '', body: { start, end, tiles: tiles.filter((one) => one.start >= start && one.end <= end) }, shape, detail }
}

/** What a sealed part defines. */
function inside(desk: Desk, seal: Seal, layer: number): readonly Tile[] {
  const { source, parse } = desk
  desk.left -= seal.inside.end - seal.inside.start
  if (desk.left < 0 || layer >= MOST_LAYERS) return []
  const read = parse(seal.inside, ({ rootNode }) => ({ ...tilesOf(source, rootNode, seal.place), sound: !rootNode.hasError }))
  const tiles = read === undefined ? [] : opened(desk, read, layer + 1)
  if (read?.sound === true) return tiles
  const outline = outlined(desk, seal, layer + 1)
  return keepsAll(tiles, outline) ? tiles : outline
}

function keepsAll(tiles: readonly Tile[], outline: readonly Tile[]): boolean {
  const names = new Set(namesIn(tiles))
  return namesIn(outline).every((name) => names.has(name))
}

const namesIn = (tiles: readonly Tile[]): string[] => tiles.flatMap((tile) => [...(tile.name === '' ? [] : [tile.name]), ...namesIn(tile.body?.tiles ?? [])])

/** Groups with the words before them, and single lines between the groups. */
function outlined(desk: Desk, seal: Seal, layer: number): Tile[] {
  const tiles: Tile[] = []
  let at = seal.inside.start
  for (const group of groupsOf(desk, seal)) {
    const words = looseIn(desk.source, { start: at, end: group.start })
    const head = headOf(desk.source, { at, words, group })
    tiles.push(...lines(desk.source, words.filter(({ start }) => start < head.start), head.start))
    const tile = groupTile(desk, { seal, group, head, layer })
    if (tile !== undefined) tiles.push(tile)
    at = tile?.end ?? group.end
  }
  return [...tiles, ...lines(desk.source, looseIn(desk.source, { start: at, end: seal.inside.end }), seal.inside.end)]
}

/** The groups in braces that stand directly in a sealed part. */
function groupsOf({ parse }: Desk, { call, inside: { start } }: Seal): readonly Span[] {
  return parse(call, ({ rootNode }) => {
    const around = rootNode.descendantForIndex(start - 1, start)?.parent
    return (around?.namedChildren ?? []).filter((node) => node.type === around?.type && node.startIndex >= start && opens(node)).map(({ startIndex, endIndex }) => ({ start: startIndex, end: endIndex }))
  }) ?? []
}

const opens = (node: Node): boolean => node.firstChild?.type === '{'

function looseIn({ text, table }: Source, { start, end }: Span): Loose[] {
  if (table.looseInside === undefined) return []
  return [...text.slice(start, end).matchAll(table.looseInside)].map((match) =>
    ({ start: Math.max(start, fromLineStart(text, start + match.index)), name: match.groups?.['name'] ?? '', word: match[0] }))
}

const lines = (source: Source, words: readonly Loose[], end: number): Tile[] =>
  words.map((loose, index) => looseTile(source, loose, words[index + 1]?.start ?? end))

/** The words that lead to a group: the last definition before it unless that has ended, else whatever follows the last end. */
function headOf({ text }: Source, { at, words, group }: { at: number; words: readonly Loose[]; group: Span }): Loose {
  const last = words.at(-1)
  if (last !== undefined && !/;[ \t\r]*\n/.test(text.slice(last.start, group.start))) return last
  const from = last === undefined ? at : toLineEnd(text, text.indexOf(';', last.start) + 1)
  const blank = /^\s*/.exec(text.slice(from, group.start))?.[0].length ?? 0
  return { start: Math.max(from, fromLineStart(text, from + blank)), name: '', word: '' }
}

/** A group as a container of what it defines, or as a definition whose body is left out; undefined when it is neither. */
function groupTile(desk: Desk, { seal, group, head, layer }: { seal: Seal; group: Span; head: Loose; layer: number }): Tile | undefined {
  const { text, table } = desk.source
  const { start, name } = head
  const indent = indentAt(text, start)
  const bare: Tile = { kind: name === '' ? 'module' : looseKind(head), name, start, end: toLineEnd(text, group.end), ...emptied(desk.source, head, group) }
  const open = asLines(text.slice(start, group.start + 1))
  const frame = { head: open, tail: asLines(indent + text.slice(group.end - 1, group.end)) }
  const bodyStart = toLineEnd(text, group.start + 1)
  const inner: Seal = {
    call: seal.call, inside: { start: group.start + 1, end: group.end - 1 }, place: { ...seal.place, indent: indent + table.step, depth: seal.place.depth + 1 },
    frame: { bodyStart, bodyEnd: Math.max(bodyStart, fromLineStart(text, group.end - 1)), shape: frame, detail: frame },
  }
  const whole = shown(bare, inner, inside(desk, inner, layer))
  if (whole.body !== undefined) return { ...whole, kind: bare.kind, name }
  return name === '' ? undefined : bare
}

function emptied({ text, table: { elision } }: Source, head: Loose, group: Span): Pick<Tile, 'shape' | 'detail'> {
  const before = text.slice(head.start, group.start).trimEnd()
  const write = (markers: readonly string[]): string => {
    const marker = markers.find(({ length }) => length <= group.end - group.start)
    return asLines(marker === undefined ? text.slice(head.start, group.end) : before + marker)
  }
  const detail = write(elision.detail)
  const shape = write(looseKind(head) === 'function' ? elision.shape : elision.inner ?? elision.shape)
  return { shape: { head: shape, tail: '' }, detail: { head: detail, tail: '' } }
}
