// What a scan of a large database costs: 5,000 tables of 12 columns with keys, indexes and comments in PostgreSQL and SQLite, a fifth of that in MariaDB, which takes long to make tables; from the first question to the last record.
//   node bench/catalog-scan.mjs [--tables 5000] [--only postgres]
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { options, whole } from './kit/args.mjs'
import { say, table, writeResults } from './kit/results.mjs'
import { services } from './kit/services.mjs'

const TYPES = { postgres: 'postgres', mariadb: 'mysql', sqlite: 'sqlite' }

/** Tables in ten schemas: a key, a key that points at the table before, an indexed time, and what else tables have. */
export function statements(dialect, count) {
  const schema = (i) => (dialect === 'sqlite' ? '' : `s${i % 10}.`)
  const pg = dialect === 'postgres'
  const remark = (i) => (dialect === 'mariadb' ? ` comment 'Table ${i} of the bench'` : '')
  const head = dialect === 'sqlite' ? [] : Array.from({ length: 10 }, (_, i) => `create ${pg ? 'schema' : 'database'} s${i}`)
  const points = (i) => (i === 0 ? '' : `, constraint fk_${i} foreign key (parent_id) references ${schema(i - 1)}table_${i - 1} (id)`)
  const columns = `id ${dialect === 'sqlite' ? 'integer' : 'bigint'} primary key, parent_id bigint, created_at timestamp, amount numeric(12,2) not null, status varchar(20), email varchar(80), title text, quantity int, active boolean, score real, note text, code varchar(10) unique`
  const tables = Array.from({ length: count }, (_, i) => [
    `create table ${schema(i)}table_${i} (${columns}${points(i)})${remark(i)}`,
    `create index by_time_${i} on ${schema(i)}table_${i} (created_at)`,
    ...(pg ? [`comment on table ${schema(i)}table_${i} is 'Table ${i} of the bench'`, `comment on column ${schema(i)}table_${i}.amount is 'In USD'`] : []),
  ])
  return [...head, ...tables.flat()]
}

async function main() {
  const { tables, only, scan } = options({ tables: { type: 'string' }, only: { type: 'string' }, scan: { type: 'string' } })
  if (scan !== undefined) return scanHere(scan)
  const count = whole(tables, 5000)
  const results = []
  for (const kind of Object.keys(TYPES).filter((name) => only === undefined || name === only)) {
    const size = kind === 'mariadb' ? Math.ceil(count / 5) : count
    say(`${kind}: making ${size} tables`)
    results.push(await measured(kind, size))
    say(JSON.stringify(results.at(-1)))
  }
  if (only === undefined) writeResults('catalog-scan', { tables: count, results }, pageOf(count, results))
}

async function measured(kind, count) {
  const { address, stop } = await { postgres: inPostgres, mariadb: inMariadb, sqlite: inSqlite }[kind](count)
  try {
    const runs = [1, 2, 3].map(() => scanApart(TYPES[kind], address))
    return { kind, ...runs.sort((a, b) => a.cpu - b.cpu)[1] }
  } finally {
    await stop()
  }
}

async function inPostgres(count) {
  const { startPostgres, execute } = await services()
  const server = await startPostgres(['max_locks_per_transaction=512'])
  const all = statements('postgres', count)
  for (let at = 0; at < all.length; at += 500) await execute(server.url, all.slice(at, at + 500).join(';\n'))
  await execute(server.url, 'analyze')
  return { address: server.url, stop: server.stop }
}

async function inMariadb(count) {
  const { startMariadb, executeMaria } = await services()
  const server = await startMariadb()
  const all = statements('mariadb', count)
  for (let at = 0; at < all.length; at += 500) await executeMaria(server.url, all.slice(at, at + 500).join(';\n'))
  return { address: server.url.replace(/fovea$/, ''), stop: server.stop }
}

async function inSqlite(count) {
  const folder = mkdtempSync(join(tmpdir(), 'fovea-bench-'))
  const { Database } = createRequire(import.meta.url)('node-sqlite3-wasm')
  const database = new Database(join(folder, 'bench.db'))
  database.exec(`begin; ${statements('sqlite', count).join(';\n')}; commit`)
  database.close()
  return { address: join(folder, 'bench.db'), stop: async () => rmSync(folder, { recursive: true }) }
}

/** In a process of its own, so that time and memory are those of a scan. The address holds a password and goes by the environment. */
function scanApart(type, address) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--scan', type], { env: { ...process.env, SCAN_ADDRESS: address }, encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

async function scanHere(type) {
  const [{ CONNECTORS }, { resourceOf }] = await Promise.all([import('../dist/connectors/index.js'), import('../dist/catalog/resource.js')])
  const before = process.cpuUsage()
  const began = performance.now()
  const connector = await CONNECTORS.find((one) => one.type === type).load()
  const source = { name: 'main', type, location: 'env:SCAN_ADDRESS', secrets: {}, options: {}, address: process.env.SCAN_ADDRESS, credentials: {}, root: '/' }
  const records = []
  for await (const one of connector.scan(source, { progress: () => {} })) if ('kind' in one) records.push(resourceOf(one, '2024-01-01T00:00:00Z'))
  const { user, system } = process.cpuUsage(before)
  const columns = records.reduce((sum, { overview }) => sum + overview.shape.cols, 0)
  const keys = records.reduce((sum, { details }) => sum + (details.constraints.foreign_keys?.length ?? 0), 0)
  process.stdout.write(JSON.stringify({ tables: records.length, columns, keys, cpu: Math.round((user + system) / 1000) / 1000, wall: Math.round(performance.now() - began) / 1000, peak: Math.round(process.resourceUsage().maxRSS / 1024) }))
}

const version = (line) => /\d+\.\d+(?:\.\d+)?/.exec(line)?.[0] ?? ''
const mariadbVersion = () => version(execFileSync('mariadbd', ['--version'], { encoding: 'utf8' }))

function pageOf(count, results) {
  return [
    `# Scanning a database of ${count.toLocaleString('en')} tables`, '',
    'From the first question to the last record, in a process of its own; the median of three. CPU and memory are those of our process: of SQLite that is everything, of a server it is not what the server does (that is in the wall time).',
    ...table(['database', 'tables', 'columns', 'foreign keys', 'CPU s', 'wall s', 'peak MB'], results.map(({ kind, tables: found, columns, keys, cpu, wall, peak }) => [kind, found, columns, keys, cpu.toFixed(2), wall.toFixed(2), peak])),
    `MariaDB ${mariadbVersion()}; a table has a primary key, a foreign key to the table before it, a unique column, an index and a comment (SQLite has none).`,
  ]
}

await main()
