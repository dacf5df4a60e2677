// Where a text may be cut without changing the sum of its tokens: after a line feed, when a printable character of ASCII follows that is no
// slash. Only white space and signs can reach over a line break, and they end there in both encodings; nothing looks back.

const SPACE = 32
const SLASH = 47
const DELETE = 127

/** What is cut: a string, or bytes. */
export interface Units {
  readonly length: number
  /** The unit or byte at a place. */
  codeAt(at: number): number
  /** The last line feed up to a place; -1 where there is none. Left to the platform, which is many times as fast as a loop. */
  lastFeed(at: number): number
}

/** Parts of a text that add up, each about `size` long; longer where there is no place to cut. */
export function* windows(units: Units, size: number): Iterable<readonly [number, number]> {
  const end = units.length
  for (let at = 0; at < end; ) {
    let stop = end
    for (let width = size; end - at > width; width *= 2) {
      const cut = lastCut(units, at, at + width)
      if (cut === at) continue
      stop = cut
      break
    }
    yield [at, stop]
    at = stop
  }
}

/** The last place to cut up to a limit; `from` where there is none. */
function lastCut(units: Units, from: number, limit: number): number {
  let feed = limit
  // What lies before `from` ends with a line feed, so the search ends there.
  while (feed > from) {
    feed = units.lastFeed(feed - 1)
    if (feed >= from && beginsPiece(units.codeAt(feed + 1))) return feed + 1
  }
  return from
}

const beginsPiece = (code: number): boolean => code > SPACE && code < DELETE && code !== SLASH
