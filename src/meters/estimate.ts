// Estimators for those who want no vocabulary. They look at UTF-8 bytes and lines only.

import type { Meter } from '../core/ports.ts'
import { byteLength } from './utf8.ts'

/** One token for each four bytes, at least one for a text that is not empty. */
export const heuristic: Meter = Object.freeze({
  name: 'heuristic',
  exact: false,
  bytesPerToken: 4,
  count: (text: string) => share(text, 4),
})

/** As `heuristic`, but one token for each three bytes where more than 30 % of all lines are indented, as code is. */
export const codeaware: Meter = Object.freeze({
  name: 'codeaware',
  exact: false,
  // Nobody looks at the lines of a text that is not counted.
  bytesPerToken: 3.1,
  count: (text: string) => share(text, indentedPercent(text) > 30 ? 3 : 4),
})

const share = (text: string, bytesPerToken: number): number =>
  text === '' ? 0 : Math.max(1, Math.floor(byteLength(text) / bytesPerToken))

// Blank lines count as lines; what follows a newline at the very end does not. Whole percents, rounded down.
function indentedPercent(text: string): number {
  let lines = 0
  let indented = 0
  for (let at = 0; at < text.length; ) {
    lines++
    const first = text[at]
    if (first === ' ' || first === '\t') indented++
    const newline = text.indexOf('\n', at)
    at = newline < 0 ? text.length : newline + 1
  }
  return lines === 0 ? 0 : Math.floor((indented * 100) / lines)
}
