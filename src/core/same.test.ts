import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sameData } from './same.ts'

test('values that are written alike are the same, others are not', () => {
  fc.assert(fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
    const [one, other] = [JSON.parse(JSON.stringify(a)) as unknown, JSON.parse(JSON.stringify(b)) as unknown]
    expect(sameData(one, JSON.parse(JSON.stringify(one)))).toBe(true)
    expect(sameData(one, other)).toBe(sameData(other, one))
    if (JSON.stringify(one) === JSON.stringify(other)) expect(sameData(one, other)).toBe(true)
  }))
})

test('order, absence and types', () => {
  expect(sameData({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true)
  expect(sameData({ a: undefined }, {})).toBe(true)
  expect(sameData({}, { a: undefined })).toBe(true)
  expect(sameData({ a: null }, {})).toBe(false)
  expect(sameData({}, { a: 0 })).toBe(false)
  expect(sameData([1], { 0: 1 })).toBe(false)
  expect(sameData([1, 2], [1])).toBe(false)
})
