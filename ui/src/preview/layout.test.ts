import { expect, test } from 'vitest'
import { anchorAt, fileAt, GAP, heightOf, layoutOf, LINE, linesBetween, placeOf } from './layout.ts'

const HEAD = 60

test('files stand below each other', () => {
  const layout = layoutOf([10, 0, 5], HEAD)
  expect([...layout.tops]).toEqual([0, HEAD + 10 * LINE + GAP, 2 * (HEAD + GAP) + 10 * LINE, 3 * (HEAD + GAP) + 15 * LINE])
  expect(heightOf(layout)).toBe(layout.tops[3])
  expect([-5, 0, layout.tops[1] as number, (layout.tops[2] as number) - 1, 1e9].map((y) => fileAt(layout, y))).toEqual([0, 0, 1, 1, 2])
})

test('lines between two places', () => {
  const layout = layoutOf([100, 100], HEAD)
  expect(linesBetween(layout, 0, { from: HEAD + 10 * LINE, to: HEAD + 20 * LINE, lines: 100 })).toEqual([10, 20])
  expect(linesBetween(layout, 1, { from: 0, to: 400, lines: 100 })).toEqual([0, 0])
})

test('what was at the top stays there when files come, go or grow', () => {
  const [before, names] = [layoutOf([10, 20, 30], HEAD), ['a', 'b', 'c']]
  const anchor = anchorAt(before, (before.tops[1] as number) + 100)
  const more = { layout: layoutOf([500, 10, 20, 30], HEAD), names: ['0', 'a', 'b', 'c'] }
  expect(placeOf(anchor, names, more)).toBe((more.layout.tops[2] as number) + 100)
  const less = { layout: layoutOf([10, 30], HEAD), names: ['a', 'c'] }
  expect(placeOf(anchor, names, less)).toBe(less.layout.tops[1])
  const shorter = { layout: layoutOf([10, 1, 30], HEAD), names }
  expect(fileAt(shorter.layout, placeOf(anchor, names, shorter))).toBe(1)
  expect(placeOf(anchor, names, { layout: layoutOf([], HEAD), names: [] })).toBe(0)
})

test('a sheet ends before browsers would cut it, and its first file is always there', () => {
  const layout = layoutOf(Array.from({ length: 40 }, () => 100_000), HEAD)
  expect(layout.count).toBeLessThan(40)
  expect(heightOf(layout)).toBeLessThan(33_000_000)
  expect(layoutOf([5_000_000], HEAD).count).toBe(1)
})
