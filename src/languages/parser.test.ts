import { describe, expect, test } from 'vitest'
import type { Tile } from '../core/block.ts'
import type { Parsed } from '../core/ports.ts'
import { nodeAssets } from '../workspace/assets.ts'
import { LANGUAGES, createParser, languageOf } from './index.ts'

const loads: string[] = []
const parser = createParser({
  load: (grammar) => {
    loads.push(grammar)
    return nodeAssets.load(grammar)
  },
  runtime: nodeAssets.runtime,
})

async function parse(path: string, text: string): Promise<Parsed> {
  const language = languageOf(path, text)
  if (language === undefined) throw new Error(path)
  await parser.prepare(language, text)
  return parser.parse(language, text)
}

const names = (tiles: readonly Tile[]): string[] => tiles.flatMap((tile) => [tile.name, ...names(tile.body?.tiles ?? []).map((name) => `${tile.name}/${name}`)])

describe('languages', () => {
  test('are found by ending, whatever its case, and are text otherwise', () => {
    expect(['a.ts', 'b.TSX', 'c/d.mjs', 'e.py', 'f.rs', 'g.go', 'h.md', 'i.json', 'j.yml', 'k.toml', 'l.unknown', 'no-ending'].map((path) => languageOf(path, '')?.name))
      .toEqual(['typescript', 'tsx', 'javascript', 'python', 'rust', 'go', 'markdown', 'json', 'yaml', 'toml', 'text', 'text'])
  })
  test('have distinct names, and share an ending only where one of them claims its texts', () => {
    expect(new Set(LANGUAGES.map(({ name }) => name)).size).toBe(LANGUAGES.length)
    const endings = LANGUAGES.filter(({ owns }) => owns === undefined).flatMap(({ extensions }) => extensions)
    expect(new Set(endings).size).toBe(endings.length)
  })
})

describe('grammars', () => {
  test('arrive once, when they are first needed', async () => {
    await parse('a.go', 'package a\n')
    await parse('b.go', 'package b\n')
    await parse('c.json', '{}')
    expect(loads).toEqual(['go'])
  })
  test('that were not prepared give plain text and say so', () => {
    const fresh = createParser({ load: () => Promise.reject(new Error('none')), runtime: () => Promise.reject(new Error('none')) })
    const parsed = fresh.parse(languageOf('a.rs', '') as never, 'fn main() {}\n')
    expect(parsed.problem).toContain('"rust" was not prepared')
    expect(parsed.passing).toBe(true)
    expect(parsed.tiles).toHaveLength(1)
  })
})

describe('names', () => {
  test('of methods are their own, nested in their class', async () => {
    expect(names((await parse('a.ts', 'export class A {\n  x = 1\n  run() {\n    return 1\n  }\n}\n')).tiles)).toEqual(['A', 'A/x', 'A/run'])
  })
  test('of Go methods carry the receiver', async () => {
    expect(names((await parse('a.go', 'package a\nfunc (s *Server[K]) Start() {\n}\n')).tiles)).toEqual(['', 'Server.Start'])
  })
  test('of Go types in a group are their own', async () => {
    expect(names((await parse('a.go', 'package a\ntype (\n\tA struct {\n\t\tX int\n\t}\n\tB interface{}\n)\n')).tiles)).toEqual(['', '', '/A', '/B'])
  })
  test('of Rust impls are the type', async () => {
    const text = 'impl<T> fmt::Display for Pair<T> {\n    fn fmt(&self) {\n    }\n}\nimpl std::ops::Add for crate::Id {\n}\n'
    expect(names((await parse('a.rs', text)).tiles)).toEqual(['Pair', 'Pair/fmt', 'Id'])
  })
})

