// What Node does with bytes.
import { isAscii, isUtf8 } from 'node:buffer'
import { createHash, hash } from 'node:crypto'
import type { Octets } from '../core/entry/octets.ts'

const buffer = (bytes: Uint8Array): Buffer => (Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))

/** The octets of Node. */
export const octets: Octets = {
  isAscii,
  isUtf8,
  latin1: (bytes) => buffer(bytes).toString('latin1'),
  utf8: (bytes) => buffer(bytes).toString('utf8'),
  utf16le: (bytes) => buffer(bytes).toString('utf16le'),
  // In one step, because nearly every text is small: an object that can be given more costs as much as its hash.
  digest: (name, bytes, more) => (more === '' ? hash(name, bytes) : createHash(name).update(bytes).update(more).digest('hex')),
}

/** The hash by which a text is known. */
export const sha256Of = (bytes: Uint8Array): string => hash('sha256', bytes)
