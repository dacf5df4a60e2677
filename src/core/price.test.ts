import { expect, test } from 'vitest'
import { ask, blankPage, corpusOf, entryOf, tiny, words } from '../../test/kit/core.ts'
import type { CorpusFile } from './corpus.ts'
import type { FileView, Format } from './format.ts'
import { fileViewOf, priorityOf, pricerFor, bytesText } from './price.ts'
import { Tally } from './tally.ts'

const [file] = corpusOf({ 'src/a.sk': 'fn a\n  one two\n' }, ask()).files as [CorpusFile]
const pricer = pricerFor(tiny, words, blankPage)

test('the very strings of the format are priced', () => {
  // `[ v1 used 0 of 0` against `[`: the bracket that closes is in both.
  expect(pricer.head([file])).toBe(5)
  expect(pricer.outline()).toBe(2)
  expect(pricer.folder('src/', false)).toBe(3)
  expect(pricer.line(file)).toBe(2)
  // `> src/a.sk full` and `<`.
  expect(pricer.frame(file)).toBeGreaterThanOrEqual(4)
  expect(pricer.frame(file)).toBeLessThanOrEqual(5)
  expect(pricer.whole(file)).toBe(4)
  expect(pricer.text('one two three', file)).toBe(3)
  expect(pricer.text('', file)).toBe(0)
  expect(pricer.remark(file)).toBe(4)
  expect(pricer.hasLines).toBe(true)
})

test('the head of a page is priced without the tokens of files that nobody looked into', () => {
  const far = { ...file, about: 1200, get tokens(): number { throw new Error('counted') } }
  expect(pricer.head([far])).toBe(pricer.head([file]))
})

test('the head costs the same whatever the digits of a budget are: what it is worth follows from it, and a larger budget must not be worth less', () => {
  const letters = { ...words, count: (text: string) => text.length }
  const [small, large] = [50, 100].map((budget) => pricerFor(tiny, letters, { ...blankPage, budget, utilized: budget }).head([file]))
  expect(small).toBe(large)
})

test('a format without lines says so', () => {
  expect(pricerFor({ ...tiny, line: () => '' }, words, blankPage).hasLines).toBe(false)
})

test('what goes between files is paid for by each', () => {
  const joined = pricerFor({ ...tiny, join: ' , ' }, words, blankPage)
  expect([joined.folder('src/', false), joined.line(file), joined.frame(file)]).toEqual([4, 3, pricer.frame(file) + 1])
})

test('a frame costs as much as it can get, with much hidden or little', () => {
  const uneven = { ...tiny, file: (view: FileView) => ({ head: view.tokens === view.originalTokens ? 'whole' : 'a cut is told in many words', tail: '' }) }
  expect(pricerFor(uneven, words, blankPage).frame(file)).toBeGreaterThanOrEqual(7)
})

test('a head that names files is priced with the longest names', () => {
  const naming: Format = { ...tiny, open: (page, brief) => (brief ? '' : `${page.files.map((view) => view.path).join(' ')}\n`) }
  const files = corpusOf({ 'a.txt': '', 'b.txt': '', 'a long name.txt': '' }, ask()).files
  expect(pricerFor(naming, words, blankPage).head(files)).toBe(5)
})

test('a text that the format changes is counted as it is printed', () => {
  expect(pricerFor({ ...tiny, body: (text) => `${text} and more` }, words, blankPage).whole(file)).toBe(6)
})

test('a view has what a format may show, as long as it can get', () => {
  expect(fileViewOf(file)).toMatchObject({ path: 'src/a.sk', language: 'sketch', originalTokens: 4, md5: '', sha8: 'e3b0c442', priority: priorityOf(file) })
  expect(fileViewOf(file)).not.toHaveProperty('lines')
  expect(fileViewOf({ ...file, lines: [3, 9] }).lines).toEqual([3, 9])
})

test('the MD5 of a file is asked for by formats that tell it, and not for a stub', () => {
  const asked: string[] = []
  const watched = (path: string, more = {}): typeof file => ({ ...file, entry: { ...entryOf(path, 'x', more), get md5() { asked.push(path); return 'f'.repeat(32) } } })
  const price = (checksums: { checksums?: false }, one: typeof file): number => pricerFor({ ...tiny, ...checksums, file: (view) => ({ head: `md5 ${view.md5}\n`, tail: '' }) }, words, blankPage).frame(one)
  expect([price({ checksums: false }, watched('silent')), price({}, watched('stub', { stub: 'binary' })), asked]).toEqual([2, 2, []])
  expect([price({}, watched('told')), asked]).toEqual([3, ['told']])
})

test('a stub says why and how large, a link says where', () => {
  const stub = (why: string): string | undefined => fileViewOf({ ...file, entry: entryOf('a', '', { stub: why, bytes: 12_345 }) }).stub
  expect(stub('binary')).toBe('binary 12 KB')
  expect(stub('link to ../x')).toBe('link to ../x')
})

test('priorities run from 1 to 100', () => {
  const scored = (value: number): number => priorityOf({ ...file, score: { value, signals: [] } })
  expect([0.001, 0.254, 1].map(scored)).toEqual([1, 25, 100])
})

test.each([[0, '0 B'], [812, '812 B'], [12_345, '12 KB'], [999_499, '999 KB'], [3_440_000, '3.4 MB']])('%d bytes read %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text)
})

test('a stretch of a file is priced from its tally, and counted where there is none or the format changes the text', () => {
  const text = file.entry.text
  const asked: string[] = []
  const counting = { ...words, count: (part: string) => { asked.push(part); return words.count(part) } }
  // Two cuts: after the first line and at the end.
  const tallied = { ...file, tally: new Tally(4, Uint8Array.from([5, 2, 10, 2])) }
  expect(pricerFor(tiny, counting, blankPage).source(tallied, [5, text.length])).toBe(2)
  expect(asked).toEqual([])
  expect(pricerFor(tiny, counting, blankPage).source(file, [5, text.length])).toBe(2)
  expect(pricerFor({ ...tiny, body: (part) => part.replaceAll('two', 'two and three') }, counting, blankPage).source(tallied, [5, text.length])).toBe(4)
  expect(asked).toEqual(['  one two\n', '  one two and three\n'])
  expect(pricer.source(tallied, [5, 5])).toBe(0)
})