describe('spans', () => {
  test('reach from the comment above to the comment behind', async () => {
    const text = 'import a\n\n# Why.\n@cached\ndef f():\n    pass\n\nX = 1  # one\nY = 2\n'
    const { tiles } = await parse('a.py', text)
    expect(tiles.map((tile) => text.slice(tile.start, tile.end))).toEqual(['import a\n', '# Why.\n@cached\ndef f():\n    pass\n', 'X = 1  # one\n', 'Y = 2\n'])
  })
  test('may begin and end inside a line', async () => {
    const text = 'function a() {} function b() {}\n'
    expect((await parse('a.js', text)).tiles.map((tile) => text.slice(tile.start, tile.end))).toEqual(['function a() {}', 'function b() {}\n'])
  })
})

describe('hostile text', () => {
  const depth = 50_000
  test.each([
    ['brackets.js', `x = ${'('.repeat(depth)}1${')'.repeat(depth)};\nfunction f() { return 12345678 }\n`, 'f'],
    ['arrays.ts', `export const a = ${'['.repeat(depth)}${']'.repeat(depth)}\nfunction f() { return 12345678 }\n`, 'f'],
    ['tuple.py', `x = ${'('.repeat(depth)}${')'.repeat(depth)}\ndef f():\n    return 1\n`, 'f'],
    ['blocks.rs', `fn a() { ${'{'.repeat(depth)}${'}'.repeat(depth)} }\nfn f() { g() }\n`, 'f'],
    ['deep.json', `{"a":${'['.repeat(depth)}${']'.repeat(depth)},"f":1}`, 'f'],
    ['modules.rs', `${'mod a {\n'.repeat(3000)}${'}\n'.repeat(3000)}fn f() {}\n`, 'f'],
    ['calls.py', `x = ${'f('.repeat(3000)}${')'.repeat(3000)}\ndef f():\n    return 1\n`, 'f'],
    ['else.js', `${'if (a) {\n} else '.repeat(2000)}{}\nfunction f() { return 12345678 }\n`, 'f'],
  ])('%s does not overflow', async (path, text, name) => {
    expect((await parse(path, text)).tiles.at(-1)?.name).toBe(name)
  })
  test('3,000 levels of Python do not overflow', async () => {
    const deep = (levels: number): string => Array.from({ length: levels }, (_, i) => `${' '.repeat(i)}if x:\n`).join('') + `${' '.repeat(levels)}y = 1\n`
    expect((await parse('a.py', deep(1200))).tiles.length).toBeGreaterThan(0)
    expect((await parse('b.py', deep(3000))).tiles.length).toBeGreaterThan(0)
  })
  test('over 2 MB is plain text and says so', async () => {
    const parsed = await parse('a.ts', 'const a = 1\n'.repeat(170_000))
    expect(parsed.problem).toBe('longer than 2 MB; shown as plain text')
    expect(parsed.tiles[0]?.body?.tiles.length).toBeGreaterThan(1)
  })
})

describe('macro calls', () => {
  test('lend no name to what they define, and the offsets are those of the file', async () => {
    const text = '// 🦀 «é»\ncfg_a! {\n    cfg_b! {\n        pub struct S {\n            x: u8,\n        }\n        impl S {\n            cfg_c! { fn get(&self) -> u8 { self.x } }\n        }\n    }\n}\n'
    const { tiles, problem } = await parse('a.rs', text)
    expect(problem).toBe(undefined)
    expect(names(tiles)).toEqual(['', '/', '//S', '//S', '//S/', '//S//get'])
    const flat = (some: readonly Tile[]): Tile[] => some.flatMap((tile) => [tile, ...flat(tile.body?.tiles ?? [])])
    const get = flat(tiles).at(-1) as Tile
    expect([get.kind, text.slice(get.start, get.end)]).toEqual(['method', 'fn get(&self) -> u8 { self.x }'])
  })
  test('are opened after a broken neighbour, and a broken one costs only itself', async () => {
    expect(names((await parse('a.rs', 'fn half( {\n    if x {\n}\n\ncfg! {\n    fn inside() {}\n}\n')).tiles)).toEqual(['half', '', '/inside'])
    const text = 'odd! {\n    fn a() { 1 }\n    ][ => fn b(x: u8) { 2 }\n    fn c() { 3 }\n}\nfn last() {}\n'
    expect(names((await parse('b.rs', text)).tiles).at(-1)).toBe('last')
  })
  test('with a syntax of their own lose no definition among the good ones', async () => {
    const text = 'odd! {\n    fn a() { 1 }\n    @extra => { x }\n    pub fn b(x: u8) { 2 }\n    struct C: u8 { const D = 1; }\n}\n'
    expect(names((await parse('a.rs', text)).tiles)).toEqual(expect.arrayContaining(['/a', '/b', '/C', '/C/D']))
  })
  test('that nest without end are opened as far as that is worth it', async () => {
    const deep = `${'a! { '.repeat(2000)}fn f() {}${' }'.repeat(2000)}\nfn last() {}\n`
    const wide = `odd! {\n${'x => { => { fn f() {} } }\n'.repeat(5000)}}\nfn last() {}\n`
    expect(names((await parse('a.rs', deep)).tiles).at(-1)).toBe('last')
    expect(names((await parse('b.rs', wide)).tiles).at(-1)).toBe('last')
  })
})

