import { expect, test } from 'vitest'
import { FORMATS, FORMAT_NAMES, formatNamed } from './index.ts'

test('names, the default first', () => expect(FORMAT_NAMES).toEqual(['claude-xml', 'xml', 'markdown', 'minimal', 'plusminus', 'plusminus-classic', 'json', 'prompt']))

test('a format is found by its name', () => {
  for (const format of FORMATS) expect(formatNamed(format.name)).toBe(format)
  expect(formatNamed('Claude-XML').name).toBe('claude-xml')
})

test('a wrong name is answered with the right ones', () => {
  expect(() => formatNamed('markdwon')).toThrow(new TypeError('there is no format "markdwon"; did you mean markdown?'))
})
