import { expect, test } from 'vitest'
import type { PlanFiles } from '../../../../src/studio/contract.ts'
import { facets, listed, sortAfter, sortIn, wishIn } from './order.ts'
import { rowsIn, scrolledTo } from '../../in-sight.ts'

const files: PlanFiles = {
  path: ['README.md', 'src/Basket.ts', 'src/mail/letters.ts', 'src/prices.ts'], tokens: [40, 900, 300, 300], cost: [40, 100, 0, 30], level: [5, 2, 0, 3],
  score: [0.9, 0.5, 0.1, 0.5], language: [0, 1, 1, 1], languages: ['markdown', 'typescript'], rules: {},
}
const paths = (query: string): string[] => listed(files, wishIn(new URLSearchParams(query))).map((place) => files.path[place] as string)

test('words in any case, all of them; a glob is the one of the command', () => {
  expect(paths('find=src+BASKET')).toEqual(['src/Basket.ts'])
  expect(paths('find=src/*.ts')).toEqual(['src/Basket.ts', 'src/prices.ts'])
  expect(paths('find=mail/**')).toEqual([])
  expect(paths('find=%20')).toHaveLength(4)
})

test('columns sort both ways, and what is alike stays in the order of paths', () => {
  expect(paths('sort=-tokens')).toEqual(['src/Basket.ts', 'src/mail/letters.ts', 'src/prices.ts', 'README.md'])
  expect(paths('sort=tokens')[0]).toBe('README.md')
  expect(paths('sort=-share')).toEqual(paths('sort=-cost'))
  expect(paths('sort=-path')[0]).toBe('src/prices.ts')
  expect(paths('sort=constructor')).toEqual(files.path)
})

test('a click sorts by the column, another one the other way; the order of paths has no name in the address', () => {
  expect([sortAfter('path', 'cost'), sortAfter('-cost', 'cost'), sortAfter('cost', 'cost'), sortAfter('-cost', 'path'), sortAfter('path', 'path')]).toEqual(['-cost', 'cost', '-cost', undefined, '-path'])
  expect(sortIn('-score')).toEqual({ column: 'score', down: true })
})

test('levels and languages narrow the list; a chip counts what it would show', () => {
  expect(paths('at=full&at=none')).toEqual(['README.md', 'src/mail/letters.ts'])
  expect(paths('lang=typescript&at=shape')).toEqual(['src/Basket.ts'])
  expect(paths('lang=cobol')).toEqual([])
  expect(facets(files, wishIn(new URLSearchParams('lang=typescript&at=shape')))).toEqual({ levels: [1, 0, 1, 1, 0, 0], languages: [{ name: 'typescript', count: 1 }, { name: 'markdown', count: 0 }] })
})

test('only rows in sight are drawn, and the one that is looked at', () => {
  const sight = { top: 3600, height: 360, row: 36 }
  expect(rowsIn(sight, 40_000, -1)).toEqual(Array.from({ length: 26 }, (_, i) => 92 + i))
  expect(rowsIn(sight, 40_000, 7)[0]).toBe(7)
  expect(rowsIn(sight, 40_000, 39_999).at(-1)).toBe(39_999)
  expect(rowsIn({ ...sight, top: 99_999 }, 3, 1)).toEqual([0, 1, 2])
  expect(rowsIn(sight, 0, -1)).toEqual([])
})

test('a row that is out of sight is scrolled to by as little as possible', () => {
  const sight = { top: 360, height: 180, row: 36 }
  expect([9, 10, 14, 15].map((at) => scrolledTo(at, sight))).toEqual([324, 360, 360, 396])
})
