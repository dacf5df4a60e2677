// Frames become blocks: unpacked, looked up, understood.
import { blake3 } from '@noble/hashes/blake3.js'
import { specNumbered } from '../schema.ts'
import { hexOf } from '../text.ts'
import type { TypedBlock } from '../typed.ts'
import { Allowance, readBody } from './body.ts'
import { CodecError } from './error.ts'
import { FLAG, type Frame, type FrameOptions, FrameReader } from './frames.ts'
import { LIMITS } from './limits.ts'
import { unpacked, unpackedSize } from './zstd-frame.ts'

/** Bodies by the BLAKE3 of their bytes, in hex: what references lead to. A Map is one. */
export interface Bodies {
  get(hash: string): Uint8Array | undefined
  set(hash: string, body: Uint8Array): unknown
}

/** The name of a body in a store. */
export const hashOf = (body: Uint8Array): string => hexOf(blake3(body))

/** Bytes of a reference. */
export const REFERENCE_SIZE = 32

/** What a reader of blocks may be given. */
export interface ReadOptions extends FrameOptions {
  /** Where references lead. What is read is put there too, because later references may mean it. */
  readonly bodies?: Bodies | undefined
}

/** Turns frames into blocks, one after the other. */
export class Understanding {
  private readonly allowance = new Allowance()
  private sum = 0

  constructor(private readonly options: ReadOptions) {}

  /** The block of a frame. Everything wrong with it is told with its place. */
  blockOf(frame: Frame): TypedBlock {
    return this.look(frame).block
  }

  /** The block of a frame and the bytes of its body. */
  look(frame: Frame): { block: TypedBlock; size: number } {
    return placed(frame, () => {
      const body = this.bodyOf(frame)
      return { block: readBody(frame.code, (frame.flags & FLAG.summary) !== 0, { body, allowance: this.allowance }), size: body.length }
    })
  }

  /** The bytes of a block: unpacked, and what a reference leads to. */
  private bodyOf({ flags, body }: Frame): Uint8Array {
    const plain = (flags & FLAG.zstd) === 0 ? body : unpacked(this.options.zstd, body, LIMITS.body)
    const found = (flags & FLAG.reference) === 0 ? this.kept(plain) : this.referred(plain)
    this.sum += found.length
    if (this.sum > LIMITS.payload) throw tooMuch()
    return found
  }

  private kept(body: Uint8Array): Uint8Array {
    if (body.length > REFERENCE_SIZE) this.options.bodies?.set(hashOf(body), body)
    return body
  }

  private referred(hash: Uint8Array): Uint8Array {
    const { bodies } = this.options
    if (bodies === undefined) throw new CodecError('reference', 'it refers to a body and there is no store of bodies', { advice: 'read it with the store it was written with' })
    if (hash.length !== REFERENCE_SIZE) throw new CodecError('reference', `a reference has ${REFERENCE_SIZE} bytes, not ${hash.length}`)
    const body = bodies.get(hexOf(hash))
    if (body === undefined) throw new CodecError('reference', `the body ${hexOf(hash).slice(0, 16)}… is not here`, { advice: 'read it with the store it was written with' })
    return body
  }
}

const tooMuch = (): CodecError => new CodecError('limit', `the blocks have more than ${LIMITS.payload} bytes together`, { advice: 'it may be a bomb, or belongs into several containers' })

/** Says of what goes wrong in a frame which block it is. */
export function placed<T>(frame: Frame, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw error instanceof CodecError ? error.within(nameOf(frame), frame.at + frame.head) : error
  }
}

/** A frame in words: `block 3 (code)`. */
export const nameOf = ({ index, code }: Pick<Frame, 'index' | 'code'>): string => `block ${index} (${specNumbered(code)?.type ?? `type 0x${code.toString(16).padStart(2, '0')}`})`

/** Feed it chunks, take blocks. Only what is in flight is held: one body, one chunk, and what the given store of bodies keeps. */
export class BlockReader {
  private readonly frames: FrameReader
  private readonly understanding: Understanding

  constructor(options: ReadOptions = {}) {
    this.frames = new FrameReader(options)
    this.understanding = new Understanding(options)
  }

  /** The blocks that these bytes complete. A chunk must stay as it is while its blocks are used. */
  *push(chunk: Uint8Array): Iterable<TypedBlock> {
    for (const frame of this.frames.push(chunk)) yield this.understanding.blockOf(frame)
  }

  /** Says that no more bytes come; throws when that is too early. */
  end(): void {
    this.frames.end()
  }

  /** Gives back the memory of a reader that will not be fed any more. */
  close(): void {
    this.frames.close()
  }
}

/** The frames of a whole container. */
export function* framesIn(bytes: Uint8Array, options: FrameOptions = {}): Iterable<Frame> {
  const reader = new FrameReader(options)
  try {
    yield* reader.push(bytes)
    reader.end()
  } finally {
    reader.close()
  }
}

/** Reads a whole container. Its size is found out first, without keeping anything: a bomb is refused while it is small. */
export function decode(bytes: Uint8Array, options: ReadOptions = {}): TypedBlock[] {
  const { refers } = weigh(bytes, options)
  // Hashing everything is dear: it is done when somebody asks for what was there before.
  const bodies = options.bodies ?? (refers ? new Map<string, Uint8Array>() : undefined)
  const understanding = new Understanding({ ...options, bodies })
  return Array.from(framesIn(bytes, options), (frame) => understanding.blockOf(frame))
}

/** What a container would become, found without keeping anything of it. */
export function weigh(bytes: Uint8Array, options: FrameOptions = {}): { blocks: number; size: number; refers: boolean } {
  let [blocks, size, refers] = [0, 0, false]
  for (const frame of framesIn(bytes, { ...options, skim: true })) {
    size += (frame.flags & FLAG.zstd) === 0 ? frame.length : placed(frame, () => unpackedSize(options.zstd, frame.body, LIMITS.body))
    refers ||= (frame.flags & FLAG.reference) !== 0
    if (size > LIMITS.payload) throw tooMuch().within(nameOf(frame), frame.at)
    if (++blocks > LIMITS.parts) throw new CodecError('limit', `there are more than ${LIMITS.parts} blocks`, { offset: frame.at, advice: 'it may be a bomb, or belongs into several containers' })
  }
  return { blocks, size, refers }
}
