import { applyDelta } from './apply.ts'
import { type Delta, deltaBetween } from './delta.ts'
import type { Pack } from './pack.ts'
import { deltaText } from './told.ts'

/** An answer to somebody who has seen another pack: the delta, or everything and why. */
export interface Answer {
  readonly text: string
  readonly tokens: number
  /** Absent when the answer is the whole pack. */
  readonly delta?: Delta
  /** Why it is the whole pack. */
  readonly why?: string
}

/** What an answer depends on besides the packs. */
export interface Asking {
  /** What the reader says to have seen. */
  readonly base: string
  /** Why no pack is known at all, when that is so. */
  readonly forgetful?: string | undefined
  /** Whether a path that is not shown any more is still there. */
  exists(path: string): boolean
  count(text: string): number
  readonly action?: string | undefined
}

/** What a reader of `base` must be told to have `now`. It never costs more than the whole pack, which fits the budget. */
export function answerSince(base: Pack | undefined, now: Pack, asking: Asking): Answer {
  const whole = (why: string): Answer => ({ text: now.text, tokens: now.tokens, why })
  if (base === undefined) return whole(`${asking.forgetful ?? `the pack ${asking.base} is not known here`}, so this is the whole answer`)
  const delta = deltaBetween(base, now, asking.exists)
  const text = deltaText(delta, asking.action)
  const tokens = asking.count(text)
  if (tokens >= now.tokens) return whole(`so much changed since ${base.id} that this is the whole answer`)
  // A page whose last line has no end cannot be told by lines.
  return applyDelta(base.text, text) === now.text ? { text, tokens, delta } : whole(`what changed since ${base.id} cannot be told by lines, so this is the whole answer`)
}
