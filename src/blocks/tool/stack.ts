import { count, type Kind, sample, share } from './kind.ts'
import { frameOf } from './frames.ts'
import type { Sheet } from './sheet.ts'
import { byRepeats, lower, type Weights } from './weights.ts'

const BEGIN = /^\s*(?:Traceback \(most recent call last\):|Exception in thread |Uncaught |panic: |thread '.*' panicked|goroutine \d+ \[|stack backtrace:|\S*(?:Error|Exception)(?::|$))/
const CAUSE = /^\s*(?:Caused by:|\[cause\]:|The above exception|During handling|\S*(?:Error|Exception): )/

/** A stack trace: what was thrown, frames of one's own code, then those of libraries. */
export const stack: Kind = {
  name: 'stack trace',
  confidence: (sheet) => {
    const lines = sample(sheet)
    const frames = lines.filter((line) => frameOf(line) > 0).length
    if (frames < 2 || count(lines, BEGIN) === 0) return 0
    return Math.min(0.93, 0.55 + share(lines, /^\s+at |File "|^\s*❯/) * 0.6)
  },
  weigh: (sheet) => withFrames(sheet, byRepeats(sheet)),
  note: (sheet, from, to) => {
    const frames = sheet.lines.slice(from, to).filter((line) => frameOf(line) > 0).length
    return frames * 2 > to - from ? `${frames} ${frames === 1 ? 'frame' : 'frames'}` : undefined
  },
}

/** Weights in which frames are told apart: their own code with the line of source below it, and libraries folded. */
export function withFrames({ lines }: Sheet, weights: Weights): Weights {
  let inside: 0 | 1 | 2 = 0
  for (const [i, line] of lines.entries()) {
    const frame = frameOf(line)
    // A line of source stands below its frame, deeper than it.
    if (frame > 0) inside = frame
    else if (line.trim() === '' || CAUSE.test(line) || !/^\s{2,}/.test(line)) inside = 0
    if (frame === 1 || (frame === 0 && inside === 1)) weights[i] = 8
    else if (frame === 2 || inside === 2) weights[i] = Math.max(2, Math.min(weights[i] as number, 2))
    else if (BEGIN.test(line) || CAUSE.test(line)) lower(weights, i, 0)
  }
  return weights
}
