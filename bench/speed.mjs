// Fovea against repomix, CPU seconds on the same Node: everything packed, and a budgeted pack with skeletons against --compress.
// Both sides take turns within a round, so that a busy machine slows them alike; CPU is the figure to trust, wall time is not.
//   node bench/speed.mjs [--corpus NAME]... [--rounds 3] [--least 5000]
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { options, whole } from './kit/args.mjs'
import { chosen, published } from './kit/corpora.mjs'
import { openWorkspace } from '../dist/workspace/index.js'
import { grouped, median, round } from './kit/numbers.mjs'
import { FOVEA, PROJECT } from './kit/places.mjs'
import { say, table, writeResults } from './kit/results.mjs'
import { plainEnv, timed } from './kit/run.mjs'
import { tools } from './kit/tools.mjs'

const flags = options({ corpus: { type: 'string', multiple: true }, rounds: { type: 'string' }, least: { type: 'string' } })
const rounds = whole(flags.rounds, 3)
/** From this many files on the bar holds. */
const LARGE = whole(flags.least, 5000)
/** Repomix must need at least this many times the CPU of Fovea. */
const BAR = 2

const corpora = chosen(flags.corpus)
const { node: node22, nodeVersion, repomix, repomixVersion } = tools()
const scratch = mkdtempSync(join(tmpdir(), 'fovea-speed-'))
const meter = await openWorkspace(PROJECT, { frozen: true }).meter('o200k_base')
const OUT = join(scratch, 'out')
// A folder of our own for temporary files: the token cache of repomix is there, and nobody else's is touched.
const env = plainEnv({ TMPDIR: scratch })

const full = ['.', '--budget', 'none', '--frozen', '-o', OUT]
const tight = ['.', '--budget', '32k', '--frozen', '-o', OUT]
const task = ['--task', 'the position of an error at the end of the input is lost']
const SCENARIOS = {
  full: {
    title: 'everything',
    sides: {
      fovea: [node22, FOVEA, ...full], foveaHere: [process.execPath, FOVEA, ...full],
      repomix: [node22, repomix, '--quiet', '-o', OUT], repomixWarm: [node22, repomix, '--quiet', '-o', OUT],
    },
  },
  budgeted: {
    title: '32k with skeletons against --compress',
    sides: {
      fovea: [node22, FOVEA, ...tight], foveaHere: [process.execPath, FOVEA, ...tight], foveaTask: [node22, FOVEA, ...tight, ...task],
      repomix: [node22, repomix, '--quiet', '--compress', '-o', OUT], repomixWarm: [node22, repomix, '--quiet', '--compress', '-o', OUT],
    },
  },
}

