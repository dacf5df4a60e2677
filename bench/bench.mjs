// Fovea against repomix on real repositories: CPU, wall time, peak memory and tokens, cold and warm.
//   npm run bench                                   express, django and angular; clones what is not there
//   npm run bench -- --large                        and kubernetes
//   npm run bench -- --corpus angular=../angular    only these, from a checkout (or by the name of a listed one); may be repeated
//   npm run bench -- --alone                        Fovea alone, for work on it: nothing is written
//   npm run bench -- --profile                      the phases of Fovea beside the physical limit, into results/phases.md
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openWorkspace } from '../dist/workspace/index.js'
import { options, whole } from './kit/args.mjs'
import { compared, judged, losses } from './kit/bars.mjs'
import { grouped, median, round } from './kit/numbers.mjs'
import { profile, reportPhases } from './kit/phases.mjs'
import { FOVEA, PROJECT } from './kit/places.mjs'
import { copied, repository, told } from './kit/repositories.mjs'
import { say, table, writeResults } from './kit/results.mjs'
import { plainEnv, timed } from './kit/run.mjs'
import { tools } from './kit/tools.mjs'
import { take, TURNS } from './kit/turns.mjs'

const flags = options({ corpus: { type: 'string', multiple: true }, large: { type: 'boolean' }, runs: { type: 'string' }, alone: { type: 'boolean' }, profile: { type: 'boolean' } })
const runs = whole(flags.runs, 3)
const { node, nodeVersion, repomix, repomixVersion } = tools()
const scratch = mkdtempSync(join(tmpdir(), 'fovea-bench-'))
const place = { scratch, node, repomix, fovea: FOVEA, output: join(scratch, 'out') }
const corpora = (flags.corpus ?? ['express', 'django', 'angular', ...(flags.large ? ['kubernetes'] : [])]).map(repository)
const meter = await openWorkspace(PROJECT, { frozen: true }).meter('o200k_base')
/** A file that changed while it was looked at cannot be known by its time, so none may be that young. */
const OLD_ENOUGH_MS = 3000
/** So many starts are measured as one, because the clock of a process counts hundredths. */
const STARTS = 10
/** What a client says first: a server that answered it is ready. */
const HELLO = [
  { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } } },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
]
const READY = 'fovea mcp, until its tools are listed'

try {
  const startup = flags.profile ? [] : startUp()
  const rows = []
  for (const corpus of corpora) rows.push(await measured(corpus))
  if (flags.profile) reportPhases(rows, { runs, nodeVersion })
  else if (!flags.alone) report(rows, startup)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

async function measured(original) {
  const corpus = copied(original, scratch)
  await pause(OLD_ENOUGH_MS)
  try {
    return flags.profile ? await profile(corpus, place, { runs, meter }) : allTurns(corpus)
  } finally {
    rmSync(corpus.folder, { recursive: true, force: true })
  }
}

function allTurns(corpus) {
  const taken = Object.entries(TURNS).filter(([, { side }]) => side === 'fovea' || !flags.alone)
  const costs = Object.fromEntries(taken.map(([id]) => [id, []]))
  const outputs = {}
  for (let round = 0; round < runs; round++) {
    for (const [id, turn] of taken) {
      costs[id].push({ ...take(turn, corpus, place), load: loadavg()[0] })
      outputs[id] ??= sizeOf(place.output)
    }
  }
  const turns = Object.fromEntries(taken.map(([id, { side, title }]) => [id, { side, title, ...summary(costs[id]), ...outputs[id] }]))
  for (const { side, title, cpu, megabytes } of Object.values(turns)) say(`${corpus.name}: ${side} ${title}: ${cpu.toFixed(2)} s, ${megabytes} MB`)
  return { corpus: told(corpus), tasks: corpus.tasks, turns }
}

function sizeOf(path) {
  return { bytes: statSync(path).size, tokens: meter.count(readFileSync(path, 'utf8')) }
}

function summary(costs) {
  return {
    cpu: round(median(costs.map(({ cpu }) => cpu)), 3), wall: round(median(costs.map(({ wall }) => wall))), megabytes: Math.round(Math.max(...costs.map((cost) => cost.megabytes))),
    runs: costs.map(({ cpu, wall, megabytes, load }) => ({ cpu: round(cpu, 3), wall: round(wall), megabytes: Math.round(megabytes), load: round(load, 1) })),
  }
}

/** What it costs before anything is done, on the Node of the comparison and on the one that runs this. */
function startUp() {
  const on = (program) => ({ 'node -e 0': [program, '-e', '0'], 'fovea --version': [program, FOVEA, '--version'], 'fovea --help': [program, FOVEA, '--help'], [READY]: [program, FOVEA, 'mcp'] })
  const commands = [[nodeVersion, on(node)], [nodeVersion, { 'repomix --version': [node, repomix, '--version'] }], [process.versions.node, on(process.execPath)]]
  const rows = commands.flatMap(([version, list]) => Object.entries(list).map(([name, command]) => ({ name, node: version, cpu: startCost(command) })))
  for (const row of rows) say(`${row.name}, Node ${row.node}: ${row.cpu.toFixed(3)} s`)
  return rows
}

/** A server hears these lines and the end of its input; every other command reads nothing. */
function startCost(command) {
  const said = join(scratch, 'said')
  writeFileSync(said, HELLO.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''))
  const again = `i=0; while [ $i -lt ${STARTS} ]; do "$@" < ${said} > /dev/null; i=$((i+1)); done`
  const costs = Array.from({ length: 3 }, () => timed('sh', ['-c', again, 'sh', ...command], { cwd: scratch, env: plainEnv({ TMPDIR: scratch, XDG_CACHE_HOME: scratch }) }))
  return round(median(costs.map(({ cpu }) => cpu / STARTS)), 3)
}