describe('Swift', () => {
  // The scanner of its grammar began with what stood in its memory, and then misread every `#`: see scripts/build-grammars.mjs.
  test('reads the same whatever was read before', async () => {
    const texts = [
      'func a() {\n    if #available(iOS 16, *) { run(#selector(b)) }\n}\n',
      'let raw = #"a " \\#(b) c"#\nfunc d() {}\n',
      'func open() { print(##"never closed }\n',
      'func f(file: String = #fileID, line: Int = #line) {}\n',
    ]
    const first: Parsed[] = []
    for (const text of texts) first.push(await parse('a.swift', text))
    for (const order of [[3, 2, 1, 0], [2, 0, 2, 3, 1]]) {
      for (const i of order) {
        await parse('a.rs', `fn f() { r${'#'.repeat(i)}"x"${'#'.repeat(i)} }\n`)
        expect(await parse('a.swift', texts[i] as string)).toEqual(first[i])
      }
    }
    expect([0, 1, 3].map((i) => first[i]?.problem)).toEqual([undefined, undefined, undefined])
  })
})

describe('broken syntax', () => {
  test('loses no definition that can be recognised, and says how many places it met', async () => {
    const text = 'function ok() { return 1 }\nfunction half( { if (x {\nexport const late = 3\nclass Last {}\n'
    const parsed = await parse('a.ts', text)
    expect(names(parsed.tiles)).toEqual(expect.arrayContaining(['ok', 'half', 'late', 'Last']))
    expect(parsed.problem).toMatch(/^\d+ places? could not be parsed; of (it|them) only lines that begin a definition are kept$/)
  })
  test('a function that swallows the next one gives it back', async () => {
    const text = 'fn a() {\n    if x {\n}\n\nfn b() {\n    1\n}\n'
    expect(names((await parse('a.rs', text)).tiles)).toEqual(expect.arrayContaining(['a', 'b']))
  })
  test('a class that swallows the next one gives it back, and loses nothing of its own', async () => {
    const names = (tiles: readonly Tile[]): unknown[] => tiles.map(({ name, body }) => (body === undefined ? name : [name, ...names(body.tiles)]))
    const text = 'class One\n{\n    void F() { int x = (1; }\n#if A\n    class In : A {\n#else\n    class In : B {\n#endif\n        int g;\n    }\n}\nclass Two { int h; }\n'
    const { tiles } = await parse('a.cs', text)
    expect(names(tiles).flat(9)).toEqual(expect.arrayContaining(['One', 'F', 'In', 'g', 'Two']))
    expect(tiles.at(-1)?.name).toBe('Two')
  })
  test('a script without definitions is not empty', async () => {
    expect((await parse('a.js', 'console.log(1)\nconsole.log(2)\n')).tiles).toHaveLength(1)
  })
})
