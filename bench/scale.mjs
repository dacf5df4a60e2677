// A tree of a million files: what a run costs, how much memory a file takes, and how soon it ends when it is told to.
//   node bench/scale.mjs [--files 1000000] [--corpus kubernetes=../kubernetes]
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { options, whole } from './kit/args.mjs'
import { grouped } from './kit/numbers.mjs'
import { FOVEA } from './kit/places.mjs'
import { filesIn, say, table, writeResults } from './kit/results.mjs'
import { plainEnv, timed } from './kit/run.mjs'

const flags = options({ files: { type: 'string' }, corpus: { type: 'string', multiple: true } })
const files = whole(flags.files, 1_000_000)
const TASK = 'retry a job of the queue when its worker stops before the job is done'
/** How long a run is left alone before it is told to stop. */
const PATIENCE = 4000

/** The runs on one tree, in order; those that keep the same find what the one before left. */
const RUNS = [
  { title: '32k, cold', keeps: 'overview', args: ['.', '--budget', '32k'] },
  { title: '32k, warm', keeps: 'overview', args: ['.', '--budget', '32k'] },
  { title: '32k for a task, cold', keeps: 'task', args: ['.', '--budget', '32k', '--task', TASK] },
  { title: '32k for the same task, warm', keeps: 'task', args: ['.', '--budget', '32k', '--task', TASK] },
  { title: 'everything, cold', keeps: 'full', args: ['.', '--budget', 'none'] },
  { title: 'everything, warm', keeps: 'full', args: ['.', '--budget', 'none'] },
]

/** What stands in the files, by language. */
const WRITERS = [
  (i) => `import { queue${i % 997} } from './job${Math.max(0, i - 4)}.ts'\n\nexport function retry${i}(worker: string): boolean {\n  return queue${i % 997}(worker, ${i})\n}\n`,
  (i) => `"""Job ${i}."""\n\n\ndef retry_${i}(worker):\n    return worker.queue(${i})\n`,
  (i) => `package jobs\n\n// Retry${i} puts a job back.\nfunc Retry${i}(worker string) bool {\n\treturn queue(worker, ${i})\n}\n`,
  (i) => `# Job ${i}\n\nIs put back when worker ${i % 31} stops.\n`,
]

const scratch = mkdtempSync(join(tmpdir(), 'fovea-scale-'))
const trees = []
try {
  trees.push(await measured(`${grouped(files)} generated files`, generated(files)))
  for (const named of flags.corpus ?? []) {
    const [name, folder] = named.split('=')
    trees.push(await measured(name, resolve(folder)))
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
writeResults('scale', { trees }, page())

/** Folders of 100 small files in four languages, 100 of them in each part. Told apart by their numbers, so no two are the same. */
function generated(count) {
  const root = join(scratch, 'tree')
  say(`writing ${grouped(count)} files`)
  for (let i = 0; i < count; i++) {
    const folder = join(root, `part${Math.floor(i / 10_000)}`, `unit${Math.floor(i / 100) % 100}`)
    if (i % 100 === 0) mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `job${i}.${['ts', 'py', 'go', 'md'][i % 4]}`), WRITERS[i % 4](i))
  }
  return root
}

async function measured(name, root) {
  const count = filesIn(root).length
  const runs = RUNS.map((run) => {
    const cost = once(root, run)
    say(`${name}: ${run.title}: ${cost.cpu.toFixed(1)} s of CPU, ${Math.round(cost.megabytes)} MB`)
    return { title: run.title, ...cost }
  })
  return { name, count, runs, stop: await stopped(root) }
}

function once(root, { keeps, args }) {
  const kept = join(scratch, 'kept', keeps)
  mkdirSync(kept, { recursive: true })
  const output = join(scratch, 'output')
  const { cpu, wall, megabytes, said } = timed(process.execPath, [FOVEA, ...args, '-o', output], { cwd: root, env: plainEnv({ XDG_CACHE_HOME: kept }) })
  return { cpu, wall, megabytes, told: /(\d+) counted in their folder/.exec(said)?.[1] }
}

/** Whether a run that is told to stop does so, what it says, and whether it leaves a part of its output behind. */
function stopped(root) {
  const output = join(scratch, 'stopped')
  const run = spawn(process.execPath, [FOVEA, '.', '--budget', 'none', '--no-cache', '-o', output], { cwd: root, env: plainEnv(), stdio: ['ignore', 'ignore', 'pipe'] })
  return new Promise((done) => {
    let asked = 0
    let progress = ''
    run.stderr.on('data', (piece) => { progress += piece })
    const timer = setTimeout(() => {
      asked = Date.now()
      run.kill('SIGINT')
    }, PATIENCE)
    run.on('exit', (exit) => {
      clearTimeout(timer)
      done({ exit, milliseconds: asked === 0 ? undefined : Date.now() - asked, left: existsSync(output), said: progress.trim().split('\n').at(-1) ?? '' })
    })
  })
}

function page() {
  return ['# Large trees',
    '',
    'CPU is user and system time of one run with its threads and children; memory is its peak. Cold: nothing is kept from an earlier run; the files are in the cache of the disk.',
    ...trees.flatMap(({ name, count, runs, stop }) => ['', `## ${name}`,
      ...table(['what', 'CPU s', 'wall s', 'MB', 'KB a file', 'microseconds a file', 'files counted in folders'], runs.map((run) => [run.title, run.cpu.toFixed(1), run.wall.toFixed(1), Math.round(run.megabytes), (run.megabytes * 1024 / count).toFixed(1), Math.round(run.cpu * 1e6 / count), run.told === undefined ? '' : grouped(Number(run.told))])),
      stop.milliseconds === undefined ? `A run without a budget was over within ${PATIENCE / 1000} s, before it could be told to stop.` : `Told to stop after ${PATIENCE / 1000} s, a run without a budget ended ${stop.milliseconds} ms later with exit code ${stop.exit}, and left ${stop.left ? 'a PART OF ITS OUTPUT' : 'no part of its output'}.`]),
  ]
}
