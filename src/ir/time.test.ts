import { expect, test } from 'vitest'
import { cutTo, dateFrom, shownTime, timeFrom } from './time.ts'

test.each([
  ['2024-01-31T08:30:00Z', '2024-01-31T08:30:00.000000Z'],
  ['2024-01-31 08:30:00.5', '2024-01-31T08:30:00.500000Z'],
  ['2024-01-31', '2024-01-31T00:00:00.000000Z'],
  ['2024-03-01T00:30:00+01:00', '2024-02-29T23:30:00.000000Z'],
  ['2023-12-31T23:30:00-0100', '2024-01-01T00:30:00.000000Z'],
  ['2024-01-31T08:30:00.123456789Z', '2024-01-31T08:30:00.123456Z'],
])('%s is one moment in one form', (text, time) => {
  expect(timeFrom(text)).toBe(time)
})

test.each(['2024-02-30', '2023-02-29', '2024-13-01', '0000-01-01', '2024-01-01T24:00:00Z', '0001-01-01T00:00:00+01:00', 'today', '2024-01-01T00:00:00+99:00', ''])('%s names no moment', (text) => {
  expect(timeFrom(text)).toBeUndefined()
})

test('a date of a time is its day in UTC; a time is shown without an empty fraction', () => {
  expect(dateFrom('2024-01-01T00:30:00+01:00')).toBe('2023-12-31')
  expect(shownTime('2024-01-01T00:00:00.000000Z')).toBe('2024-01-01T00:00:00Z')
  expect(shownTime('2024-01-01T00:00:00.120000Z')).toBe('2024-01-01T00:00:00.12Z')
  expect([cutTo('day', '2024-05-06'), cutTo('month', '2024-05-06'), cutTo('year', '2024-05-06')]).toEqual(['2024-05-06', '2024-05-01', '2024-01-01'])
})
