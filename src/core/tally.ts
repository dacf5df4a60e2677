// The tokens of a text and of its lines, so that a part of the text need not be counted again.

/**
 * The tokens of a text, with a prefix sum over the places where it can be cut: parts between two cuts add up exactly. Cuts stand after line feeds.
 * The log holds, for each cut, the UTF-16 units and the tokens since the one before, each in seven bits a byte, the lowest first, where the
 * high bit says that more follow: about two bytes a line.
 */
export class Tally {
  private cuts: { readonly places: Int32Array; readonly sums: Int32Array } | undefined

  constructor(readonly tokens: number, private readonly log: Uint8Array) {}

  /** The tokens of text[from, to), where `text` is the one that was tallied; what lies outside of cuts is counted. */
  between(text: string, [from, to]: readonly [number, number], count: (text: string) => number): number {
    this.cuts ??= read(this.log)
    const { places, sums } = this.cuts
    const first = firstFrom(places, from)
    const last = firstFrom(places, to + 1) - 1
    if (last <= first) return count(text.slice(from, to))
    const ends = (from < places[first]! ? count(text.slice(from, places[first])) : 0) + (places[last]! < to ? count(text.slice(places[last], to)) : 0)
    return sums[last]! - sums[first]! + ends
  }

  /** As bytes, to be kept. */
  encode(): Uint8Array {
    const bytes = new Uint8Array(4 + this.log.length)
    new DataView(bytes.buffer).setUint32(0, this.tokens, true)
    bytes.set(this.log, 4)
    return bytes
  }

  /** The tally that was encoded. The bytes are kept, not copied. */
  static decode(bytes: Uint8Array): Tally {
    return new Tally(new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true), bytes.subarray(4))
  }
}

/** The places of all cuts, the beginning included, and the tokens before each. */
function read(log: Uint8Array): { places: Int32Array; sums: Int32Array } {
  let numbers = 0
  for (let i = 0; i < log.length; i++) if (log[i]! < 128) numbers++
  const places = new Int32Array(numbers / 2 + 1)
  const sums = new Int32Array(numbers / 2 + 1)
  for (let at = 0, number = 0; number < numbers; number++) {
    let value = 0
    let shift = 0
    for (; log[at]! > 127; at++, shift += 7) value |= (log[at]! & 127) << shift
    // Places and tokens take turns.
    const column = number % 2 === 0 ? places : sums
    const cut = (number >> 1) + 1
    column[cut] = column[cut - 1]! + (value | (log[at++]! << shift))
  }
  return { places, sums }
}

/** Index of the first place that is not before an offset; the length where there is none. */
function firstFrom(places: Int32Array, offset: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (places[middle]! < offset) low = middle + 1
    else high = middle
  }
  return low
}
