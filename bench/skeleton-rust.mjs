// How much shorter the signatures (L2) of large Rust modules are, and the signatures with docs (L1). Every module of more than 500 lines is listed.
//   node bench/skeleton-rust.mjs [--corpus tokio] [--lines 500]
import { skeletonize } from '../dist/core/skeleton.js'
import { options, whole } from './kit/args.mjs'
import { chosen, published } from './kit/corpora.mjs'
import { readFolder } from './kit/line.mjs'
import { grouped, median, percent, quantile, round } from './kit/numbers.mjs'
import { table, writeResults } from './kit/results.mjs'

const TYPICAL = [0.8, 0.95]

const flags = options({ corpus: { type: 'string' }, lines: { type: 'string' } })
const least = whole(flags.lines, 500)
const [corpus] = chosen([flags.corpus ?? 'tokio'])
const { workspace, reading } = await readFolder(corpus.path)
const meter = await workspace.meter('o200k_base')

const modules = []
for (const entry of reading.entries) {
  const lines = entry.text.split('\n').length
  if (!entry.path.endsWith('.rs') || lines <= least) continue
  modules.push(await measure(entry, lines))
}
modules.sort((a, b) => b.lines - a.lines)

const saved = modules.map((one) => one.l2)
const sources = modules.filter((one) => !one.test)
const typical = (list) => list.filter(({ l2 }) => l2 >= TYPICAL[0] && l2 <= TYPICAL[1]).length
const summary = {
  modules: modules.length, typical: typical(modules), below: modules.filter(({ l2 }) => l2 < TYPICAL[0]).length, above: modules.filter(({ l2 }) => l2 > TYPICAL[1]).length,
  least: Math.min(...saved), tenth: quantile(saved, 0.1), median: round(median(saved), 4), ninetieth: quantile(saved, 0.9), most: Math.max(...saved),
  sources: { modules: sources.length, typical: typical(sources), median: round(median(sources.map((one) => one.l2)), 4) },
}
writeResults('skeleton-rust', { corpus: published(corpus), bar: TYPICAL, summary, modules }, [
  '# Skeletons of large Rust modules',
  '', `Every Rust file of more than ${least} lines in ${corpus.upstream} (${corpus.version}): ${modules.length}. Saved is the part of the o200k_base tokens that the skeleton does not have.`,
  `The bar for L2 (signatures) is ${percent(TYPICAL[0], 0)} to ${percent(TYPICAL[1], 0)} for typical modules: ${summary.typical} of ${modules.length} lie within, ${summary.below} below, ${summary.above} above. Median ${percent(summary.median)}, from ${percent(summary.least)} to ${percent(summary.most)}; nine of ten save at least ${percent(summary.tenth)}.`,
  `Without tests, benches and examples: ${summary.sources.typical} of ${summary.sources.modules} within, median ${percent(summary.sources.median)}.`,
  ...table(['module', 'lines', 'tokens', 'L2 tokens', 'L2 saved', 'L1 tokens', 'L1 saved', 'symbols'], modules.map((one) => [
    one.path, grouped(one.lines), grouped(one.tokens), grouped(one.l2Tokens), percent(one.l2), grouped(one.l1Tokens), percent(one.l1), grouped(one.symbols),
  ])),
])

async function measure(entry, lines) {
  const language = workspace.parser.languageOf(entry.path, entry.text)
  await workspace.parser.prepare(language, entry.text)
  const parsed = workspace.parser.parse(language, entry.text)
  const [l2, l1] = ['shape', 'detail'].map((level) => skeletonize(parsed, entry.text, { level, meter }))
  return {
    path: entry.path, test: /(?:^|\/)(?:tests?|benches|examples)\//.test(entry.path), lines, tokens: l2.original_tokens,
    l2Tokens: l2.skeleton_tokens, l2: round(l2.compression_ratio, 4), l1Tokens: l1.skeleton_tokens, l1: round(l1.compression_ratio, 4), symbols: l2.preserved_symbols.length,
    ...(parsed.problem === undefined ? {} : { problem: parsed.problem }),
  }
}
