// Text that could not be parsed. Definitions whose first line can be recognised are kept as that line, so that none is lost silently.
import type { Node } from 'web-tree-sitter'
import type { Tile } from '../core/block.ts'
import { walkDown } from './cuts.ts'
import type { Source } from './cuts.ts'
import type { Harvest } from './tree.ts'
import { asLines, lineEnd } from './span.ts'

/** The stretches that the grammar did not understand. */
export interface Fault {
  readonly start: number
  readonly end: number
}

const MOST_FAULTS = 1000

/** Every broken place below the root, outermost first. */
export function faultsOf(root: Node): Fault[] {
  const faults: Fault[] = []
  if (!root.hasError) return faults
  const cursor = root.walk()
  walkDown(cursor, () => {
    const node = cursor.currentNode
    if (!node.hasError || faults.length >= MOST_FAULTS) return false
    if (node.isError || node.isMissing) faults.push({ start: node.startIndex, end: node.endIndex })
    return !node.isError
  })
  return faults
}

/** Tiles together with the definitions that only their first line gives away. */
export function rescued(source: Source, harvest: Harvest, faults: readonly Fault[]): readonly Tile[] {
  if (faults.length === 0) return harvest.tiles
  let tiles = [...harvest.tiles]
  for (const match of source.text.matchAll(source.table.loose)) {
    const found = { start: match.index, name: match.groups?.['name'] ?? '', word: match[0] }
    tiles = withLoose(source, { tiles, faulty: harvest.faulty }, { ...found, inFault: faults.some((fault) => fault.start <= match.index && match.index < fault.end) })
  }
  return tiles
}

interface Loose {
  readonly start: number
  readonly name: string
  readonly word: string
  readonly inFault: boolean
}

function withLoose(source: Source, { tiles, faulty }: { tiles: Tile[]; faulty: ReadonlySet<Tile> }, loose: Loose): Tile[] {
  const at = tiles.findIndex((tile) => tile.end > loose.start)
  const around = tiles[at]
  if (around === undefined || around.start > loose.start) return loose.inFault ? inserted(tiles, looseTile(source, loose)) : tiles
  if (!faulty.has(around) || loose.start < ownLineEnd(source, around)) return tiles
  return [...tiles.slice(0, at), ...split(around, looseTile(source, loose)), ...tiles.slice(at + 1)]
}

/** The first line that a tile shows of itself: a definition found there is the tile's own. */
function ownLineEnd({ text, table }: Source, tile: Tile): number {
  table.loose.lastIndex = tile.start
  const own = table.loose.exec(text)
  table.loose.lastIndex = 0
  return lineEnd(text, own === null ? tile.start : Math.max(tile.start, own.index))
}

const inserted = (tiles: Tile[], tile: Tile): Tile[] => [...tiles.filter((other) => other.end <= tile.start), tile, ...tiles.filter((other) => other.start >= tile.end)]

/** A definition that swallowed another one ends where the other begins. */
function split(around: Tile, loose: Tile): Tile[] {
  const inside = around.body?.tiles ?? []
  const body = around.body === undefined ? undefined
    : { start: around.body.start, end: Math.min(loose.start, around.body.end), tiles: inside.filter((tile) => tile.end <= loose.start) }
  const { body: _, ...rest } = around
  const before: Tile = { ...rest, end: loose.start, ...(body === undefined ? {} : { body }) }
  return [before, loose, ...inside.filter((tile) => tile.start >= loose.end)]
}

const WIDEST = 200

function looseTile({ text }: Source, { start, name, word }: Loose): Tile {
  const end = lineEnd(text, start)
  const line = asLines(text.slice(start, end).slice(0, WIDEST))
  const kind = /\b(?:class|struct|union)\b/.test(word) ? 'class' : /\b(?:interface|trait)\b/.test(word) ? 'interface' : /\b(?:fn|function|def|func)\b/.test(word) ? 'function' : /\b(?:const|let|var)$/.test(word.slice(0, -name.length).trimEnd()) ? 'constant' : 'type'
  return { kind, name, start, end, shape: { head: line, tail: '' }, detail: { head: line, tail: '' } }
}
