import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/kit/core.ts'
import { decodeWords, encodeWords, wordsIn } from './words.ts'

const word = fc.constantFrom('close', 'closeAll', 'CLOSE_ALL', 'größe', 'x', '$', '(', '\n', '🧵', '__proto__')

test('words come back from their bytes as they were, whatever was counted before', () => {
  fc.assert(fc.property(fc.array(word, { maxLength: 300 }), (parts) => {
    const words = wordsIn(parts.join(' '))
    expect(decodeWords(encodeWords(words))).toEqual(words)
    expect(wordsIn(parts.join(' '))).toEqual(words)
  }), runs(200))
})

test('counts end at 255, the number of words does not', () => {
  const { total, counts } = wordsIn('close '.repeat(400))
  expect([total, Math.max(...counts)]).toEqual([400, 255])
})

test('bytes that are no words are none', () => {
  const bytes = encodeWords(wordsIn('close all'))
  const lying = Uint8Array.from(bytes)
  lying[4] = 200
  expect([new Uint8Array(3), bytes.subarray(0, -1), bytes.subarray(1), lying].map(decodeWords)).toEqual([undefined, undefined, undefined, undefined])
})
