import { expect, test } from 'vitest'
import { fileBlock } from './tile.ts'
import { usesIn, usesOf } from './uses.ts'

const c = { remark: ['// ', ''] as const, quotes: '"\'`' }
const python = { remark: ['# ', ''] as const }
const brief = (text: string, language: Parameters<typeof usesIn>[1] = c): string[] => usesIn(text, language).map(({ name, kind, of }) => `${of === undefined ? '' : `${of}.`}${name}:${kind}`)

test('calls, types and names, with what stands before the dot', () => {
  expect(brief('open(path); db.find(x); let y: Session = new Store<Row>(z)')).toEqual([
    'open:call', 'path:name', 'db:name', 'db.find:call', 'x:name', 'let:name', 'y:name', 'Session:type', 'new:name', 'Store:call', 'Row:type', 'z:name',
  ])
})
test('a generic call, a macro, a path of modules', () => expect(brief('read::<u8>(); vec!(1); fs::open(a)')).toEqual(['read:call', 'u8:name', 'vec:call', 'fs:name', 'fs.open:call', 'a:name']))
test('comments and strings use nothing', () => {
  expect(brief('a() // b()\n/* c() */ "d()" \'e()\' `f()` "\\"g()"')).toEqual(['a:call'])
  expect(brief('a() # b()\n"""\nc()\n"""\n\'d\'', python)).toEqual(['a:call'])
})
test('where a quote is no string, it hides nothing', () => expect(brief("fn a<'x>(b: &'x str) { c('d') }", { ...c, quotes: '"' })).toContain('c:call'))
test('an open string ends at its line', () => expect(brief('a("b\nc()')).toEqual(['a:call', 'c:call']))
test('a block uses what stands in it and not in its children', () => {
  const text = 'class A extends B {\n  run() { go() }\n}\n'
  const nothing = { head: '', tail: '' }
  const run = { kind: 'method' as const, name: 'run', start: 20, end: 37, shape: nothing, detail: nothing }
  const file = fileBlock('a.ts', text, [{ kind: 'class', name: 'A', start: 0, end: text.length, shape: nothing, detail: nothing, body: { start: 20, end: 37, tiles: [run] } }])
  const uses = new Map([...usesOf(file, text, c)].map(([block, found]) => [block.name, found.map(({ name }) => name)]))
  expect(uses.get('A')).toEqual(['class', 'A', 'extends', 'B'])
  expect(uses.get('run')).toEqual(['run', 'go'])
})
test('what is never closed is read once, however often it is opened', () => {
  for (const opening of ['/* ', '` ', '"', "'''", 'a.', '"\\', '--[[ ', '<!-- ']) expect(usesIn(`x ${opening.repeat(200_000)}`, c)[0]?.name).toBe('x')
})

test('a language whose remarks have dashes, such as HTML, is read like any other', () => {
  expect(brief('<!-- open(x) -->\nload(y)', { remark: ['<!-- ', ' -->'] as const })).toEqual(['load:call', 'y:name'])
})
