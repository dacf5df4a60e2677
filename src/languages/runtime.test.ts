import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { loadGrammar, withTree } from './runtime.ts'

const modules = new URL('../../node_modules/', import.meta.url)
const grammar = await loadGrammar({
  load: (name) => readFile(new URL(`tree-sitter-wasm/out/${name}/tree-sitter-${name}.wasm`, modules)),
  runtime: () => readFile(new URL('web-tree-sitter/web-tree-sitter.wasm', modules)),
}, 'typescript')

const sound = 'export function a(b: string) { return b }\n'
const never = (): boolean => false
const childrenOf = (text: string, stop = never): number | undefined => withTree(grammar, { text, stop }, (tree) => tree.rootNode.namedChildCount)

test('a parse stops when it is told to, after the same number of looks each time', () => {
  const looks = (): number => {
    let count = 0
    expect(childrenOf(sound.repeat(2000), () => ++count >= 20)).toBe(undefined)
    return count
  }
  expect([looks(), looks()]).toEqual([20, 20])
  expect(childrenOf(sound)).toBe(1)
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
  expect(() => withTree(grammar, { text: sound, stop: never }, () => { throw new Error('reader') })).toThrow('reader')
  expect(childrenOf(sound)).toBe(1)
})
