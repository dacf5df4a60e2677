import { expect, test } from 'vitest'
import { blockOf, sketchTiles } from '../../test/kit/core.ts'
import { type BlockKind, headOf, isDefinition, lineOf, qualifiedName, tailOf, walk } from './block.ts'
import { fileBlock } from './tile.ts'

const text = 'class A\n  fn b\n    x\n'
const file = fileBlock('src/a.sk', text, sketchTiles(text))

test('walk visits parents before children, in reading order', () => {
  const tree = blockOf('f', 'file', [blockOf('f#a', 'class', [blockOf('f#a.b', 'method'), blockOf('f#a.c', 'method')]), blockOf('f#d', 'function')])
  expect([...walk(tree)].map((block) => block.id)).toEqual(['f', 'f#a', 'f#a.b', 'f#a.c', 'f#d'])
})

test('a tree of ten thousand levels does not exhaust the stack', () => {
  let deep = blockOf('f#x', 'class')
  for (let i = 0; i < 10_000; i++) deep = blockOf('f#x', 'class', [deep])
  expect([...walk(deep)]).toHaveLength(10_001)
})

test('what has no name to ask for is not a definition', () => {
  const not: BlockKind[] = ['glue', 'doc', 'import', 'folder', 'file']
  const are: BlockKind[] = ['module', 'class', 'interface', 'enum', 'type', 'function', 'method', 'field', 'constant', 'heading', 'entry']
  expect(not.filter((kind) => isDefinition(blockOf('x', kind)))).toEqual([])
  expect(are.filter((kind) => !isDefinition(blockOf('x', kind)))).toEqual([])
})

test('the qualified name is what follows the hash', () => {
  expect(qualifiedName(blockOf('src/a.ts#Sessions.closeAll', 'method'))).toBe('Sessions.closeAll')
})

test('head and tail come from the source at full and from the forms below', () => {
  const block = { ...blockOf('a#A', 'class'), start: 0, bodyStart: 8, bodyEnd: 15, end: 21, shape: { head: 's', tail: 'S' }, detail: { head: 'd', tail: 'D' } }
  expect([headOf(block, text, 'full'), tailOf(block, text, 'full')]).toEqual(['class A\n', '    x\n'])
  expect([headOf(block, text, 'detail'), tailOf(block, text, 'detail')]).toEqual(['d', 'D'])
  expect([headOf(block, text, 'shape'), tailOf(block, text, 'shape')]).toEqual(['s', 'S'])
})

test('the language of the kit gives nested blocks', () => {
  expect([...walk(file)].map((block) => block.id)).toEqual(['src/a.sk', 'src/a.sk#A', 'src/a.sk#A.b'])
})

test('a definition begins after what speaks of it', () => {
  const source = '\n/**\n * Runs f.\n */\n// f again\n@f\n#[f]\nfunction f() {\n  // f\n}\n'
  const block = { ...blockOf('a.js#f', 'function'), name: 'f', start: 1, bodyStart: source.length, bodyEnd: source.length, end: source.length }
  expect(lineOf(block, source)).toBe(8)
  expect(lineOf({ ...block, name: 'other' }, source)).toBe(2)
})
