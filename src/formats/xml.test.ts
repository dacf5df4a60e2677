import { expect, test } from 'vitest'
import { fileView, pageView, print } from '../../test/conformance/format-samples.ts'
import { xml } from './xml.ts'

test('placeholders', () => {
  expect(xml.line(fileView())).toBe('<omitted type="code" path="src/main.rs" tokens="823" />\n')
  expect(xml.line(fileView({ path: 'yarn.lock', language: '', stub: 'lock file', originalTokens: 0 }))).toBe('<omitted type="data" path="yarn.lock" tokens="0" reason="lock file" />\n')
  expect(xml.folder({ path: 'src/', files: 40, tokens: 78000 })).toBe('<omitted type="folder" path="src/" files="40" tokens="78000" />\n')
})

test('a page', () => {
  const files = [fileView({ path: 'a "b".rs', body: '1]]>2' }), fileView({ path: 'c.rs', level: 'shape', tokens: 9, body: 'fn c();\n' })]
  expect(print(xml, pageView({ files, lines: [fileView({ level: 'line' })], notices: ['x'] }))).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<context>
<notice>x</notice>
<omitted type="code" path="src/main.rs" tokens="823" />
<file path="a &quot;b&quot;.rs" md5="d41d8cd98f00b204e9800998ecf8427e" tokens="823" level="L0"><![CDATA[
1]]]]><![CDATA[>2]]></file>
<file path="c.rs" md5="d41d8cd98f00b204e9800998ecf8427e" tokens="9" level="L2" original_tokens="823"><![CDATA[
fn c();
]]></file>
</context>
`)
})
