import { expect, test } from 'vitest'
import { together } from './brought.ts'

test.each([
  [[], []],
  [['!/build', '/build/*', '!/build/basket.js'], [['!/build', '/build/*', '!/build/basket.js']]],
  [['src/**', '!/a', '/a/*', '!/a/b', '/a/b/*', '!/a/b/c.js', '!/d.js'], [['src/**'], ['!/a', '/a/*', '!/a/b', '/a/b/*', '!/a/b/c.js'], ['!/d.js']]],
  [['!/a', '/a/*', '!/b/c.js'], [['!/a'], ['/a/*'], ['!/b/c.js']]],
  [['/a', '/a/*', '!/a/b.js'], [['/a'], ['/a/*'], ['!/a/b.js']]],
])('%j', (excludes, groups) => {
  expect(together(excludes)).toEqual(groups)
})
