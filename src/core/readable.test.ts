import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readable } from './readable.ts'

const valueOf = (text: string): unknown => readable(text).value

test('what is JSON is read as JSON, with nothing missing', () => {
  fc.assert(fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 2), (value, indent) => {
    const text = JSON.stringify(value, null, indent)
    const read = readable(text)
    expect(JSON.stringify(read.value)).toBe(JSON.stringify(JSON.parse(text)))
    expect(read.isCut(read.value)).toBe(false)
  }))
})

test('a text that is cut gives what came before', () => {
  const text = JSON.stringify({ a: { x: 1, y: [1, 2] }, b: { x: 'two' }, c: 3 }, null, 1)
  expect(valueOf(text.slice(0, text.indexOf('"two')))).toEqual({ a: { x: 1, y: [1, 2] }, b: {} })
  const { value, isCut } = readable(text.slice(0, text.indexOf('"two')))
  const { a, b } = value as { a: unknown; b: unknown }
  expect([isCut(value), isCut(a), isCut(b)]).toEqual([true, false, true])
})

test.each([
  ['a broken name', '{\n  "a": 1,\n  b": 2,\n  "c": 3\n}', { a: 1, c: 3 }],
  ['a broken value', '{\n  "a": {\n    "x": tru\n  },\n  "c": 3\n}', { a: {}, c: 3 }],
  ['a comma that is missing', '{\n  "a": 1\n  "c": 3\n}', { a: 1, c: 3 }],
  ['a bracket that is missing', '{\n  "a": [\n    1,\n    2\n  "c": 3\n}', { a: [1, 2], c: 3 }],
  ['marks of a merge', '{\n<<<<<<< a\n  "a": 1,\n=======\n  "b": 2,\n>>>>>>> b\n  "c": 3\n}', { a: 1, b: 2, c: 3 }],
  ['zeros behind it', '{\n  "a": 1\n}\0\0\0', { a: 1 }],
  ['a value of a list', '[\n  "a",\n  "b,\n  "c"\n]', ['a', 'c']],
  ['nothing', '', undefined],
  ['something else', '\0\0\0', undefined],
])('%s costs its own line', (_, text, value) => {
  expect(valueOf(text)).toEqual(value)
})

test('names that objects have anyway are names', () => {
  expect(JSON.stringify(valueOf('{"__proto__":{"polluted":1},"a":'))).toBe('{"__proto__":{"polluted":1}}')
  expect(({} as Record<string, unknown>)['polluted']).toBe(undefined)
})

test('any text ends, and depth is bounded', () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '\n', ' ', 'a', '1', '\\'), maxLength: 200 }), (text) => void expect(typeof readable(text).isCut).toBe('function')))
  expect(valueOf('['.repeat(100_000))).toBeInstanceOf(Array)
  expect(valueOf('{"a":'.repeat(100_000))).toBeInstanceOf(Object)
})
