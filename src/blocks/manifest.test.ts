import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyBlocks } from '../../test/properties/blocks.ts'
import { blocksFrom, ManifestError } from './manifest.ts'
import { manifestOf } from './manifest-text.ts'
import { bytesOf, textOf } from './text.ts'

const code = { type: 'code', lang: 'rust', path: 'a.rs', content: 'fn a() {}' }
const wrong = (manifest: unknown): string => {
  try {
    blocksFrom(typeof manifest === 'string' ? manifest : JSON.stringify(manifest))
  } catch (error) {
    expect(error).toBeInstanceOf(ManifestError)
    return (error as Error).message
  }
  return 'nothing is wrong'
}

describe('reading a manifest', () => {
  test('an object, a list, one block a line and a single block are the same', () => {
    const expected = [{ type: 'code', lang: 'rust', path: 'a.rs', content: bytesOf('fn a() {}') }]
    for (const text of [JSON.stringify({ blocks: [code] }), JSON.stringify([code], null, 2), `${JSON.stringify(code)}\n`]) expect(blocksFrom(text)).toEqual(expected)
    expect(blocksFrom(`${JSON.stringify(code)}\n\n${JSON.stringify(code)}\n`)).toEqual([...expected, ...expected])
  })

  test('a priority becomes the annotation behind its block, which counts in the stream', () => {
    const blocks = blocksFrom(JSON.stringify([{ ...code, priority: 'high' }, { ...code, priority: 'background' }]))
    expect(blocks.map((block) => (block.type === 'annotation' ? [block.target, [...block.value]] : block.type))).toEqual(['code', [0, [2]], 'code', [2, [5]]])
  })

  test('content comes from text, base64 or a file', () => {
    const [a, b] = blocksFrom(JSON.stringify([{ type: 'image', media_type: 'png', alt_text: '', content_base64: '/wA=' }, { ...code, content: undefined, content_file: 'x/a.rs' }]), (path) => bytesOf(`of ${path}`)) as unknown as [{ content: Uint8Array }, { content: Uint8Array }]
    expect([...a.content]).toEqual([255, 0])
    expect(textOf(b.content)).toBe('of x/a.rs')
  })

  test('a mistake is said with its place, and nothing is dropped in silence', () => {
    expect(wrong([code, { type: 'code', lang: 'rust', content: '' }])).toBe('block 1 (code): path is missing')
    expect(wrong(`${JSON.stringify(code)}\n{"type":"code",}`)).toBe('line 2: it is not JSON')
    expect(wrong(`${`${JSON.stringify(code)}\n`.repeat(3)}garbage\n`)).toBe('line 4: it is not JSON')
    expect(wrong(`{ "blocks": [\n  ${JSON.stringify(code)},\n] }`)).toBe('the manifest cannot be read: it is not JSON: look at line 3')
    expect(wrong([{ ...code, sumary: 'x' }])).toBe('block 0 (code): there is no field "sumary"; did you mean summary?')
    expect(wrong([{ type: 'cod' }])).toContain('"cod" is no type of block; did you mean code')
    expect(wrong([{ type: 'conversation', role: 'robot', content: '' }])).toContain('"robot" is not known')
    expect(wrong([{ ...code, priority: 'urgent' }])).toContain('it is one of critical, high, normal, low, background')
    expect(wrong([{ ...code, content_base64: 'AA==' }])).toContain('give content or content_base64, not both')
    expect(wrong([{ ...code, content: undefined, content_base64: '*' }])).toContain('content_base64 is not base64')
    expect(wrong([{ ...code, content: undefined, content_file: 'a' }])).toContain('content_file cannot be read here')
    expect(wrong([{ ...code, line_start: -1 }])).toContain('line_start is a whole number from 0, not -1')
    expect(wrong([{ type: 'unknown', code: 1 }])).toContain('a code from 0 to 254 that no known type has')
    expect(wrong({ a: 1 })).toContain('undefined is no type of block')
    expect(wrong('"x"')).toContain('a manifest is { "blocks": [...] }')
  })

  test('a tree that is too deep is refused, not overflowed', () => {
    let entry: object = { name: 'x' }
    for (let i = 0; i < 1000; i++) entry = { name: 'd', children: [entry] }
    expect(wrong([{ type: 'file_tree', root: '/', entries: [entry] }])).toContain('deeper than 128 folders')
  })
})

test('what is written reads as the same blocks', () => {
  fc.assert(fc.property(anyBlocks, (blocks) => {
    expect(blocksFrom(JSON.stringify({ blocks: manifestOf(blocks) }))).toEqual(blocks)
  }), { numRuns: 300 })
})

test('a priority is told with its block', () => {
  const manifest = [{ ...code, priority: 'high' }, { type: 'annotation', target_block_id: 0, kind: 'priority', value: 'low' }]
  expect(manifestOf(blocksFrom(JSON.stringify(manifest)))).toEqual(manifest)
})

test('any JSON is read or refused with words', () => {
  const names = ['type', 'lang', 'path', 'content', 'summary', 'priority', 'entries', 'hunks', 'kind', 'value', 'target_block_id', 'root', 'name', 'children', 'lines']
  const types = ['code', 'file_tree', 'diff', 'annotation', 'unknown', 'image']
  const leaf = fc.oneof(fc.constantFrom(...types, 'rust', 'high', 'priority'), fc.jsonValue({ maxDepth: 2 }))
  const block = fc.dictionary(fc.constantFrom(...names), fc.oneof(leaf, fc.array(fc.dictionary(fc.constantFrom(...names), leaf))))
  fc.assert(fc.property(fc.oneof(fc.jsonValue(), fc.array(fc.tuple(fc.constantFrom(...types), block).map(([type, rest]) => ({ ...rest, type })))), (value) => {
    try {
      blocksFrom(JSON.stringify(value))
    } catch (error) {
      expect(error).toBeInstanceOf(ManifestError)
    }
  }), { numRuns: 500 })
})
