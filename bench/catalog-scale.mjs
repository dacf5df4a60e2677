// A catalogue of 5,000 tables and 3,000 operations on both stores: what scanning, publishing, indexing and searching cost.
//   node bench/catalog-scale.mjs [--tables N] [--operations N] [--questions N]
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { options } from './kit/args.mjs'
import { makeApi, makeWarehouse, questions } from './kit/catalog-large.mjs'
import { grouped, quantile, round } from './kit/numbers.mjs'
import { FOVEA } from './kit/places.mjs'
import { say, table, writeResults } from './kit/results.mjs'
import { plainEnv, timed } from './kit/run.mjs'

/** What the figures are held to: milliseconds of CPU for a search, megabytes of a process. */
const BARS = { search: 50, memory: 300 }
const SELF = fileURLToPath(import.meta.url)

if (process.argv[2] === '--ask') await askHere(process.argv[3], Number(process.argv[4]), Number(process.argv[5]))
else await measure()

/** The child: opens the catalogue as the library does, asks every question twice, and writes what each took. */
async function askHere(root, tables, count) {
  const { openWorkspace } = await import('../dist/workspace/index.js')
  const { finderOf, openCatalog } = await import('../dist/workspace/catalog/index.js')
  const cpu = () => Object.values(process.cpuUsage()).reduce((sum, one) => sum + one, 0) / 1000
  const began = cpu()
  const workspace = openWorkspace(root)
  const catalog = await openCatalog(workspace)
  const finder = await finderOf(workspace, catalog)
  const opened = cpu() - began
  const asked = []
  for (const { text, table: wanted } of questions(count, tables)) {
    const from = cpu()
    const { hits } = await finder.find({ text, filter: {} })
    asked.push({ ms: cpu() - from, rank: hits.findIndex(({ id }) => id.endsWith(`.${wanted}`)), hits: hits.length })
  }
  await catalog.close()
  writeFileSync(process.env.BENCH_OUT, JSON.stringify({ opened, resources: finder.resources.length, asked, peak: process.resourceUsage().maxRSS / 1024 }))
}

async function measure() {
  const { tables = '5000', operations = '3000', questions: count = '200' } = options({ tables: { type: 'string' }, operations: { type: 'string' }, questions: { type: 'string' } })
  const results = []
  const server = await startedPostgres()
  try {
    for (const store of ['embedded', 'PostgreSQL']) {
      const database = store === 'embedded' ? undefined : await server.database('catalogue')
      results.push({ store, ...await measureStore({ tables: Number(tables), operations: Number(operations), count: Number(count), database }) })
    }
  } finally {
    await server.stop()
  }
  writeResults('catalog-scale', { tables: Number(tables), operations: Number(operations), bars: BARS, results }, pageOf(results))
  if (results.some(({ search, steps }) => search.median > BARS.search || search.p99 > BARS.search || search.peak > BARS.memory || steps.some(({ megabytes }) => megabytes > BARS.memory))) process.exitCode = 1
}

async function startedPostgres() {
  // Not at the top: the process that is measured does not need it.
  const { build } = await import('rolldown')
  const folder = mkdtempSync(join(fileURLToPath(new URL('..', import.meta.url)), 'node_modules', '.scale-'))
  const outfile = join(folder, 'services.mjs')
  try {
    await build({ input: fileURLToPath(new URL('../test/kit/services/index.ts', import.meta.url)), external: /^[^./]/, platform: 'node', logLevel: 'silent', output: { file: outfile, format: 'esm', codeSplitting: false } })
    const { startPostgres } = await import(pathToFileURL(outfile).href)
    return await startPostgres()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function measureStore({ tables, operations, count, database }) {
  const root = mkdtempSync(join(tmpdir(), 'fovea-scale-'))
  const env = plainEnv({ HOME: root, XDG_CACHE_HOME: join(root, 'cache'), XDG_STATE_HOME: join(root, 'state'), FOVEA_CACHE: join(root, 'cache'), BENCH_OUT: join(root, 'out.json'), ...(database === undefined ? {} : { FOVEA_DATABASE: database }) })
  const run = (what, args, accepts) => {
    const { cpu, wall, megabytes } = timed(process.execPath, [FOVEA, ...args], { cwd: root, env, accepts })
    say(`${database === undefined ? 'embedded' : 'PostgreSQL'}, ${what}: ${round(cpu)} s CPU, ${Math.round(megabytes)} MB`)
    return { what, cpu, wall, megabytes }
  }
  try {
    makeWarehouse(join(root, 'warehouse.sqlite'), tables)
    writeFileSync(join(root, 'openapi.json'), JSON.stringify(makeApi(operations)))
    const [first] = questions(1, tables)
    const steps = [
      ...(database === undefined ? [] : [run('make the tables of the store', ['db', 'migrate'])]),
      run(`scan and publish ${grouped(tables)} tables`, ['catalog', 'add', 'warehouse', 'warehouse.sqlite']),
      run(`scan and publish ${grouped(operations)} operations`, ['catalog', 'add', 'api', 'openapi.json']),
      run('scan both again, nothing new', ['catalog', 'scan']),
      run('the first search, which makes the index', ['catalog', 'search', first.text]),
      run('a search of a new process', ['catalog', 'search', first.text]),
      run('an overview page of a new process', ['catalog', 'overview']),
      run('a context of 4,000 tokens of a new process', ['catalog', 'context', first.text, '--budget', '4k']),
    ]
    timed(process.execPath, [SELF, '--ask', root, String(tables), String(count)], { cwd: root, env })
    const { opened, resources, asked, peak } = JSON.parse(readFileSync(env.BENCH_OUT, 'utf8'))
    const took = asked.map(({ ms }) => ms)
    const found = (most) => asked.filter(({ rank }) => rank >= 0 && rank < most).length / asked.length
    return { resources, steps, search: { opened, first: took[0], median: quantile(took.slice(1), 0.5), p99: quantile(took.slice(1), 0.99), most: Math.max(...took.slice(1)), peak, top1: found(1), top10: found(10) } }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function pageOf(results) {
  const [{ resources }] = results
  return [
    `# A catalogue of ${grouped(resources)} resources on both stores`, '',
    `A SQLite file and an OpenAPI document are made by the script, added with the real command and searched with the command and with the library. CPU is user and system of Fovea's process, of a command with the start of Node; the CPU of the PostgreSQL server is not in it. Memory is the peak of the process.`,
    ...table(['step', ...results.flatMap(({ store }) => [`${store}: CPU s`, 'peak MB'])], [...new Set(results.flatMap(({ steps }) => steps.map(({ what }) => what)))].map((what) => [what, ...results.flatMap(({ steps }) => {
      const step = steps.find((one) => one.what === what)
      return step === undefined ? ['', ''] : [round(step.cpu), Math.round(step.megabytes)]
    })])),
    `Searches in one process that has opened the catalogue, ${BARS.search} ms and ${BARS.memory} MB being the bars:`,
    ...table(['store', 'opening, ms', 'first search, ms', 'median, ms', 'p99, ms', 'slowest, ms', 'peak MB', 'wanted table first', 'among ten'],
      results.map(({ store, search }) => [store, Math.round(search.opened), round(search.first, 1), round(search.median, 1), round(search.p99, 1), round(search.most, 1), Math.round(search.peak), `${Math.round(search.top1 * 100)} %`, `${Math.round(search.top10 * 100)} %`])),
    'Milliseconds are of CPU. The opening reads all records and the index, which is kept from the first search on. Questions name a domain and an entity in plain words; tables and operations with the same words compete.',
  ]
}
