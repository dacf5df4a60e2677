// A small part of what bench/bcp-fuzz.mjs does: damaged containers are read or refused with a fault, and bombs are refused with little memory.
import { expect, test } from 'vitest'
import { BlockReader, CodecError, COMPRESSIONS, decode, encode, loadZstd, survey } from '../../src/blocks/codec/index.ts'
import type { TypedBlock } from '../../src/blocks/typed.ts'
import { asset } from '../../src/workspace/assets.ts'
import { blockList } from '../../bench/kit/block-lists.mjs'
import { bombs } from '../kit/bombs.mjs'
import { damaged } from '../kit/damage.mjs'
import { dice } from '../kit/edits.mjs'

const zstd = await loadZstd(asset, { packing: true })
const small = Array.from({ length: 60 }, (_, i) => encode(blockList(i) as TypedBlock[], { zstd, compress: COMPRESSIONS[i % 3] ?? 'none', dedup: i % 2 === 0 })).filter(({ length }) => length < 4000)

function outcome(read: () => unknown): string {
  try {
    read()
    return 'read'
  } catch (error) {
    if (error instanceof CodecError) return error.fault
    throw error
  }
}

test('400 damaged containers', () => {
  const roll = dice(3)
  const seen = new Set<string>()
  for (let i = 0; i < 400; i++) {
    const bytes = damaged(small[roll(small.length)] as Uint8Array, small[roll(small.length)] as Uint8Array, roll) as Uint8Array
    seen.add(outcome(() => decode(bytes, { zstd, older: true })))
    outcome(() => [...survey(bytes, { zstd, older: true })])
  }
  expect([...seen]).toEqual(expect.arrayContaining(['read', 'magic', 'truncated', 'zstd', 'type']))
})

test.each(Object.entries(bombs((bytes: Uint8Array) => zstd.pack(bytes)) as Record<string, Uint8Array>))('%s is refused, in whole and in chunks', (_, bytes) => {
  expect(outcome(() => decode(bytes, { zstd }))).toBe('limit')
  // Whoever reads a stream keeps nothing: what is refused there is what no reader may hold.
  const reader = new BlockReader({ zstd })
  expect(outcome(() => { for (let at = 0; at < bytes.length; at += 1000) for (const block of reader.push(bytes.subarray(at, at + 1000))) void block })).toBe('limit')
  reader.close()
})

test('a large body that arrives piece by piece is put together, packed or not', () => {
  const blocks: TypedBlock[] = [{ type: 'unknown', code: 66, body: Uint8Array.from({ length: 300_000 }, (_, i) => (i * 31) >> 4) }, { type: 'conversation', role: 'user', content: new Uint8Array(200_000) }]
  for (const compress of COMPRESSIONS) {
    const bytes = encode(blocks, { zstd, compress })
    const reader = new BlockReader({ zstd })
    const read: TypedBlock[] = []
    for (let at = 0; at < bytes.length; at += 997) read.push(...reader.push(bytes.subarray(at, at + 997)))
    reader.end()
    for (const result of [read, decode(bytes, { zstd })]) expect(Buffer.from(encode(result)).equals(encode(blocks))).toBe(true)
  }
})
