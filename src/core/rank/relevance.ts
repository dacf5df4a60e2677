// The blend: features times weights, as a share of everything that could be needed.
import type { Block } from '../block.ts'
import type { History } from '../history.ts'
import { largest } from './bm25.ts'
import { type Features, featuresOf, SIGNALS, signalOf, type SignalName } from './features.ts'
import type { Query } from './query.ts'
import type { Signal } from './score.ts'
import { type Sight, sightOf } from './sight.ts'
import { supportFeatures } from './support.ts'
import type { ParsedText, Unit } from './units.ts'
import { SUPPORT, WEIGHTS } from './weights.ts'
import { whyOf } from './why.ts'

/** How much each block of a file is needed, as parts of the most needed block of all. */
export interface Needs {
  /** That it is what the task is about. */
  readonly own: ReadonlyMap<Block, number>
  /** That what is needed will use it. */
  readonly used: ReadonlyMap<Block, number>
  /** The need of the file: that of all its blocks together, as a part of the most needed file. */
  readonly file: number
  /** What speaks for its best block, found when it is asked for. */
  signals(): readonly Signal[]
  /** What speaks for one of its blocks. */
  signalsOf(block: Block): readonly Signal[]
}

/** What bends the blend. */
export interface Bend {
  readonly history?: History | undefined
  /** What is added for a file as a whole, in natural logarithms: rules, a lens, what was learned. */
  readonly lift: readonly number[]
  /** Signals to leave out, for measuring what each is worth. */
  readonly without?: ReadonlySet<SignalName> | undefined
  /** Sees what the blend sees, for fitting its weights. */
  readonly watch?: ((sight: Sight, features: Features, support: Features) => void) | undefined
}

/** The needs of parsed files, in their order. */
export function needsOf(files: readonly ParsedText[], query: Query, bend: Bend): Needs[] {
  const sight = sightOf(files, query, bend.history)
  const features = featuresOf(sight)
  const own = sharesOf(blended(features, { units: sight.units.length, weights: WEIGHTS, without: bend.without }).map((score, i) => score + (bend.lift[(sight.units[i] as Unit).file] ?? 0)))
  const support = supportFeatures(sight, features, own)
  bend.watch?.(sight, features, support)
  const used = sharesOf(blended(support, { units: sight.units.length, weights: SUPPORT }))
  const told = new Map([...features].filter(([name]) => !bend.without?.has(signalOf(name))))
  return gathered(sight, { own, used }, told)
}

interface Blend {
  readonly units: number
  readonly weights: Readonly<Record<string, number>>
  readonly without?: ReadonlySet<SignalName> | undefined
}

/** The weighted sum of the features of each unit. */
export function blended(features: Features, { units, weights, without }: Blend): Float64Array {
  const scores = new Float64Array(units)
  for (const [name, column] of features) {
    const weight = weights[name] ?? 0
    if (weight === 0 || without?.has(signalOf(name))) continue
    for (let i = 0; i < units; i++) scores[i] = (scores[i] as number) + weight * (column[i] as number)
  }
  return scores
}

/** Scores as shares of one whole. */
export function sharesOf(scores: Float64Array): Float64Array {
  const best = scores.reduce((most, score) => Math.max(most, score), -Infinity)
  const raised = scores.map((score) => Math.exp(score - best))
  const sum = raised.reduce((total, share) => total + share, 0)
  return raised.map((share) => share / sum)
}

function gathered(sight: Sight, { own, used }: { own: Float64Array; used: Float64Array }, told: Features): Needs[] {
  const best = largest(own) || 1
  const totals = new Float64Array(sight.files.length)
  const leaders = new Int32Array(sight.files.length).fill(-1)
  const maps = sight.files.map(() => ({ own: new Map<Block, number>(), used: new Map<Block, number>() }))
  sight.units.forEach(({ file, block }, i) => {
    totals[file] = (totals[file] as number) + (own[i] as number)
    if ((leaders[file] as number) < 0 || (own[i] as number) > (own[leaders[file] as number] as number)) leaders[file] = i
    maps[file]?.own.set(block, (own[i] as number) / best)
    maps[file]?.used.set(block, (used[i] as number) / best)
  })
  const most = largest(totals) || 1
  const signals = (unit: number): Signal[] => (unit < 0 ? [] : signalsFor(sight, unit, told))
  return maps.map((map, file) => ({
    ...map, file: (totals[file] as number) / most, signals: () => signals(leaders[file] as number), signalsOf: (block) => signals(sight.units.findIndex((unit) => unit.block === block)),
  }))
}

/** What a signal must add before it is worth a line. */
const LEAST_TOLD = 0.05

/** What speaks for a unit: each signal with all its features together. */
function signalsFor(sight: Sight, unit: number, features: Features): Signal[] {
  const sums = new Map<SignalName, number>()
  for (const [name, column] of features) sums.set(signalOf(name), (sums.get(signalOf(name)) ?? 0) + (WEIGHTS[name] ?? 0) * (column[unit] as number))
  return SIGNALS.flatMap((name) => {
    const sum = sums.get(name) ?? 0
    // What it is and where it stands is always told: of some files there is nothing else to say.
    return sum < LEAST_TOLD && name !== 'place' ? [] : [{ name, strength: 1 - Math.exp(-Math.max(0, sum)), why: whyOf(name, sight, unit) }]
  })
}
