// The bytes of one container with every type. They are on other people's disks: a red pin means that old files read differently.
import { expect, test } from 'vitest'
import { decode, encode } from '../../src/blocks/codec/index.ts'
import { blocksFrom } from '../../src/blocks/manifest.ts'
import { manifestOf } from '../../src/blocks/manifest-text.ts'
import { hexOf } from '../../src/blocks/text.ts'

const MANIFEST = [
  { type: 'code', lang: 'python', path: 'a.py', content: 'x = 1\n', line_start: 3, line_end: 3, summary: 'one line', priority: 'high' },
  { type: 'conversation', role: 'tool', content: '42', tool_call_id: 'c1' },
  { type: 'file_tree', root: './', entries: [{ name: 'src', kind: 'dir', children: [{ name: 'a.py', kind: 'file', size: 300 }] }] },
  { type: 'tool_result', tool_name: 'ls', status: 'error', content: 'no', schema_hint: 's' },
  { type: 'document', title: 'T', content: '# é', format_hint: 'markdown' },
  { type: 'structured_data', format: 'csv', schema: 'a,b', content: '1,2' },
  { type: 'diff', path: 'a.py', hunks: [{ old_start: 1, new_start: 2, lines: '+x\n' }] },
  { type: 'annotation', target_block_id: 0, kind: 'tag', value: 'entry' },
  { type: 'embedding_ref', vector_id: 'v', source_hash: 'h', model: 'm' },
  { type: 'image', media_type: 'png', alt_text: 'dot', content_base64: '/wA=' },
  { type: 'extension', namespace: 'org.x', type_name: 't', content: 'e' },
  { type: 'unknown', code: 66, body: 'kept' },
  { type: 'conversation', role: 'user', content: 'a body that is written once and referred to' },
  { type: 'conversation', role: 'user', content: 'a body that is written once and referred to' },
]

test('a container of every type', () => {
  const bytes = encode(blocksFrom(JSON.stringify(MANIFEST)), { dedup: true })
  expect(hexOf(bytes).match(/.{1,128}/g)?.join('\n')).toMatchInlineSnapshot(`
    "4243500001000000010122086f6e65206c696e65010004020104612e707903010678203d20310a04000305000308000a0100000200010301010202000d010004
    020102343203010263310300250101022e2f02021d01010373726302000103000004020e010104612e70790200000300ac020400110101026c73020002030102
    6e6f0401017305000e010101540201042320c3a903000106000f010004020103612c62030103312c32070016010104612e707902020c0100010200020301032b
    780a08000e010000020003030105656e74727909000c01010176020101680301016d0a000e010001020103646f74030102ff00fe0100100101056f72672e7802
    010174030101654200046b65707402003101000202012b6120626f64792074686174206973207772697474656e206f6e636520616e6420726566657272656420
    746f02042014e6a8ffcaf9c3995af8821153628b190881dafc32bd9da61a0a2d871e9802c1ff010000"
  `)
  expect(manifestOf(decode(bytes))).toEqual(MANIFEST)
})
