import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Elements } from './elements.ts'
import { parseJson } from './json-text.ts'

/** Elements of a text that arrives in parts. */
function elementsOf(text: string, size: number): unknown[] {
  const elements = new Elements()
  const found: string[] = []
  for (let at = 0; at < text.length; at += size) found.push(...elements.feed(text.slice(at, at + size)))
  return found.map((one) => JSON.parse(one) as unknown)
}

test('a list is cut into its elements, wherever the text is cut', () => {
  fc.assert(fc.property(fc.array(fc.jsonValue(), { maxLength: 6 }), fc.integer({ min: 1, max: 20 }), fc.constantFrom(0, 2), (list, size, indent) => {
    expect(elementsOf(JSON.stringify(list, null, indent), size)).toEqual(JSON.parse(JSON.stringify(list)))
  }))
})

test('the list inside an object is the first one that holds objects', () => {
  const text = JSON.stringify({ type: 'FeatureCollection', bbox: [1, 2], crs: { list: [{ no: 1 }] }, features: [{ a: '],"' }, { b: [[]] }], more: [{ c: 1 }] })
  for (const size of [1, 3, 1000]) expect(elementsOf(text, size)).toEqual([{ a: '],"' }, { b: [[]] }])
})

test('an element that never ends is passed over', () => {
  const elements = new Elements()
  elements.feed('["')
  for (let i = 0; i < 12; i++) elements.feed('x'.repeat(1024 * 1024))
  expect(elements.feed('",5]').map((one) => JSON.parse(one) as unknown)).toEqual([5])
  expect(elements.long).toBe(1)
})

test('an element that goes on and on ends the reading', () => {
  const elements = new Elements()
  elements.feed('[{"a":"')
  const part = 'x'.repeat(4 * 1024 * 1024)
  for (let i = 0; i < 17; i++) elements.feed(part)
  expect([elements.ended, elements.long]).toEqual([true, 1])
})

test('whole numbers keep their digits, texts keep theirs', () => {
  expect(parseJson('{"id":12345678901234567890,"n":-9007199254740993,"f":1234567890123456.5,"t":"x12345678901234567890\\"1234567890123456789","e":1234567890123456789e3}')).toEqual({
    id: 12345678901234567890n, n: -9007199254740993n, f: 1234567890123456.5, t: 'x12345678901234567890"1234567890123456789', e: Number('1234567890123456789e3'),
  })
})

test('a string of twenty million characters and one that looks like a mark are strings', () => {
  expect(parseJson(`{"a":"${'x'.repeat(20_000_000)}","b":12345678901234567890,"c":"\\u0001big:x"}`)).toMatchObject({ b: 12345678901234567890n, c: '\u0001big:x' })
})
