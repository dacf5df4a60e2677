import { expect, test } from 'vitest'
import { fileView, pageView, print } from '../../test/conformance/format-samples.ts'
import { plusminus } from './plusminus.ts'

test('a skeleton', () => {
  const body = '/// Helper utilities for string processing\npub fn format_name(first: &str, last: &str) -> String { /* ... */ }\n\n/// Parse a configuration line\npub fn parse_config_line(line: &str) -> Option<(String, String)> { /* ... */ }\n'
  const view = fileView({ path: 'src/utils.rs', level: 'detail', md5: 'abc123', originalTokens: 1234, tokens: 89, body })
  expect(print(plusminus, pageView({ files: [view] }))).toBe(`+++ src/utils.rs [SKELETON:L1]
+ /// Helper utilities for string processing
+ pub fn format_name(first: &str, last: &str) -> String { /* ... */ }
+
+ /// Parse a configuration line
+ pub fn parse_config_line(line: &str) -> Option<(String, String)> { /* ... */ }
--- src/utils.rs [md5:abc123] [original:1234 tokens → skeleton:89 tokens]
`)
})

test('a whole file, the outline and notes', () => {
  const page = pageView({
    files: [fileView({ path: 'a', md5: 'f00', body: '\n \n+ \nx' })],
    lines: [fileView()], folders: [{ path: 'docs/', files: 2, tokens: 900 }], notices: ['Read this.'],
    related: [{ type: 'function', target: 'f', path: 'b', handle: '@9f8e7d6c', tokens: 20, relation: 'callee' }],
  })
  expect(print(plusminus, page)).toBe(`+++ .fovea/notices
+ Read this.
--- .fovea/notices
+++ .fovea/outline
+ docs/ +2 files 900 tokens
+ src/main.rs 823
--- .fovea/outline
+++ a
+
+  
+ + 
+ x
--- a [md5:f00] [no newline at end]
+++ .fovea/related
+ callee function f b @9f8e7d6c 20
--- .fovea/related
`)
})

test('an empty file has no lines', () => expect(print(plusminus, pageView({ files: [fileView({ path: 'a', md5: 'f00' })] }))).toBe('+++ a\n--- a [md5:f00]\n'))
