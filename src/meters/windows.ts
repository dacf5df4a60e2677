// Where a text may be cut without changing the sum of its tokens: after a line feed, when a printable character of ASCII follows that is no
// slash. Only white space and signs can reach over a line break, and they end there in both encodings; nothing looks back.

const LINE_FEED = 10
const SPACE = 32
const SLASH = 47
const DELETE = 127

/** The unit or byte at a place. */
export type CodeAt = (at: number) => number

/** Parts of [start, end) that add up, each about `size` long; longer where there is no place to cut. */
export function* windows(codeAt: CodeAt, [start, end]: readonly [number, number], size: number): Iterable<readonly [number, number]> {
  for (let at = start; at < end; ) {
    let stop = end
    for (let width = size; end - at > width; width *= 2) {
      const cut = lastCut(codeAt, at, at + width)
      if (cut === at) continue
      stop = cut
      break
    }
    yield [at, stop]
    at = stop
  }
}

/** The last place to cut up to a limit; `from` where there is none. */
function lastCut(codeAt: CodeAt, from: number, limit: number): number {
  let at = limit
  while (at > from && !(codeAt(at - 1) === LINE_FEED && beginsPiece(codeAt(at)))) at--
  return at
}

const beginsPiece = (code: number): boolean => code > SPACE && code < DELETE && code !== SLASH
