// Random plans over random schemas and data: the interpreter, SQLite and PostgreSQL give the same rows, at every split between source and here.
//   node bench/plans.mjs [--plans N] [--seed N]
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'rolldown'
import { options } from './kit/args.mjs'
import { dice } from './kit/block-lists.mjs'
import { grouped, percent } from './kit/numbers.mjs'
import { say, table, writeResults } from './kit/results.mjs'

const { plans: wanted = '10000', seed: first = '1' } = options({ plans: { type: 'string' }, seed: { type: 'string' } })
const PLANS_PER_SCHEMA = 20

// The tests and this benchmark share their generator, which is TypeScript.
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(root, 'node_modules', '.plans-'))
const load = async (name) => {
  const outfile = join(folder, `${name.replaceAll('/', '-')}.mjs`)
  await build({ input: join(root, 'test/kit', `${name}.ts`), external: /^[^./]/, platform: 'node', logLevel: 'silent', output: { file: outfile, format: 'esm', codeSplitting: false } })
  return import(pathToFileURL(outfile).href)
}
const { compared, postgresEngine, sqliteEngine } = await load('plan-engines')
const { randomPlan, randomTables } = await load('plans')
const { startPostgres } = await load('services/index')

const server = await startPostgres()
const engines = [await postgresEngine(await server.database('plans')), sqliteEngine()]
const count = Number(wanted)
const results = new Map(engines.map(({ engine }) => [engine, { engine, plans: 0, queries: 0, same: 0, overflow: 0, 'overflow at the source': 0, different: 0 }]))
const ops = new Map()
const differences = []

try {
  for (let done = 0, seed = Number(first); done < count; seed++) {
    const roll = dice(seed)
    const pick = (below) => Math.floor(roll() * below)
    const tables = randomTables(pick)
    for (const engine of engines) await engine.load(tables)
    for (let at = 0; at < PLANS_PER_SCHEMA && done < count; at++, done++) await judge(randomPlan(pick, tables), tables, seed)
    if (seed % 50 === 0) say(`${done} plans, ${differences.length} differ`)
  }
} finally {
  await Promise.all(engines.map((engine) => engine.close()))
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function judge(plan, tables, seed) {
  for (const { op } of plan.steps) ops.set(op, (ops.get(op) ?? 0) + 1)
  for (const engine of engines) {
    const row = results.get(engine.engine)
    const { outcome, queries, detail } = await compared(plan, tables, engine)
    row.plans++
    row.queries += queries
    row[outcome]++
    if (outcome === 'different') differences.push({ engine: engine.engine, seed, detail })
  }
}

for (const { engine, seed, detail } of differences.slice(0, 5)) say(`${engine}, seed ${seed}:\n${detail}`)
const all = [...results.values()]
writeResults('plans', { plans: count, rows: all, ops: Object.fromEntries(ops) }, [
  '# Random plans', '',
  `${grouped(count)} random plans over ${grouped(Math.ceil(count / PLANS_PER_SCHEMA))} random schemas with random data (nulls, ties, duplicate rows, empty tables, negative zero, whole numbers at the ends of 64 bits, rare signs, times and dates).`,
  'Each plan is run with pushdown of nothing but scans, of everything, and of every prefix in between, and compared with the interpreter as a multiset; in order where the plan gives one.', '',
  ...table(['engine', 'plans', 'queries', 'same', 'a number did not fit', 'did not fit at the source only', 'different'], all.map((row) => [row.engine === 'pg' ? 'PostgreSQL' : 'SQLite', grouped(row.plans), grouped(row.queries), `${grouped(row.same)} (${percent(row.same / row.plans)})`, grouped(row.overflow), grouped(row['overflow at the source']), grouped(row.different)])), '',
  'A whole number beyond 64 bits stops a plan. The interpreter notices it in every row; a source may notice it in rows that a later step drops, or not at all in values that nobody uses: those plans are counted apart.', '',
  `Steps: ${[...ops].sort(([, a], [, b]) => b - a).map(([op, times]) => `${op} ${grouped(times)}`).join(', ')}.`,
])
process.exitCode = differences.length === 0 ? 0 : 1
