// Zstandard by its own library, compiled to WebAssembly: it has been attacked for years, which a reader of strangers' bytes needs. The files come from the packages
// `zstddec` and `@bokuweb/zstd-wasm` and lie in dist/zstd. What is unpacked goes through a small window, so that a bomb is stopped while it is small.
import { CodecError } from './error.ts'

/** Packs and unpacks. */
export interface Zstd {
  /** One frame that says its size. */
  pack(bytes: Uint8Array): Uint8Array
  unpacker(): Unpacker
}

/** Unpacks one frame, chunk by chunk. It holds memory until it is closed. */
export interface Unpacker {
  /** What these bytes unpack to, piece by piece; a piece holds until the next is asked for. */
  push(chunk: Uint8Array): Iterable<Uint8Array>
  /** Whether the frame has ended. */
  readonly ended: boolean
  close(): void
}

/** Brings `zstd/unpack.wasm` and `zstd/pack.wasm`. */
export type Load = (asset: string) => Promise<Uint8Array>

// The part of the platform that is used here; the language's own library does not declare it.
interface Memory { readonly buffer: ArrayBuffer; grow(pages: number): number }
interface Platform { readonly WebAssembly: { instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: unknown } }> } }

async function instance<T>(bytes: Uint8Array, imports: object): Promise<T> {
  const { WebAssembly } = globalThis as unknown as Platform
  return (await WebAssembly.instantiate(bytes, imports)).instance.exports as T
}

/** Loads zstd; the part that packs only when it is needed. */
export async function loadZstd(load: Load, { packing = false }: { packing?: boolean } = {}): Promise<Zstd> {
  const reader = await instance<Reader>(await load('zstd/unpack.wasm'), { env: { emscripten_notify_memory_growth() {} } })
  const writer = packing ? await loadWriter(await load('zstd/pack.wasm')) : undefined
  return {
    unpacker: () => new Stream(reader),
    pack(bytes) {
      if (writer === undefined) throw new TypeError('loadZstd was not asked for packing')
      return packWith(writer, bytes)
    },
  }
}

interface Reader {
  readonly memory: Memory
  malloc(size: number): number
  free(at: number): void
  ZSTD_createDCtx(): number
  ZSTD_freeDCtx(context: number): void
  ZSTD_decompressStream(context: number, output: number, input: number): number
}

/** Bytes that go in and come out at once: a block of zstd is at most this large. */
const PIECE = 1 << 17
/** A buffer is described by three numbers: where it is, its size, how far it was used. */
const DESCRIPTION = 12

class Stream implements Unpacker {
  ended = false
  private readonly context: number
  private readonly memory: number
  private closed = false

  constructor(private readonly zstd: Reader) {
    this.context = zstd.ZSTD_createDCtx()
    this.memory = zstd.malloc(2 * DESCRIPTION + 2 * PIECE)
  }

  *push(chunk: Uint8Array): Iterable<Uint8Array> {
    for (let at = 0; at < chunk.length; at += PIECE) yield* this.piece(chunk.subarray(at, at + PIECE))
  }

  close(): void {
    if (this.closed) return
    this.closed = true
    this.zstd.ZSTD_freeDCtx(this.context)
    this.zstd.free(this.memory)
  }

  private *piece(piece: Uint8Array): Iterable<Uint8Array> {
    const input = this.memory
    const output = input + DESCRIPTION
    const from = output + DESCRIPTION
    const to = from + PIECE
    new Uint8Array(this.zstd.memory.buffer, from, piece.length).set(piece)
    // As long as the output was filled to its end, there may be more.
    for (let used = 0, full = true; used < piece.length || (full && !this.ended);) {
      if (this.ended) throw new CodecError('zstd', 'something follows the packed bytes', { advice: 'one frame of zstd is allowed' })
      this.describe(input, [from, piece.length, used])
      this.describe(output, [to, PIECE, 0])
      const left = this.zstd.ZSTD_decompressStream(this.context, output, input)
      // Errors are small negative numbers.
      if (left < 0 && left > -200) throw broken()
      this.ended = left === 0
      used = this.usedOf(input)
      const made = this.usedOf(output)
      full = made === PIECE
      if (made > 0) yield new Uint8Array(this.zstd.memory.buffer, to, made)
    }
  }

  private describe(at: number, numbers: readonly number[]): void {
    const view = new DataView(this.zstd.memory.buffer)
    numbers.forEach((number, i) => view.setUint32(at + 4 * i, number, true))
  }

  private usedOf(at: number): number {
    return new DataView(this.zstd.memory.buffer).getUint32(at + 8, true)
  }
}

const broken = (): CodecError => new CodecError('zstd', 'the packed bytes are damaged or not zstd', { advice: 'the file is damaged, or was packed in another way' })

/** The exports of pack.wasm have short names; scripts/build-zstd.mjs makes sure that they are these. */
interface Writer {
  /** Memory. */
  readonly f: Memory
  /** Starts the library. */
  g(): void
  isError(code: number): number
  bound(size: number): number
  compress(to: number, room: number, from: number, size: number, level: number): number
  malloc(size: number): number
  free(at: number): void
}

const LEVEL = 3
const PAGE = 1 << 16

async function loadWriter(bytes: Uint8Array): Promise<Writer> {
  const grow = (size: number): number => {
    try {
      writer.f.grow(Math.ceil((size - writer.f.buffer.byteLength) / PAGE))
      return 1
    } catch {
      return 0
    }
  }
  const nothing = (): number => 0
  const raw = await instance<Record<string, never>>(bytes, { a: { a: nothing, b: nothing, c: nothing, d: nothing, e: (size: number) => grow(size >>> 0) } })
  const writer = { f: raw['f'], g: raw['g'], isError: raw['h'], bound: raw['i'], compress: raw['m'], malloc: raw['s'], free: raw['t'] } as unknown as Writer
  writer.g()
  return writer
}

function packWith(writer: Writer, bytes: Uint8Array): Uint8Array {
  const room = writer.bound(bytes.length)
  const from = writer.malloc(bytes.length + room)
  if (from === 0) throw new CodecError('limit', `there is no memory to pack ${bytes.length} bytes at once`, { advice: 'pack blocks instead of the payload' })
  new Uint8Array(writer.f.buffer).set(bytes, from)
  const size = writer.compress(from + bytes.length, room, from, bytes.length, LEVEL)
  const failed = writer.isError(size) !== 0
  const packed = failed ? undefined : new Uint8Array(writer.f.buffer).slice(from + bytes.length, from + bytes.length + size)
  writer.free(from)
  if (packed === undefined) throw new CodecError('zstd', 'packing failed')
  return packed
}
