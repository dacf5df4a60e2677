import { expect, test } from 'vitest'
import { fieldTypes } from './describe.ts'
import { moreOf } from './fields.ts'

const hash = (fields: Readonly<Record<string, string>>): unknown => ['0', Object.entries(fields).flat()]

test('names of fields that are data are not kept', () => {
  const types = fieldTypes('hash', [hash({ kJ8sd9Fh2lPq0ZxVbN3mTw: 'u1', 'bob@example.com': 'u2', '+4915112345678': 'u3', 'HX7Q-99PL-ZT4M': 'u4', '42': 'u5', 'Bob Smith': 'u6', city: 'Oslo', address2: 'x', md5: 'y' })])
  expect([...types]).toEqual([['city', 'string'], ['address2', 'string'], ['md5', 'string'], ['more_fields', 'object']])
})

test('many names that come once are data, many that all hashes have are a record', () => {
  const letters = (at: number): string => `n${String.fromCharCode(97 + (at % 26))}${'x'.repeat(at / 26)}`
  const wide = hash(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [letters(at), '1'])))
  expect([...fieldTypes('hash', [wide]).keys()]).toEqual(['more_fields'])
  expect(fieldTypes('hash', [wide, wide]).size).toBe(60)
})

test('what no column shows comes as one', () => {
  expect(moreOf(new Map([['city', 'Oslo'], ['key', 'k'], ['bob@example.com', 'u2']]), new Set(['city', 'key', 'key_field', 'more_fields']))).toBe('{"bob@example.com":"u2"}')
  expect(moreOf(new Map([['city', 'Oslo']]), new Set(['city']))).toBeUndefined()
})
