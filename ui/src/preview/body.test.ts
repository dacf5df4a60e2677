import { expect, test } from 'vitest'
import { bodyOf, drawn, levelAt, linesOf, MOST_DRAWN } from './body.ts'

const textOf = (text: string, line: number): string => drawn(bodyOf({ text }), line).pieces.map((piece) => piece.text).join('')

test('lines are those of the text, with or without a newline at the end', () => {
  for (const text of ['a\nb\n', 'a\nb']) {
    expect(linesOf(bodyOf({ text }))).toBe(2)
    expect([textOf(text, 0), textOf(text, 1)]).toEqual(['a', 'b'])
  }
  expect(linesOf(bodyOf({ text: '' }))).toBe(0)
  expect(linesOf(bodyOf({ text: '\n\n' }))).toBe(2)
})

test('of a long line the beginning is drawn and the rest is counted', () => {
  const { pieces, rest } = drawn(bodyOf({ text: 'x'.repeat(400_000) }), 0)
  expect(pieces.map(({ text }) => text.length)).toEqual([MOST_DRAWN])
  expect(rest).toBe(400_000 - MOST_DRAWN)
})

test('a handle is a stretch of its own', () => {
  expect(drawn(bodyOf({ text: 'see @9f8e7d6c there\n' }), 0).pieces).toEqual([{ text: 'see ' }, { text: '@9f8e7d6c', target: '@9f8e7d6c' }, { text: ' there' }])
})

test('characters that are not seen or turn a line around stand alone, with their names', () => {
  const { pieces } = drawn(bodyOf({ text: 'a\u202Eb\u001B[0m\tc\u{E0041}\r\n' }), 0)
  expect(pieces).toEqual([{ text: 'a' }, { text: '\u202E', control: 'U+202E' }, { text: 'b' }, { text: '\u001B', control: 'U+001B' }, { text: '[0m\tc' }, { text: '\u{E0041}', control: 'U+E0041' }, { text: '\r' }])
})

test('a level holds until the next one begins', () => {
  const body = bodyOf({ text: 'a\nb\nc\nd\n', levels: [[0, 5], [2, 0], [3, 2]] })
  expect([0, 1, 2, 3].map((line) => levelAt(body, line))).toEqual([{ level: 'full', begins: true }, { level: 'full', begins: false }, { level: 'none', begins: true }, { level: 'shape', begins: true }])
  expect(levelAt(bodyOf({ text: 'a' }), 0)).toEqual({ level: undefined, begins: false })
})
