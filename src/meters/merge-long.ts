// Merging a very long stretch in windows, so that a megabyte without a space needs no more memory than a line.
//
// Why it is exact: a sequence of tokens is what merging gives for its text if and only if that holds for every two neighbours in it. So
// the tokens of one window up to a cut, followed by the tokens of a window that begins at the cut, are the tokens of the whole as soon as
// the two tokens at the seam survive a merge of just the two. Where they do not, everything is done again with wider windows; at the
// latest a window as wide as the stretch ends it.
//
// A window with the bytes of the one before it has its tokens too, so a stretch that repeats itself is merged once.

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

/** What merging a window gave. */
interface Merged {
  readonly from: number
  /** Where its first token ends. */
  readonly first: number
  /** None for the last window. */
  readonly cut: Cut | undefined
  readonly tokens: number
}

function countInWindows(merger: Merger, stretch: Stretch, width: number): number | undefined {
  let total = 0
  let last: Merged | undefined
  for (let from = stretch.start; ;) {
    const merged = last !== undefined && repeats(stretch, last, { from, width }) ? { ...last, from } : mergedAt(merger, stretch, { from, width })
    if (last?.cut !== undefined && !holds(merger, { bytes: stretch.bytes, start: last.from + last.cut.last, end: from + merged.first }, from)) return undefined
    if (merged.cut === undefined) return total + merged.tokens
    total += merged.cut.tokens
    from += merged.cut.at
    last = merged
  }
}

interface Window {
  readonly from: number
  readonly width: number
}

function mergedAt(merger: Merger, { bytes, end }: Stretch, { from, width }: Window): Merged {
  const stop = Math.min(from + width, end)
  const tokens = merger.merge(bytes, from, stop)
  return { from, first: merger.next[0]!, cut: stop < end ? cutIn(merger.next, width) : undefined, tokens }
}

// Whether a window has the bytes of the one before it. The last window has no cut, so it is none of these.
function repeats({ bytes, end }: Stretch, last: Merged, { from, width }: Window): boolean {
  if (from + width >= end) return false
  for (let i = 0; i < width; i++) if (bytes[from + i] !== bytes[last.from + i]) return false
  return true
}

interface Cut {
  readonly tokens: number
  readonly at: number
  readonly last: number
}

// Cuts before the last eighth, because the tokens at the end of a window would be others if the window went on. `last` is where the
// token that ends at the cut begins.
function cutIn(next: Int32Array, width: number): Cut {
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
