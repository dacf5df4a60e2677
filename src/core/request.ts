import { type Level, LEVELS } from './level.ts'
import type { Lens, Rule } from './rule.ts'
import { shown } from './shown.ts'

/** What is asked of the compiler. Everything has been resolved: no defaults are applied after this. */
export interface Request {
  /** What the reader wants to do, in their words; empty when they only want an overview. */
  readonly task: string
  /** The most tokens that the printed bytes may hold; Infinity for everything. */
  readonly budget: number
  readonly lens: Lens
  /** Rules beyond the lens: pins, ceilings, the user's own. */
  readonly rules: readonly Rule[]
  /** The levels that may be used. Include/drop is the ladder `none, full`. */
  readonly ladder: readonly Level[]
}

/** Every level: the ladder of an adaptive pack. */
export const WHOLE_LADDER: readonly Level[] = LEVELS

/** A file is either there or not: what packers did before skeletons. */
export const INCLUDE_OR_DROP: readonly Level[] = ['none', 'full']

/** Reads a budget as people type it: `8000`, `32k`, `1m`, `none`. */
export function tokensFrom(text: string): number {
  const word = text.trim().toLowerCase().replaceAll('_', '')
  if (word === 'none' || word === 'all') return Infinity
  const match = /^(\d{1,12}(?:\.\d{1,6})?)([km]?)$/.exec(word)
  if (match === null) throw new TypeError(`a budget looks like 8000, 32k or 1m, not ${shown(text)}`)
  const unit = match[2] === 'k' ? 1000 : match[2] === 'm' ? 1_000_000 : 1
  return Math.floor(Number(match[1]) * unit)
}
