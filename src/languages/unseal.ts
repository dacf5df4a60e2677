// Sealed parts are opened: their text is read as if it stood by itself. A part whose syntax is its own (`if #[cfg(unix)] { … }`, `stable: { … }`,
// `struct Flags: u32 { const A = 1; }`) is also read as an outline; of the two readings the one that loses no name is kept.
import type { Node, Tree } from './node.ts'
import type { Tile } from '../core/block.ts'
import type { Source } from './cuts.ts'
import { outlined } from './groups.ts'
import { faultsOf } from './rescue.ts'
import type { Seal } from './seal.ts'
import type { Span } from './span.ts'
import type { Harvest } from './tree.ts'
import { tilesOf } from './tree.ts'

/** Parses a part of the text and hands its tree over; undefined when that fails. */
export type Parse = <T>(within: Span, read: (tree: Tree) => T) => T | undefined

/** Each layer is read once more, so hostile nesting must end somewhere. */
const MOST_LAYERS = 6

/** How many characters may be read again in a file; a start costs as much as some hundred of them. Real files need at most a fifth of it. */
const WORK = { least: 200_000, perCharacter: 6, start: 400 }

interface Desk {
  readonly source: Source
  readonly parse: Parse
}

/** The tiles with what their sealed parts define. */
export function unsealed(source: Source, harvest: Pick<Harvest, 'tiles' | 'seals'>, parse: Parse): readonly Tile[] {
  if (harvest.seals.size === 0) return harvest.tiles
  return opened({ source, parse: bounded(parse, WORK.least + source.text.length * WORK.perCharacter) }, harvest, 0)
}

/** A parse that gives up when the work is done that a file is worth. */
function bounded(parse: Parse, work: number): Parse {
  let left = work
  return (within, read) => {
    left -= WORK.start + within.end - within.start
    return left < 0 ? undefined : parse(within, read)
  }
}

function opened(desk: Desk, { tiles, seals }: Pick<Harvest, 'tiles' | 'seals'>, layer: number): readonly Tile[] {
  if (seals.size === 0) return tiles
  return tiles.map((tile) => {
    if (tile.body !== undefined) return { ...tile, body: { ...tile.body, tiles: opened(desk, { tiles: tile.body.tiles, seals }, layer) } }
    const seal = seals.get(tile.start)
    return seal === undefined || seal.inside.end > tile.end ? tile : shown({ ...tile, kind: 'module', name: '' }, seal, inside(desk, seal, layer)) ?? tile
  })
}

/** A tile as a container; undefined when nothing inside can be shown. */
function shown(tile: Tile, { frame }: Seal, tiles: readonly Tile[]): Tile | undefined {
  if (!tiles.some(({ shape }) => shape.head !== '')) return undefined
  const { bodyStart: start, bodyEnd: end, shape, detail } = frame
  return { ...tile, body: { start, end, tiles: tiles.filter((one) => one.start >= start && one.end <= end) }, shape, detail }
}

/** What a sealed part defines. */
function inside(desk: Desk, seal: Seal, layer: number): readonly Tile[] {
  const { source, parse } = desk
  if (layer >= MOST_LAYERS) return []
  const read = parse(seal.inside, ({ rootNode }) => ({ ...tilesOf(source, rootNode, seal.place), sound: isSound(rootNode) }))
  const tiles = read === undefined ? [] : opened(desk, read, layer + 1)
  if (read?.sound === true) return tiles
  const outline = outlined(source, { seal, groups: groupsOf(desk, seal) }, (bare, group) => shown(bare, group, inside(desk, group, layer + 1)))
  return isBalanced(tiles) && keepsAll(tiles, outline) ? tiles : outline
}

/** A semicolon that is missing after the last item harms nobody. */
const isSound = (root: Node): boolean => faultsOf(root).every(({ start, end }) => start === end)

/** Whether every brace that a leaf opens is closed in it: a macro cannot do without. */
const isBalanced = (tiles: readonly Tile[]): boolean =>
  tiles.every(({ body, detail }) => (body === undefined ? detail.head.split('{').length === detail.head.split('}').length : isBalanced(body.tiles)))

function keepsAll(tiles: readonly Tile[], outline: readonly Tile[]): boolean {
  const names = new Set(namesIn(tiles))
  return namesIn(outline).every((name) => names.has(name))
}

const namesIn = (tiles: readonly Tile[]): string[] => tiles.flatMap((tile) => [...(tile.name === '' ? [] : [tile.name]), ...namesIn(tile.body?.tiles ?? [])])

/** The groups in braces that stand directly in a sealed part. */
function groupsOf({ parse }: Desk, { call, inside: { start } }: Seal): readonly Span[] {
  return parse(call, ({ rootNode }) => {
    const around = rootNode.descendantForIndex(start - 1, start)?.parent
    const groups = (around?.namedChildren ?? []).filter((node) => node.type === around?.type && node.startIndex >= start && node.firstChild?.type === '{')
    return groups.map(({ startIndex, endIndex }) => ({ start: startIndex, end: endIndex }))
  }) ?? []
}
