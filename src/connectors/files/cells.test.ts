import { expect, test } from 'vitest'
import { isoFrom, isoOf, jsonText, joined, typeOfText, valueOf, valueOfText } from './cells.ts'

test.each([
  ['12', 'integer'], ['-7', 'integer'], ['01234', 'string'], ['1.50', 'number'], ['1e9', 'number'], ['.5', 'number'], ['Infinity', 'number'], ['true', 'boolean'], ['FALSE', 'boolean'],
  ['2024-02-29', 'date'], ['2023-13-01', 'string'], ['2024/01/05', 'date'], ['2024-01-05 10:00', 'timestamp'], ['2024-01-05T10:00:00.123456Z', 'timestamptz'], ['2024-01-05T10:00:00+02:00', 'timestamptz'],
  ['12345678901234567890123', 'number'], ['abc', 'string'], ['1,000', 'string'],
])('%s is %s', (text, type) => expect(typeOfText(text)).toBe(type))

test('types of a column join', () => {
  expect(joined('integer', 'number', true)).toBe('number')
  expect(joined('date', 'timestamp', true)).toBe('timestamp')
  expect(joined('integer', 'string', true)).toBe('string')
  expect(joined('integer', 'string', false)).toBe('any')
  expect(joined('date', 'string', false)).toBe('string')
})

test('a cell becomes a value of its column, and what does not fit stays', () => {
  expect(valueOfText('9007199254740993', 'integer')).toBe(9007199254740993n)
  expect(valueOfText('NA', 'number')).toBe(null)
  expect(valueOfText('NA', 'string')).toBe('NA')
  expect(valueOfText('', 'string')).toBe(null)
  expect(valueOfText('twelve', 'integer')).toBe('twelve')
  expect(valueOfText('-inf', 'number')).toBe(-Infinity)
  expect(valueOfText('2024/01/05', 'date')).toBe('2024-01-05')
})

test('times are in UTC with all their digits', () => {
  expect(isoOf('2024-01-05 10:00:00.123456+02:00')).toBe('2024-01-05T08:00:00.123456Z')
  expect(isoOf('2024-01-05T10:00')).toBe('2024-01-05T10:00:00.000Z')
  expect(isoFrom(-1n, 1_000_000n)).toBe('1969-12-31T23:59:59.999999Z')
  expect(isoFrom(1_700_000_000_123_456_789n, 1_000_000_000n)).toBe('2023-11-14T22:13:20.123456789Z')
  expect(isoFrom(10n ** 30n, 1n)).toBe(null)
})

test('nested values are JSON, whatever they hold', () => {
  expect(valueOf({ a: [1n, 2n ** 60n] }, 'object')).toBe('{"a":[1,"1152921504606846976"]}')
  expect(valueOf(Number.NaN, 'double')).toBe(null)
  expect(valueOf(2n ** 62n, 'int64')).toBe(2n ** 62n)
  expect(valueOf(5n, 'int64')).toBe(5)
  const deep: unknown[] = []
  let inner = deep
  for (let i = 0; i < 50_000; i++) inner.push((inner = []))
  expect(jsonText(deep)).toBe('"nested too deeply"')
})
