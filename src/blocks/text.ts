// Bytes and text. The protocol promises UTF-8 for names and nothing for content.

// The parts of the platform that are used here; every platform has them, the language's own library does not declare them.
declare class TextEncoder { encode(text: string): Uint8Array<ArrayBuffer> }
declare class TextDecoder {
  constructor(label: string, options: { ignoreBOM: boolean; fatal: boolean })
  decode(bytes: Uint8Array): string
}
declare const btoa: (binary: string) => string
declare const atob: (text: string) => string

const encoder = new TextEncoder()
// A byte order mark is a part of the text: what is written must be what was read.
const lenient = new TextDecoder('utf-8', { ignoreBOM: true, fatal: false })
const strict = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })

/** UTF-8 bytes of a text. */
export const bytesOf = (text: string): Uint8Array => encoder.encode(text)

/** The text of bytes; what is not UTF-8 becomes U+FFFD. */
export const textOf = (bytes: Uint8Array): string => lenient.decode(bytes)

/** The text of bytes that are UTF-8 from end to end; undefined for others. */
export function exactTextOf(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes)
  } catch {
    return undefined
  }
}

/** So many bytes become one string at a time: more arguments would overflow the stack. */
const PIECE = 0x6000

/** Bytes in base64. */
export function base64Of(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += PIECE) pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE))))
  return pieces.join('')
}

/** The bytes of base64; undefined when it is none. */
export function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Bytes as hex digits. */
export const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The bytes of hex digits. */
export const fromHex = (hex: string): Uint8Array => Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16))
