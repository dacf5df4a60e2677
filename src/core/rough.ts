// Numbers that need not be exact. What is said of a thing that is far must not follow from every word of it, or nothing could be kept when a word changes.
import type { Meter } from './ports.ts'

/** A number of 0 or more as its first digits say it: 1534 is 1500 with two of them, and 3.14 is 3. */
export const roughly = (value: number, digits: number): number => inSteps(value, 10, 10 ** digits)

/** Bytes of a token where a meter does not say: what nobody has counted is told by its size on disk. */
const BYTES = 4
/** Four steps lie between a size and its double: about as much as bytes say of tokens. */
const STEPS = 8

/** About how many tokens a text of so many bytes has in a meter. */
export const aboutTokens = (bytes: number, { bytesPerToken = BYTES }: Pick<Meter, 'bytesPerToken'>): number => inSteps(Math.ceil(bytes / (bytesPerToken > 0 ? bytesPerToken : BYTES)), 2, STEPS)

/** A number in units that grow by a base, so that it has fewer of them than `most`. */
function inSteps(value: number, base: number, most: number): number {
  let unit = 1
  while (value / unit >= most) unit *= base
  return Math.round(value / unit) * unit
}
