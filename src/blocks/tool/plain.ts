import type { Kind } from './kind.ts'
import { byRepeats } from './weights.ts'

/** Anything else: trouble, how it began and ended, what is said for the first time. */
export const plainText: Kind = { name: 'plain', confidence: () => 0.3, weigh: byRepeats }
