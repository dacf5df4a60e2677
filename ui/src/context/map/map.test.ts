import { expect, test } from 'vitest'
import { hit, layoutOf, neighbour, type Room } from './layout.ts'
import { above, areaAt, crumbsOf, insideOf, leavesOf, sameFiles, treeOf } from './tree.ts'

const paths = ['README.md', 'src/a.ts', 'src/deep/b.ts', 'src/deep/c.ts', 'test/a.test.ts']
const sizes = [10, 400, 300, 200, 100]
const room = (more: Partial<Room> = {}): Room => ({ width: 800, height: 600, kind: 'treemap', sizeOf: ({ place }) => sizes[place] ?? 0, ...more })

test('paths become folders and files, and every file is found again', () => {
  const tree = treeOf(paths)
  expect(tree.areas.map(({ path }) => path)).toEqual(['README.md', 'src/', 'test/'])
  for (const path of [...paths, 'src/deep/', '']) expect(areaAt(tree, path)?.path).toBe(path)
  expect(['src/none.ts', 'sr', 'nowhere/'].map((path) => areaAt(tree, path))).toEqual([undefined, undefined, undefined])
  expect([...leavesOf(tree)].map(({ path }) => path).sort()).toEqual([...paths].sort())
})

test('a line leads from the whole to where one is, and one step back', () => {
  expect(crumbsOf('src/deep/b.ts')).toEqual([{ name: 'src', path: 'src/' }, { name: 'deep', path: 'src/deep/' }, { name: 'b.ts', path: 'src/deep/b.ts' }])
  expect(['src/deep/b.ts', 'src/deep/', 'src/', ''].map(above)).toEqual(['src/deep/', 'src/', '', ''])
})

test('areas are as large as their tokens, inside what holds them; what has none is not there', () => {
  for (const kind of ['treemap', 'icicle'] as const) {
    const boxes = layoutOf(treeOf([...paths, 'empty.txt']), room({ kind }))
    expect(boxes.some(({ area }) => area.path === 'empty.txt')).toBe(false)
    for (const { x0, y0, x1, y1, parent } of boxes) {
      expect(x0 >= 0 && y0 >= 0 && x1 <= 800.001 && y1 <= 600.001 && x1 >= x0 && y1 >= y0).toBe(true)
      if (kind === 'treemap' && parent !== undefined) expect(x0 >= parent.x0 - 0.001 && x1 <= parent.x1 + 0.001 && y0 >= parent.y0 - 0.001 && y1 <= parent.y1 + 0.001).toBe(true)
    }
  }
})

test('a point means the innermost that can be seen; in a small window that is the folder', () => {
  const large = layoutOf(treeOf(paths), room())
  const file = large.find(({ area }) => area.path === 'src/deep/b.ts')
  expect(hit(large, (file?.x0 ?? 0) + 5, (file?.y0 ?? 0) + 5)?.area.path).toBe('src/deep/b.ts')
  const small = layoutOf(treeOf(paths), room({ width: 60, height: 40 }))
  const inner = small.find(({ area }) => area.path === 'src/deep/b.ts')
  expect(hit(small, ((inner?.x0 ?? 0) + (inner?.x1 ?? 0)) / 2, ((inner?.y0 ?? 0) + (inner?.y1 ?? 0)) / 2)?.area.kind).toBe('folder')
  expect(hit(large, -1, 5)).toBe(undefined)
})

test('arrow keys go to the nearest ahead, and every stop can be left the way it was reached', () => {
  const boxes = layoutOf(treeOf(paths), room({ kind: 'icicle' }))
  const src = boxes.find(({ area }) => area.path === 'src/')
  if (src === undefined) throw new Error('there is no src/')
  const inside = neighbour(boxes, src, 'ArrowRight')
  expect(inside?.area.path.startsWith('src/')).toBe(true)
  expect(inside === undefined ? undefined : neighbour(boxes, inside, 'ArrowLeft')?.area.path).toBe('src/')
  expect(neighbour(boxes, src, 'ArrowDown')?.area.path).toBe('test/')
  expect(neighbour(boxes, src, 'ArrowUp')).toBe(undefined)
})

test('definitions lie in one another, and what is between them is an area too', () => {
  const block = (name: string, depth: number, tokens: number) => ({ id: `a.ts#${name}`, name, kind: 'function', depth, level: 'full' as const, tokens, score: 1, lines: [1, 2] as const })
  const root = insideOf('src/a.ts', { tokens: 100, blocks: [block('A', 0, 60), block('one', 1, 20), block('two', 1, 30), block('b', 0, 25)] })
  expect(root.areas.map(({ name, own }) => [name, own])).toEqual([['A', undefined], ['b', undefined], ['between definitions', 15]])
  expect(root.areas[0]?.areas.map(({ name, own }) => [name, own])).toEqual([['one', undefined], ['two', undefined], ['A: its own lines', 10]])
})

test('the map keeps its shape while files are the same, whatever their levels', () => {
  const files = (level: number, tokens = 5) => ({ path: ['a'], tokens: [tokens], cost: [level], level: [level], score: [1], language: [0], languages: ['text'], rules: {} })
  expect([sameFiles(files(1), files(2)), sameFiles(files(1), files(1, 6))]).toEqual([true, false])
})
