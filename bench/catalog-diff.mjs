// What `fovea catalog diff` says of real histories: every version of a published PostgreSQL schema in a real server, and releases of a large API, each compared with the one before.
// Judged by the databases themselves (information_schema) and by the paths of the documents: what came and went must be told, and nothing else.
//   node bench/catalog-diff.mjs --pagila PATH     PATH is a clone of devrimgunduz/pagila
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { build } from 'rolldown'
import { diffOf } from '../dist/catalog/diff.js'
import { resourceOf } from '../dist/catalog/resource.js'
import { openapi } from '../dist/connectors/openapi/index.js'
import { postgres } from '../dist/connectors/postgres/index.js'
import { options } from './kit/args.mjs'
import { CORPORA } from './kit/places.mjs'
import { say, table, writeResults } from './kit/results.mjs'

const { pagila } = options({ pagila: { type: 'string' } })
const NOW = '2026-01-01T00:00:00Z'
const RELEASES = ['ghes-3.17', 'ghes-3.18', 'ghes-3.19']

const left = []
const root = fileURLToPath(new URL('..', import.meta.url))
const schemas = pagila === undefined ? [] : await schemaHistory(pagila)
const releases = await apiHistory()
const wrong = [...schemas, ...releases].reduce((sum, { untold, invented }) => sum + untold + invented, 0)
writeResults('catalog-diff', { schemas, left, releases, wrong }, pageOf())
if (wrong > 0) process.exitCode = 1

/** Every state of the schema, loaded into a database of its own. */
async function schemaHistory(clone) {
  const git = (...args) => execFileSync('git', ['-C', clone, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 })
  const commits = git('log', '--reverse', '--format=%h\t%ad\t%s', '--date=short', '--', 'pagila-schema.sql').trim().split('\n').map((line) => line.split('\t'))
  const { startPostgres } = await services()
  const server = await startPostgres()
  const rows = []
  let before
  try {
    for (const [hash, date, subject] of commits) {
      const address = await server.database(`v${hash}`)
      // Owners and extensions of other machines are missing here; what they hold is missing in both states or in neither.
      if (!load(address, git('show', `${hash}:pagila-schema.sql`))) {
        left.push(hash)
        continue
      }
      say(`${hash} ${date}`)
      const now = { resources: await scanned(postgres, address), truth: await truthOf(address) }
      if (before !== undefined) rows.push({ hash, date, subject: subject.slice(0, 70), ...judged(before, now) })
      before = now
    }
  } finally {
    await server.stop()
  }
  return rows
}

/** False when the server that is here does not come to an end with it: the newest states are for PostgreSQL 18. */
function load(address, sql) {
  const input = sql.replace(/^\\.*$/gm, '')
  try {
    execFileSync('psql', ['-q', '-X', '-w', '-d', address], { timeout: 20_000, killSignal: 'SIGKILL', input, stdio: ['pipe', 'ignore', 'ignore'], env: { ...process.env, PGOPTIONS: '--client-min-messages=error' } })
    return true
  } catch {
    return false
  }
}

