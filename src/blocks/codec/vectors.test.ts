// Agreement with recorded containers of another implementation of the protocol.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { asset } from '../../workspace/assets.ts'
import { blocksFrom } from '../manifest.ts'
import { manifestOf } from '../manifest-text.ts'
import { Cursor, varint } from './bytes.ts'
import { type Bodies, CodecError, decode, encode, type Fault, loadZstd } from './index.ts'
import { framesIn } from './blocks.ts'
import { hexOf } from '../text.ts'

const VECTORS = join(process.env['FOVEA_VECTORS'] ?? join(fileURLToPath(new URL('../../..', import.meta.url)), '..', 'shared', 'vectors'), 'bcp')
const json = (...path: string[]): unknown => JSON.parse(readFileSync(join(VECTORS, ...path), 'utf8'))
const zstd = await loadZstd(asset, { packing: true })

interface Vector {
  readonly blocks: readonly Record<string, unknown>[]
  readonly block_flags: readonly number[]
  readonly encode: { readonly auto_dedup?: boolean; readonly compress_blocks?: boolean; readonly compress_payload?: boolean }
}

/** What another implementation says of each damaged container, in our words. */
const FAULTS: Readonly<Record<string, Fault>> = {
  bad_magic: 'magic', old_lcp_magic_le: 'magic', bad_major: 'version', reserved_nonzero: 'reserved', short_header: 'truncated', empty: 'truncated',
  missing_end: 'no-end', no_blocks_eof: 'no-end', truncated_body: 'truncated', end_truncated: 'truncated', trailing_data: 'after-end', end_with_body: 'after-end',
  varint_too_long: 'varint', unknown_type_0x300: 'type', bad_wire_type: 'wire', missing_path: 'missing', missing_lang: 'missing', missing_content: 'missing', bad_role: 'word',
  summary_flag_len_overrun: 'truncated', reference_no_store: 'reference', reference_bad_len: 'reference', compressed_flag_garbage: 'zstd', header_compressed_garbage: 'zstd',
}

describe.skipIf(!existsSync(VECTORS))('vectors (skipped without them: set FOVEA_VECTORS to their folder)', () => {
  const names = existsSync(VECTORS) ? readdirSync(VECTORS).filter((name) => existsSync(join(VECTORS, name, 'vector.json'))) : []

  test.each(names)('%s: the same blocks, and the same bytes where nothing is packed', (name) => {
    const vector = json(name, 'vector.json') as Vector
    const payload = new Uint8Array(readFileSync(join(VECTORS, name, 'payload.bcp')))
    const addressed = new Set(vector.blocks.flatMap((block, at) => (block['content_address'] === true ? [at] : [])))
    const blocks = blocksFrom(JSON.stringify(vector.blocks.map((block) => ({ ...block, content_address: undefined }))))
    const bodies: Bodies = new Map<string, Uint8Array>()
    const { auto_dedup: dedup = false, compress_blocks: byBlock, compress_payload: whole } = vector.encode
    const ours = encode(blocks, { dedup, addressed, bodies, zstd, compress: byBlock ? 'blocks' : whole ? 'payload' : 'none' })
    if (!byBlock && !whole) expect(hexOf(ours)).toBe(hexOf(payload))
    expect(manifestOf(decode(payload, { zstd, bodies }))).toEqual(manifestOf(blocks))
    expect(decode(ours, { zstd, bodies })).toEqual(blocks)
    expect(Array.from(framesIn(payload, { zstd }), ({ flags }) => flags)).toEqual(vector.block_flags)
    expect(Array.from(framesIn(ours, { zstd }), ({ flags }) => flags)).toEqual(vector.block_flags)
  })

  test('damaged containers: refused for the same cause, read where the other reads them', () => {
    const expected = json('negative', 'expected.json') as Record<string, { hex: string; result: { ok: boolean; blocks?: number } }>
    const faults = Object.fromEntries(Object.entries(expected).map(([name, { hex, result }]) => [name, outcome(Buffer.from(hex, 'hex'), result.blocks)]))
    expect(faults).toEqual(Object.fromEntries(Object.entries(expected).map(([name, { result }]) => [name, result.ok ? 'read' : FAULTS[name]])))
  })

  test('numbers', () => {
    for (const { hex, value } of json('varints.json') as { hex: string; value: string }[]) {
      expect(new Cursor(Buffer.from(hex, 'hex')).varint()).toBe(BigInt(value))
      expect(hexOf(Uint8Array.from(varint(BigInt(value))))).toBe(hex)
    }
  })
})

function outcome(bytes: Uint8Array, blocks: number | undefined): string {
  try {
    expect(decode(bytes, { zstd })).toHaveLength(blocks ?? -1)
    return 'read'
  } catch (error) {
    if (error instanceof CodecError) return error.fault
    throw error
  }
}
