import { expect, test } from 'vitest'
import { fileView, pageView, print } from '../../test/conformance/format-samples.ts'
import { json } from './json.ts'

const page = pageView({
  files: [fileView({ path: 'src/main.rs', body: 'a\n"b"\uD800' }), fileView({ path: 'src/utils.rs', level: 'detail', tokens: 89, originalTokens: 1234 }), fileView({ path: 'src/helpers.rs', level: 'shape', tokens: 5, originalTokens: 10 })],
  lines: Array.from({ length: 25 }, (_, at) => fileView({ path: `old${at}`, level: 'line', originalTokens: 2 })),
  folders: [{ path: 'docs/', files: 3, tokens: 4500 }],
  notices: ['x'],
})

test('one object with everything', () => {
  expect(JSON.parse(print(json, page))).toEqual({
    package: 'fovea', version: '0.1.0', lens: 'default', strategy: 'adaptive', token_budget: 15000, utilized: 14997, meter: 'o200k', frozen: true,
    timestamp: '1970-01-01T00:00:00Z', facts: { project_root: '.' }, notices: ['x'],
    metadata: {
      files_full: 1, files_skeleton: 2, files_dropped: 28, tokens_saved: 1145 + 5 + 50 + 4500,
      compression_summary: { L0: ['src/main.rs'], L1: ['src/utils.rs'], L2: ['src/helpers.rs'], L3: page.lines.slice(0, 20).map(({ path }) => path) },
    },
    outline: expect.arrayContaining([{ path: 'docs/', files: 3, tokens: 4500 }, { path: 'old24', tokens: 2 }]),
    files: expect.arrayContaining([
      {
        path: 'src/main.rs', level: 'L0', language: 'rust', priority: 50, tokens: 823, original_tokens: 823,
        checksum: 'd41d8cd98f00b204e9800998ecf8427e', handle: '@9f8e7d6c', content: 'a\n"b"\uD800',
      },
      expect.objectContaining({ path: 'src/utils.rs', level: 'L1' }),
    ]),
    related: [],
  })
})

test('a brief page is whole as well', () => {
  expect(Object.keys(JSON.parse(print(json, page, true)))).toEqual(['package', 'lens', 'token_budget', 'utilized', 'outline', 'files'])
  expect(JSON.parse(print(json, pageView(), true))).toEqual({ package: 'fovea', lens: 'default', token_budget: 15000, utilized: 14997, files: [] })
})

test('content opens and closes in the frame', () => {
  const { head, tail } = json.file(fileView())
  expect([head.slice(-11), tail]).toEqual(['"content":"', '"}'])
})
