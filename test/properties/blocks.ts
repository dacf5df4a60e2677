// Any block of any type, for properties that hold for all of them.
import fc from 'fast-check'
import { ANNOTATION_KINDS, DATA_FORMATS, FORMAT_HINTS, LANGS, MEDIA_TYPES, ROLES, specNumbered, STATUSES, type Words } from '../../src/blocks/schema.ts'
import type { TreeEntry, TypedBlock } from '../../src/blocks/typed.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 40 })
// Short things, long things that compress, and bytes that are no text.
const bytes = fc.oneof(text.map((value) => new TextEncoder().encode(value)), fc.uint8Array({ maxLength: 60 }), fc.tuple(text, fc.nat(120)).map(([value, times]) => new TextEncoder().encode(value.repeat(times))))
const count = fc.oneof(fc.nat(300), fc.maxSafeNat())
const oneOf = ({ words }: Words): fc.Arbitrary<never> => fc.constantFrom(...words) as fc.Arbitrary<never>
const lang = fc.constantFrom(...LANGS, 'unknown', '0x42')
const entryAt = (depth: number): fc.Arbitrary<TreeEntry> => fc.record({
  name: text, kind: fc.constantFrom('file' as const, 'dir' as const), size: count, children: depth === 0 ? fc.constant([]) : fc.array(entryAt(depth - 1), { maxLength: 3 }),
})
const hunk = fc.record({ oldStart: count, newStart: count, lines: bytes })

/** A block with or without a summary. */
export const anyBlock = fc.tuple(fc.oneof(
  fc.record({ type: fc.constant('code'), lang, path: text, content: bytes, lines: fc.tuple(count, count) }, { requiredKeys: ['type', 'lang', 'path', 'content'] }),
  fc.record({ type: fc.constant('conversation'), role: oneOf(ROLES), content: bytes, toolCallId: text }, { requiredKeys: ['type', 'role', 'content'] }),
  fc.record({ type: fc.constant('file_tree'), root: text, entries: fc.array(entryAt(3), { maxLength: 4 }) }),
  fc.record({ type: fc.constant('tool_result'), toolName: text, status: oneOf(STATUSES), content: bytes, schemaHint: text }, { requiredKeys: ['type', 'toolName', 'status', 'content'] }),
  fc.record({ type: fc.constant('document'), title: text, content: bytes, format: oneOf(FORMAT_HINTS) }),
  fc.record({ type: fc.constant('structured_data'), format: oneOf(DATA_FORMATS), schema: text, content: bytes }, { requiredKeys: ['type', 'format', 'content'] }),
  fc.record({ type: fc.constant('diff'), path: text, hunks: fc.array(hunk, { maxLength: 3 }) }),
  fc.record({ type: fc.constant('annotation'), target: fc.nat(12), kind: oneOf(ANNOTATION_KINDS), value: fc.oneof(bytes, fc.nat(7).map((value) => Uint8Array.of(value))) }),
  fc.record({ type: fc.constant('embedding_ref'), vectorId: text, sourceHash: bytes, model: text }),
  fc.record({ type: fc.constant('image'), mediaType: oneOf(MEDIA_TYPES), altText: text, content: bytes }),
  fc.record({ type: fc.constant('extension'), namespace: text, typeName: text, content: bytes }),
  fc.record({ type: fc.constant('unknown'), code: fc.nat(0xfd).filter((code) => specNumbered(code) === undefined), body: bytes }),
), fc.option(text, { nil: undefined })).map(([block, summary]) => (summary === undefined ? block : { ...block, summary }) as TypedBlock)

/** A list of blocks. */
export const anyBlocks = fc.array(anyBlock, { maxLength: 8 })
