import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { loadGrammar, withTree } from './runtime.ts'
import type { Work } from './work.ts'

const modules = new URL('../../node_modules/', import.meta.url)
const grammar = await loadGrammar({
  load: (name) => readFile(new URL(`tree-sitter-wasm/out/${name}/tree-sitter-${name}.wasm`, modules)),
  runtime: () => readFile(new URL('web-tree-sitter/web-tree-sitter.wasm', modules)),
}, 'typescript')

const sound = 'export function a(b: string) { return b }\n'
const endless: Work = { look: () => false, read: () => false }
const childrenOf = (text: string, work = endless): number | undefined => withTree(grammar, { text, work }, (tree) => tree.rootNode.namedChildCount)

test('a parse stops when it is told to, after the same number of looks each time', () => {
  const looks = (): number => {
    let count = 0
    expect(childrenOf(sound.repeat(2000), { ...endless, look: () => ++count >= 20 })).toBe(undefined)
    return count
  }
  expect([looks(), looks()]).toEqual([20, 20])
  expect(childrenOf(sound)).toBe(1)
})

test('a parse that asks for too much of its text is stopped, and what was read of it counts for nothing', () => {
  let reads = 0
  expect(childrenOf(sound.repeat(200), { ...endless, read: () => ++reads > 5 })).toBe(undefined)
  expect(reads).toBeLessThan(10)
  expect(childrenOf(sound)).toBe(1)
})

test('the tree gives every text, however long', () => {
  const name = 'n'.repeat(2000)
  expect(withTree(grammar, { text: `const ${name} = 1\n`, work: endless }, ({ rootNode }) => rootNode.firstChild?.text)).toBe(`const ${name} = 1`)
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
