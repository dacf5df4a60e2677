// Mistakes that were made once. Each test is named by what went wrong.
import { expect, test } from 'vitest'
import { about, ask, corpusOf, entryOf, sketchTiles, tiny, words } from '../../test/kit/core.ts'
import { claudeXml } from '../formats/index.ts'
import { allocate, ordered } from './allocate.ts'
import type { Form, Tile } from './block.ts'
import { walk } from './block.ts'
import { compile } from './compile.ts'
import { readFields, tokens } from './field.ts'
import { findBlocks } from './find.ts'
import { globMatcher } from './glob.ts'
import { targetFrom } from './handle.ts'
import { LENSES } from './lenses.ts'
import { levelFrom } from './level.ts'
import { fileFacts } from './rank/files.ts'
import { mentionsOf, mentionsPath } from './rank/mention.ts'
import { queryOf } from './rank/query.ts'
import { rankFiles, worthParsing } from './rank/rank.ts'
import { unitsOf } from './rank/units.ts'
import { faultsOf } from './schema.ts'
import { fileBlock } from './tile.ts'

const nothing: Form = { head: '', tail: '' }
const leaf = (name: string, start: number, end: number): Tile => ({ kind: 'function', name, start, end, shape: nothing, detail: nothing })

test('a name that looks like a number for overloads got an id twice', () => {
  const ids = [...walk(fileBlock('a', 'abcdef', [leaf('get', 0, 1), leaf('get', 1, 2), leaf('get~2', 2, 3)]))].map((block) => block.id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('words in the head of a class were credited to the function before it', () => {
  const text = 'fn unrelated(x)\n  nothing here\nclass Sessions\n  fn close(x)\n    nope\n'
  const query = queryOf('improve sessions')
  const [facts] = fileFacts([{ path: 'a.sk', text }], query)
  if (facts === undefined) throw new Error('no facts')
  const found = unitsOf([{ facts, text, block: fileBlock('a.sk', text, sketchTiles(text)), links: [] }], query).filter(({ terms }) => terms.some((count) => count > 0))
  expect(found.map(({ name }) => name)).toEqual(['Sessions'])
})

const pinned = (budget: number) => ask({ budget, rules: [{ match: 'big.txt', atLeast: 'full', why: 'pin' }] })
const big = (budget: number) => corpusOf({ 'big.txt': 'w '.repeat(100) }, pinned(budget))

test('a floor that fits on the page was announced as an overrun', () => {
  for (let budget = 90; budget < 130; budget++) {
    const out = compile(big(budget), pinned(budget), { format: tiny, meter: words, about: about(budget) })
    if (out.tokens <= budget) expect(out.page.notices).toEqual([])
    else expect(out.page.notices).toHaveLength(1)
  }
})

test('the notice of an overrun gave a wrong number', () => {
  const out = compile(big(30), pinned(30), { format: claudeXml, meter: words, about: about(30) })
  expect(out.page.notices[0]).toContain(`by ${out.tokens - 30}.`)
})

test('a pinned file vanished at budgets below the frame', () => {
  for (const budget of [0, 1]) expect(compile(big(budget), pinned(budget), { format: tiny, meter: words, about: about(budget) }).page.files).toHaveLength(1)
})

test('names of Object.prototype were taken for levels and kinds', () => {
  expect(() => levelFrom('constructor')).toThrow(TypeError)
  expect(() => targetFrom('constructor=foo')).toThrow('not a kind of target')
})

test('a long run in a task was scanned again from every character', () => {
  // Scanned again from every character, a run as long as this takes an hour: the test would be stopped.
  for (const unit of ['a', 'a.', 'a/', '_', '-', 'aB']) expect(mentionsOf(unit.repeat(3_000_000 / unit.length)).paths, unit).toEqual([])
})

test('a mistyped option got no suggestion', () => {
  expect(() => readFields({ budget: tokens('b'), format: tokens('x'), lens: tokens('y') }, new Map([['bugdet', '3']]))).toThrow('did you mean --budget?')
})

test('a path with a # hid its definitions', () => {
  const file = fileBlock('c#/a.ts', 'abcdef', [leaf('get', 0, 6)])
  expect(findBlocks(file, { kind: 'any', name: 'get' })).toHaveLength(1)
  expect(targetFrom(file.children[0]?.id ?? '')).toMatchObject({ path: 'c#/a.ts', name: 'get' })
})

test('the bound was too low when a step gave tokens back', () => {
  const market = { parent: Int32Array.of(-1, -1, 1, -1), cost: Float64Array.of(-1, 3, 12, 12), value: Float64Array.of(0, 0, 24, 20), must: new Uint8Array(4), cap: new Int32Array(4).fill(-1), caps: [] }
  expect(allocate(ordered(market), 14).bound).toBeGreaterThanOrEqual(24)
})

test('without a budget, files below a ceiling were not parsed and so not shown', () => {
  const lens = LENSES.find(({ name }) => name === 'minimal')
  if (lens === undefined) throw new Error('minimal')
  const files = rankFiles([{ entry: entryOf('a.ts', 'x'), language: 't', remark: ['', ''], tokens: 1 }], ask({ lens }), { utility: new Map() })
  expect(worthParsing(files, ask({ lens }))).toHaveLength(1)
})

test('a path that begins with ./ was not recognised in a task', () => {
  expect(mentionsPath(mentionsOf('see ./src/a.ts'), 'src/a.ts')).toBe(1)
})

test('sentences about faults had no subject or no choices', () => {
  expect(faultsOf({ x: 1 }, { type: 'object' })[0]).toBe('x is not known; there is nothing to choose from')
  expect(faultsOf(5, { type: 'number', maximum: 3 })[0]).toMatch(/^the whole must be at most 3/)
})

test('a stray brace stopped all alternatives, and a leading slash did not anchor', () => {
  expect(globMatcher('a}b{c,d}')('a}bc')).toBe(true)
  expect(globMatcher('/foo')('a/foo')).toBe(false)
  expect(globMatcher('/foo')('foo')).toBe(true)
})

test('a wide container without text of its own swallowed its children', () => {
  const lines = Array.from({ length: 900 }, (_, i) => `fn m${i} x\n`)
  const text = lines.join('')
  let at = 0
  const tiles = lines.map((line, i): Tile => {
    at += line.length
    return { kind: 'function', name: `m${i}`, start: at - line.length, end: at, shape: { head: line, tail: '' }, detail: { head: line, tail: '' } }
  })
  const block = fileBlock('a.txt', text, [{ kind: 'module', name: 'M', start: 0, end: text.length, shape: nothing, detail: nothing, body: { start: 0, end: text.length, tiles } }])
  const [base] = corpusOf({ 'a.txt': text }, ask()).files
  if (base === undefined) throw new Error('no file')
  const out = compile({ files: [{ ...base, parts: { block, scores: new Map() } }] }, ask({ budget: 100_000 }), { format: tiny, meter: words, about: about(100_000) })
  expect(out.page.bodyOf(0)).toBe(text)
})

test('high scores joined everything into one chunk that did not fit, and the page stayed empty', () => {
  const text = Array.from({ length: 12 }, (_, i) => `fn f${i}\n  ${'body '.repeat(20)}\n`).join('')
  const [file] = corpusOf({ 'a.sk': text }, ask()).files
  if (file?.parts === undefined) throw new Error('no parts')
  const wanted = { ...file, score: { value: 10, signals: [] }, parts: { block: file.parts.block, scores: new Map(), piecemeal: true as const } }
  for (const budget of [30, 40, 60]) {
    const out = compile({ files: [wanted] }, ask({ budget }), { format: tiny, meter: words, about: about(budget) })
    expect(out.page.files, `budget ${budget}`).toHaveLength(1)
    expect(out.page.bodyOf(0)).toContain('fn f0')
  }
})
