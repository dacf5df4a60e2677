// Text that could not be parsed. Definitions whose first line can be recognised are kept as that line, so that none is lost silently.
import type { Node } from 'web-tree-sitter'
import type { Tile } from '../core/block.ts'
import { walkDown } from './cuts.ts'
import type { Source } from './cuts.ts'
import type { Harvest } from './tree.ts'
import type { Span } from './span.ts'
import { asLines, lineEnd } from './span.ts'

/** A stretch that the grammar did not understand. */
export type Fault = Span

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

/** Tiles together with the definitions that only their first line gives away. Both are in the order of the text, so one pass joins them. */
export function rescued(source: Source, { tiles, faulty }: Pick<Harvest, 'tiles' | 'faulty'>, faults: readonly Fault[]): readonly Tile[] {
  if (faults.length === 0) return tiles
  const sound: Tile[] = []
  const ahead = [...tiles].reverse()
  for (const loose of looseIn(source, faults)) {
    for (let next = ahead.at(-1); next !== undefined && next.end <= loose.start; next = ahead.at(-1)) sound.push(ahead.pop() as Tile)
    const around = ahead.at(-1)
    if (around === undefined || around.start > loose.start) {
      if (loose.inFault) sound.push(looseTile(source, loose, around?.start))
    } else if (faulty.has(around) && loose.start >= ownLineEnd(source, around)) {
      ahead.pop()
      const { before, after } = split(source, around, looseTile(source, loose, around.end))
      sound.push(...before)
      for (const tile of after.reverse()) ahead.push(tile)
    }
  }
  return [...sound, ...ahead.reverse()]
}

interface Loose {
  readonly start: number
  readonly name: string
  readonly word: string
}

/** Every line that begins like a definition. */
function* looseIn({ text, table }: Source, faults: readonly Fault[]): Iterable<Loose & { readonly inFault: boolean }> {
  let fault = 0
  for (const match of text.matchAll(table.loose)) {
    const start = match.index
    while (fault < faults.length - 1 && (faults[fault] as Fault).end <= start) fault++
    const { start: from, end } = faults[fault] as Fault
    yield { start, name: match.groups?.['name'] ?? '', word: match[0], inFault: from <= start && start < end }
  }
}

/** The first line that a tile shows of itself: a definition found there is the tile's own. */
function ownLineEnd({ text, table }: Source, tile: Tile): number {
  table.loose.lastIndex = tile.start
  const own = table.loose.exec(text)
  table.loose.lastIndex = 0
  return lineEnd(text, own === null ? tile.start : Math.max(tile.start, own.index))
}

/** A definition that swallowed another one ends where the other begins. */
function split({ text }: Source, around: Tile, loose: Tile): { before: Tile[]; after: Tile[] } {
  const inside = around.body?.tiles ?? []
  const body = around.body === undefined ? undefined
    : { start: around.body.start, end: Math.min(loose.start, around.body.end), tiles: inside.filter((tile) => tile.end <= loose.start) }
  const before: Tile = body === undefined ? clipped(text, around, loose.start) : { ...around, end: loose.start, body }
  return { before: [before, loose], after: inside.filter((tile) => tile.start >= loose.end) }
}

/** A leaf that now ends earlier, with forms no longer than what is left of it. */
function clipped(text: string, tile: Tile, end: number): Tile {
  const rest = asLines(text.slice(tile.start, end))
  const fitting = (head: string): string => (head.length <= rest.length ? head : rest)
  return { ...tile, end, shape: { head: fitting(tile.shape.head), tail: '' }, detail: { head: fitting(tile.detail.head), tail: '' } }
}

const WIDEST = 200

function looseTile({ text }: Source, loose: Loose, limit = text.length): Tile {
  const { start, name } = loose
  const end = Math.min(lineEnd(text, start), limit)
  const line = asLines(text.slice(start, end).slice(0, WIDEST))
  return { kind: looseKind(loose), name, start, end, shape: { head: line, tail: '' }, detail: { head: line, tail: '' } }
}

/** What the first words of a definition make it. */
export function looseKind({ name, word }: Pick<Loose, 'name' | 'word'>): Tile['kind'] {
  if (/\b(?:class|struct|union)\b/.test(word)) return 'class'
  if (/\b(?:interface|trait)\b/.test(word)) return 'interface'
  if (/\b(?:fn|function|def|func)\b/.test(word)) return 'function'
  return /\b(?:const|let|var|static|ref|mut)$/.test(word.slice(0, -name.length).trimEnd()) ? 'constant' : 'type'
}
