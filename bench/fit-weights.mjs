// Fits the weights of the ranking on real changes and writes src/core/rank/weights.ts.
//   node bench/fit-weights.mjs [--jobs 2] [--again] [--dry]
// Each instance is one question: of all blocks, which did the change edit? The weights maximise the share of the edited blocks (a softmax over all blocks), with a
// penalty on large weights. What a fit reaches is measured on repositories it has not seen: five folds over repositories. Same data, same weights.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gather } from '../dist/core/gather.js'
import { requestOf, settle } from '../dist/index.js'
import { options, whole } from './kit/args.mjs'
import { crossJudged, EVERY, HOME, KEPT, load, trained } from './kit/fit.mjs'
import { PROJECT } from './kit/places.mjs'
import { goldUnits, inParts, judgeKit, partOf, Reader, snapshot, usedUnits } from './kit/quality.mjs'
import { say } from './kit/results.mjs'

const flags = options({ jobs: { type: 'string' }, part: { type: 'string' }, again: { type: 'boolean' }, dry: { type: 'boolean' }, without: { type: 'string' } })
/** What a file costs plays no part in its rank, so nothing is counted exactly. */
const ROUGH = { name: 'rough', exact: false, count: (text) => Math.ceil(text.length / 4) }

const { instances } = await judgeKit()
const all = instances(0).filter((instance) => snapshot(instance) !== undefined)
if (flags.part !== undefined) await extract(partOf(all, flags.part))
else {
  mkdirSync(HOME, { recursive: true })
  await inParts(fileURLToPath(import.meta.url), flags.again ? ['--again'] : [], whole(flags.jobs, 2))
  const need = fit(all.map((instance) => load(instance, 'need')), 'need')
  const support = fit(all.map((instance) => load(instance, 'support')), 'support')
  if (!flags.dry) write(need, support)
}

/** Writes the features of the units of each instance. */
async function extract(part) {
  const reader = new Reader()
  for (const instance of part) {
    if (!flags.again && existsSync(join(HOME, `${instance.id}.support.json`))) continue
    const { entries, history, parser } = await reader.read(instance)
    const request = requestOf(settle({ task: instance.task, budget: 32_000 }, []))
    await gather(entries, request, { parser, meter: ROUGH, utility: new Map(), history, watch: (sight, features, support) => save(instance, sight, { features, support }) })
  }
}

function save(instance, sight, { features, support }) {
  const gold = goldUnits(instance, sight)
  keep(`${instance.id}.need`, { features, rough: ['words.body', 'words.file', 'mention.name', 'history.messages', 'names.own', 'graph.used_log', 'stack.unit'], sight, instance, wanted: gold.map((unit) => (unit < 0 ? [] : [unit])) })
  keep(`${instance.id}.support`, { features: support, rough: ['support.own', 'support.used_log', 'support.fame'], sight, instance, wanted: usedUnits(instance, sight).filter((units) => !units.some((unit) => gold.includes(unit))) })
}

/** Writes what a fit needs: the rows of some units, and which of them are wanted; each wanted thing may be any of several units. */
function keep(name, { features, rough, sight, instance, wanted }) {
  const first = sight.units.map((_, i) => rough.reduce((sum, feature) => sum + features.get(feature)[i], 0))
  const order = [...first.keys()].sort((a, b) => first[b] - first[a])
  const kept = [...new Set([...order.slice(0, KEPT), ...order.slice(KEPT).filter((_, i) => i % EVERY === 0), ...wanted.flat()])]
  const names = [...features.keys()]
  const rows = Float32Array.from(kept.flatMap((unit) => names.map((feature) => features.get(feature)[unit])))
  writeFileSync(join(HOME, `${name}.bin`), Buffer.from(rows.buffer))
  const place = new Map(kept.map((unit, i) => [unit, i]))
  writeFileSync(join(HOME, `${name}.json`), JSON.stringify({ id: instance.id, repo: instance.repo, names, all: wanted.length, wanted: wanted.map((units) => units.map((unit) => place.get(unit))), sizes: kept.map((unit) => sight.units[unit].size) }))
}

/** Leaves out features of named signals. */
function usable(names) {
  const without = (flags.without ?? '').split(',')
  return names.map((name) => !without.includes(name.split('.')[0]) && !without.includes(name))
}

function fit(records, kind) {
  const { names } = records[0]
  const used = usable(names)
  const repos = new Set(records.map(({ repo }) => repo))
  const { judged } = crossJudged(records, used)
  const mean = (of) => judged.reduce((sum, one) => sum + of(one), 0) / judged.length
  const score = { mrr: Number(mean(({ mrr }) => mrr).toFixed(3)), recall_at_10: Number(mean(({ at10 }) => at10).toFixed(3)), recall_at_50: Number(mean(({ at50 }) => at50).toFixed(3)) }
  say(`${kind}: ${records.length} instances, ${repos.size} repositories; on repositories not seen: ${JSON.stringify(score)}`)
  for (const size of [3000, 6000, 12_000, 24_000]) say(`  bodies of the best ${size} tokens hold ${(100 * mean((one) => one.filled(size))).toFixed(1)} %`)
  const weights = trained(records, used)
  say(names.map((name, i) => [name, weights[i]]).sort((a, b) => Math.abs(b[1]) - Math.abs(a[1])).map(([name, weight]) => `${name} ${weight.toFixed(2)}`).join('  '))
  return { names, weights, score, instances: records.length, repositories: repos.size }
}

function write(need, support) {
  const fitted = { date: new Date().toISOString().slice(0, 10), instances: need.instances, repositories: need.repositories, need: need.score, support: support.score }
  const literal = (value) => (typeof value === 'object' ? `{ ${Object.entries(value).map(([name, one]) => `${name}: ${literal(one)}`).join(', ')} }` : typeof value === 'string' ? `'${value}'` : String(value))
  const listed = ({ names, weights }) => names.map((name, i) => `  '${name}': ${weights[i].toFixed(3)},`).join('\n')
  writeFileSync(join(PROJECT, 'src/core/rank/weights.ts'), `// Written by bench/fit-weights.mjs: do not edit by hand.

/** When and on what the weights were fitted, and how the edited blocks, and what they use, ranked in repositories that the fit had not seen. */
export const FITTED = ${literal(fitted)} as const

/** The weight of each feature for what a task needs. */
export const WEIGHTS: Readonly<Record<string, number>> = {
${listed(need)}
}

/** The weight of each feature for what the needed will use. */
export const SUPPORT: Readonly<Record<string, number>> = {
${listed(support)}
}
`)
  say('wrote src/core/rank/weights.ts')
}
