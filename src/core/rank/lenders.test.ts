import { expect, test } from 'vitest'
import type { CorpusFile } from '../corpus.ts'
import type { OutlineItem } from '../outline.ts'
import { lenders } from './lenders.ts'

const file = (path: string, text: string, value = 0.5) => ({ entry: { path, text }, score: { value, signals: [] } }) as unknown as CorpusFile
/** In these files, what follows `def` is defined. */
const defines = ({ entry }: CorpusFile): OutlineItem[] => [...entry.text.matchAll(/def (\S+)/g)].map(([, name = ''], i) => ({ kind: 'function', name, line: i + 1, end: i + 1, depth: 0 }))
const order = (nearest: readonly CorpusFile[], behind: readonly CorpusFile[]) => lenders(nearest, behind, { defines, wordsOf: () => undefined }).map(({ entry }) => entry.path)

test('what the nearest use comes, the nearest first, and what nobody uses does not', () => {
  const nearest = [file('a', 'def pay uses Money', 1), file('b', 'def send uses Parcel', 0.4)]
  expect(order(nearest, [file('x', 'def Colour'), file('parcel', 'def Parcel'), file('money', 'def Bank.Money')])).toEqual(['money', 'parcel'])
})

test('a name that many define leads less surely to any of them, and a letter to nobody', () => {
  const nearest = [file('a', 'uses Money and close and x', 1)]
  expect(order(nearest, [file('x', 'def close'), file('y', 'def close'), file('z', 'def x'), file('money', 'def Money')])).toEqual(['money', 'x', 'y'])
})

test('nothing behind, nothing lent', () => {
  expect(order([file('a', 'uses Money')], [])).toEqual([])
  expect(order([], [file('money', 'def Money')])).toEqual([])
})
