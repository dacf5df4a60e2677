import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/kit/core.ts'
import { stemsOf } from './rank/terms.ts'
import { hashOf } from './spans.ts'
import { wordTable } from './word-table.ts'
import { decodeWords, plainRow, wordRow, wordsIn } from './words.ts'

const word = fc.constantFrom('close', 'closeAll', 'CLOSE_ALL', 'größe', 'x', '$', '(', '\n', '🧵', '__proto__')

test('a text has the same words whatever was counted before', () => {
  fc.assert(fc.property(fc.array(word, { maxLength: 300 }), fc.array(word, { maxLength: 30 }), (parts, others) => {
    const words = wordsIn(parts.join(' '))
    wordsIn(others.join(' '))
    expect(wordsIn(parts.join(' '))).toEqual(words)
  }), runs(200))
})

/** Comparing so many numbers one by one takes seconds. */
const isSame = (row: Uint8Array | undefined, other: Uint8Array): boolean => row !== undefined && Buffer.compare(row, other) === 0

const piece = fc.oneof(
  fc.constantFrom('a', 'B', 'XML', 'Http', '_', '$', '1', ' ', '\n', 'close', 'ing', 'ingly', 'ations', 'ies', 'ied', 'ers', 's', 'e', 'y', 'ß', 'Größe', 'Ж', '字', '٣', 'İ', '\u0301', '🧵', '\ud800', '\udc00', '\0', 'x'.repeat(79)),
  fc.string({ unit: 'binary', maxLength: 4 }),
)

test('with WebAssembly a row has the bytes that plain arithmetic gives it', () => {
  const table = wordTable()
  fc.assert(fc.property(fc.array(piece, { maxLength: 60 }), (parts) => {
    const text = parts.join('')
    expect(table?.row(text)).toEqual(plainRow(text))
  }), runs(2000))
})

test('a word is the same wherever it stands among the 64 bytes that are looked at together', () => {
  const table = wordTable()
  for (const word of ['aB', '12ab3', 'sixteen_letters$', 'seventeen_letters', 'x'.repeat(63), 'x'.repeat(64), 'x'.repeat(81), '9'.repeat(70), 'caf\u00e9s', '\u5b57a', '7\u0663a']) {
    for (let before = 0; before < 70; before++) for (const text of [`${' '.repeat(before)}${word}`, `${'ab '.repeat(before)}${word}1 ${word}`, `${'1'.repeat(before)}${word} b`]) expect(isSame(table?.row(text), plainRow(text))).toBe(true)
  }
})

test('a text of more words than the table has room for is counted all the same, and the table goes on', () => {
  const endless = Array.from({ length: 140_000 }, (_, at) => `word${at.toString(36)}`).join(' ')
  const table = wordTable()
  expect(table?.row(endless)).toBeUndefined()
  expect(table?.row('closeAll sessions')).toEqual(plainRow('closeAll sessions'))
  expect(isSame(wordRow({ text: endless }), plainRow(endless))).toBe(true)
})

test('words that have no room beside those of other texts have it alone', () => {
  const many = (from: number): string => Array.from({ length: 90_000 }, (_, at) => `word${(from + at).toString(36)}`).join(' ')
  const table = wordTable()
  for (const text of [many(0), many(90_000)]) expect(isSame(table?.row(text), plainRow(text))).toBe(true)
})

test('counts end at 255, the number of words does not', () => {
  const { total, counts } = wordsIn('close '.repeat(400))
  expect([total, Math.max(...counts)]).toEqual([400, 255])
})

test('bytes that are no words are none', () => {
  const bytes = wordRow({ text: 'close all' })
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
