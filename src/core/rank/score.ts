import type { Verdict } from '../rule.ts'
import { TIER_WORTH, tierOf } from './tier.ts'

/** One reason for a score: `lexical 0.82`. Strengths are 0 to 1, effects are what they added or multiplied. */
export interface Signal {
  readonly name: string
  readonly strength: number
  readonly why: string
}

/** The relevance of a file or block, 0 to 1, and what made it. */
export interface Score {
  readonly value: number
  readonly signals: readonly Signal[]
}

/** What is known of a file when it is scored. */
export interface Witness {
  readonly path: string
  readonly tokens: number
  readonly verdict: Verdict
  /** Learned usefulness, 0 to 1; undefined when nothing was learned. */
  readonly utility: number | undefined
  /** Signals of somebody's own: each pulls the score up by half of its strength. */
  readonly extra: readonly Signal[]
}

/** Very large files pay a little, so that one of them does not starve the rest. */
const LARGE_TOKENS = 20_000

/** Blends what is known of a file without a task into its score. */
export function scoreFile(witness: Witness): Score {
  const tier = tierOf(witness.path)
  const priority = witness.verdict.priority
  const signals: Signal[] = [{ name: 'tier', strength: TIER_WORTH[tier], why: `tier ${tier}` }]
  if (priority !== undefined) signals.push({ name: 'lens', strength: priority / 100, why: witness.verdict.why.join('; ') })
  if (witness.utility !== undefined) signals.push({ name: 'utility', strength: witness.utility, why: 'learned from use' })
  const place = placeSignal(witness.path)
  signals.push(place)
  const prior = blendPrior(signals) * (0.7 + 0.3 * place.strength)
  const large = Math.min(1, LARGE_TOKENS / Math.max(1, witness.tokens)) ** 0.25
  if (large < 1) signals.push({ name: 'size', strength: large, why: `${witness.tokens} tokens is large` })
  const pulled = witness.extra.reduce((value, signal) => value + (1 - value) * 0.5 * signal.strength, prior)
  const past = isRecord(witness.path) && priority === undefined ? HISTORY_SHARE : 1
  if (past < 1) signals.push({ name: 'history', strength: past, why: 'a record of the past' })
  return { value: clamp(pulled * large * past * witness.verdict.weight), signals: [...signals, ...witness.extra] }
}

/** Records of the past speak of everything and explain little: they match every task. */
const HISTORY = /(?:^|\/)(?:changelog|changes|history|news|releases?|release[-_ ]notes?)(?:\.[a-z]+)?$|(?:^|\/)(?:changelogs?|releases|release[-_]notes)\//i

/** Whether a file is a record of the past. */
export const isRecord = (path: string): boolean => HISTORY.test(path)

/** How much of its score a record of the past keeps. */
const HISTORY_SHARE = 0.25

/** The lens replaces the tier where it speaks; learned usefulness moves the result. */
function blendPrior(signals: readonly Signal[]): number {
  const of = (name: string): number | undefined => signals.find((signal) => signal.name === name)?.strength
  const tier = of('tier') ?? 0
  const lens = of('lens')
  // A trace of the tier stays, so that it still decides between files of one lens group.
  const fixed = lens === undefined ? tier : lens * 0.9 + tier * 0.1
  const learned = of('utility')
  // Usefulness of a half says nothing, so it must change nothing: a score moves by as much as the blend moves from there.
  return learned === undefined ? fixed : fixed * (blend(fixed * 100, learned) / blend(fixed * 100, 0.5))
}

/** Static priority 0 to 100 and learned usefulness 0 to 1 become one priority, as the protocol says (S1.47): 0.7 static + 0.3 learned. */
export const blend = (priority: number, learned: number): number => 0.7 * priority + 30 * learned

/** Entry points and files near the root tell more than leaves deep in the tree. */
function placeSignal(path: string): Signal {
  const depth = path.split('/').length - 1
  const entry = /(?:^|\/)(?:index|main|lib|mod|app|cli|server|__init__|__main__|readme)\.[a-z]+$/i.test(path)
  const strength = Math.max(0, 1 - depth * 0.12) * 0.8 + (entry ? 0.2 : 0)
  return { name: 'place', strength, why: entry ? `entry point at depth ${depth}` : `depth ${depth}` }
}

const clamp = (value: number): number => Math.min(1, Math.max(0.001, value))
