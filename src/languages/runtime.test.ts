import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { metered } from '../../scripts/meter.mjs'
import type { Node } from './node.ts'
import { loadGrammar, withTree } from './runtime.ts'
import type { Work } from './work.ts'

const modules = new URL('../../node_modules/', import.meta.url)
const grammar = await loadGrammar({
  load: (name) => readFile(new URL(`tree-sitter-wasm/out/${name}/tree-sitter-${name}.wasm`, modules)),
  runtime: async () => metered(await readFile(new URL('web-tree-sitter/web-tree-sitter.wasm', modules))),
}, 'typescript')

const sound = 'export function a(b: string) { return b }\n'
const endless: Work = { left: () => Infinity, spend: () => undefined, pass: () => undefined, turn: () => undefined }
const childrenOf = (text: string, work = endless): number | undefined => withTree(grammar, { text, work }, (tree) => tree.rootNode.namedChildCount)

/** Work that remembers what was spent, and on what. */
function remembering(most = Infinity): Work & { readonly spent: { parsing: number; reading: number } } {
  const spent = { parsing: 0, reading: 0 }
  let now: keyof typeof spent = 'parsing'
  return { spent, left: () => most - spent.parsing - spent.reading, spend: (units) => (spent[now] += units), pass: () => undefined, turn: () => (now = 'reading') }
}

test('the same text is the same work each time, and twice the text twice the work', () => {
  const costs = [200, 200, 400].map((times) => {
    const work = remembering()
    childrenOf(sound.repeat(times), work)
    return work.spent.parsing
  }) as [number, number, number]
  expect(costs[1]).toBe(costs[0])
  expect(costs[2] / costs[0]).toBeGreaterThan(1.9)
  expect(costs[2] / costs[0]).toBeLessThan(2.1)
})

test('a parse stops when there is too much of it, at the same place each time', () => {
  const stopped = (): number => {
    const work = remembering(100_000)
    expect(childrenOf(sound.repeat(2000), work)).toBe(undefined)
    return work.spent.parsing
  }
  const first = stopped()
  expect(first).toBeGreaterThan(100_000)
  expect(stopped()).toBe(first)
  expect(childrenOf(sound)).toBe(1)
})

test('text that is asked for again and again is work too', () => {
  const work = remembering()
  childrenOf(`/*${' '.repeat(512 * 1000)}*/\n`, work)
  expect(work.spent.parsing).toBeGreaterThan(1000 * 3000)
})

test('reading the tree is counted apart, and stopped as well', () => {
  const work = remembering()
  const text = `f(${'a, '.repeat(3000)}b)\n`
  const lastOf = (job: Work): number | undefined => withTree(grammar, { text, work: job }, ({ rootNode }) => {
    const list = rootNode.descendantsOfType('arguments')[0]
    for (let child = list?.lastChild ?? null; child !== null; child = child.previousSibling);
    return list?.namedChildCount
  })
  expect(lastOf(work)).toBe(3001)
  expect(work.spent.reading).toBeGreaterThan(200_000)
  expect(lastOf(remembering(work.spent.parsing + 200_000))).toBe(undefined)
  expect(childrenOf(sound)).toBe(1)
})

test('a node that is found costs more than one that is passed over, and a place in the text is a question', () => {
  const reading = (ask: (root: Node) => unknown): number => {
    const work = remembering()
    withTree(grammar, { text: `f(${'a, '.repeat(3000)}b)\n`, work }, ({ rootNode }) => ask(rootNode))
    return work.spent.reading
  }
  const [none, all] = ['string', 'identifier'].map((type) => reading((root) => root.descendantsOfType(type))) as [number, number]
  expect(all - none).toBe(3002 * 10)
  expect(reading((root) => root.descendantForIndex(0, 1))).toBeGreaterThanOrEqual(100)
})

test('the tree gives every text, however long', () => {
  const name = 'n'.repeat(2000)
  expect(withTree(grammar, { text: `const ${name} = 1\n`, work: endless }, ({ rootNode }) => rootNode.firstChild?.text)).toBe(`const ${name} = 1`)
})

test('a tree that is read inside another one leaves that one as it is', () => {
  const other = 'interface B { c: number }\n'.repeat(50)
  const seen = withTree(grammar, { text: sound, work: endless }, ({ rootNode }) => {
    const inside = withTree(grammar, { text: other, work: endless }, (tree) => tree.rootNode.descendantsOfType('interface_declaration').length)
    return [inside, rootNode.type, rootNode.firstChild?.childForFieldName('declaration')?.childForFieldName('name')?.text]
  })
  expect(seen).toEqual([50, 'program', 'a'])
  expect(childrenOf(other)).toBe(50)
})

test('a text that breaks the runtime does not harm the next one', () => {
  // Nested ambiguity: each level makes the runtime call itself, until its stack runs into its data.
  const hostile = 'a ? b : c ? (d) : e => '.repeat(20_000)
  for (let round = 0; round < 2; round++) {
    expect(() => childrenOf(hostile)).toThrow()
    expect(childrenOf(sound)).toBe(1)
  }
})

test('a failure while the tree is read leaves the runtime sound', () => {
  expect(() => withTree(grammar, { text: sound, work: endless }, () => { throw new Error('reader') })).toThrow('reader')
  expect(childrenOf(sound)).toBe(1)
})
