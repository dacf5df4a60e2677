// What every browser does with bytes. Hashes are arithmetic: `crypto.subtle` waits for each of thousands of files, and pages from a disk or a plain http address have none.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesOf, exactTextOf, hexOf, textOf } from '../blocks/text.ts'
import type { Octets } from '../core/entry/octets.ts'
import { md5Of } from '../core/md5.ts'

/** So many units become one string at a time: more arguments would overflow the stack. */
const PIECE = 0x6000

/** The octets of a browser. */
export const octets: Octets = {
  isAscii: (bytes) => !bytes.some((byte) => byte > 0x7f),
  isUtf8: (bytes) => exactTextOf(bytes) !== undefined,
  latin1: (bytes) => piecewise(bytes.length, (from, to) => bytes.subarray(from, to)),
  utf8: textOf,
  // A decoder would replace half of a pair, and nothing may be lost.
  utf16le: (bytes) => piecewise(bytes.length >> 1, (from, to) => unitsOf(bytes.subarray(2 * from, 2 * to))),
  digest: (name, bytes, more) => {
    const all = more === '' ? bytes : joined(bytes, bytesOf(more))
    return name === 'md5' ? md5Of(all) : hexOf(sha256(all))
  },
}

function piecewise(length: number, units: (from: number, to: number) => Uint8Array | Uint16Array): string {
  const pieces: string[] = []
  for (let at = 0; at < length; at += PIECE) pieces.push(String.fromCharCode(...units(at, Math.min(length, at + PIECE))))
  return pieces.join('')
}

const unitsOf = (bytes: Uint8Array): Uint16Array => Uint16Array.from({ length: bytes.length >> 1 }, (_, at) => (bytes[2 * at] as number) | ((bytes[2 * at + 1] as number) << 8))

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const all = new Uint8Array(a.length + b.length)
  all.set(a)
  all.set(b, a.length)
  return all
}