function report(rows, startup) {
  const slowest = (command) => Math.max(...startup.filter(({ name }) => name === command).map(({ cpu }) => cpu))
  const bars = judged(rows, { 'fovea --version': slowest('fovea --version'), [READY]: slowest(READY) })
  const missed = bars.filter(({ verdict }) => verdict === 'MISSED')
  const lost = losses(rows)
  const machine = { processor: cpus()[0].model.trim(), cores: cpus().length, gigabytes: Math.round(totalmem() / 2 ** 30) }
  writeResults('bench', { repomix: repomixVersion, node: nodeVersion, machine, runs, bars, lost, startup, rows }, [
    '# Fovea against repomix', '',
    `repomix ${repomixVersion} on the same Node; ${machine.processor}, ${machine.gigabytes} GB. CPU is user and system time of the process with its threads and children, the median of ${runs} runs in which both sides took turns; memory is the peak of the largest process, the most of all runs. The load was ${loads(rows)}, so wall times say little.`,
    'Cold: nothing is kept from an earlier run (caches of tokens, artefacts and compiled code). Warm: the same command ran before. Files are in the cache of the disk for both.',
    '', '## Bars', `${bars.length - missed.length} of ${bars.length} met.`,
    ...table(['bar', 'corpus', 'Fovea', 'repomix', 'reached', 'must', 'aim', 'verdict'], bars.map((bar) => [bar.bar, bar.corpus, bar.fovea, bar.repomix, bar.value, bar.must, bar.aim, bar.verdict])),
    '## Every repository', 'How many times the CPU of Fovea repomix needs.',
    ...table(['', ...rows.map(({ corpus }) => `${corpus.name} (${grouped(corpus.files)} files)`)], compared(rows)),
    lost.length === 0 ? 'Fovea needs less CPU in every one of these.' : `Fovea needs more CPU here: ${lost.join('; ')}.`,
    'The two do not print the same: for a task Fovea prints 32,000 tokens where repomix prints everything in short, each leaves out other files, and the skeletons of Fovea keep the first line of each documentation. Tokens are below.',
    'A question that was asked before about the same files is answered from what was kept, and so it is after a change of a file that is far from the task: the changed file of the bar is one from the middle of the repository.',
    `A changed file that the page shows makes a new page, for which everything is ranked again: that costs ${rows.map(({ corpus, turns }) => `${round(turns.taskTouched.cpu / turns.taskWarm.cpu)}x of no change and ${round(turns.taskTouched.cpu / turns.taskOther.cpu)}x of a question that is new (${corpus.name})`).join(', ')}. In a repository of a few hundred files every file is near.`,
    ...rows.flatMap(({ corpus, turns }) => ['', `## ${corpus.name}`, `${corpus.upstream}, ${corpus.version}, ${grouped(corpus.files)} files, ${corpus.megabytes} MB.`, ...turnTable(turns)]),
    '## Start-up', `CPU seconds of one start, from batches of ${STARTS}.`,
    ...table(['command', 'Node', 'CPU s'], startup.map((one) => [one.name, one.node, one.cpu.toFixed(3)])),
  ])
  process.exitCode = missed.length === 0 ? 0 : 1
}

function turnTable(turns) {
  const cells = (turn) => [turn.side, turn.title, turn.cpu.toFixed(2), turn.wall.toFixed(2), turn.megabytes, grouped(turn.tokens), grouped(turn.bytes)]
  return table(['', 'what', 'CPU s', 'wall s', 'MB', 'tokens', 'bytes'], Object.values(turns).map(cells))
}

function loads(rows) {
  const all = rows.flatMap(({ turns }) => Object.values(turns).flatMap((turn) => turn.runs.map(({ load }) => load)))
  return `${Math.min(...all)} to ${Math.max(...all)}`
}
