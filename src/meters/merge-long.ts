// Merging a very long stretch in windows, so that a megabyte without a space needs no more memory than a line.
//
// Why it is exact: a sequence of tokens is what merging gives for its text if and only if that holds for every two neighbours in it. So
// the tokens of one window up to a cut, followed by the tokens of a window that begins at the cut, are the tokens of the whole as soon as
// the two tokens at the seam survive a merge of just the two. Where they do not, everything is done again with wider windows; at the
// latest a window as wide as the stretch ends it.

import type { Merger } from './merge.ts'

/** bytes[start, end). */
export interface Stretch {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
}

/** The number of tokens of a stretch, merged in windows of at least so many bytes. */
export function countLong(merger: Merger, stretch: Stretch, window: number): number {
  for (let width = window; ; width *= 2) {
    const tokens = countInWindows(merger, stretch, width)
    if (tokens !== undefined) return tokens
  }
}

function countInWindows(merger: Merger, { bytes, start, end }: Stretch, width: number): number | undefined {
  let total = 0
  let from = start
  let before = -1
  for (;;) {
    const stop = Math.min(from + width, end)
    const tokens = merger.merge(bytes, from, stop)
    const first = merger.next[0]!
    const cut = stop < end ? cutIn(merger.next, width) : undefined
    if (before >= 0 && !holds(merger, { bytes, start: before, end: from + first }, from)) return undefined
    if (cut === undefined) return total + tokens
    total += cut.tokens
    before = from + cut.last
    from += cut.at
  }
}

// Cuts before the last eighth, because the tokens at the end of a window would be others if the window went on. `last` is where the
// token that ends at the cut begins.
function cutIn(next: Int32Array, width: number): { readonly tokens: number; readonly at: number; readonly last: number } {
  const limit = width - (width >> 3)
  let last = 0
  let tokens = 1
  for (let at = next[0]!; at < limit && next[at]! <= limit; at = next[at]!) {
    last = at
    tokens++
  }
  return { tokens, at: next[last]!, last }
}

// Whether two tokens that meet at a place stay two.
function holds(merger: Merger, { bytes, start, end }: Stretch, seam: number): boolean {
  return merger.merge(bytes, start, end) === 2 && merger.next[0] === seam - start
}
