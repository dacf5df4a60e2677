// What scanning, keeping and queueing cost: CPU (user and system) of Fovea per table, bytes per resource in both stores, jobs of workers. docs/guide/scale.md calculates with these figures.
//   node bench/catalog-workers.mjs [--tables N] [--jobs N]
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openShared } from '../dist/drivers/postgres-pool.js'
import { catalogStoreIn } from '../dist/stores/catalog.js'
import { postgresCatalog } from '../dist/stores/postgres/catalog.js'
import { migrate } from '../dist/stores/postgres/migrate.js'
import { scanQueue } from '../dist/stores/postgres/queue.js'
import { lookAt, runWorker } from '../dist/workspace/catalog/index.js'
import { openWorkspace } from '../dist/workspace/index.js'
import { nameProject } from '../test/kit/catalog-kill.mjs'
import { options, whole } from './kit/args.mjs'
import { grouped, round } from './kit/numbers.mjs'
import { say, table, writeResults } from './kit/results.mjs'
import { services } from './kit/services.mjs'

const given = options({ tables: { type: 'string' }, jobs: { type: 'string' } })
const tables = whole(given.tables, 2000)
const jobs = whole(given.jobs, 400)
const COLUMNS = 12
const NOW = '2026-01-01T00:00:00Z'
const spec = { name: 'shop', type: 'postgres', location: 'env:BENCH_SHOP', secrets: {}, options: {} }

const home = mkdtempSync(join(tmpdir(), 'fovea-workers-'))
process.env.XDG_CONFIG_HOME = join(home, 'config')
const { execute, startPostgres } = await services()
const server = await startPostgres(['max_locks_per_transaction=1024'])
const shop = await server.database('shop')
const team = await server.database('team')
process.env.BENCH_SHOP = shop
process.env.FOVEA_DATABASE = team
const database = await openShared(team)

/** CPU milliseconds of this process, and what the work gave. */
async function cpu(act) {
  const before = process.cpuUsage()
  const begin = performance.now()
  const result = await act()
  const { user, system } = process.cpuUsage(before)
  return { result, ms: (user + system) / 1000, wall: performance.now() - begin }
}

try {
  await migrate(database)
  await makeTables()
  const root = join(home, 'project')
  mkdirSync(root)
  await lookAt(spec, { root, now: NOW, trusted: true, progress: () => {} })
  const scan = await cpu(() => lookAt(spec, { root, now: NOW, trusted: true, progress: () => {} }))
  say(`${scan.result.resources.length} tables scanned`)
  const resources = scan.result.resources
  const embedded = await kept(catalogStoreIn(root), resources)
  const shared = await kept(postgresCatalog(database, 'bench'), resources)
  const figures = {
    tables: resources.length, columns: COLUMNS, scan: scan.ms / resources.length,
    embedded: { ...embedded, bytes: bytesOf(join(root, '.fovea', 'catalog')) / resources.length },
    postgres: { ...shared, bytes: Number((await database.query("select pg_total_relation_size('fovea.resources') + pg_total_relation_size('fovea.changes') as bytes"))[0].bytes) / resources.length },
    queue: await queued(),
  }
  report(figures)
} finally {
  await database.close()
  await server.stop()
  rmSync(home, { recursive: true, force: true })
}

async function makeTables() {
  for (let from = 0; from < tables; from += 200) {
    const some = Array.from({ length: Math.min(200, tables - from) }, (_, at) => tableOf(from + at))
    await execute(shop, some.join('\n'))
  }
  await execute(shop, 'analyze')
}

function tableOf(at) {
  const columns = Array.from({ length: COLUMNS - 2 }, (_, column) => `column_${column} ${['text', 'integer', 'numeric(12,2)', 'timestamptz', 'boolean'][column % 5]}${column % 3 === 0 ? ' not null' : ''}`)
  const parent = at === 0 ? 'integer' : `integer references table_${at - 1}`
  return `create table table_${at} (id integer primary key, parent_id ${parent}, ${columns.join(', ')}); comment on table table_${at} is 'What is known of things of kind ${at}'; comment on column table_${at}.column_0 is 'How people call it';`
}

/** First publication, one that changes nothing, and reading all of it. */
async function kept(store, resources) {
  await store.register(spec)
  const first = await cpu(() => store.publish('shop', resources, NOW))
  const again = await cpu(() => store.publish('shop', resources, NOW))
  const read = await cpu(() => store.resources())
  return { publish: first.ms / resources.length, again: again.ms / resources.length, read: read.ms / resources.length }
}

function bytesOf(folder) {
  return readdirSync(folder).reduce((bytes, name) => bytes + statSync(join(folder, name)).size, 0)
}

/** Small scans through the queue: what a job costs beside its scan. */
async function queued() {
  const root = join(home, 'jobs')
  mkdirSync(root)
  nameProject(root, 'jobs')
  process.env.XDG_CONFIG_HOME = join(root, 'config')
  const store = postgresCatalog(database, 'jobs')
  const paths = { '/things': { get: { operationId: 'list', responses: { 200: { description: 'All' } } } } }
  writeFileSync(join(root, 'api.json'), JSON.stringify({ openapi: '3.0.3', info: { title: 'a', version: '1' }, paths }))
  const names = Array.from({ length: jobs }, (_, at) => `api${at}`)
  for (const name of names) await store.register({ ...spec, name, type: 'openapi', location: 'api.json' })
  const queue = await scanQueue(database)
  const sent = await cpu(() => queue.send(names.map((source) => ({ project: 'jobs', source }))))
  await queue.close()
  const done = await cpu(() => runWorker({ workspaces: [openWorkspace(root)], concurrency: 2, once: true, signal: new AbortController().signal, say: () => {} }))
  const scanned = (await store.sources()).filter((source) => source.scanned !== undefined).length
  if (scanned !== jobs) throw new Error(`${scanned} of ${jobs} jobs were done`)
  return { jobs, send: sent.ms / jobs, work: done.ms / jobs, perSecond: jobs / (done.wall / 1000) }
}

function report({ embedded, postgres, queue, ...all }) {
  const line = (name, { publish, again, read, bytes }) => [name, round(publish, 3), round(again, 3), round(read, 3), grouped(bytes)]
  writeResults('catalog-workers', { ...all, embedded, postgres, queue }, [
    '# What scanning, keeping and queueing cost',
    '',
    `${grouped(all.tables)} tables of ${COLUMNS} columns in PostgreSQL, with keys, foreign keys and comments. CPU is that of Fovea (user and system, milliseconds); servers have their own. Bytes include the journal of changes and, in PostgreSQL, indexes.`,
    '',
    `Scanning a table: **${round(all.scan, 3)} ms** of CPU.`,
    ...table(['store', 'publish a table, ms', 'publish it again, ms', 'read it, ms', 'bytes a table'], [line('embedded', embedded), line('PostgreSQL', postgres)]),
    `${grouped(queue.jobs)} scans of a document with one operation through the queue: **${round(queue.send, 2)} ms** of CPU to queue one, **${round(queue.work, 2)} ms** to take it, scan, publish and finish it. One worker with two lanes did ${round(queue.perSecond, 0)} a second beside its server on this machine.`,
  ])
}
