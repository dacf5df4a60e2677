import type { Meter } from '../core/ports.ts'

// Claude's tokenizers are not public. The only one ever published (of Claude 2) gives 1.12 times the tokens of o200k_base over 409 files;
// for one file in twenty it gives more than 1.27 times, for one in a hundred more than 1.37 times. 7/5 lies above all of these and costs
// about a fifth of the budget in the usual case. Newer tokenizers could not be measured, so it is a margin for safety, not a proof.
const NUMERATOR = 7
const DENOMINATOR = 5

/** A bound for Claude models, not a count: 1.4 times the tokens of `base` (o200k_base), rounded up. */
export const claudeBound = (base: Meter): Meter =>
  Object.freeze({
    name: 'claude',
    exact: false,
    bytesPerToken: ((base.bytesPerToken ?? 4) * DENOMINATOR) / NUMERATOR,
    // Whole numbers until the division, because 1.4 has no exact double.
    count: (text: string) => Math.ceil((base.count(text) * NUMERATOR) / DENOMINATOR),
  })
