import { expect, test } from 'vitest'
import { jsonFrom } from './json.ts'

const wrong = (text: string): string => {
  try {
    jsonFrom(text, (why) => new Error(why))
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

test.each([
  [' \n', 'it is not JSON: it is empty'],
  ['{"a":\n', 'it is not JSON: it ends too early'],
  ['{"a": "b', 'it is not JSON: it ends too early'],
  ['[\n  1,\n]\n', 'it is not JSON: look at line 3'],
  ['{\n  "a": [\n    true,\n  ],\n  "b": null\n}\n', 'it is not JSON: look at line 4'],
  ['{\n  "a": 1,\n  b: 2\n}', 'it is not JSON: look at line 3'],
  ['{\n  "a": "x\n y"\n}', 'it is not JSON: look at line 2'],
  ['{"a":1}\nmore', 'it is not JSON: look at line 2'],
  ['[1,]', 'it is not JSON'],
  ['\uFEFF{"a":1}', ''],
])('%j', (text, expected) => expect(wrong(text)).toBe(expected))
