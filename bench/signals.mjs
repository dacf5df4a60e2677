// What each signal is worth on all changes: the weights are fitted again without it, and judged on repositories that the fit had not seen.
//   node bench/signals.mjs        after bench/fit-weights.mjs, whose features it reads
import { signalOf, SIGNALS } from '../dist/core/rank/features.js'
import { crossJudged, load } from './kit/fit.mjs'
import { judgeKit, snapshot } from './kit/quality.mjs'
import { round } from './kit/numbers.mjs'
import { say, table, writeResults } from './kit/results.mjs'

/** A fit that begins where the full one ended is soon done. */
const MORE_ROUNDS = 25
const TOKENS = [3000, 6000, 12_000, 24_000]

const { instances } = await judgeKit()
const records = instances(0).filter((instance) => snapshot(instance) !== undefined).map((instance) => load(instance, 'need'))
const { names } = records[0]
const everything = crossJudged(records, names.map(() => true))
const rows = [measured('all signals', () => true), ...SIGNALS.map((signal) => measured(signal, (name) => signalOf(name) !== signal))]
const [all, ...without] = rows
const lost = without.map((row) => ({ ...row, values: row.values.map((value, i) => round(value - all.values[i], i === 0 ? 3 : 1)) }))
const HEAD = ['', 'loss', 'among the first 10', ...TOKENS.map((tokens) => `in ${tokens / 1000}k of bodies`)]
const lines = [
  '# What each signal is worth', '',
  `${records.length} real changes in ${new Set(records.map(({ repo }) => repo)).size} repositories. For each line the weights are fitted again without the signal on four fifths of the repositories and judged on the others. Loss = how unsure the ranking is of the edited functions (less is better); then the edited functions, percent, among the first ten and in the bodies that fill so many tokens.`,
  ...table(HEAD, [['all signals', round(all.values[0], 3), ...all.values.slice(1).map((value) => round(value, 1))]]),
  '## Without each signal: change of the loss (more = the signal helps) and points lost or won', ...table(['without', ...HEAD.slice(1)], lost.map(({ name, values }) => [name, ...values])),
]
writeResults('signals', { changes: records.length, all: all.values, without: Object.fromEntries(lost.map(({ name, values }) => [name, values])) }, lines)
say(lines.join('\n'))

function measured(name, isKept) {
  const { judged } = crossJudged(records, names.map(isKept), { starts: everything.fits, rounds: MORE_ROUNDS })
  const mean = (some, of) => some.reduce((sum, one) => sum + of(one), 0) / some.length
  return { name, values: [mean(judged.filter(({ asked }) => asked), ({ loss }) => loss), 100 * mean(judged, ({ at10 }) => at10), ...TOKENS.map((tokens) => 100 * mean(judged, ({ filled }) => filled(tokens)))] }
}
