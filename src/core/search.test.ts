import { expect, test } from 'vitest'
import type { OutlineItem } from './outline.ts'
import { byScore, couldMatch, matchesIn, queryFrom } from './search.ts'

const item = (name: string, line: number, depth = 0): OutlineItem => ({ kind: 'function', name, line, end: line, depth })
const outline = [item('Sessions', 1), item('closeAll', 2, 1), item('close', 5, 1), item('reopen_all', 7)]
const text = 'class Sessions\n  closeAll()\n\n// closes all of them\n  close()\n\nreopen_all()\n'
const found = (query: string, path = 'src/a.ts'): string[] => matchesIn(queryFrom(query), { path, text, outline: () => outline }).sort(byScore).map(({ target }) => target)

test('the very name comes first, then what begins so, then what shares its words, then lines', () => {
  expect(found('close')).toEqual(['src/a.ts#Sessions.close', 'src/a.ts#Sessions.closeAll', 'src/a.ts:4'])
  expect(found('Sessions.closeAll')[0]).toBe('src/a.ts#Sessions.closeAll')
  expect(found('Sessions::closeAll()')[0]).toBe('src/a.ts#Sessions.closeAll')
  expect(found('all close')[0]).toBe('src/a.ts#Sessions.closeAll')
})

test('files are found by their names, tests after sources', () => {
  expect(found('a.ts')[0]).toBe('file=src/a.ts')
  const [source, test] = ['src/b.ts', 'test/b.ts'].map((path) => matchesIn(queryFrom('closeAll'), { path, text, outline: () => outline })[0]?.score ?? 0) as [number, number]
  expect(source).toBeGreaterThan(test)
})

test('a hash in a path does not end it', () => {
  expect(found('closeAll', 'src/c#.ts')[0]).toBe('src/c%23.ts#Sessions.closeAll')
})

test('a text without any part of the words is not looked into', () => {
  const could = couldMatch(queryFrom('closeAll'))
  expect([could('CLOSED'), could('nothing here')]).toEqual([true, false])
  expect(couldMatch(queryFrom('+++'))('x')).toBe(true)
})

test('lines hold all words when no line holds the whole', () => {
  expect(matchesIn(queryFrom('them closes'), { path: 'a.ts', text, outline: () => [] }).map(({ line, kind }) => [line, kind])).toEqual([[4, 'text']])
})

test('what stands in a type is its method or its field', () => {
  const items: OutlineItem[] = [{ ...item('Page', 1), kind: 'class' }, item('render', 2, 1), { ...item('size', 3, 1), kind: 'constant' }, item('render', 5), item('Page.render', 6)]
  const kinds = (query: string): string[] => matchesIn(queryFrom(query), { path: 'a.py', text: '', outline: () => items }).map(({ kind, line }) => `${kind} ${line}`)
  expect(kinds('render')).toEqual(['method 2', 'function 5', 'method 6'])
  expect(kinds('size')).toEqual(['field 3'])
})

test('two signs are a word in scripts without letters', () => {
  const files = (query: string, path: string): string[] => matchesIn(queryFrom(query), { path, text: '', outline: () => [] }).map(({ target }) => target)
  expect(files('大赛', 'CCTV大赛.txt')).toEqual(['file=CCTV大赛.txt'])
  expect(files('CC', 'CCTV大赛.txt')).toEqual([])
})
