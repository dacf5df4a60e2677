// The part of the platform's TextEncoder that is used here; every platform has it, the language's own library does not declare it.
declare class TextEncoder {
  encode(text: string): Uint8Array
  encodeInto(text: string, into: Uint8Array): { readonly read: number; readonly written: number }
}

/** Turns text into UTF-8; a lone surrogate becomes U+FFFD. */
export const encoder = new TextEncoder()

/** The length of a text in UTF-8, without encoding it. */
export function byteLength(text: string): number {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) continue
    bytes += unit < 0x800 ? 1 : 2
    // A pair of surrogates is two units and four bytes; a lone one becomes U+FFFD, which has three.
    if (isPair(unit, text.charCodeAt(i + 1))) i++
  }
  return bytes
}

const isPair = (high: number, low: number): boolean => (high & 0xfc00) === 0xd800 && (low & 0xfc00) === 0xdc00
