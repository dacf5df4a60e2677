// Where a text may be cut without changing the sum of its tokens: after a line feed, when a printable character of ASCII follows that is no
// slash. Only white space and signs can reach over a line break, and they end there in both encodings; nothing looks back.

import { beginsPart } from '../core/cuts.ts'

const LINE_FEED = 10
// After so many steps without a place to cut, a line is long: the platform finds its beginning much faster than a loop.
const FAR = 128

/** What is cut: a string, or bytes. */
export interface Units {
  readonly length: number
  /** The unit or byte at a place. */
  codeAt(at: number): number
  /** The last line feed up to a place; -1 where there is none. */
  lastFeed(at: number): number
}

/** Parts of a text that add up, each about `size` long; longer where there is no place to cut. */
export function* windows(units: Units, size: number): Iterable<readonly [number, number]> {
  const end = units.length
  for (let at = 0; at < end; ) {
    let stop = end
    let searched = at
    for (let width = size; end - at > width && stop === end; width *= 2) {
      const cut = lastCut(units, searched, at + width)
      if (cut > searched) stop = cut
      searched = at + width
    }
    yield [at, stop]
    at = stop
  }
}

/** The last place to cut up to a limit; `from` where there is none. */
function lastCut(units: Units, from: number, limit: number): number {
  let at = limit
  for (let steps = 1; at > from; at--, steps++) {
    if (units.codeAt(at - 1) === LINE_FEED && beginsPart(units.codeAt(at))) return at
    // The loop goes on at the line feed that was found.
    if (steps % FAR === 0 && at - from > 1) at = units.lastFeed(at - 2) + 2
  }
  return from
}
