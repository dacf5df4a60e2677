import { expect, test } from 'vitest'
import { about, ask, corpusOf, words } from '../../test/kit/core.ts'
import type { CorpusFile } from './corpus.ts'
import type { Level } from './level.ts'
import { emptyPage, pageOf } from './page.ts'
import { linesIn } from './whole.ts'
import type { FilePlan, Plan } from './plan.ts'

const corpus = corpusOf({ 'a.sk': 'fn a\n  body of a\nfn b\n', 'b.txt': 'one two', 'x/c.txt': 'three', 'x/y/d.txt': 'four five', 'x/y/e.txt': 'six' }, ask())
const fileAt = (path: string): CorpusFile => corpus.files.find((file) => file.entry.path === path) as CorpusFile

const filePlan = (path: string, how: '' | 'listed' | 'opened', level: Level = 'full'): FilePlan => ({ file: fileAt(path), listed: how !== '', opened: how === 'opened', bare: false, levelOf: () => level })
const plan = (files: readonly FilePlan[], folders: readonly string[] = []): Plan => ({
  head: true, files, folders: new Set(folders), picks: [], cost: 0, value: 0, bound: 0, overrun: 0, complete: false,
})
const page = (files: readonly FilePlan[], folders: readonly string[] = []) => pageOf(plan(files, folders), about(100), { meter: words })

test('an empty page carries what is known of it', () => {
  expect(emptyPage(about(100), words)).toMatchObject({ meter: 'words', budget: 100, utilized: 100, files: [], lines: [], folders: [], lens: 'default' })
})

test('opened files have bodies in the same order, listed ones have a line', () => {
  const { files, bodyOf, lines } = page([filePlan('a.sk', 'opened', 'shape'), filePlan('b.txt', 'opened'), filePlan('x/c.txt', 'listed'), filePlan('x/y/d.txt', '')])
  expect(files.map(({ path, level, tokens, originalTokens, hidden }) => [path, level, tokens, originalTokens, hidden])).toEqual([['a.sk', 'detail', 4, 7, 0], ['b.txt', 'full', 2, 2, 0]])
  expect([bodyOf(0), bodyOf(1)]).toEqual(['fn a\nfn b\n', 'one two'])
  expect(lines.map(({ path, level, tokens }) => [path, level, tokens])).toEqual([['x/c.txt', 'line', 0]])
})

test('hidden definitions are counted and remarked on', () => {
  const { files, bodyOf } = page([filePlan('a.sk', 'opened', 'none')])
  expect(files[0]).toMatchObject({ hidden: 2, level: 'shape' })
  expect(bodyOf(0)).toBe('// … 2 more\n')
})

test('files without a line are counted in the nearest folder that has one', () => {
  const paths = ['b.txt', 'x/c.txt', 'x/y/d.txt', 'x/y/e.txt'].map((path) => filePlan(path, ''))
  expect(page(paths, ['./', 'x/', 'x/y/']).folders).toEqual([{ path: './', files: 1, tokens: 2 }, { path: 'x/', files: 1, tokens: 1 }, { path: 'x/y/', files: 2, tokens: 3 }])
  expect(page(paths, ['./', 'x/']).folders).toEqual([{ path: './', files: 1, tokens: 2 }, { path: 'x/', files: 3, tokens: 4 }])
  expect(page(paths, ['./']).folders).toEqual([{ path: './', files: 4, tokens: 6 }])
  expect(page(paths).folders).toEqual([])
})

test('a folder of which every file is shown or listed has no line', () => {
  expect(page([filePlan('b.txt', 'listed'), filePlan('x/c.txt', 'opened')], ['./', 'x/']).folders).toEqual([])
})

test.each([['', 1], ['a', 1], ['a\n', 2], ['a\nb\n\nc', 4]])('%j has %d lines as an editor counts them', (text, lines) => {
  expect(linesIn(text)).toBe(lines)
})

test('a page for a task does without byte order marks', () => {
  const [file] = corpusOf({ 'm.sk': '\uFEFFfn a\n  body\n' }, ask()).files as [CorpusFile]
  const bodies = [true, false].map((bare) => pageOf(plan([{ file, listed: false, opened: true, bare, levelOf: () => 'full' }]), about(100), { meter: words }).bodyOf(0))
  expect(bodies).toEqual(['fn a\n  body\n', '\uFEFFfn a\n  body\n'])
})