const rows = []
let startup
try {
  startup = startUp()
  for (const corpus of corpora) {
    for (const [scenario, { sides }] of Object.entries(SCENARIOS)) rows.push(measure(corpus, scenario, sides))
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
report()

function measure(corpus, scenario, sides) {
  const runs = Object.fromEntries(Object.keys(sides).map((side) => [side, []]))
  const outputs = {}
  for (let turn = 0; turn < rounds; turn++) {
    for (const [side, [command, ...args]] of Object.entries(sides)) {
      // Cold means without its token cache; the warm run follows the cold one and finds it.
      if (side === 'repomix') forgetTokens()
      rmSync(OUT, { force: true })
      runs[side].push({ ...timed(command, args, { cwd: corpus.path, env }), load: round(loadavg()[0], 1) })
      outputs[side] ??= { bytes: statSync(OUT).size, tokens: meter.count(readFileSync(OUT, 'utf8')) }
    }
  }
  const result = Object.fromEntries(Object.entries(runs).map(([side, list]) => [side, summary(list, outputs[side])]))
  const times = (side) => round(result[side].cpu / result.fovea.cpu)
  const row = { corpus: corpus.name, files: corpus.files, scenario, sides: result, cold: times('repomix'), warm: times('repomixWarm'), coldHere: round(result.repomix.cpu / result.foveaHere.cpu) }
  say(`${corpus.name} ${scenario}: fovea ${result.fovea.cpu} s, repomix ${result.repomix.cpu} s cold (${row.cold}x), ${result.repomixWarm.cpu} s warm (${row.warm}x)`)
  return row
}

function forgetTokens() {
  rmSync(join(scratch, 'repomix'), { recursive: true, force: true })
}

function summary(runs, output) {
  return {
    cpu: round(median(runs.map((run) => run.cpu))), wall: round(median(runs.map((run) => run.wall))), megabytes: Math.round(Math.max(...runs.map((run) => run.megabytes))), ...output,
    runs: runs.map((run) => ({ cpu: round(run.cpu), wall: round(run.wall), megabytes: Math.round(run.megabytes), load: run.load })),
  }
}

/** What it costs before anything is done. */
function startUp() {
  const commands = {
    'node 22 -e 0': [node22, '-e', '0'], 'fovea --version, node 22': [node22, FOVEA, '--version'], 'repomix --version, node 22': [node22, repomix, '--version'],
    [`node ${process.versions.node} -e 0`]: [process.execPath, '-e', '0'], [`fovea --version, node ${process.versions.node}`]: [process.execPath, FOVEA, '--version'],
    'fovea --help, node 22': [node22, FOVEA, '--help'],
  }
  return Object.entries(commands).map(([name, [command, ...args]]) => {
    const runs = Array.from({ length: 15 }, () => timed(command, args, { cwd: scratch, env }))
    return { name, cpu: round(median(runs.map((run) => run.cpu)), 3), least: round(Math.min(...runs.map((run) => run.cpu)), 3), megabytes: Math.round(median(runs.map((run) => run.megabytes))) }
  })
}

function report() {
  const judged = rows.filter((row) => row.files >= LARGE)
  const missed = judged.filter((row) => row.cold < BAR)
  const lost = rows.filter((row) => row.cold < 1 || row.warm < 1)
  writeResults('speed', { repomix: repomixVersion, node22: nodeVersion, rounds, bar: { files: LARGE, times: BAR }, missed: missed.length, corpora: corpora.map(published), startup, rows }, [
    '# Speed',
    '', `repomix ${repomixVersion} and Fovea on Node ${nodeVersion}; Fovea also on Node ${process.versions.node}. CPU is user + system of the process and all its threads and children, median of ${rounds} runs; memory is the peak of the largest process, the most of all runs. Load average during the runs: ${range(rows.flatMap((row) => Object.values(row.sides).flatMap((side) => side.runs.map((run) => run.load))))}; wall times are in speed.json and mean little.`,
    'Cold is without the token cache of repomix, warm is with it; Fovea has no cache here (`--frozen`), each of its runs is cold.',
    `The bar: on ${grouped(LARGE)} files and more repomix (cold) needs at least ${BAR} times the CPU. ${missed.length === 0 ? `Met in ${judged.length} of ${judged.length}.` : `Missed by ${missed.map((row) => `${row.corpus} ${row.scenario}`).join(', ')}.`}${lost.length === 0 ? '' : ` Fovea loses in: ${lost.map((row) => `${row.corpus} ${row.scenario}`).join(', ')}.`}`,
    ...Object.entries(SCENARIOS).flatMap(([scenario, { title }]) => ['', `## ${title}`, ...scenarioTable(scenario)]),
    '', '## Start-up', 'CPU seconds, median and least of 15 runs.',
    ...table(['command', 'CPU s', 'least', 'MB'], startup.map((one) => [one.name, one.cpu.toFixed(3), one.least.toFixed(3), one.megabytes])),
    'Corpora:', ...corpora.map((one) => `- ${one.name}: ${one.upstream}, ${one.version}, ${grouped(one.files)} files, ${one.megabytes} MB`),
  ])
  process.exitCode = missed.length === 0 ? 0 : 1
}

function scenarioTable(scenario) {
  const list = rows.filter((row) => row.scenario === scenario)
  const seconds = (side) => (side === undefined ? '-' : side.cpu.toFixed(2))
  return table(
    ['corpus', 'files', 'Fovea CPU s', `on Node ${process.versions.node.split('.')[0]}`, ...(scenario === 'budgeted' ? ['with a task'] : []), 'repomix cold', 'times', 'repomix warm', 'times', 'Fovea MB', 'repomix MB', 'Fovea tokens', 'repomix tokens', 'Fovea bytes', 'repomix bytes'],
    list.map(({ corpus, files, sides, cold, warm }) => [
      corpus, grouped(files), seconds(sides.fovea), seconds(sides.foveaHere), ...(scenario === 'budgeted' ? [seconds(sides.foveaTask)] : []), seconds(sides.repomix), `${cold.toFixed(1)}x`, seconds(sides.repomixWarm), `${warm.toFixed(1)}x`,
      sides.fovea.megabytes, sides.repomix.megabytes, grouped(sides.fovea.tokens), grouped(sides.repomix.tokens), grouped(sides.fovea.bytes), grouped(sides.repomix.bytes),
    ]),
  )
}

function range(numbers) {
  return `${Math.min(...numbers)} to ${Math.max(...numbers)}`
}
