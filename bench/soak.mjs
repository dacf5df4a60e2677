// Random cases of every promise: budget, determinism, round trip, monotonicity, rights, and readers of foreign bytes. The properties are those of the tests (test/soak/), here with as many cases as
// one likes, in two processes that differ in folder, time zone and language. Stops at the first violation of a property with a case made small, which can be tried again.
//   node bench/soak.mjs [--cases 100000] [--seed 1] [--only budget] [--minutes N] [--workers 2]
//   node bench/soak.mjs --replay SEED:INDEX
import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { options, whole } from './kit/args.mjs'
import { grouped, round, sum } from './kit/numbers.mjs'
import { PROJECT } from './kit/places.mjs'
import { say, table, writeResults } from './kit/results.mjs'

const flags = options({ cases: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' }, minutes: { type: 'string' }, workers: { type: 'string' }, replay: { type: 'string' } })
const [replaySeed, replayIndex] = (flags.replay ?? '').split(':').map(Number)
const replaying = flags.replay !== undefined
const seed = replaying ? replaySeed : whole(flags.seed, 1)
const wanted = replaying ? 1 : whole(flags.cases, 100_000)
const workers = replaying ? 1 : Math.max(1, whole(flags.workers, 2))
const started = Date.now()
const deadline = started + whole(flags.minutes, 100_000) * 60_000

/** Where the processes differ: what is answered must not. */
const ELSEWHERE = [
  { cwd: PROJECT, env: { TZ: 'UTC', LANG: 'C', LC_ALL: 'C' } },
  { cwd: tmpdir(), env: { TZ: 'Pacific/Chatham', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' } },
]

/** The properties as one module that runs on the built code: every module of src/ is that of dist/. */
async function built() {
  const [src, dist] = ['src', 'dist'].map((name) => join(PROJECT, name))
  const toDist = {
    name: 'built', resolveId: {
      order: 'pre',
      handler(id, importer) {
        if (importer === undefined || !id.startsWith('.')) return undefined
        const path = join(importer, '..', id)
        const built = path.startsWith(`${src}/`) ? path.replace(src, dist).replace(/\.ts$/, '.js') : path
        return built.startsWith(`${dist}/`) ? { id: pathToFileURL(built).href, external: 'absolute' } : undefined
      },
    },
    transform: (code, id) => (code.includes('import.meta.url') ? { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)) } : undefined),
  }
  const folder = join(PROJECT, 'node_modules', '.cache', 'fovea-soak')
  mkdirSync(folder, { recursive: true })
  const bundle = await rolldown({ input: join(PROJECT, 'test/soak/worker.ts'), platform: 'node', external: (id) => !id.startsWith('.') && !id.startsWith('/'), plugins: [toDist], checks: { pluginTimings: false } })
  const file = join(folder, `worker-${process.pid}.mjs`)
  await bundle.write({ file, format: 'es', codeSplitting: false })
  return file
}

const tallies = new Map()
const violations = []
const answers = new Map()
const stopped = new Set()
let [next, given, done] = [replaying ? replayIndex : 0, 0, 0]

function tallyOf({ family, name }) {
  const key = `${family}: ${name}`
  if (!tallies.has(key)) tallies.set(key, { family, name, cases: 0, violations: 0, ms: 0, slowest: 0, elsewhere: 0 })
  return tallies.get(key)
}

/** What came of a case. Answers that must be the same everywhere are asked of a second process. */
function add(told, again) {
  if (told.skipped) return
  const tally = tallyOf(told)
  tally.ms += told.ms
  tally.slowest = Math.max(tally.slowest, told.ms)
  if (told.fault !== undefined) {
    tally.violations++
    violations.push({ family: told.family, name: told.name, replay: `${seed}:${told.index}`, fault: told.fault, example: told.example.slice(0, 4000) })
    stopped.add(`${told.family}: ${told.name}`)
    say(`${told.family}, ${told.name}: ${told.fault.slice(0, 600)}\n  node bench/soak.mjs --replay ${seed}:${told.index}\n  ${told.example.slice(0, 600)}`)
  }
  if (again) {
    tally.elsewhere++
    if (answers.get(told.index) !== told.answer) {
      tally.violations++
      violations.push({ family: told.family, name: told.name, replay: `${seed}:${told.index}`, fault: 'differs: in another folder, time zone or language', example: '' })
      say(`${told.family}, ${told.name}: another answer elsewhere, case ${seed}:${told.index}`)
    }
    answers.delete(told.index)
    return
  }
  tally.cases++
  done++
  if (told.answer !== undefined && workers > 1) {
    answers.set(told.index, told.answer)
    return true
  }
  if (done % 2000 === 0) say(`${grouped(done)} cases, ${violations.length} violations, ${Math.round((Date.now() - started) / 1000)} s`)
}

/** One process. `waiting` are cases whose answer another process has given. */
function work(file, number, waiting, home) {
  const { cwd, env } = ELSEWHERE[number % ELSEWHERE.length]
  const child = fork(file, [], { cwd, env: { ...process.env, ...env, HOME: join(home, `home${number}`), FOVEA_CACHE: 'off', XDG_CONFIG_HOME: join(home, 'config') } })
  let current
  const give = () => {
    const second = waiting[number].shift()
    if (second !== undefined) return send({ index: second, again: true })
    if (given < wanted && Date.now() < deadline) return send({ index: next++ })
    child.disconnect()
  }
  const send = (work_) => {
    current = work_
    child.send({ seed, index: work_.index, stopped: [...stopped], ...(flags.only === undefined || replaying ? {} : { only: flags.only }) })
  }
  return new Promise((resolve, reject) => {
    child.on('message', (told) => {
      if (told !== 'ready') {
        if (!told.skipped && !current.again) given++
        if (add(told, current.again === true) === true) waiting[(number + 1) % workers].push(told.index)
      }
      give()
    })
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a process ended with ${code} at case ${seed}:${current?.index}`))))
  })
}

function report() {
  const rows = [...tallies.values()]
  const seconds = Math.round((Date.now() - started) / 1000)
  const families = [...new Set(rows.map(({ family }) => family))].map((family) => ({ family, cases: sum(rows.filter((row) => row.family === family).map(({ cases }) => cases)), violations: sum(rows.filter((row) => row.family === family).map((row) => row.violations)) }))
  const name = flags.only === undefined && done >= 1000 ? 'soak' : undefined
  const lines = [
    '# Soak: random cases of every promise',
    '', `${grouped(done)} random cases from the seed ${seed}, in ${workers} processes that differ in folder, time zone and language: ${violations.length === 0 ? '0 violations' : `${violations.length} violations`}. ${grouped(seconds)} s, ${round(done / Math.max(1, seconds), 1)} cases a second.`,
    'A case is a new random project, catalogue, list of blocks, output or damaged file with a new random question; `npm run soak` makes them again, `--replay SEED:INDEX` one of them, another `--seed` others.',
    ...table(['family', 'cases', 'violations'], families.map((row) => [row.family, grouped(row.cases), row.violations])),
    ...table(['family', 'what holds', 'cases', 'asked again elsewhere', 'CPU ms a case', 'the slowest', 'violations'], rows.sort((a, b) => (a.family < b.family ? -1 : a.family > b.family ? 1 : 0)).map((row) => [row.family, row.name, grouped(row.cases), grouped(row.elsewhere), round(row.ms / Math.max(1, row.cases + row.elsewhere), 1), Math.round(row.slowest), row.violations])),
    ...violations.flatMap(({ family, name: what, replay, fault, example }) => ['', `**${family}, ${what}** (\`--replay ${replay}\`): ${fault}`, '', `    ${example.slice(0, 1000)}`]),
  ]
  if (name === undefined) say(lines.join('\n'))
  else writeResults(name, { seed, cases: done, asked: wanted, violations, families, properties: rows.map((row) => ({ ...row, ms: Math.round(row.ms), slowest: Math.round(row.slowest) })), seconds, workers }, lines)
}

const home = mkdtempSync(join(tmpdir(), 'fovea-soak-'))
const file = await built()
try {
  const waiting = Array.from({ length: workers }, () => [])
  await Promise.all(waiting.map((_, number) => work(file, number, waiting, home)))
  if (replaying) say(violations.length === 0 ? 'it holds' : `${violations[0].fault}\n${violations[0].example}`)
  else report()
  process.exitCode = violations.length === 0 ? 0 : 1
} finally {
  rmSync(home, { recursive: true, force: true })
  rmSync(file, { force: true })
}
