import { expect, test } from 'vitest'
import { Texts } from './texts.ts'

test('bytes are copied while there is room, and then no more', () => {
  const texts = new Texts(0, 3 << 20)
  const shared = Buffer.from('one')
  const held = texts.copied(shared)
  shared.write('two')
  expect(Buffer.from(held as Uint8Array).toString()).toBe('one')
  const large = texts.copied(new Uint8Array(1 << 20).fill(7))
  expect(large?.every((byte) => byte === 7)).toBe(true)
  // Room is taken a megabyte at a time, whatever is left of the one before. What does not fit is not held; what is smaller still may be.
  expect(texts.copied(new Uint8Array(900_000))).toHaveLength(900_000)
  expect(texts.copied(new Uint8Array(200_000))).toBeUndefined()
  expect(texts.copied(new Uint8Array(100_000))).toHaveLength(100_000)
  expect(texts.copied(new Uint8Array((1 << 20) + 1))).toBeUndefined()
})

test('nothing is held where nobody will print it', () => {
  expect(new Texts().copied(new Uint8Array(1))).toBeUndefined()
})
