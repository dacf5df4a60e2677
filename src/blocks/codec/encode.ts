// Blocks become bytes.
import { END_CODE } from '../schema.ts'
import { fromHex } from '../text.ts'
import type { TypedBlock } from '../typed.ts'
import { type Bodies, hashOf, nameOf, REFERENCE_SIZE } from './blocks.ts'
import { Allowance } from './body.ts'
import { joined, varint } from './bytes.ts'
import { CodecError } from './error.ts'
import { FLAG } from './frames.ts'
import { headerBytes, PAYLOAD_ZSTD } from './header.ts'
import { LIMITS } from './limits.ts'
import { bodyOf } from './write-body.ts'
import type { Zstd } from './zstd.ts'

/** How blocks are packed: not at all, each for itself, or all together. */
export const COMPRESSIONS = ['none', 'blocks', 'payload'] as const
/** One of these. */
export type Compression = (typeof COMPRESSIONS)[number]

/** How a container is written. */
export interface EncodeOptions {
  readonly compress?: Compression
  /** Needed to compress. */
  readonly zstd?: Zstd | undefined
  /** A body that was written before is not written again: a reference leads to it. */
  readonly dedup?: boolean
  /** Bodies that are always written as a reference, by the index of their block; `bodies` keeps them. */
  readonly addressed?: ReadonlySet<number>
  readonly bodies?: Bodies | undefined
  /** Begins with the older mark. */
  readonly older?: boolean
}

/** Writes a whole container. */
export function encode(blocks: readonly TypedBlock[], options: EncodeOptions = {}): Uint8Array {
  const { compress = 'none', older = false } = options
  const frames = new FrameWriter(options)
  const parts = blocks.flatMap((block, index) => frames.frameOf(block, index))
  parts.push([...varint(END_CODE), 0, 0])
  if (compress !== 'payload') return joined([headerBytes({ flags: 0, older }), ...parts])
  const payload = joined(parts)
  const packed = smaller(payload, options.zstd)
  return joined([headerBytes({ flags: packed === undefined ? 0 : PAYLOAD_ZSTD, older }), packed ?? payload])
}

class FrameWriter {
  private readonly seen = new Set<string>()
  private readonly allowance = new Allowance()
  private sum = 0

  constructor(private readonly options: EncodeOptions) {}

  frameOf(block: TypedBlock, index: number): (Uint8Array | readonly number[])[] {
    const { code, body } = bodyOf(block, this.allowance)
    this.refuseTooLarge({ code, index }, body.length)
    const summary = block.summary === undefined ? 0 : FLAG.summary
    const [flags, written] = this.written(body, index)
    return [[...varint(code), summary | flags, ...varint(written.length)], written]
  }

  /** The body as it is written: a reference, packed, or as it is. */
  private written(body: Uint8Array, index: number): [flags: number, body: Uint8Array] {
    const reference = this.reference(body, index)
    if (reference !== undefined) return [FLAG.reference, reference]
    const packed = this.options.compress === 'blocks' && body.length >= LIMITS.packing ? smaller(body, this.options.zstd) : undefined
    return packed === undefined ? [0, body] : [FLAG.zstd, packed]
  }

  private reference(body: Uint8Array, index: number): Uint8Array | undefined {
    const { dedup = false, addressed, bodies } = this.options
    const isAddressed = addressed?.has(index) ?? false
    if (!isAddressed && !(dedup && body.length > REFERENCE_SIZE)) return undefined
    const hash = hashOf(body)
    const known = this.seen.has(hash)
    this.seen.add(hash)
    bodies?.set(hash, body)
    return known || isAddressed ? fromHex(hash) : undefined
  }

  private refuseTooLarge(frame: { code: number; index: number }, size: number): void {
    this.sum += size
    if (size > LIMITS.body) throw new CodecError('limit', `it has ${size} bytes, the most is ${LIMITS.body}`, { place: nameOf(frame), advice: 'cut it into several blocks' })
    if (this.sum > LIMITS.payload) throw new CodecError('limit', `the blocks have more than ${LIMITS.payload} bytes together`, { place: nameOf(frame), advice: 'write several containers' })
  }
}

/** Packed bytes when they are fewer. */
function smaller(bytes: Uint8Array, zstd: Zstd | undefined): Uint8Array | undefined {
  if (zstd === undefined) throw new TypeError('compressing needs the result of loadZstd')
  const packed = zstd.pack(bytes)
  return packed.length < bytes.length ? packed : undefined
}
