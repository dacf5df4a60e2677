// LZ4 frames, as Arrow and Feather files hold them. Blocks may refer to blocks before, so a frame is written into one output.
import { BadFile } from './sheet.ts'

const MAGIC = 0x184d2204
const broken = (): BadFile => new BadFile('holds compressed data that is not whole')

/** The content of a frame that is known to take so many bytes. */
export function lz4Frame(input: Uint8Array, length: number): Uint8Array {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength)
  if (input.length < 7 || view.getUint32(0, true) !== MAGIC) throw broken()
  const flags = input[4] as number
  const output = new Uint8Array(length)
  let at = 7 + (flags & 8 ? 8 : 0) + (flags & 1 ? 4 : 0)
  let written = 0
  for (;;) {
    if (at + 4 > input.length) throw broken()
    const size = view.getUint32(at, true)
    if (size === 0) break
    const block = input.subarray(at + 4, at + 4 + (size & 0x7fffffff))
    written = size >>> 31 === 1 ? copied(block, output, written) : unpacked(block, output, written)
    at += 4 + (size & 0x7fffffff) + (flags & 16 ? 4 : 0)
  }
  if (written !== length) throw broken()
  return output
}

function copied(block: Uint8Array, output: Uint8Array, from: number): number {
  if (from + block.length > output.length) throw broken()
  output.set(block, from)
  return from + block.length
}

/** One block: literals, then a match that repeats what was written, again and again. */
function unpacked(block: Uint8Array, output: Uint8Array, from: number): number {
  let at = 0
  let to = from
  const more = (length: number): number => {
    if (length < 15) return length
    let sum = length
    for (let byte = 255; byte === 255; sum += byte) byte = next()
    return sum
  }
  const next = (): number => {
    const byte = block[at++]
    if (byte === undefined) throw broken()
    return byte
  }
  while (at < block.length) {
    const token = next()
    const literals = more(token >> 4)
    if (at + literals > block.length) throw broken()
    to = copied(block.subarray(at, at + literals), output, to)
    at += literals
    if (at >= block.length) break
    to = repeated(output, to, { back: next() | (next() << 8), length: more(token & 15) + 4 })
  }
  return to
}

function repeated(output: Uint8Array, to: number, { back, length }: { back: number; length: number }): number {
  if (back === 0 || back > to || to + length > output.length) throw broken()
  for (let i = to; i < to + length; i++) output[i] = output[i - back] as number
  return to + length
}
