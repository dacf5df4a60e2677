import { expect, test } from 'vitest'
import { sketchTiles, words } from '../../test/kit/core.ts'
import { skeletonize, skeletonOf } from './skeleton.ts'

const source = 'between the lines\n\nclass Sessions\n  fn open\n    # begins\n    body of open\n\nfn last\n  body of last\n'
const parsed = (text: string) => ({ tiles: sketchTiles(text) })

test('every definition at one level, without what lies between', () => {
  expect(skeletonOf(parsed(source), source, { level: 'shape' })).toBe('class Sessions\n  fn open\n\nfn last\n')
  expect(skeletonOf(parsed(source), source, { level: 'detail' })).toBe('class Sessions\n  fn open\n    # begins\n\nfn last\n')
})

test('full is the text itself, and hidden levels are empty', () => {
  expect(skeletonOf(parsed(source), source, { level: 'full' })).toBe(source)
  expect(skeletonOf(parsed(source), source, { level: 'line' })).toBe('')
  expect(skeletonOf(parsed(source), source, { level: 'none' })).toBe('')
})

test('common indentation goes, and the end stays as it was', () => {
  const text = '    fn a\n      body\n    fn b\n      body'
  const tiles = [
    { kind: 'function' as const, name: 'a', start: 0, end: 20, shape: { head: '    fn a\n', tail: '' }, detail: { head: '    fn a\n', tail: '' } },
    { kind: 'function' as const, name: 'b', start: 20, end: text.length, shape: { head: '    fn b\n', tail: '' }, detail: { head: '    fn b\n', tail: '' } },
  ]
  expect(skeletonOf({ tiles }, text, { level: 'shape' })).toBe('fn a\nfn b')
  expect(skeletonOf({ tiles }, `${text}\n`, { level: 'shape' })).toBe('fn a\nfn b\n')
})

test('a skeleton says what it saved and which names it kept', () => {
  expect(skeletonize(parsed(source), source, { level: 'shape', meter: words })).toEqual({
    content: 'class Sessions\n  fn open\n\nfn last\n', original_tokens: 17, skeleton_tokens: 6, compression_ratio: 1 - 6 / 17, preserved_symbols: ['Sessions', 'Sessions.open', 'last'],
  })
})

test('an empty text saves nothing', () => {
  expect(skeletonize({ tiles: [] }, '', { level: 'shape', meter: words })).toEqual({
    content: '', original_tokens: 0, skeleton_tokens: 0, compression_ratio: 0, preserved_symbols: [],
  })
})
