import { expect, test } from 'vitest'
import { gathered } from './output.ts'

const MANY = 300_000

/** Each piece is read before the next is asked for. */
function read(parts: Parameters<typeof gathered>[0]): string[] {
  const pieces: string[] = []
  for (const piece of gathered(parts)) pieces.push(Buffer.from(piece).toString())
  return pieces
}

test('strings and bytes of any size come out in order, in large pieces', () => {
  const parts = ['a', 'é', new Uint8Array([98, 99]), 'x'.repeat(MANY), new Uint8Array(MANY).fill(121), '', '🎉', 'w'.repeat(MANY / 2), 'v'.repeat(MANY / 2), 'end']
  const pieces = read({ *[Symbol.iterator]() {}, bytes: () => parts })
  expect(pieces.join('')).toBe(`aébc${'x'.repeat(MANY)}${'y'.repeat(MANY)}🎉${'w'.repeat(MANY / 2)}${'v'.repeat(MANY / 2)}end`)
  expect(pieces.length).toBeLessThan(9)
})

test('bytes that hold only until the next part is asked for are taken in time', () => {
  const shared = new Uint8Array(1)
  function* bytes(): Iterable<Uint8Array> {
    for (const letter of 'abc') {
      shared[0] = letter.charCodeAt(0)
      yield shared
    }
  }
  expect(read({ *[Symbol.iterator]() {}, bytes }).join('')).toBe('abc')
})

test('a text without bytes is written as it is', () => {
  expect(read(['a', 'b']).join('')).toBe('ab')
})
