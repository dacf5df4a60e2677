// What a platform does with bytes quicker than a pure room could. Everything that is decided from the answers is decided here, once.

/** Bytes as text, and hashes of bytes. Every platform gives the same answers: `test/kit/octets.ts` judges them. */
export interface Octets {
  isAscii(bytes: Uint8Array): boolean
  isUtf8(bytes: Uint8Array): boolean
  /** One character a byte. */
  latin1(bytes: Uint8Array): string
  /** A byte order mark stays; what is not UTF-8 becomes U+FFFD. */
  utf8(bytes: Uint8Array): string
  /** Two bytes a unit, lowest first; half of a pair stays half of a pair. */
  utf16le(bytes: Uint8Array): string
  /** The hex digest of bytes with a few characters after them. */
  digest(name: DigestName, bytes: Uint8Array, more: string): string
}

/** The hashes by which content is known: one is told in pages, the other is what everything is kept by. */
export type DigestName = 'md5' | 'sha256'