async function services() {
  const folder = mkdtempSync(join(root, 'node_modules', '.services-'))
  const outfile = join(folder, 'services.mjs')
  await build({ input: join(root, 'test/kit/services/index.ts'), external: /^[^./]/, platform: 'node', logLevel: 'silent', output: { file: outfile, format: 'esm', codeSplitting: false } })
  try {
    return await import(pathToFileURL(outfile).href)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function scanned(connector, address, base = '') {
  const found = new Map()
  const source = { name: 'main', type: connector.type, location: address, address, root: base, secrets: {}, credentials: {}, options: {} }
  for await (const one of connector.scan(source, { progress() {} })) if ('kind' in one) found.set(one.place.path.join('.'), resourceOf(one, NOW))
  return [...found.values()]
}

/** What the server itself says: table, column, type and whether it may be empty, without partitions. */
async function truthOf(address) {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  const { rows } = await client.query(`
    select n.nspname || '.' || c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where a.attnum > 0 and not a.attisdropped and not c.relispartition and c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg_toast%'`)
  await client.end()
  return new Map(rows.map((row) => [`${row.table}.${row.column}`, row.type]))
}

/** Compares what was told with what is so: columns of tables that stayed, and tables. */
function judged(before, now) {
  const diffs = diffOf(before.resources, now.resources)
  const told = new Set(diffs.flatMap(({ id, what, differences }) => (what === 'changed' ? differences.flatMap(({ text }) => eventsOf(id.replace('res:db.pg.main.', ''), text)) : [`${what} ${id.replace('res:db.pg.main.', '')}`])))
  const so = truth(before.truth, now.truth)
  return {
    resources: now.resources.length, added: count(diffs, 'added'), removed: count(diffs, 'removed'), changed: count(diffs, 'changed'), breaking: diffs.filter((one) => one.breaking).length,
    untold: [...so].filter((event) => !told.has(event)).length, invented: [...told].filter((event) => !so.has(event)).length,
    words: diffs.flatMap(({ id, what, differences }) => (what === 'changed' ? [`${id.split('.').at(-1)}: ${differences.map(({ text }) => text).join(', ')}`] : [`${what === 'added' ? '+' : '-'} ${id.split('.').at(-1)}`])).slice(0, 6),
  }
}

function count(diffs, what) {
  return diffs.filter((one) => one.what === what).length
}

/** A line of a diff as events on columns: `-city`, `+email:str`, `a -> b?`, `amount: int -> num`. */
function eventsOf(name, text) {
  const renamed = /^(\S+) -> (\S+)\?$/.exec(text)
  if (renamed) return [`- ${name}.${renamed[1]}`, `+ ${name}.${renamed[2]}`]
  const gone = /^-([^ ]+)$/.exec(text)
  if (gone) return [`- ${name}.${gone[1]}`]
  const come = /^\+([^ :]+):\w+(?: required)?$/.exec(text)
  if (come) return [`+ ${name}.${come[1]}`]
  const type = /^(.+?): (?!unit |fk |index |pii |in |default |not null|nullable|description)(.+) -> (.+)$/.exec(text)
  return type ? [`~ ${name}.${type[1]}`] : []
}

function truth(before, now) {
  const tables = (columns) => new Set([...columns.keys()].map((key) => key.slice(0, key.lastIndexOf('.'))))
  const [old, current] = [tables(before), tables(now)]
  const events = new Set([...[...old].filter((name) => !current.has(name)).map((name) => `removed ${name}`), ...[...current].filter((name) => !old.has(name)).map((name) => `added ${name}`)])
  const stayed = (key) => old.has(key.slice(0, key.lastIndexOf('.'))) && current.has(key.slice(0, key.lastIndexOf('.')))
  for (const [key, type] of before) if (stayed(key)) { if (!now.has(key)) events.add(`- ${key}`); else if (now.get(key) !== type) events.add(`~ ${key}`) }
  for (const key of now.keys()) if (stayed(key) && !before.has(key)) events.add(`+ ${key}`)
  return events
}

/** Releases of one API; the paths of the documents say which operations came and went. */
async function apiHistory() {
  const folder = join(CORPORA, 'openapi', 'octokit', 'generated')
  if (!existsSync(folder)) return []
  const rows = []
  let before
  for (const release of RELEASES) {
    say(`scanning ${release}`)
    const document = JSON.parse(readFileSync(join(folder, `${release}.json`), 'utf8'))
    const operations = new Set(Object.entries(document.paths).flatMap(([path, item]) => Object.keys(item).filter((method) => ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'].includes(method)).map((method) => `${method.toUpperCase()} ${path}`)))
    const resources = await scanned(openapi, `${release}.json`, folder)
    if (before !== undefined) rows.push(stepBetween(before, { release, operations, resources }))
    before = { release, operations, resources }
  }
  return rows
}

function stepBetween(before, now) {
  // A release names itself in the addresses of its documents and servers; what is compared is the API.
  const began = process.cpuUsage()
  const diffs = diffOf(before.resources, now.resources)
  const { user, system } = process.cpuUsage(began)
  const cameSo = [...now.operations].filter((one) => !before.operations.has(one)).length
  const wentSo = [...before.operations].filter((one) => !now.operations.has(one)).length
  const differences = diffs.flatMap((one) => one.differences)
  return {
    release: `${before.release} -> ${now.release}`, resources: now.resources.length, added: count(diffs, 'added'), removed: count(diffs, 'removed'), changed: count(diffs, 'changed'),
    breaking: diffs.filter((one) => one.breaking).length, differences: differences.length, breakingDifferences: differences.filter((one) => one.breaking).length, cpuMs: Math.round((user + system) / 1000),
    untold: Math.max(0, cameSo - count(diffs, 'added')) + Math.max(0, wentSo - count(diffs, 'removed')), invented: Math.max(0, count(diffs, 'added') - cameSo) + Math.max(0, count(diffs, 'removed') - wentSo),
  }
}

function pageOf() {
  return [
    '# Differences of real histories',
    '', `${schemas.length} steps of the history of the Pagila schema, each state loaded into PostgreSQL and scanned; ${releases.length} steps between releases of the GitHub Enterprise API.`,
    'Untold: a table or column that came, went or changed its type by the system tables of the server and is not in the diff. Invented: the opposite. For the API: operations by the paths of the documents.',
    ...(left.length === 0 ? [] : [`Left out, because PostgreSQL 15 did not load them: ${left.join(', ')}.`]),
    '', '## Pagila', ...table(['commit', 'date', 'tables and views', 'added', 'removed', 'changed', 'breaking', 'untold', 'invented', 'what'], schemas.map((row) => [row.hash, row.date, row.resources, row.added, row.removed, row.changed, row.breaking, row.untold, row.invented, row.words.join('; ').slice(0, 160)])),
    '## GitHub Enterprise API', ...table(['releases', 'operations', 'added', 'removed', 'changed', 'breaking', 'differences', 'of them breaking', 'CPU ms', 'untold', 'invented'], releases.map((row) => [row.release, row.resources, row.added, row.removed, row.changed, row.breaking, row.differences, row.breakingDifferences, row.cpuMs, row.untold, row.invented])),
  ]
}
