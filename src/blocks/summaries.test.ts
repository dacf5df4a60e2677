import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyBlock } from '../../test/properties/blocks.ts'
import { heuristic } from '../meters/index.ts'
import { render } from './render.ts'
import { summaryOf } from './summaries.ts'
import { bytesOf } from './text.ts'
import type { TypedBlock } from './typed.ts'

const made = (block: TypedBlock, more: object = {}): string | undefined => summaryOf(block, { meter: heuristic, ...more })
const words = 'Sessions close when their token ends. Then nothing is left. '.repeat(20)
const CODE: TypedBlock = { type: 'code', lang: 'typescript', path: 'a.ts', content: bytesOf(`export function run(): void {\n${'  step();\n'.repeat(40)}}\n`) }

test.each<[TypedBlock, string]>([
  [{ type: 'conversation', role: 'user', content: bytesOf(words) }, 'Sessions close when their token ends. (200 words)'],
  [{ type: 'document', title: 't', format: 'markdown', content: bytesOf(`# Guide\n\n${words}\n\n## Install\n\n${words}`) }, 'Sessions close when their token ends. (400 words)\n# Guide\n## Install'],
  [{ type: 'document', title: 't', format: 'html', content: bytesOf(`<h1>Guide</h1><p>${words}</p>`) }, '\nGuide'],
  [{ type: 'file_tree', root: 'r', entries: [{ name: 'src', kind: 'dir', size: 0, children: [{ name: 'a', kind: 'file', size: 10, children: [] }, { name: 'b', kind: 'file', size: 20, children: [] }] }, { name: 'c', kind: 'file', size: 5, children: [] }] }, '3 files, 35 B: src/ 2'],
  [{ type: 'structured_data', format: 'json', content: bytesOf(JSON.stringify({ total: 3, items: Array.from({ length: 50 }, (_, id) => ({ id })), owner: { name: 'x', id: 1 } })) }, 'total 3, items [50], owner {name, id}'],
  [{ type: 'structured_data', format: 'json', content: bytesOf(JSON.stringify(Array.from({ length: 50 }, (_, id) => ({ id, name: 'n' })))) }, '[50] of {id, name}'],
  [{ type: 'structured_data', format: 'csv', content: bytesOf(`a,b\n${'1,2\n'.repeat(30)}`) }, 'a,b (30 rows)'],
  [{ type: 'structured_data', format: 'yaml', content: bytesOf(`name: x\non:\n${'  - push to the branch\n'.repeat(9)}jobs:\n  a: b\n`) }, 'name, on, jobs'],
  [{ type: 'structured_data', format: 'toml', content: bytesOf(`[package]\nname = "x, with a long name and more words"\n[dependencies]\n`) }, '[package], name, [dependencies]'],
  [{ type: 'diff', path: 'p', hunks: [{ oldStart: 1, newStart: 1, lines: bytesOf('-old line of text\n+new line of text\n+another one\n') }] }, '1 hunk, +2 -1'],
  [{ type: 'image', mediaType: 'png', altText: 'a', content: new Uint8Array(2048) }, 'png, 2 KB'],
  [{ type: 'extension', namespace: 'n', typeName: 't', content: new Uint8Array(5000) }, '5 KB'],
])('%o', (block, expected) => expect(made(block)).toContain(expected))

test('a program is told by its signatures, or by its definitions when nobody reads its language', () => {
  expect(made(CODE, { skeleton: () => 'export function run(): void;\n' })).toBe('export function run(): void;')
  expect(made(CODE)).toContain('export function run(): void {')
})

test('an output of a tool keeps what failed', () => {
  const output = `${'all is well here\n'.repeat(100)}Error: connection refused\n${'all is well here\n'.repeat(100)}`
  expect(made({ type: 'tool_result', toolName: 't', status: 'error', content: bytesOf(output) })).toContain('Error: connection refused')
})

test('nothing longer than the content is made, whatever the block', () => {
  fc.assert(fc.property(anyBlock, (block) => {
    const summary = made(block)
    if (summary !== undefined && 'content' in block) expect(summary.length).toBeLessThan(block.content.length)
  }), { numRuns: 500 })
})

test('blocks without a summary use what is made, those with one keep it', () => {
  const summarize = (block: TypedBlock): string | undefined => made(block)
  const blocks: TypedBlock[] = [CODE, { ...CODE, summary: 'given' }]
  const text = render(blocks, { mode: 'minimal', meter: heuristic, verbosity: 'summary', summarize }).text
  expect(text).toContain('(summary) ---\nexport function run')
  expect(text).toContain('(summary) ---\ngiven')
  expect(render(blocks.slice(0, 1), { mode: 'minimal', meter: heuristic, budget: 60, summarize }).blocks[0]?.decision.kind).toBe('summary')
  expect(render(blocks.slice(0, 1), { mode: 'minimal', meter: heuristic, budget: 60 }).blocks[0]?.decision.kind).toBe('placeholder')
})
