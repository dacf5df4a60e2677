// A tree that was written down (flatten.wat, node.ts) answers like the runtime itself: every node of every grammar, in whole and in damaged texts.
import { describe, expect, test } from 'vitest'
import { Parser, type Node as Theirs, type Tree as Handle } from 'web-tree-sitter'
import { LANGUAGES } from '../../src/languages/index.ts'
import type { Node } from '../../src/languages/node.ts'
import { loadGrammar, withTree } from '../../src/languages/runtime.ts'
import type { Work } from '../../src/languages/work.ts'
import { nodeAssets } from '../../src/workspace/assets.ts'
import { samplesOf } from '../kit/tiles.ts'

const endless: Work = { left: () => Infinity, spend: () => undefined, pass: () => undefined, turn: () => undefined }
type Grammar = Awaited<ReturnType<typeof loadGrammar>>

/** What is compared of a node: itself, and which nodes it leads to. */
const told = (node: Node | Theirs | null): string | null => (node === null ? null : `${node.type} ${node.startIndex}-${node.endIndex}`)
const row = ({ row: line, column }: { row: number; column: number }): string => `${line}:${column}`

function answers(node: Node | Theirs, fields: readonly string[]): unknown {
  return {
    own: told(node), named: node.isNamed, missing: node.isMissing, error: node.isError, broken: node.hasError, text: node.text, start: row(node.startPosition), end: row(node.endPosition),
    children: node.children.map(told), namedChildren: node.namedChildren.map(told), first: told(node.firstNamedChild), last: told(node.lastNamedChild),
    fields: fields.flatMap((field) => {
      const [one, all] = [told(node.childForFieldName(field)), node.childrenForFieldName(field).map(told)]
      return one === null && all.length === 0 ? [] : [[field, one, all]]
    }),
  }
}

const neighbours = (node: Node | Theirs): unknown => [node.parent, node.previousSibling, node.nextSibling, node.previousNamedSibling, node.nextNamedSibling].map(told)

function compare(grammar: Grammar, text: string): void {
  const parser = new Parser()
  parser.setLanguage(grammar)
  const handle = parser.parse(text) as Handle
  const fields = grammar.fields.filter((name) => name !== null && name !== undefined)
  withTree(grammar, { text, work: endless }, ({ rootNode }) => {
    const open: [Node, Theirs][] = [[rootNode, handle.rootNode]]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [ours, theirs] = next
      expect(answers(ours, fields)).toEqual(answers(theirs, fields))
      expect(neighbours(ours)).toEqual(neighbours(theirs))
      ours.children.forEach((child, i) => open.push([child, theirs.children[i] as Theirs]))
    }
    const types = [...new Set(handle.rootNode.descendantsOfType(grammar.types.filter((type) => type !== undefined)).map(({ type }) => type))].slice(0, 5)
    expect(rootNode.descendantsOfType(types).map(told)).toEqual(handle.rootNode.descendantsOfType(types).map(told))
    for (let at = 1; at < text.length; at += 97) expect(told(rootNode.descendantForIndex(at - 1, at))).toBe(told(handle.rootNode.descendantForIndex(at - 1, at)))
  })
  handle.delete()
  parser.delete()
}

describe.each(LANGUAGES.filter((language) => 'grammar' in language).map((language) => [language.name, language] as const))('%s', (_, language) => {
  test('answers like the runtime', async () => {
    const grammar = await loadGrammar(nodeAssets, (language as { grammar: string }).grammar)
    for (const text of samplesOf(language.name)) {
      compare(grammar, text)
      compare(grammar, text.slice(0, text.length * 0.7))
      compare(grammar, `${text.slice(0, text.length / 3)}{("${text.slice(text.length / 3)}`)
    }
  })
})
