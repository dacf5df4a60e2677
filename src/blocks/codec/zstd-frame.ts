// What a zstd frame says of itself, looked at before a single byte is unpacked.
import { CodecError } from './error.ts'
import { LIMITS } from './limits.ts'
import type { Unpacker, Zstd } from './zstd.ts'

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd]
/** The longest header of a frame. */
export const LONGEST_FRAME_HEADER = 18
/** The magic number and the flags. */
const LEAST = 5

/** How many bytes the header of a frame has; at least, when they are not all there. */
export function frameHeaderSize(bytes: Uint8Array): number {
  const flags = bytes[4] ?? 0
  return LEAST + (isSingle(flags) ? 0 : 1) + dictionaryBytes(flags) + contentBytes(flags)
}

const isSingle = (flags: number): boolean => (flags & 0x20) !== 0
const dictionaryBytes = (flags: number): number => [0, 1, 2, 4][flags & 3] as number
const contentBytes = (flags: number): number => (flags >> 6 === 0 ? Number(isSingle(flags)) : 1 << (flags >> 6))

/** The size that a frame announces; undefined when it does not. Refuses what needs too much memory. */
export function announcedSize(bytes: Uint8Array, most: number): number | undefined {
  const flags = bytes[4]
  if (flags === undefined || MAGIC.some((byte, at) => bytes[at] !== byte)) throw new CodecError('zstd', 'the packed bytes are not zstd', { advice: 'the file is damaged, or was packed in another way' })
  const content = contentBytes(flags)
  const single = isSingle(flags)
  const size = content === 0 ? undefined : littleEndian(bytes, frameHeaderSize(bytes) - content, content) + (content === 2 ? 256 : 0)
  if (size !== undefined && size > most) throw tooLarge(size, most)
  const window = single ? (size ?? 0) : windowOf(bytes[5] ?? 0)
  if (window > (single ? LIMITS.body : LIMITS.window)) throw new CodecError('limit', `the packed bytes look back over ${window} bytes, the most is ${LIMITS.window}`, { advice: 'pack them with a lower level of zstd' })
  return size
}

const windowOf = (byte: number): number => 2 ** (10 + (byte >> 3)) * (1 + (byte & 7) / 8)

function littleEndian(bytes: Uint8Array, at: number, length: number): number {
  let value = 0
  for (let i = length - 1; i >= 0; i--) value = value * 256 + (bytes[at + i] ?? 0)
  return value
}

const tooLarge = (size: number, most: number): CodecError => new CodecError('limit', `it would unpack to ${size} bytes, the most is ${most}`, { advice: 'it may be a bomb: nothing was unpacked' })

const grewTooLarge = (most: number): CodecError => new CodecError('limit', `it unpacks to more than ${most} bytes`, { advice: 'it may be a bomb: unpacking was stopped' })

/** Unpacks a body, never into more than is allowed. */
export function unpacked(zstd: Zstd | undefined, packed: Uint8Array, most: number): Uint8Array {
  // Found out first, so that it is held once and not in pieces and whole.
  const whole = new Uint8Array(unpackedSize(zstd, packed, most))
  let at = 0
  for (const part of pieces(zstd, packed, whole.length)) {
    whole.set(part, at)
    at += part.length
  }
  return whole.subarray(0, at)
}

/** The size of a body once it is unpacked, found without holding it. */
export function unpackedSize(zstd: Zstd | undefined, packed: Uint8Array, most: number): number {
  const size = announcedSize(packed, most)
  if (size !== undefined) return size
  let sum = 0
  for (const part of pieces(zstd, packed, most)) sum += part.length
  return sum
}

function* pieces(zstd: Zstd | undefined, packed: Uint8Array, most: number): Iterable<Uint8Array> {
  const unpacker = unpackerOf(zstd)
  let sum = 0
  try {
    for (const part of unpacker.push(packed)) {
      sum += part.length
      if (sum > most) throw grewTooLarge(most)
      yield part
    }
    if (!unpacker.ended) throw cutOff()
  } finally {
    unpacker.close()
  }
}

/** An unpacker, or words for its absence. */
export function unpackerOf(zstd: Zstd | undefined): Unpacker {
  if (zstd === undefined) throw new TypeError('these blocks are packed by zstd: give the result of loadZstd')
  return zstd.unpacker()
}

/** Packed bytes that end too early. */
export const cutOff = (): CodecError => new CodecError('truncated', 'the packed bytes end too early', { advice: 'the file is cut off' })
