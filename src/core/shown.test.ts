import { expect, test } from 'vitest'
import { shown } from './shown.ts'

test('what is short is told whole, so that a secret in it is known as one', () => {
  expect(shown('a "b"')).toBe('"a \\"b\\""')
  expect(shown({ a: 1 })).toBe('{"a":1}')
  expect(shown(undefined)).toBe('undefined')
})

test('of what is long the beginning is told, and never a part of a word that may be a secret', () => {
  const secret = `AKIA${'Q7RZ'.repeat(60)}`
  expect(shown(`key ${secret}`)).toBe('"key …"')
  expect(shown([`key ${secret}`])).toBe('["key …')
  expect(shown('so many words '.repeat(20))).toBe('"so many words so many words so many word…"')
})
