// What may be cut inside a definition: comments, decorators, functions. A tree is asked from outside, and every question costs as much as parsing
// some dozen characters; so a definition is swept once, by the runtime itself where it is long, and both levels share what was found.
import type { Node, TreeCursor } from 'web-tree-sitter'
import type { Source } from './cuts.ts'
import type { Table } from './language.ts'

/** What was found in the definitions that were asked for, by the id of their node. */
export interface Landmarks {
  readonly types: string[]
  readonly found: Map<string, readonly Node[]>
}

/** Nothing found yet. */
export function landmarksOf(table: Table): Landmarks {
  const types = new Set([...table.comments, ...table.marks ?? [], ...Object.keys(table.bodies ?? {}), ...Object.keys(table.valued ?? {}), ...bodied(table)])
  // The runtime asks the list of types about each of the several hundred of its grammar, at every sweep.
  return { types: Object.assign([...types], { includes: (type: string) => types.has(type) }), found: new Map() }
}

/** Node types whose rule may have a body. */
const bodied = ({ blocks }: Table): string[] =>
  Object.keys(blocks).filter((type) => typeof blocks[type] === 'function' || (blocks[type] as { body?: unknown }).body !== undefined)

/** The landmarks in a node in reading order, parents before children, without those in the part it holds. */
export function landmarksIn({ table, landmarks = landmarksOf(table) }: Source, node: Node, holds: Node | null = null): readonly Node[] {
  const key = `${node.id} ${holds?.id ?? ''}`
  const known = landmarks.found.get(key)
  if (known !== undefined) return known
  const found = holds === null && node.endIndex - node.startIndex > SHORT ? node.descendantsOfType(landmarks.types) : walked(node, holds, landmarks.types)
  landmarks.found.set(key, found)
  return found
}

/** Up to this length a walk is the shorter way. */
const SHORT = 80

function walked(node: Node, holds: Node | null, types: readonly string[]): Node[] {
  const found: Node[] = []
  const cursor = node.walk()
  walkDown(cursor, () => {
    if (cursor.nodeId === holds?.id) return false
    if (types.includes(cursor.nodeType)) found.push(cursor.currentNode)
    return true
  })
  return found
}

/** Visits nodes in reading order without recursion; `enter` says whether to look below. */
export function walkDown(cursor: TreeCursor, enter: () => boolean): void {
  try {
    for (;;) {
      if (enter() && cursor.gotoFirstChild()) continue
      while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return
    }
  } finally {
    cursor.delete()
  }
}
