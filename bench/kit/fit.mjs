// A fit of weights: each instance is one question (of all blocks, which did the change edit?), and the weights maximise the share of the right answers.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CORPORA } from './places.mjs'

export const HOME = join(CORPORA, 'quality', 'features')
/** Units kept of each instance: the best at a rough first sight, every ninth of the others, and all that were edited. */
export const KEPT = 700
export const EVERY = 9
const PENALTY = 1e-3
const ROUNDS = 100
const RATE = 0.1
/** What a fit reaches is measured on repositories it has not seen: so many folds over repositories. */
const FOLDS = [0, 1, 2, 3, 4]

/** The rows of an instance, and which of them were wanted. */
export function load({ id }, kind) {
  const record = JSON.parse(readFileSync(join(HOME, `${id}.${kind}.json`), 'utf8'))
  const bytes = readFileSync(join(HOME, `${id}.${kind}.bin`))
  const found = record.wanted.filter((units) => units.length > 0)
  const gold = new Map()
  for (const units of found) for (const unit of units) gold.set(unit, (gold.get(unit) ?? 0) + 1 / (found.length * units.length))
  // Each of the others stands for as many as were left out.
  const counts = Float64Array.from(record.sizes, (_, unit) => (unit < KEPT || gold.has(unit) ? 1 : EVERY))
  return { ...record, rows: new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4), gold, counts, aims: Float64Array.from(record.sizes, (_, unit) => gold.get(unit) ?? 0) }
}

/** Each instance judged by weights that were fitted without its repository. `starts` are weights to begin with, one for each fold, and `rounds` how long to go on. */
export function crossJudged(records, used, { starts = [], rounds = ROUNDS } = {}) {
  const repos = [...new Set(records.map(({ repo }) => repo))].sort()
  const fold = ({ repo }) => repos.indexOf(repo) % FOLDS.length
  const fits = FOLDS.map((out) => trained(records.filter((record) => fold(record) !== out), used, { start: starts[out], rounds }))
  return { fits, judged: records.map((record) => ranked(record, fits[fold(record)])) }
}

/** Gradient descent with momentum on the mean loss of the instances; the last third of the way in smaller steps. */
export function trained(records, used, { start, rounds = ROUNDS } = {}) {
  const asked = records.filter(({ gold }) => gold.size > 0)
  const width = used.length
  const weights = Float64Array.from(used, (isUsed, i) => (isUsed ? start?.[i] ?? 0 : 0))
  const [drift, spread] = [new Float64Array(width), new Float64Array(width)]
  for (let round = 1; round <= rounds; round++) {
    const slope = new Float64Array(width)
    for (const record of asked) addSlope(record, weights, slope)
    const rate = RATE * (start === undefined ? 1 : 0.5) * (round > rounds * 0.7 ? 0.3 : 1)
    for (let i = 0; i < width; i++) {
      if (!used[i]) continue
      const step = slope[i] / asked.length + PENALTY * weights[i]
      drift[i] = 0.9 * drift[i] + 0.1 * step
      spread[i] = 0.99 * spread[i] + 0.01 * step * step
      weights[i] -= (rate * (drift[i] / (1 - 0.9 ** round))) / (Math.sqrt(spread[i] / (1 - 0.99 ** round)) + 1e-8)
    }
  }
  return weights
}

function addSlope(record, weights, slope) {
  const { rows, aims } = record
  const width = weights.length
  const share = shares(record, weights)
  for (let unit = 0; unit < share.length; unit++) {
    const miss = share[unit] - aims[unit]
    if (miss < 1e-7 && miss > -1e-7) continue
    for (let i = 0, at = unit * width; i < width; i++, at++) slope[i] += miss * rows[at]
  }
}

function shares({ rows, counts }, weights) {
  const width = weights.length
  const scores = new Float64Array(counts.length)
  let best = -Infinity
  for (let unit = 0; unit < scores.length; unit++) {
    let score = 0
    for (let i = 0, at = unit * width; i < width; i++, at++) score += weights[i] * rows[at]
    scores[unit] = score
    if (score > best) best = score
  }
  let sum = 0
  for (let unit = 0; unit < scores.length; unit++) sum += scores[unit] = Math.exp(scores[unit] - best) * counts[unit]
  return scores.map((share) => share / sum)
}

function ranked(record, weights) {
  const share = shares(record, weights)
  const order = [...share.keys()].sort((a, b) => share[b] - share[a])
  const ranks = record.wanted.map((units) => Math.min(Infinity, ...units.map((unit) => order.indexOf(unit))))
  const recall = (most) => ranks.filter((rank) => rank < most).length / Math.max(1, record.all)
  const bargains = [...share.keys()].sort((a, b) => share[b] / (record.sizes[b] + 80) - share[a] / (record.sizes[a] + 80))
  const filled = (tokens) => {
    let room = tokens * 3.6
    const shown = new Set()
    for (const unit of bargains) if (record.sizes[unit] + 60 <= room) { room -= record.sizes[unit] + 60; shown.add(unit) }
    return record.wanted.filter((units) => units.some((unit) => shown.has(unit))).length / Math.max(1, record.all)
  }
  const loss = [...record.gold].reduce((sum, [unit, part]) => sum - part * Math.log(Math.max(1e-12, share[unit] / record.counts[unit])), 0)
  return { loss, asked: record.gold.size > 0, mrr: ranks.length === 0 ? 0 : 1 / (1 + Math.min(...ranks)), at10: recall(10), at50: recall(50), filled }
}
