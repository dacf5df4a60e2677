import { expect, test } from 'vitest'
import { blankPage, tiny } from '../../test/kit/core.ts'
import type { FileView } from './format.ts'
import type { Page } from './page.ts'
import { print } from './print.ts'

const view = (path: string): FileView => ({ path, language: 'text', level: 'full', priority: 1, originalTokens: 1, tokens: 1, md5: '', sha8: '', body: '', hidden: 0, originalLines: 1 })
const page: Page = { ...blankPage, utilized: 9, files: [view('a'), view('b')], bodyOf: (place) => `body of ${'ab'[place]}\n`, md5Of: (place) => `md5 of ${'ab'[place]}`, lines: [view('src/z'), view('src/a')], folders: [{ path: 'src/m/', files: 3, tokens: 9 }, { path: './', files: 1, tokens: 1 }] }
const printed = (what: Page, format = tiny, brief = false): string => [...print(what, format, brief)].join('')

test('a page is opened, outlined by path, filled and closed', () => {
  expect(printed(page)).toBe('[ v1 used 9 of 0\n(\n+ ./ 1\n- src/a\n+ src/m/ 3\n- src/z\n)\n> a full\nbody of a\n<\n> b full\nbody of b\n<\n]\n')
})

test('a format is told the MD5 of what it prints, unless it says that it tells none', () => {
  const telling = { ...tiny, file: (view: FileView) => ({ head: `${view.path} ${view.md5}\n`, tail: '' }) }
  expect(printed(page, telling)).toContain('b md5 of b\n')
  expect(printed({ ...page, md5Of: () => { throw new Error('asked') } }, { ...telling, checksums: false })).toContain('b \n')
})

test('a brief page leaves its metadata out', () => {
  expect(printed({ ...page, lines: [], folders: [] }, tiny, true)).toBe('[\n> a full\nbody of a\n<\n> b full\nbody of b\n<\n]\n')
})

test('joins stand between entries and between files, never around them', () => {
  expect(printed(page, { ...tiny, join: ',' }, true)).toBe('[\n(\n+ ./ 1\n,- src/a\n,+ src/m/ 3\n,- src/z\n)\n> a full\nbody of a\n<\n,> b full\nbody of b\n<\n]\n')
})

test('entries that a format cannot say are left out, and an outline of nothing too', () => {
  expect(printed({ ...page, folders: [] }, { ...tiny, line: () => '' }, true)).not.toContain('(')
  expect(printed(page, { ...tiny, folder: () => '', join: ',' }, true)).toContain('(\n- src/a\n,- src/z\n)')
})

test('the format sees the body of each file where it prints it', () => {
  const shouting = { ...tiny, file: (file: FileView) => ({ head: `${file.body.length} `, tail: '' }), body: (text: string) => text.toUpperCase() }
  expect(printed({ ...page, lines: [], folders: [] }, shouting, true)).toBe('[\n10 BODY OF A\n10 BODY OF B\n]\n')
})

test('what seldom changes comes first, what is worked on last, and the outline after all where the format allows it', () => {
  const restless = { ...page, restless: new Map([['a', 3], ['b', 1]]) }
  expect(printed(restless, tiny, true)).toBe('[\n(\n+ ./ 1\n- src/a\n+ src/m/ 3\n- src/z\n)\n> b full\nbody of b\n<\n> a full\nbody of a\n<\n]\n')
  expect(printed(restless, { ...tiny, looseOutline: true, join: ',' }, true)).toBe('[\n> b full\nbody of b\n<\n,> a full\nbody of a\n<\n,(\n+ ./ 1\n,- src/a\n,+ src/m/ 3\n,- src/z\n)\n]\n')
  expect(printed({ ...page, restless: new Map([['a', Infinity], ['b', Infinity]]) }, tiny, true)).toContain('> a full\nbody of a\n<\n> b full')
})
