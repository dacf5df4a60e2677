import { expect, test } from 'vitest'
import { lz4Frame } from './lz4.ts'

// "abcabcabcabcabcabc!" by hand: three literals, a match of fifteen three back, one literal.
const FRAME = Uint8Array.from([0x04, 0x22, 0x4d, 0x18, 0x60, 0x40, 0x82, 8, 0, 0, 0, 0x3b, 97, 98, 99, 3, 0, 0x10, 33, 0, 0, 0, 0])

test('a frame is read, and repeats itself', () => {
  expect(Buffer.from(lz4Frame(FRAME, 19)).toString()).toBe('abcabcabcabcabcabc!')
})

test.each([[0], [5], [10], [15]])('a frame that ends after %i bytes is told', (length) => {
  expect(() => lz4Frame(FRAME.slice(0, length), 19)).toThrow('not whole')
})

test('a match before the beginning and a content of another length are told', () => {
  const back = FRAME.slice()
  back[15] = 9
  expect(() => lz4Frame(back, 19)).toThrow('not whole')
  expect(() => lz4Frame(FRAME, 18)).toThrow('not whole')
})
