// The container: what is written is read, in whole or in any chunks; what is damaged is refused with words.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BlockReader, CodecError, COMPRESSIONS, decode, encode, loadZstd } from '../../src/blocks/codec/index.ts'
import type { TypedBlock } from '../../src/blocks/typed.ts'
import { asset } from '../../src/workspace/assets.ts'
import { anyBlocks } from './blocks.ts'

const zstd = await loadZstd(asset, { packing: true })
const writing = fc.record({ compress: fc.constantFrom(...COMPRESSIONS), dedup: fc.boolean(), older: fc.boolean() })

/** The blocks of bytes that arrive in chunks of these sizes, over and over. */
function streamed(bytes: Uint8Array, sizes: readonly number[], bodies: Map<string, Uint8Array>): TypedBlock[] {
  const reader = new BlockReader({ zstd, older: true, bodies })
  const blocks: TypedBlock[] = []
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] as number
    blocks.push(...reader.push(bytes.subarray(at, at + size)))
    at += size
  }
  reader.end()
  return blocks
}

test('every type comes back as it was, whatever the packing', () => {
  fc.assert(fc.property(anyBlocks, writing, (blocks, how) => {
    expect(decode(encode(blocks, { ...how, zstd }), { zstd, older: how.older })).toEqual(blocks)
  }), { numRuns: 120 })
})

test('bytes that arrive in any chunks give the same blocks', () => {
  fc.assert(fc.property(anyBlocks, writing, fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 8 }), (blocks, how, sizes) => {
    expect(streamed(encode(blocks, { ...how, zstd }), sizes, new Map())).toEqual(blocks)
  }), { numRuns: 100 })
})

describe('damage', () => {
  const damaged = fc.tuple(anyBlocks, writing, fc.array(fc.tuple(fc.nat(), fc.nat(255), fc.constantFrom('set', 'cut', 'insert')), { minLength: 1, maxLength: 4 }))
    .map(([blocks, how, edits]) => edits.reduce((bytes, [where, byte, edit]) => edited(bytes, where % (bytes.length + 1), edit === 'set' ? [1, byte] : edit === 'cut' ? [byte] : [0, byte]), [...encode(blocks, { ...how, zstd })]))
  const edited = (bytes: number[], at: number, [gone = 0, ...more]: number[]): number[] => [...bytes.slice(0, at), ...more, ...bytes.slice(at + gone)]

  test('is read or refused with a fault, in whole and in chunks alike', () => {
    fc.assert(fc.property(damaged, (list) => {
      const bytes = Uint8Array.from(list)
      expect(verdict(() => streamed(bytes, [7, 1, 13], new Map()))).toEqual(verdict(() => decode(bytes, { zstd, older: true, bodies: new Map() })))
    }), { numRuns: 300 })
  })

  /** What was read, or the fault. A store of bodies is given, so that nothing is looked at twice. */
  function verdict(read: () => TypedBlock[]): unknown {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof CodecError)) throw error
      return 'refused'
    }
  }
})
