import { describe, expect, test } from 'vitest'
import { asset } from '../../workspace/assets.ts'
import { bytesOf, textOf } from '../text.ts'
import type { TreeEntry, TypedBlock } from '../typed.ts'
import { joined, varint } from './bytes.ts'
import { BlockReader, CodecError, decode, encode, hashOf, LIMITS, loadZstd } from './index.ts'

const zstd = await loadZstd(asset, { packing: true })
const code = (path: string, content: string, summary?: string): TypedBlock => ({ type: 'code', lang: 'rust', path, content: bytesOf(content), ...(summary === undefined ? {} : { summary }) })
const HEADER = [0x42, 0x43, 0x50, 0, 1, 0, 0, 0]
const END = [0xff, 1, 0, 0]
const container = (...frames: readonly (readonly number[] | Uint8Array)[]): Uint8Array => joined([HEADER, ...frames, END])
const packedFrame = (body: Uint8Array): Uint8Array => joined([[1, 2], varint(body.length), body])

function errorOf(act: () => unknown): CodecError {
  try {
    act()
  } catch (error) {
    if (error instanceof CodecError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('packing', () => {
  const long = 'fn a() {}\n'.repeat(100)

  test('bodies of 256 bytes and more are packed, smaller ones and those that do not shrink are not', () => {
    const noise = Uint8Array.from({ length: 400 }, (_, i) => (i * i * 7919) >> 3)
    const frames = (block: TypedBlock): number => encode([block], { compress: 'blocks', zstd })[9] as number
    expect(frames(code('a.rs', long))).toBe(2)
    expect(frames(code('a.rs', long, 'short'))).toBe(3)
    expect(frames(code('a.rs', 'x'.repeat(230)))).toBe(0)
    expect(frames({ type: 'image', mediaType: 'png', altText: '', content: noise })).toBe(0)
  })

  test('packing makes a container smaller, and says so in its header', () => {
    const blocks = [code('a.rs', long), code('b.rs', long)]
    const [none, byBlock, whole] = (['none', 'blocks', 'payload'] as const).map((compress) => encode(blocks, { compress, zstd })) as [Uint8Array, Uint8Array, Uint8Array]
    expect(byBlock.length).toBeLessThan(none.length / 5)
    expect(whole.length).toBeLessThan(byBlock.length)
    expect([none[6], byBlock[6], whole[6]]).toEqual([0, 0, 1])
  })

  test('a body that was there before is a reference, which needs no store in the same container', () => {
    const blocks = [code('a.rs', long), code('a.rs', long), code('b.rs', long)]
    const bytes = encode(blocks, { dedup: true })
    expect(bytes.length).toBeLessThan(encode(blocks).length - 900)
    expect(decode(bytes)).toEqual(blocks)
  })

  test('a reference to another container is found in the store, and missed without it', () => {
    const bodies = new Map<string, Uint8Array>()
    const bytes = encode([code('a.rs', long)], { addressed: new Set([0]), bodies })
    expect(decode(bytes, { bodies })).toEqual([code('a.rs', long)])
    expect([...bodies.keys()]).toEqual([hashOf([...bodies.values()][0] as Uint8Array)])
    expect(errorOf(() => decode(bytes)).message).toMatch(/^block 0 \(code\): the body [0-9a-f]{16}… is not here at byte 11; read it with the store/)
  })
})

describe('the older mark', () => {
  const older = encode([code('a', 'b')], { older: true })

  test('is refused with words, and read when it is asked for', () => {
    expect(textOf(older.subarray(0, 3))).toBe('LCP')
    expect(errorOf(() => decode(older)).message).toBe('it begins with "LCP\\0", the older mark of this format at byte 0; name it .lcp or pass --lcp to read it')
    expect(decode(older, { older: true })).toEqual([code('a', 'b')])
  })
})

describe('words of a fault: what, where, what to do', () => {
  test.each([
    [container([1, 0, 3, 1, 5, 1]), 'block 0 (code): wire type 5 of field 1 is not known at byte 11; only 0, 1 and 2 are'],
    [container([2, 0, 7, 1, 0, 9, 2, 1, 1, 0x78]), 'block 0 (conversation): 9 is no role at byte 13; 1 to 4 are (system, user, assistant, tool)'],
    [container([1, 0, 0]), 'block 0 (code): the field lang is missing at byte 11; whoever wrote it left out what the protocol asks for'],
    [container([0x42, 0, 0], [1, 0, 9, 1]), 'block 1 is cut off at byte 19; the file is cut off'],
    [Uint8Array.of(...HEADER, 1, 0, 0xff, 0xff, 0xff, 0x7f), `block 0 announces 268435455 bytes, the most is ${LIMITS.body} at byte 8; the file is damaged, or its blocks must be cut`],
    [bytesOf('{"blocks": []}'), 'it does not begin with "BCP\\0" at byte 0; it is not a container of blocks; a manifest in JSON is packed by fovea bcp encode'],
  ])('%#', (bytes, message) => {
    expect(errorOf(() => decode(bytes, { zstd })).message).toBe(message)
  })

  test('blocks that can be read are given out before the fault, when they are streamed', () => {
    const reader = new BlockReader()
    const whole = encode([code('a', 'b'), code('c', 'd')])
    expect([...reader.push(whole.subarray(0, whole.length - 6))]).toEqual([code('a', 'b')])
    expect(() => reader.end()).toThrow('block 1 is cut off')
  })
})

describe('limits', () => {
  const zeros = zstd.pack(new Uint8Array(LIMITS.body + 1))
  /** A frame that does not say its size: the same blocks behind a header without one. */
  const silent = (frame: Uint8Array): Uint8Array => joined([[0x28, 0xb5, 0x2f, 0xfd, 0, 0x68], frame.subarray(5 + ((frame[4] as number) & 0x20 ? 0 : 1) + (1 << ((frame[4] as number) >> 6)))])

  test('a bomb that says its size is refused before it is unpacked, one that does not while it is unpacked', () => {
    expect(errorOf(() => decode(container(packedFrame(zeros)), { zstd })).message).toBe(`block 0 (code): it would unpack to ${LIMITS.body + 1} bytes, the most is ${LIMITS.body} at byte 12; it may be a bomb: nothing was unpacked`)
    expect(errorOf(() => decode(container(packedFrame(silent(zeros))), { zstd })).what).toBe(`it unpacks to more than ${LIMITS.body} bytes`)
  })

  test('many small bombs are one large one', () => {
    const frame = packedFrame(zstd.pack(new Uint8Array(LIMITS.body)))
    expect(errorOf(() => decode(container(...Array.from({ length: 17 }, () => frame)), { zstd })).what).toBe(`the blocks have more than ${LIMITS.payload} bytes together`)
  })

  test('a packed payload of nothing but tiny blocks is refused before they become objects', () => {
    const tiny = joined(Array.from({ length: LIMITS.parts + 1 }, () => [0x42, 0, 0]))
    const bytes = joined([[...HEADER.slice(0, 6), 1, 0], zstd.pack(joined([tiny, END]))])
    expect(errorOf(() => decode(bytes, { zstd })).what).toBe(`there are more than ${LIMITS.parts} blocks`)
  })

  test('packed bytes that look back too far, or are followed by others, are refused', () => {
    const far = joined([[0x28, 0xb5, 0x2f, 0xfd, 0, 0x70], [1, 0, 0]])
    expect(errorOf(() => decode(container(packedFrame(far)), { zstd })).what).toContain('look back over 16777216 bytes')
    const two = joined([zstd.pack(bytesOf('a')), zstd.pack(bytesOf('b'))])
    expect(errorOf(() => decode(container(packedFrame(two)), { zstd })).what).toBe('something follows the packed bytes')
  })

  test('a frame whose lengths run away is refused at once', () => {
    // A hundred thousand matches of 64 KiB in a block of nine bytes.
    const runaway = Uint8Array.from('28b52ffd00584d000000ffffff5400003401'.match(/../g) ?? [], (hex) => Number.parseInt(hex, 16))
    expect(errorOf(() => decode(container(packedFrame(runaway)), { zstd })).fault).toBe('zstd')
  })

  test('what could not be read again is not written', () => {
    expect(errorOf(() => encode([{ type: 'unknown', code: 0x42, body: new Uint8Array(LIMITS.body + 1) }])).message).toContain('block 0 (type 0x42): it has 16777217 bytes')
    let entry: TreeEntry = { name: 'x', kind: 'file', size: 0, children: [] }
    for (let i = 0; i < LIMITS.depth; i++) entry = { name: 'd', kind: 'dir', size: 0, children: [entry] }
    expect(errorOf(() => encode([{ type: 'file_tree', root: '/', entries: [entry] }])).what).toContain('deeper than 128 folders')
    expect(decode(encode([{ type: 'file_tree', root: '/', entries: entry.children }]))).toHaveLength(1)
  })
})
