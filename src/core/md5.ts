declare class TextEncoder {
  encode(text: string): Uint8Array
}

/** MD5 in plain arithmetic, because a pure room has no crypto. It names content, it does not protect it. */

const SHIFTS = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]] as const
const SINES = Int32Array.from({ length: 64 }, (_, step) => Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32) | 0)
const TURNS = Int32Array.from({ length: 64 }, (_, step) => (SHIFTS[step >> 4] as readonly number[])[step & 3] as number)
const WORDS = Int32Array.from({ length: 64 }, (_, step) => ([step, 5 * step + 1, 3 * step + 5, 7 * step][step >> 4] as number) & 15)

/** The hex md5 of a text as UTF-8. */
export const md5 = (text: string): string => md5Of(new TextEncoder().encode(text))

/** The hex md5 of bytes. */
export function md5Of(bytes: Uint8Array): string {
  const words = padded(bytes)
  const state = Int32Array.of(0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476)
  for (let at = 0; at < words.length; at += 16) absorb(state, words.subarray(at, at + 16))
  return Array.from(new Uint8Array(state.buffer), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The bytes, a one bit, zeros, and the length in bits, as the little-endian words of every platform we know. */
function padded(bytes: Uint8Array): Int32Array {
  const words = new Int32Array(((bytes.length + 72) >> 6) * 16)
  const out = new Uint8Array(words.buffer)
  out.set(bytes)
  out[bytes.length] = 0x80
  words[words.length - 2] = bytes.length * 8
  words[words.length - 1] = Math.floor(bytes.length / 2 ** 29)
  return words
}

function absorb(state: Int32Array, block: Int32Array): void {
  let [a, b, c, d] = state as unknown as [number, number, number, number]
  for (let step = 0; step < 64; step++) {
    const turn = TURNS[step] as number
    const mixed = step < 32 ? (step < 16 ? (b & c) | (~b & d) : (d & b) | (~d & c)) : step < 48 ? b ^ c ^ d : c ^ (b | ~d)
    const sum = (a + mixed + (SINES[step] as number) + (block[WORDS[step] as number] as number)) | 0
    a = d
    d = c
    c = b
    b = (b + ((sum << turn) | (sum >>> (32 - turn)))) | 0
  }
  state.set([a + (state[0] as number), b + (state[1] as number), c + (state[2] as number), d + (state[3] as number)])
}
