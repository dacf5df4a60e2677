import { expect, test } from 'vitest'
import type { CompareFile } from '../../../src/studio/contract.ts'
import { linesIn, type Row, rowsOf } from './lines.ts'

const lines = (from: number, to: number): string => Array.from({ length: to - from + 1 }, (_, i) => `${from + i}\n`).join('')
const shown = (file: CompareFile, beside = false, opened: readonly number[] = []): string[] => rowsOf(file, { beside, opened: new Set(opened) }).map(({ kind, a, b, folded }: Row) => `${kind} ${a ?? ''}|${b ?? ''}${folded === undefined ? '' : ` x${folded}`}`)

test('what is gone and what is new stands below each other, or beside', () => {
  const file: CompareFile = { path: 'x', a: 'one\ntwo\nthree\n', b: 'one\n2\n2b\nthree\n', edits: [[1, 2, 1, 3]] }
  expect(shown(file)).toEqual(['same 1|1', 'gone 2|', 'new |2', 'new |3', 'same 3|4'])
  expect(shown(file, true)).toEqual(['same 1|1', 'pair 2|2', 'new |3', 'same 3|4'])
})

test('a long stretch that is the same is one line until somebody opens it', () => {
  const file: CompareFile = { path: 'x', a: lines(1, 30), b: `${lines(1, 14)}new\n${lines(15, 30)}`, edits: [[14, 14, 14, 15]] }
  expect(shown(file)).toEqual(['folded 1|1 x11', 'same 12|12', 'same 13|13', 'same 14|14', 'new |15', 'same 15|16', 'same 16|17', 'same 17|18', 'folded 18|19 x13'])
  expect(shown(file, false, [1, 18])).toHaveLength(31)
})

test('a text against none, and a last line without an end', () => {
  expect(shown({ path: 'x', a: 'a\nb', b: '', edits: [[0, 2, 0, 0]] })).toEqual(['gone 1|', 'gone 2|'])
  expect(shown({ path: 'x', a: null, b: null, edits: [] })).toEqual([])
  expect(linesIn('a\n\n')).toEqual(['a', ''])
})
