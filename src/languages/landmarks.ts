// What may be cut inside a definition: comments, decorators, functions. A definition is swept once, and both levels share what was found.
import type { Cursor, Node } from './node.ts'
import type { Source } from './cuts.ts'
import type { Table } from './language.ts'

/** What was found in the definitions that were asked for, by the id of their node. */
export interface Landmarks {
  readonly types: readonly string[]
  readonly found: Map<string, readonly Node[]>
  /** Where the token before a body ends. */
  readonly ends: Map<number, number>
}

/** Nothing found yet. */
export const landmarksOf = (table: Table): Landmarks => ({ types: typesOf(table), found: new Map(), ends: new Map() })

const TYPES = new WeakMap<Table, readonly string[]>()

/** The types of nodes that are looked for. */
function typesOf(table: Table): readonly string[] {
  const known = TYPES.get(table)
  if (known !== undefined) return known
  const types = new Set([...table.comments, ...table.marks ?? [], ...Object.keys(table.bodies ?? {}), ...Object.keys(table.valued ?? {}), ...bodied(table)])
  const list = [...types]
  TYPES.set(table, list)
  return list
}

/** Node types whose rule may have a body. */
const bodied = ({ blocks }: Table): string[] =>
  Object.keys(blocks).filter((type) => typeof blocks[type] === 'function' || (blocks[type] as { body?: unknown }).body !== undefined)

/** The landmarks in a node in reading order, parents before children, without those in one part of it. Those in a decorator are missing: it goes or stays as a whole. */
export function landmarksIn({ table, landmarks = landmarksOf(table) }: Source, node: Node, apart: Node | null = null): readonly Node[] {
  const key = `${node.id} ${apart?.id ?? ''}`
  const known = landmarks.found.get(key)
  if (known !== undefined) return known
  const found = node.descendantsOfType(landmarks.types, { apart: apart?.id, closed: table.marks })
  landmarks.found.set(key, found)
  return found
}

/** Visits nodes in reading order without recursion; `enter` says whether to look below. */
export function walkDown(cursor: Cursor, enter: () => boolean): void {
  for (;;) {
    if (enter() && cursor.gotoFirstChild()) continue
    while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return
  }
}
