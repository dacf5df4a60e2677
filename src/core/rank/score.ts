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
export const scoreFile = (witness: Witness): Score => new Overview(witness)

/** A page needs the value of every file, and hardly ever what made it: that is put into words when somebody asks. */
class Overview implements Score {
  readonly value: number
  readonly #witness: Witness

  constructor(witness: Witness) {
    this.#witness = witness
    this.value = valueOf(witness)
  }

  get signals(): readonly Signal[] {
    return signalsOf(this.#witness)
  }
}

function valueOf({ path, tokens, verdict, utility, extra }: Witness): number {
  const prior = blendPrior(TIER_WORTH[tierOf(path)], lensOf(verdict), utility) * (0.7 + 0.3 * nearnessOf(path, depthOf(path)))
  const pulled = extra.reduce((value, signal) => value + (1 - value) * 0.5 * signal.strength, prior)
  return clamp(pulled * slimnessOf(tokens) * recordShare(path, verdict) * verdict.weight)
}

function signalsOf({ path, tokens, verdict, utility, extra }: Witness): readonly Signal[] {
  const tier = tierOf(path)
  const lens = lensOf(verdict)
  const signals: Signal[] = [{ name: 'tier', strength: TIER_WORTH[tier], why: `tier ${tier}` }]
  if (lens !== undefined) signals.push({ name: 'lens', strength: lens, why: verdict.why.join('; ') })
  if (utility !== undefined) signals.push({ name: 'utility', strength: utility, why: 'learned from use' })
  signals.push(placeSignal(path))
  const slim = slimnessOf(tokens)
  if (slim < 1) signals.push({ name: 'size', strength: slim, why: `${tokens} tokens is large` })
  const past = recordShare(path, verdict)
  if (past < 1) signals.push({ name: 'history', strength: past, why: 'a record of the past' })
  return [...signals, ...extra]
}

const lensOf = ({ priority }: Verdict): number | undefined => (priority === undefined ? undefined : priority / 100)

/** Less than 1 for a very large file. */
const slimnessOf = (tokens: number): number => Math.min(1, LARGE_TOKENS / Math.max(1, tokens)) ** 0.25

const recordShare = (path: string, { priority }: Verdict): number => (priority === undefined && isRecord(path) ? HISTORY_SHARE : 1)

/** Records of the past speak of everything and explain little: they match every task. */
const HISTORY = /(?:^|\/)(?:changelog|changes|history|news|releases?|release[-_ ]notes?)(?:\.[a-z]+)?$|(?:^|\/)(?:changelogs?|releases|release[-_]notes)\//i

/** Whether a file is a record of the past. */
export const isRecord = (path: string): boolean => HISTORY.test(path)

/** How much of its score a record of the past keeps. */
const HISTORY_SHARE = 0.25

/** The lens replaces the tier where it speaks; learned usefulness moves the result. */
function blendPrior(tier: number, lens: number | undefined, learned: number | undefined): number {
  // A trace of the tier stays, so that it still decides between files of one lens group.
  const fixed = lens === undefined ? tier : lens * 0.9 + tier * 0.1
  // Usefulness of a half says nothing, so it must change nothing: a score moves by as much as the blend moves from there.
  return learned === undefined ? fixed : fixed * (blend(fixed * 100, learned) / blend(fixed * 100, 0.5))
}

/** Static priority 0 to 100 and learned usefulness 0 to 1 become one priority, as the protocol says (S1.47): 0.7 static + 0.3 learned. */
export const blend = (priority: number, learned: number): number => 0.7 * priority + 30 * learned

const ENTRY = /(?:^|\/)(?:index|main|lib|mod|app|cli|server|__init__|__main__|readme)\.[a-z]+$/i

/** Entry points and files near the root tell more than leaves deep in the tree. */
const nearnessOf = (path: string, depth: number): number => Math.max(0, 1 - depth * 0.12) * 0.8 + (ENTRY.test(path) ? 0.2 : 0)

function placeSignal(path: string): Signal {
  const depth = depthOf(path)
  return { name: 'place', strength: nearnessOf(path, depth), why: ENTRY.test(path) ? `entry point at depth ${depth}` : `depth ${depth}` }
}

/** How many folders a path is in. */
function depthOf(path: string): number {
  let depth = 0
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) depth++
  return depth
}

const clamp = (value: number): number => Math.min(1, Math.max(0.001, value))
