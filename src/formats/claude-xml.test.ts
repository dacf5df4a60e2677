import { expect, test } from 'vitest'
import { fileView, pageView, print } from '../../test/conformance/format-samples.ts'
import { claudeXml } from './claude-xml.ts'

const page = pageView({
  lens: 'architecture',
  files: [
    fileView({ path: 'pm_coach/runner.py', language: 'python', priority: 100, tokens: 824, originalTokens: 824, body: 'class A: ...\r\n' }),
    fileView({ path: 'rust/src/lib.rs', priority: 95, level: 'detail', tokens: 712, originalTokens: 26095, hidden: 12, body: 'a]]>b\n' }),
  ],
  lines: [fileView({ path: 'test_vectors/legacy.json', level: 'line', language: 'json', priority: 10, originalTokens: 11000 })],
  folders: [{ path: 'docs/', files: 3, tokens: 4500 }],
  notices: ['a < b'],
  related: [{ type: 'function', target: 'Sessions.closeAll', path: 'src/a.ts', handle: '@9f8e7d6c', tokens: 250, relation: 'caller' }],
})

test('a page', () => {
  expect(print(claudeXml, page)).toBe(`<context package="fovea" lens="architecture" token_budget="15000" utilized="14997">
<metadata>
<version>0.1.0</version><frozen>true</frozen><timestamp>1970-01-01T00:00:00Z</timestamp><meter>o200k</meter>
<project_root>.</project_root>
<attention_map>
<hotspot path="pm_coach/runner.py" priority="100" tokens="824" />
<hotspot path="rust/src/lib.rs" priority="95" tokens="712" truncated="true" />
<coldspot path="test_vectors/legacy.json" priority="10" tokens="11000" dropped="true" />
</attention_map>
<lens_config><name>architecture</name><strategy>adaptive</strategy><truncated_files>1</truncated_files><dropped_files>4</dropped_files></lens_config>
<notice>a &lt; b</notice>
</metadata>
<outline zoom="fovea zoom file=PATH"><![CDATA[
docs/ +3 files 4.5k tokens
test_vectors/legacy.json 11000
]]></outline>
<files>
<file path="pm_coach/runner.py" priority="100" tokens="824" checksum="d41d8cd98f00b204e9800998ecf8427e" language="python" eol="crlf"><![CDATA[
class A: ...
]]></file>
<file path="rust/src/lib.rs" priority="95" tokens="712" checksum="d41d8cd98f00b204e9800998ecf8427e" language="rust" truncated="true" original_tokens="26095"><![CDATA[
a]]]]><![CDATA[>b
]]><truncation_marker><message>skeleton: 12 definitions hidden, 26095 → 712 tokens</message><zoom type="file" target="rust/src/lib.rs" budget="27600" command="fovea zoom file=rust/src/lib.rs --budget 27600" /></truncation_marker>
</file>
</files>
<related>
<zoom type="function" target="Sessions.closeAll" budget="500" command="fovea zoom @9f8e7d6c --budget 500" relation="caller" handle="@9f8e7d6c" />
</related>
</context>
`)
})

test('a brief page keeps the root, the outline and the files', () => {
  const brief = print(claudeXml, pageView({ files: [fileView({ body: 'x' })] }), true)
  expect(brief).toBe(`<context package="fovea" lens="default" token_budget="15000" utilized="14997">
<files>
<file path="src/main.rs" priority="50" tokens="823" checksum="d41d8cd98f00b204e9800998ecf8427e" language="rust"><![CDATA[
x]]></file>
</files>
</context>
`)
  expect(print(claudeXml, page, true)).toMatch(/^<context [^\n]*>\n<outline [^]*<\/outline>\n<files>\n/)
})

test('the map has six hotspots and three coldspots: highest priority first, equals by path', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => fileView({ path: `f${String(at * 7 % count).padStart(2, '0')}`, priority: at * 7 % count < 3 ? 9 : 5 }))
  const opened = claudeXml.open(pageView({ files: many(30), lines: many(20) }), false)
  const paths = (name: string): string[] => [...opened.matchAll(new RegExp(`<${name} path="(\\w+)"`, 'g'))].map((match) => match[1] as string)
  expect(paths('hotspot')).toEqual(['f00', 'f01', 'f02', 'f03', 'f04', 'f05'])
  expect(paths('coldspot')).toEqual(['f00', 'f01', 'f02'])
})

test('line ends that XML cannot hold are named', () => {
  const eol = (body: string, level: 'full' | 'detail' = 'full') => / eol="(\w+)"/.exec(claudeXml.file(fileView({ body, level })).head)?.[1]
  expect([eol('a\n'), eol('a\r\nb\r\nc'), eol('a\r\nb\n'), eol('a\r\n// ...\n', 'detail'), eol('\r')]).toEqual([undefined, 'crlf', 'mixed', 'crlf', undefined])
})

test('a skeleton without hidden definitions says that bodies are hidden', () => {
  expect(claudeXml.file(fileView({ level: 'shape', originalTokens: 2400, tokens: 310 })).tail).toContain('<message>bodies hidden: 2400 → 310 tokens</message>')
})

test('a part of a file names its lines', () => expect(claudeXml.file(fileView({ lines: [10, 20] })).head).toContain(' language="rust" lines="10-20">'))

test('an odd fact cannot break the document', () => expect(claudeXml.open(pageView({ facts: [['1 a<b', '<x>']] }), false)).toContain('\n<_1_a_b>&lt;x&gt;</_1_a_b>\n'))

test('what a page says of its files is made once for the same files, and anew for another lens, strategy, outline or list of files', () => {
  const open = (more: Partial<typeof page>): string => claudeXml.open({ ...page, ...more }, false)
  const first = open({})
  expect(open({ utilized: 3 })).toBe(first.replace('utilized="14997"', 'utilized="3"'))
  expect(open({ lens: 'security' })).toContain('<name>security</name>')
  expect(open({ strategy: 'other' })).toContain('<strategy>other</strategy>')
  expect(open({ lines: [] })).not.toContain('coldspot')
  expect(open({ folders: [] })).toContain('<dropped_files>1</dropped_files>')
  expect(open({ files: [] })).not.toContain('hotspot')
  // One that was made before does not stand in for what was asked last.
  expect(open({})).toBe(first)
})
