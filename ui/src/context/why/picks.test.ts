import { expect, test } from 'vitest'
import { byFile } from './picks.ts'

test('definitions stand below their file, by their own names', () => {
  const next = ['a.js#x.y', 'b.js', 'a.js#x.z', 'c%23.js#f'].map((id) => ({ id, level: 'shape' as const, cost: 5, value: 1 }))
  expect(byFile(next).map(({ path, picks }) => [path, picks.map(({ id, name }) => [id, name])])).toEqual([
    ['a.js', [['a.js#x.y', 'x.y'], ['a.js#x.z', 'x.z']]],
    ['b.js', [['b.js', 'b.js']]],
    ['c#.js', [['c%23.js#f', 'f']]],
  ])
})
