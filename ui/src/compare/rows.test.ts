import { expect, test } from 'vitest'
import type { CompareFiles } from '../../../src/studio/contract.ts'
import { listed, listingIn } from './rows.ts'

const files: CompareFiles = { path: ['a.ts', 'b.ts', 'c.md'], change: [0, 1, 0], levelA: [1, 5, 0], levelB: [5, 1, 1], costA: [10, 400, 0], costB: [200, 10, 9], edited: [] }
const inOrder = (query: string): string[] => listed(files, listingIn(new URLSearchParams(query))).map((row) => files.path[row] as string)

test('the largest difference comes first unless the address says otherwise', () => {
  expect(inOrder('')).toEqual(['b.ts', 'a.ts', 'c.md'])
  expect(inOrder('sort=difference&up=1')).toEqual(['c.md', 'a.ts', 'b.ts'])
  expect(inOrder('sort=path')).toEqual(['a.ts', 'b.ts', 'c.md'])
  expect(inOrder('sort=path&down=1')).toEqual(['c.md', 'b.ts', 'a.ts'])
  expect(inOrder('sort=b&down=1')).toEqual(['a.ts', 'b.ts', 'c.md'])
})

test('it can be narrowed by a word and by the kind of difference', () => {
  expect(inOrder('find=TS')).toEqual(['b.ts', 'a.ts'])
  expect(inOrder('kind=more')).toEqual(['a.ts', 'c.md'])
  expect(inOrder('kind=onlyA')).toEqual([])
})
