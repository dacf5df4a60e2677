// The tiles of one level as they are found: neighbours that belong together become one.
import type { Node } from './node.ts'
import type { Tile } from '../core/block.ts'
import { isApart } from './comments.ts'
import type { Source } from './cuts.ts'
import type { Draft } from './forms.ts'
import type { Seal } from './seal.ts'

/** What is filled while a text is read. */
export interface Hand extends Source {
  /** Whether the syntax is broken anywhere. */
  readonly hasError: boolean
  readonly faulty: Set<Tile>
  readonly seals: Map<number, Seal>
}

/** What is known while the children of one node are read. */
export interface Row {
  readonly tiles: Tile[]
  /** Comments and decorators that may belong to the next definition. */
  lead: Node[]
  /** The last tile is a run that the next neighbour may join. */
  run: boolean
  /** The clauses that the last tile is made of: what they share, and their node types. */
  clauses: { readonly key: string; readonly types: Set<string> } | undefined
  /** Something that is no definition stood at the start. */
  begun: boolean
  /** How many of the tiles only open the file. */
  opened: number
}

/** A row that begins with some comments. */
export const rowWith = (lead: Node[]): Row => ({ tiles: [], lead, run: false, clauses: undefined, begun: false, opened: 0 })

/** Adds a definition to the row: as a tile of its own, or joined with the one before it. */
export function add(hand: Hand, row: Row, { draft, tile: own }: { draft: Draft; tile: Tile }): void {
  const last = row.tiles.at(-1)
  const tile = behind(last, own)
  const joins = last !== undefined && (draft.rule.run === true ? row.run && !isApart(hand, last.end, tile.start) : draft.rule.seals === undefined && sharesLine(hand.text, last, tile))
  const { key, type } = clauseOf(draft)
  if (key !== undefined && row.clauses?.key === key) addClause(hand, row, { tile, type })
  else {
    if (joins && last !== undefined) row.tiles[row.tiles.length - 1] = joined(hand.text, last, tile)
    else row.tiles.push(tile)
    row.clauses = key === undefined ? undefined : { key, types: new Set([type]) }
  }
  row.run = draft.rule.run === true
  if (draft.rule.opening === true) row.opened = row.tiles.length
  else row.begun = true
  if (hand.hasError && draft.outer.hasError) hand.faulty.add(row.tiles.at(-1) as Tile)
}

/** A word that the grammar missed may stand for it at the end of the line before, which the last tile has already. */
const behind = (last: Tile | undefined, tile: Tile): Tile =>
  last === undefined || tile.start >= last.end || tile.end <= last.end ? tile : { ...tile, start: last.end }

/** What the clauses of one definition share. */
function clauseOf({ rule: { clause }, inner, name }: Draft): { key: string | undefined; type: string } {
  return { key: clause === true ? name : clause?.(inner), type: inner.type }
}

/** A clause of the definition before it; the first of its type is shown at `detail`. */
function addClause({ text, faulty }: Hand, row: Row, { tile, type }: { tile: Tile; type: string }): void {
  const last = row.tiles.pop() as Tile
  const seen = row.clauses?.types
  const whole = seen?.has(type) === true ? { ...last, end: tile.end } : { ...joined(text, last, tile), kind: tile.kind, shape: last.shape }
  row.tiles.push(whole)
  seen?.add(type)
  if (faulty.has(last)) faulty.add(whole)
}

const LONGEST_LINE = 4000

const PLAIN: readonly Tile['kind'][] = ['constant', 'field']

/** Constants on one line are one tile: a line of them would otherwise become many lines. */
const sharesLine = (text: string, last: Tile, tile: Tile): boolean =>
  PLAIN.includes(last.kind) && PLAIN.includes(tile.kind) && last.end - last.start < LONGEST_LINE && last.body === undefined && tile.body === undefined
  && text[last.end - 1] !== '\n' && !text.slice(last.end, tile.start).includes('\n')

function joined(text: string, last: Tile, tile: Tile): Tile {
  const oneLine = text[last.end - 1] !== '\n' && !text.slice(last.end, tile.start).includes('\n')
  const join = (a: string, b: string): string => (oneLine && a !== '' ? `${a.trimEnd()}${text.slice(last.end, tile.start)}${b.trimStart()}` : a + b)
  return {
    ...last, end: tile.end,
    shape: { head: join(last.shape.head, tile.shape.head), tail: '' },
    detail: { head: join(last.detail.head, tile.detail.head), tail: '' },
  }
}
