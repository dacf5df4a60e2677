// A tree that was written down (flatten.wat, node.ts) answers like the runtime itself: every node of every grammar, in whole and in damaged texts, and in a part of a text.
import { describe, expect, test } from 'vitest'
import { Parser, type Node as Theirs, type Range, type Tree as Handle, type TreeCursor } from 'web-tree-sitter'
import { LANGUAGES } from '../../src/languages/index.ts'
import type { Cursor, Node } from '../../src/languages/node.ts'
import { type Job, loadGrammar, withTree } from '../../src/languages/runtime.ts'
import type { Work } from '../../src/languages/work.ts'
import { nodeAssets } from '../../src/workspace/assets.ts'
import { samplesOf } from '../kit/tiles.ts'

const endless: Work = { left: () => Infinity, spend: () => undefined, pass: () => undefined, turn: () => undefined }
/** What stands around a part that is read alone. */
const FOREIGN = '{("é \n'

/** What its grammar makes of damaged text depends on what was parsed before, so two parses of such a text cannot be compared. */
const UNSTEADY = 'cmake'

interface Asked {
  readonly grammar: Awaited<ReturnType<typeof loadGrammar>>
  readonly isSteady: boolean
}

/** What is compared of a node: itself, and which nodes it leads to. */
const told = (node: Node | Theirs | null): string | null => (node === null ? null : `${node.type} ${node.startIndex}-${node.endIndex}`)
const row = ({ row: line, column }: { row: number; column: number }): string => `${line}:${column}`

function answers(node: Node | Theirs, fields: readonly string[]): unknown {
  return {
    own: told(node), named: node.isNamed, missing: node.isMissing, error: node.isError, broken: node.hasError, text: node.text, start: row(node.startPosition), end: row(node.endPosition),
    children: node.children.map(told), namedChildren: node.namedChildren.map(told), counts: [node.childCount, node.namedChildCount],
    ends: [node.firstChild, node.lastChild, node.firstNamedChild, node.lastNamedChild].map(told),
    fields: fields.flatMap((field) => {
      const [one, all] = [told(node.childForFieldName(field)), node.childrenForFieldName(field).map(told)]
      return one === null && all.length === 0 ? [] : [[field, one, all]]
    }),
  }
}

const neighbours = (node: Node | Theirs): unknown => [node.parent, node.previousSibling, node.nextSibling, node.previousNamedSibling, node.nextNamedSibling].map(told)

/** Everything that a cursor tells on its way through all that it reaches. */
function wayOf(cursor: Cursor | TreeCursor): string[] {
  const way: string[] = []
  const step = (name: 'gotoFirstChild' | 'gotoNextSibling' | 'gotoParent'): boolean => {
    const isDone = cursor[name]()
    way.push(`${name} ${isDone} ${cursor.nodeType} ${cursor.nodeIsNamed} ${cursor.startIndex}-${cursor.endIndex} ${told(cursor.currentNode)}`)
    return isDone
  }
  for (let isInside = true; isInside;) {
    if (step('gotoFirstChild')) continue
    while (isInside && !step('gotoNextSibling')) isInside = step('gotoParent')
  }
  return way
}

/** What is found of some types, asked of the runtime node by node. */
function foundIn(node: Theirs, types: readonly string[], passed: { readonly apart?: number; readonly closed: readonly string[] }): Theirs[] {
  if (node.id === passed.apart) return []
  const below = passed.closed.includes(node.type) ? [] : node.children.flatMap((child) => foundIn(child, types, passed))
  return types.includes(node.type) ? [node, ...below] : below
}

/** Both trees, node by node. */
function pairsOf(ours: Node, theirs: Theirs): [Node, Theirs][] {
  const pairs: [Node, Theirs][] = [[ours, theirs]]
  for (const [one, other] of pairs) one.children.forEach((child, i) => pairs.push([child, other.children[i] as Theirs]))
  return pairs
}

function comparePassing(pairs: readonly [Node, Theirs][], types: readonly string[]): void {
  const [ours, theirs] = pairs[0] as [Node, Theirs]
  const [apart, otherApart] = pairs[pairs.length >> 1] as [Node, Theirs]
  const closed = types.slice(2, 4)
  expect(ours.descendantsOfType(types, { closed }).map(told)).toEqual(foundIn(theirs, types, { closed }).map(told))
  expect(ours.descendantsOfType(types, { apart: apart.id }).map(told)).toEqual(foundIn(theirs, types, { apart: otherApart.id, closed: [] }).map(told))
  expect(ours.descendantsOfType(types, { apart: apart.id, closed }).map(told)).toEqual(foundIn(theirs, types, { apart: otherApart.id, closed }).map(told))
}

function pointOf(text: string, index: number): Range['startPosition'] {
  const lines = text.slice(0, index).split('\n')
  return { row: lines.length - 1, column: (lines.at(-1) as string).length }
}

const rangeOf = (text: string, { start, end }: { start: number; end: number }): Range => ({ startIndex: start, endIndex: end, startPosition: pointOf(text, start), endPosition: pointOf(text, end) })

function compare({ grammar, isSteady }: Asked, part: Pick<Job, 'text' | 'within'>): void {
  const { text, within } = part
  const parser = new Parser()
  parser.setLanguage(grammar)
  const handle = parser.parse(text, null, within === undefined ? {} : { includedRanges: [rangeOf(text, within)] }) as Handle
  const fields = grammar.fields.filter((name) => name !== null && name !== undefined)
  if (isSteady || !handle.rootNode.hasError) withTree(grammar, { ...part, work: endless }, ({ rootNode }) => {
    const pairs = pairsOf(rootNode, handle.rootNode)
    for (const [ours, theirs] of pairs) {
      expect(answers(ours, fields)).toEqual(answers(theirs, fields))
      expect(neighbours(ours)).toEqual(neighbours(theirs))
    }
    for (const [ours, theirs] of pairs.slice(0, 3)) {
      const cursor = theirs.walk()
      expect(wayOf(ours.walk())).toEqual(wayOf(cursor))
      cursor.delete()
    }
    const types = [...new Set(handle.rootNode.descendantsOfType(grammar.types.filter((type) => type !== undefined)).map(({ type }) => type))]
    expect(rootNode.descendantsOfType(types.slice(0, 5)).map(told)).toEqual(handle.rootNode.descendantsOfType(types.slice(0, 5)).map(told))
    comparePassing(pairs, types)
    for (let at = 1; at < text.length; at += 97) expect(told(rootNode.descendantForIndex(at - 1, at))).toBe(told(handle.rootNode.descendantForIndex(at - 1, at)))
  })
  handle.delete()
  parser.delete()
}

describe.each(LANGUAGES.filter((language) => 'grammar' in language).map((language) => [language.name, language] as const))('%s', (_, language) => {
  test('answers like the runtime', async () => {
    const asked = { grammar: await loadGrammar(nodeAssets, (language as { grammar: string }).grammar), isSteady: language.name !== UNSTEADY }
    for (const text of samplesOf(language.name)) {
      compare(asked, { text })
      compare(asked, { text: text.slice(0, text.length * 0.7) })
      compare(asked, { text: `${text.slice(0, text.length / 3)}{("${text.slice(text.length / 3)}` })
      compare(asked, { text: `${FOREIGN}${text}${FOREIGN}`, within: { start: FOREIGN.length, end: FOREIGN.length + text.length } })
    }
  })
})
