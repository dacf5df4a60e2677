import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/kit/core.ts'
import { stemsOf } from './rank/terms.ts'
import { hashOf } from './spans.ts'
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

test('a word has the same stems however many words were met before it', () => {
  const before = wordsIn('closeAllSessions')
  for (let i = 0; i < 70; i++) wordsIn(Array.from({ length: 1000 }, (_, at) => `word${i}x${at}`).join(' '))
  expect(wordsIn('closeAllSessions')).toEqual(before)
  expect(wordsIn('word69x999 closeAllSessions').hashes.length).toBe(before.hashes.length + wordsIn('word69x999').hashes.length)
})

test('the stems of a text are those that a task is read by', () => {
  const identifier = fc.stringMatching(/^[A-Za-z_$][A-Za-z0-9_$]{0,20}$/)
  fc.assert(fc.property(fc.oneof(identifier, fc.constantFrom('größe', 'XMLHttpRequest', 'STATUS_CODES', 'closeAllSessions')), (name) => {
    const { stems, hashes } = wordsIn(name)
    expect(new Set(hashes.subarray(0, stems))).toEqual(new Set(stemsOf(name).map(hashOf)))
  }), runs(500))
})
