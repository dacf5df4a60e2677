import { expect, test } from 'vitest'
import { cdata, frameName, xmlAttribute, xmlText } from './escape.ts'

test('a name cannot end in the words of the frame', () => expect(frameName('a [x] b', / (?=\[x)/g)).toBe('a⟨U+0020⟩[x] b'))

test('CDATA is split where it would end', () => {
  expect(cdata('hello]]>world')).toBe('hello]]]]><![CDATA[>world')
  expect(cdata('let x = arr[arr.len() - 1]]>;')).toBe('let x = arr[arr.len() - 1]]]]><![CDATA[>;')
  expect(cdata(']]>nested]]>poison]]>')).toBe(']]]]><![CDATA[>nested]]]]><![CDATA[>poison]]]]><![CDATA[>')
  expect(cdata('clean')).toBe('clean')
})

test('XML holds line feeds only', () => expect(cdata('a\r\nb\r')).toBe('a\nb⟨U+000D⟩'))

test('attributes and text are escaped', () => {
  expect(xmlAttribute('\uFEFF&<>"\'\n\t\x1B\r\n')).toBe('⟨U+FEFF⟩&amp;&lt;&gt;&quot;&apos;&#10;&#9;⟨U+001B⟩&#13;&#10;')
  expect(xmlText('a & b < c > "d"\r\n')).toBe('a &amp; b &lt; c &gt; "d"\n')
})
