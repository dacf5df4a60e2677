import { expect, test } from 'vitest'
import { largestFunction } from './wasm.ts'

const HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]

test('the largest function is found behind other sections, its size read over several bytes', () => {
  const body = (size: number): number[] => [...(size < 128 ? [size] : [(size & 0x7f) | 0x80, size >> 7]), ...Array.from({ length: size }, () => 0)]
  const functions = [2, ...body(3), ...body(300)]
  const code = [10, (functions.length & 0x7f) | 0x80, functions.length >> 7, ...functions]
  expect(largestFunction(new Uint8Array([...HEAD, 1, 2, 9, 9, ...code]))).toBe(300)
})

test('what is no module has none', () => {
  expect(largestFunction(new Uint8Array())).toBe(0)
  expect(largestFunction(new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9, 255, 255]))).toBe(0)
})
