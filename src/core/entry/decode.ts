import type { Plain } from '../plain.ts'
import type { Legible } from '../ports.ts'
import type { Octets } from './octets.ts'

// What windows-1252 has where latin1 has control characters. Unassigned places keep the control character, so every byte has its own character.
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const LINE_FEED = 10

/** How the bytes of a text are to be read. */
type Encoding = Wide | 'ascii' | 'utf-8' | 'utf-8-bom' | 'latin1'

/**
 * Bytes as text. Nothing is lost or replaced: UTF-8 if it is valid, UTF-16 if it says or looks so, one character per byte otherwise. No string is made of them before somebody asks for it:
 * nearly every text is only looked through, hashed and counted, and all of that is done with its bytes.
 */
export class Letters implements Legible {
  readonly #bytes: Uint8Array
  readonly #by: Octets
  readonly #written: Encoding
  readonly plain: Plain | undefined
  #text: string | undefined

  /** `plain` is what was seen of the bytes before, where somebody looked. */
  constructor(bytes: Uint8Array, by: Octets, plain?: Plain) {
    this.#bytes = bytes
    this.#by = by
    this.#written = plain?.isPlain ? 'ascii' : encodingOf(bytes, by)
    // Of other bytes than UTF-8 it would say nothing.
    this.plain = isUtf8(this.#written) ? plain : undefined
  }

  /** How it was written when that was not plain UTF-8. */
  get encoding(): string | undefined {
    return this.#written === 'ascii' || this.#written === 'utf-8' ? undefined : this.#written
  }

  get text(): string {
    return (this.#text ??= this.#read())
  }

  utf8(): Uint8Array | undefined {
    return isUtf8(this.#written) ? this.#bytes : undefined
  }

  /** In bytes: it has no more UTF-16 units than that. */
  get size(): number {
    return this.#bytes.length
  }

  /** True when surely no line has more units than `most` and lines have no more than `usual` on the average: no unit takes less than a byte. */
  hasShortLines(most: number, usual: number): boolean {
    const bytes = this.#bytes
    if (this.plain === undefined) return false
    const lines = this.plain.lineFeeds + (bytes.at(-1) === LINE_FEED ? 0 : 1)
    if (bytes.length / lines > usual) return false
    // From the beginning of a line to the last one that ends near enough.
    for (let start = 0; start + most < bytes.length;) {
      const feed = bytes.lastIndexOf(LINE_FEED, start + most)
      if (feed < start) return false
      start = feed + 1
    }
    return true
  }

  /** Whether it has more UTF-16 units than so many. No unit takes less than a byte, so that few texts have to be read for this. */
  isLongerThan(units: number): boolean {
    return this.#bytes.length > units && (this.#written === 'ascii' || this.text.length > units)
  }

  /** False when its first 2,048 units surely do not say `generated`. */
  get maySayGenerated(): boolean {
    return this.plain === undefined || this.plain.maySayGenerated
  }

  /** The first so many units. */
  head(most: number): string {
    if (this.#written === 'ascii') return this.#by.latin1(this.#bytes.subarray(0, most))
    // A unit takes at most three bytes; what is cut off behind the last one does not count.
    return isUtf8(this.#written) ? this.#by.utf8(this.#bytes.subarray(0, most * 3 + 3)).slice(0, most) : this.text.slice(0, most)
  }

  #read(): string {
    const [bytes, by, written] = [this.#bytes, this.#by, this.#written]
    // Pure ASCII is nearly everything, and one byte per character is the cheapest string there is.
    if (written === 'ascii') return by.latin1(bytes)
    if (written === 'latin1') return western(by.latin1(bytes))
    return isUtf8(written) ? by.utf8(bytes) : wideText(bytes, written, by)
  }
}

const isUtf8 = (written: Encoding): written is 'ascii' | 'utf-8' | 'utf-8-bom' => written === 'ascii' || written === 'utf-8' || written === 'utf-8-bom'

function encodingOf(bytes: Uint8Array, by: Octets): Encoding {
  const wide = wideOrder(bytes)
  if (wide !== undefined) return wide
  if (by.isAscii(bytes)) return 'ascii'
  if (!by.isUtf8(bytes)) return 'latin1'
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8-bom' : 'utf-8'
}

const western = (latin1: string): string => latin1.replace(/[\x80-\x9f]/g, (char) => WINDOWS_1252[char.charCodeAt(0) - 0x80] as string)

function wideText(bytes: Uint8Array, order: Wide, by: Octets): string {
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2))
  return by.utf16le(order === 'utf-16le' ? even : swapped(even))
}

/** The bytes with each pair turned round. */
function swapped(even: Uint8Array): Uint8Array {
  const turned = new Uint8Array(even.length)
  for (let at = 0; at < even.length; at += 2) {
    turned[at] = even[at + 1] as number
    turned[at + 1] = even[at] as number
  }
  return turned
}

/** The two byte orders of UTF-16. */
export type Wide = 'utf-16le' | 'utf-16be'

const SAMPLE = 8192

/** The byte order if the bytes are UTF-16: said by a byte order mark, or seen from where the zero bytes are. */
export function wideOrder(bytes: Uint8Array): Wide | undefined {
  const [first, second] = bytes
  // FF FE 00 00 announces UTF-32, which nobody uses for sources.
  if (first === 0xff && second === 0xfe) return bytes.length >= 4 && bytes[2] === 0 && bytes[3] === 0 ? undefined : 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (bytes.length < 4 || bytes.length % 2 !== 0 || !bytes.subarray(0, SAMPLE).includes(0)) return undefined
  return guessOrder(bytes.subarray(0, SAMPLE))
}

// Western text in UTF-16 has a zero in nearly every second byte and none in between; binary data does not keep to one side.
function guessOrder(sample: Uint8Array): Wide | undefined {
  const zeros = [0, 0]
  // From zero to zero: the platform finds them, and a picture has thousands of other bytes. Zeros on both sides say at once that it is neither.
  for (let at = sample.indexOf(0); at >= 0; at = sample.indexOf(0, at + 1)) {
    zeros[at % 2] = (zeros[at % 2] as number) + 1
    if (zeros[0] !== 0 && zeros[1] !== 0) return undefined
  }
  const [high = 0, low = 0] = zeros
  const most = sample.length / 2
  const order = low > most * 0.7 ? 'utf-16le' : high > most * 0.7 ? 'utf-16be' : undefined
  return order !== undefined && readsAsText(sample, order === 'utf-16le' ? 0 : 1) ? order : undefined
}

function readsAsText(sample: Uint8Array, side: number): boolean {
  for (let at = side; at < sample.length; at += 2) {
    const byte = sample[at] as number
    if (sample[at ^ 1] === 0 && byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) return false
  }
  return true
}
