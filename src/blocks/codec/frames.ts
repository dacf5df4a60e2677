// A stream of bytes cut into frames as it arrives. Never more than one body and one chunk is held.
import { END_CODE } from '../schema.ts'
import { Cursor, LONGEST_VARINT, Queue } from './bytes.ts'
import { CodecError } from './error.ts'
import { HEADER_SIZE, type Header, PAYLOAD_ZSTD, readHeader } from './header.ts'
import { LIMITS } from './limits.ts'
import type { Unpacker, Zstd } from './zstd.ts'
import { announcedSize, cutOff, frameHeaderSize, LONGEST_FRAME_HEADER, unpackerOf } from './zstd-frame.ts'

/** What the flags of a frame say. */
export const FLAG = { summary: 1, zstd: 2, reference: 4 } as const

/** One block before it is understood. */
export interface Frame {
  /** Its place among all blocks. */
  readonly index: number
  readonly code: number
  readonly flags: number
  /** Where it begins: in the file, or in the payload when that is packed. */
  readonly at: number
  /** Bytes before its body. */
  readonly head: number
  /** Bytes of its body in the file. */
  readonly length: number
  /** As it came: perhaps packed, perhaps a reference. */
  readonly body: Uint8Array
}

/** What a reader of frames may be given. */
export interface FrameOptions {
  readonly zstd?: Zstd | undefined
  /** Also reads containers that begin with the older mark. */
  readonly older?: boolean
  /** Bodies that are not packed are only measured. */
  readonly skim?: boolean
}

/** The most bytes of a frame before its body: two numbers and the flags. */
const LONGEST_HEAD = 2 * LONGEST_VARINT + 1
/** Larger bodies that arrive piece by piece are put together as they come: held twice they would need twice the memory. */
const LARGE = 1 << 16

interface Head { readonly code: number; readonly flags: number; readonly length: number; readonly size: number }

/** Feed it chunks, take frames. A chunk must stay as it is while its frames are used. */
export class FrameReader {
  header: Header | undefined
  private readonly arrived = new Queue()
  private readonly payload = new Queue()
  private unpacker: Unpacker | undefined
  private at = HEADER_SIZE
  private index = 0
  private ended = false
  private unpackedBytes = 0
  /** The frame that is being put together. */
  private open: { readonly head: Head; readonly body: Uint8Array; used: number } | undefined

  constructor(private readonly options: FrameOptions = {}) {}

  /** The frames that these bytes complete. */
  *push(chunk: Uint8Array): Iterable<Frame> {
    this.arrived.push(chunk)
    if (this.header === undefined && this.arrived.length >= HEADER_SIZE) this.header = readHeader(this.arrived.take(HEADER_SIZE), this.options.older)
    if (this.header === undefined) return
    for (const piece of this.pieces(this.header)) {
      this.payload.push(piece)
      yield* this.frames()
    }
  }

  /** Says that no more bytes come; throws when that is too early. */
  end(): void {
    if (this.header === undefined) readHeader(this.arrived.take(this.arrived.length), this.options.older)
    if (this.arrived.length > 0) announcedSize(this.arrived.peek(LONGEST_FRAME_HEADER), LIMITS.payload)
    if (this.arrived.length > 0 || this.unpacker?.ended === false) throw cutOff()
    this.close()
    if (this.ended) return
    if (this.payload.length === 0 && this.open === undefined) throw new CodecError('no-end', 'the mark of the end is missing', { offset: this.at, advice: 'the file is cut off, or its writer did not finish it' })
    throw new CodecError('truncated', `block ${this.index} is cut off`, { offset: this.at + this.payload.length + (this.open === undefined ? 0 : this.open.head.size + this.open.used), advice: 'the file is cut off' })
  }

  /** Gives back the memory of a reader that will not be fed any more. */
  close(): void {
    this.unpacker?.close()
  }

  /** What arrived, unpacked when the header says that it is packed. */
  private *pieces({ flags }: Header): Iterable<Uint8Array> {
    if ((flags & PAYLOAD_ZSTD) === 0) yield this.arrived.take(this.arrived.length)
    else if (this.unpacker !== undefined || this.arrived.length >= frameHeaderSize(this.arrived.peek(LONGEST_FRAME_HEADER))) yield* this.unpack()
  }

  private *unpack(): Iterable<Uint8Array> {
    if (this.unpacker === undefined) announcedSize(this.arrived.peek(LONGEST_FRAME_HEADER), LIMITS.payload)
    this.unpacker ??= unpackerOf(this.options.zstd)
    for (const piece of this.unpacker.push(this.arrived.take(this.arrived.length))) {
      this.unpackedBytes += piece.length
      if (this.unpackedBytes > LIMITS.payload) throw new CodecError('limit', `the payload unpacks to more than ${LIMITS.payload} bytes`, { advice: 'it may be a bomb: unpacking was stopped' })
      yield piece.slice()
    }
  }

  private *frames(): Iterable<Frame> {
    for (let frame = this.next(); frame !== undefined; frame = this.next()) yield frame
  }

  /** The next frame when it is complete. */
  private next(): Frame | undefined {
    if (this.open !== undefined) return this.fill(this.open)
    if (this.ended && this.payload.length > 0) throw new CodecError('after-end', `${this.payload.length} bytes follow the mark of the end`, { offset: this.at, advice: 'only one container fits in a file' })
    const head = this.ended ? undefined : this.headOf()
    if (head === undefined) return undefined
    if (head.code === END_CODE) return this.finish(head.size)
    if (head.length > LIMITS.body) throw new CodecError('limit', `block ${this.index} announces ${head.length} bytes, the most is ${LIMITS.body}`, { offset: this.at, advice: 'the file is damaged, or its blocks must be cut' })
    if (this.payload.length >= head.size + head.length) return this.frame(head, this.payload.take(head.size + head.length).subarray(head.size))
    if (head.length < LARGE) return undefined
    this.payload.take(head.size)
    const measured = this.options.skim === true && (head.flags & FLAG.zstd) === 0
    return this.fill(this.open = { head, body: new Uint8Array(measured ? 0 : head.length), used: 0 })
  }

  /** Takes what arrived for a large body; gives its frame once it is complete. */
  private fill(open: NonNullable<FrameReader['open']>): Frame | undefined {
    const part = this.payload.take(Math.min(this.payload.length, open.head.length - open.used))
    if (open.body.length > 0) open.body.set(part, open.used)
    open.used += part.length
    if (open.used < open.head.length) return undefined
    this.open = undefined
    return this.frame(open.head, open.body)
  }

  private frame({ code, flags, length, size }: Head, body: Uint8Array): Frame {
    const frame = { index: this.index++, code, flags, at: this.at, head: size, length, body }
    this.at += size + length
    return frame
  }

  /** The end has no body: whatever it announces follows it. */
  private finish(size: number): undefined {
    this.payload.take(size)
    this.at += size
    this.ended = true
    this.next()
  }

  private headOf(): Head | undefined {
    const cursor = new Cursor(this.payload.peek(LONGEST_HEAD))
    try {
      const code = cursor.number()
      if (code > 0xff) throw new CodecError('type', `a type is a number up to 255, not ${code}`, { offset: 0, advice: 'the file is damaged' })
      const [flags = 0] = cursor.take(1)
      return { code, flags, length: cursor.number(), size: cursor.at }
    } catch (error) {
      if (!(error instanceof CodecError)) throw error
      // Cut off inside its head: the rest may still arrive.
      if (error.fault === 'truncated' && this.payload.length < LONGEST_HEAD) return undefined
      throw error.within(`block ${this.index}`, this.at)
    }
  }
}
