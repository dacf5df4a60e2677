import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileBlock } from './tile.ts'
import { walk } from './block.ts'
import { levelFrom } from './level.ts'
import { targetFrom } from './handle.ts'
import { findBlocks } from './find.ts'
import { readFields, tokens } from './field.ts'
import { mentionsOf, mentionsPath } from './rank/mention.ts'
import { write } from './write.ts'
import { blockScores } from './rank/blocks.ts'
import { scanner, termsOf } from './rank/terms.ts'
import { queryOf, worthParsing, rankFiles } from './rank/rank.ts'
import { compile } from './compile.ts'
import { allocate, ordered } from './allocate.ts'
import { faultsOf } from './schema.ts'
import { globMatcher } from './glob.ts'
import { sketchTiles, corpusOf, ask, tiny, words, about, entryOf } from '../../test/kit/core.ts'
import { FORMATS, claudeXml } from '../formats/index.ts'
import { openParser, parsePath } from '../../test/cases/parser.ts'
import { LENSES } from './lenses.ts'
const nothing = { head: '', tail: '' }
const t = (name: string, start: number, end: number) => ({ kind: 'function' as const, name, start, end, shape: nothing, detail: nothing })
test('3 distinct', () => { const ids = [...walk(fileBlock('a', 'abcdef', [t('get', 0, 1), t('get', 1, 2), t('get~2', 2, 3)]))].map((b) => b.id); expect(new Set(ids).size).toBe(ids.length) })
test('4 container head', () => {
  const text = 'fn unrelated(x)\n  nothing here\nclass Sessions\n  fn close(x)\n    nope\n'
  const file = fileBlock('a.sk', text, sketchTiles(text))
  const s = Object.fromEntries([...blockScores(file, text, { fileScore: 1, query: queryOf('improve sessions') })].map(([b, s]) => [b.id, s]))
  expect(s['a.sk#Sessions']).toBeGreaterThan(s['a.sk#unrelated'] as number)
})
const r = (budget: number) => ask({ budget, rules: [{ match: 'big.txt', atLeast: 'full', why: 'pin' }] })
const c = corpusOf({ 'big.txt': 'w '.repeat(100) }, r(30))
test.each(FORMATS.map((f) => [f.name, f] as const))('5 notice printed %s', (_, f) => { const out = compile(c, r(30), { format: f, meter: words, about: about(30) }).parts.join(''); expect(out).toContain('exceeds the budget') })
test('6 no notice when it fits', () => { for (let b = 90; b < 130; b++) { const out = compile(c, r(b), { format: tiny, meter: words, about: about(b) }); if (out.tokens <= b) expect([b, out.page.notices, out.plan.overrun]).toEqual([b, [], 0]) } })
test('6b true number', () => { const out = compile(c, r(30), { format: claudeXml, meter: words, about: about(30) }); const said = Number(/about (\d+)/.exec(out.page.notices.join())?.[1]); expect(Math.abs(said - (out.tokens - 30))).toBeLessThan(5) })
test('7 pinned at 0', () => { const out = compile(c, r(0), { format: tiny, meter: words, about: about(0) }); expect(out.page.files.length).toBe(1) })
test('8 levelFrom', () => { expect(() => levelFrom('constructor')).toThrow(TypeError) })
test('8b target', () => { expect(() => targetFrom('constructor=foo')).toThrow() })
test('9 mention linear', () => { const s = performance.now(); mentionsOf('a'.repeat(5000)); mentionsOf('a.'.repeat(2500)); mentionsOf('a/'.repeat(2500)); mentionsOf('_'.repeat(5000)); mentionsOf('a_'.repeat(2500));mentionsOf('aB'.repeat(2500)); mentionsOf('-'.repeat(5000)); expect(performance.now() - s).toBeLessThan(50) })
test('10 typo', () => { expect(() => readFields({ budget: tokens('b'), format: tokens('x'), lens: tokens('y') }, new Map([['bugdet', '3']]))).toThrow('did you mean --budget?') })
test('11 hash', () => { expect(findBlocks(fileBlock('c#/a.ts', 'abcdef', [t('get', 0, 6)]), { kind: 'any', name: 'get' })).toHaveLength(1) })
test('12 hidden inside import', () => { const text = 'if x:\n  fn a\n'; const f = fileBlock('a', text, [{ kind: 'import', name: '', start: 0, end: text.length, shape: nothing, detail: nothing, body: { start: 6, end: text.length, tiles: [t('a', 8, 12)] } }]); expect(write(f, text, { of: () => 'none', remark: ['', ''] }).hidden).toBe(1) })
test('13 bound', () => { const m = { parent: Int32Array.from([-1, -1, 1, -1]), cost: Float64Array.from([-1, 3, 12, 12]), value: Float64Array.from([0, 0, 24, 20]), must: new Uint8Array(4), cap: new Int32Array(4).fill(-1), caps: [] }; expect(allocate(ordered(m), 14).bound).toBeGreaterThanOrEqual(24) })
test('14 minimal infinity', () => { const lens = LENSES.find((l) => l.name === 'minimal')!; const req = ask({ lens }); const files = rankFiles([{ entry: entryOf('a.ts', 'x'), language: 't', remark: ['', ''], tokens: 1 }], req, { utility: new Map() }); expect(worthParsing(files, req)).toHaveLength(1) })
test('15 ./path', () => { expect(mentionsPath(mentionsOf('see ./src/a.ts'), 'src/a.ts')).toBe(1) })
test('16 empty candidates', () => { expect(faultsOf({ x: 1 }, { type: 'object' })[0]).not.toMatch(/one of $/) })
test('17 scalar top', () => { expect(faultsOf(5, { type: 'number', maximum: 3 })[0]).toMatch(/^the whole/) })
test('18 brace after }', () => { expect(globMatcher('a}b{c,d}')('a}bc')).toBe(true) })
test('19 anchored', () => { expect(globMatcher('/foo')('a/foo')).toBe(false) })
test('20 sigma', () => { const hits: number[] = []; scanner([{ stem: 'alpha', weight: 1 }, { stem: 'οδοσ', weight: 1 }])('ΟΔΟΣ οδος', (t) => hits.push(t)); expect(hits).toEqual([1, 1]) })
test('21 wide wrapper', () => {
  const inner = Array.from({ length: 900 }, (_, i) => `fn m${i} x\n`)
  const text = inner.join(''); let at = 0
  const tiles = inner.map((l, i) => { const s = at; at += l.length; return { kind: 'function' as const, name: `m${i}`, start: s, end: at, shape: { head: l, tail: '' }, detail: { head: l, tail: '' } } })
  const wrap = { kind: 'module' as const, name: 'M', start: 0, end: text.length, shape: nothing, detail: nothing, body: { start: 0, end: text.length, tiles } }
  const base = corpusOf({ 'a.txt': text }, ask()).files[0]!; const block = fileBlock('a.txt', text, [wrap])
  const out = compile({ files: [{ ...base, parts: { block, scores: new Map() } }] }, ask({ budget: 100000 }), { format: tiny, meter: words, about: about(100000) })
  expect(out.page.bodies[0]).toBe(text)
})
test('22 lossless with real packs', async () => {
  const p = openParser()
  const cases: [string, string][] = [['a.yaml', 'a:\n  b: 1\n  c: 2\n\nd:\n  e: 1\n'], ['a.toml', '[a]\nb = 1\n\n[c]\nd = 2\n'], ['a.js', 'const a = 1; const b = 2\nlet c = 3; import x from "y"\n'], ['a.py', 'import os; import sys\nclass A:\n    x = 1; y = 2\n\n\n    def f(self): return 1\n\nx = 1; y = 2'], ['a.json', '{"a": 1, "b": {"c": 2}, "d": [1,2]}'], ['a.ts', 'export class X { m() { return 1 } }; function f() { return 2 } const a = 1\n\n\ntype A = 1; interface B { x: 1 }'], ['a.go', 'package a\n\nfunc F() { return }; var x = 1\n'], ['a.rs', 'fn f() {} fn g() { 1 }\nmod a { fn x() {} fn y() { 2 } }\n'], ['a.md', 'T\n=\n\nhello\n# a\n\nx\n\n\n## b\ny']]
  for (const [path, text] of cases) {
    const parsed = await parsePath(p, path, text)
    const base = corpusOf({ [path]: text }, ask()).files[0]!; const block = fileBlock(path, text, parsed.tiles)
    const out = compile({ files: [{ ...base, parts: { block, scores: new Map() } }] }, ask({ budget: 100000 }), { format: tiny, meter: words, about: about(100000) })
    expect.soft([path, out.page.bodies[0], out.page.files[0]?.level]).toEqual([path, text, 'full'])
  }
})
void fc
