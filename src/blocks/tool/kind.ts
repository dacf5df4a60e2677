import type { Sheet } from './sheet.ts'
import type { Weights } from './weights.ts'

/** A kind of output: how sure it is that an output is of this kind, and how much each of its lines matters. */
export interface Kind {
  readonly name: string
  /** From 0 to 1. */
  confidence(sheet: Sheet): number
  weigh(sheet: Sheet): Weights
  /** What its lines are called, when that is not lines: `rows`. */
  readonly unit?: string
  /** What lines from (0-based) up to, not with, another one are, in a few words: `57 passed`. */
  note?(sheet: Sheet, from: number, to: number): string | undefined
}

/** So many lines of the beginning and of the end are looked at to find out what an output is. */
const LOOKED_AT = 400

/** The lines that say what an output is. */
export const sample = ({ lines }: Sheet): readonly string[] => (lines.length <= 2 * LOOKED_AT ? lines : [...lines.slice(0, LOOKED_AT), ...lines.slice(-LOOKED_AT)])

/** Of the lines that are not empty, the part that a pattern finds. */
export function share(lines: readonly string[], pattern: RegExp): number {
  const full = lines.filter((line) => line.trim() !== '')
  return full.length === 0 ? 0 : full.filter((line) => pattern.test(line.slice(0, 400))).length / full.length
}

/** How many lines a pattern finds. */
export const count = (lines: readonly string[], pattern: RegExp): number => lines.reduce((sum, line) => (pattern.test(line.slice(0, 400)) ? sum + 1 : sum), 0)
