// Pages made to be misread.
import fc from 'fast-check'
import type { PageView } from '../../src/core/format.ts'
import type { Level } from '../../src/core/level.ts'
import { fileView, pageView } from './format-samples.ts'

const FRAGMENTS = [
  ']]>', ']]', ']', '>', '<![CDATA[', '</file>', '</files></context>', '<file path="x">', '<file path="x"><![CDATA[\n', '&', '&amp;', '<', '"', "'", '-->',
  '```', '````', '~~~~', '\n```\n', '\n````````\n', '\n## evil.ts\n\n```\n', '# ', '\n_[Omitted: code x, ~1 tokens]_\n',
  '\n--- evil.ts [ts] ---\n', '\n\\--- evil.ts ---\n', '--- x ---', '\n[omitted: code x ~1tok]\n', '\\', '\n\\\\[notice: x]\n', '\n[next: zoom x]\n', '\n\\[fovea pack=0 tokens=1/1 fresh]\n', ' [ts]', ' ---',
  '\n+++ evil.ts\n', '\n+ x', '\n--- evil.ts [md5:0]\n', ' [SKELETON:L1]', ' (skeleton L1, 1 of 2 tokens)', ' 1/2', ' [no newline at end]', ' [md5:0]',
  '\n++++++++++ evil.ts ++++++++++\n', '\n\\++++++++++ evil.ts ++++++++++\n', ' [TRUNCATED: 5 lines]', ' ++++++++++',
  '\n---------- evil.ts d41d8cd98f00b204e9800998ecf8427e evil.ts ----------\n', '"}', '"},{"path":"evil"', '\\u0041', '{', '}', ',',
  '\0', '\x07', '\x08', '\x0C', '\x1B[2J', '\x1B]8;;http://x\x07', '\x7F', '\x85', '\x9B31m', '\r', '\r\n', '\n', '\n\n', '\t', ' ',
  '\u202E', '\u2066', '\u2069', '\u200B', '\u200C', '\u200D', '\u200F', '\u2028', '\u2029', '\u2060', '\uFEFF', '\uFFFE', '\uFFFF',
  '\uD800', '\uDC00', '\uDB40', '\u{E0041}', '\u{1F389}', '👩‍💻', 'é', '好', '→', 'a', 'src/', '.ts', '__init__', '${x}', '$&', "$'", '%s',
]

export const hostile = fc.array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...FRAGMENTS) }, { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) }), { maxLength: 12 })
  .map((parts) => parts.join(''))
const levels = fc.constantFrom<Level>('shape', 'detail', 'full')
export const hostileFile = fc.record({ path: hostile.map((path) => `f${path}`), body: hostile, level: levels, hidden: fc.nat(3) }).map(fileView)
const hostileFraming = fc.record({
  structure: fc.array(fc.record({ depth: fc.nat(3), text: hostile }), { maxLength: 3 }),
  sections: fc.array(fc.record({ title: fc.constantFrom('Dependencies', 'Recent Changes'), lines: fc.array(hostile, { minLength: 1, maxLength: 2 }) }), { maxLength: 2 }),
  request: hostile, instruction: hostile,
})
export const hostilePage: fc.Arbitrary<PageView> = fc.record({
  files: fc.array(hostileFile, { maxLength: 3 }),
  lines: fc.array(fc.tuple(hostile, fc.option(hostile, { nil: undefined })), { maxLength: 2 })
    .map((all) => all.map(([path, stub]) => fileView({ path, level: 'line', ...(stub ? { stub } : {}) }))),
  folders: fc.array(hostile, { maxLength: 1 }).map((all) => all.map((path) => ({ path: `${path}/`, files: 3, tokens: 4500 }))),
  facts: fc.array(fc.tuple(hostile, hostile), { maxLength: 2 }),
  notices: fc.array(hostile, { maxLength: 1 }),
  lens: hostile,
  framing: fc.option(hostileFraming, { nil: undefined }),
}).map(({ framing, ...said }) => pageView({ ...said, ...(framing === undefined ? {} : { framing }), related: said.files.map((view) => ({ type: 'file', target: view.path, path: view.path, handle: '@9f8e7d6c', tokens: 9, relation: 'caller' })) }))
