// What Node does with bytes.
import { isAscii, isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { Octets } from '../core/entry/octets.ts'

const buffer = (bytes: Uint8Array): Buffer => (Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))

/** The octets of Node. */
export const octets: Octets = {
  isAscii,
  isUtf8,
  latin1: (bytes) => buffer(bytes).toString('latin1'),
  utf8: (bytes) => buffer(bytes).toString('utf8'),
  utf16le: (bytes) => buffer(bytes).toString('utf16le'),
  digests: (bytes, more) => ({ md5: createHash('md5').update(bytes).update(more).digest('hex'), sha256: createHash('sha256').update(bytes).update(more).digest('hex') }),
}

/** The hash by which a text is known. */
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
