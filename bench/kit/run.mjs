// Runs a command and says what it cost, children and threads included.
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const TIME = '/usr/bin/time'
/** The shell counts in thousandths of a second, where `time` has hundredths: a small run takes fifteen of those. */
const THOUSANDTHS = 'TIMEFORMAT="%3U %3S %3R"; exec 3> "$1"; shift; { time "$@" 2>&4; } 4>&2 2>&3'

/** The environment without what would make one Node slower than the other. */
export function plainEnv(more = {}) {
  const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, ...env } = process.env
  return { ...env, ...more }
}

/** The exit code, CPU and wall seconds and the peak of memory in MB of one run, and what it said on standard error; its output goes to a file where one is named. */
export function timed(command, args, { cwd, env, output, accepts = [0] }) {
  if (!existsSync(TIME)) throw new Error(`${TIME} is needed to measure: install the package "time"`)
  const folder = mkdtempSync(join(tmpdir(), 'fovea-time-'))
  const sink = output === undefined ? 'ignore' : openSync(output, 'w')
  try {
    const [times, peak] = [join(folder, 'times'), join(folder, 'peak')]
    const run = spawnSync('bash', ['-c', THOUSANDTHS, 'bash', times, TIME, '-o', peak, '-f', '%M', command, ...args], { cwd, env, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', sink, 'pipe'] })
    if (!accepts.includes(run.status)) throw new Error(`${command} ${args.join(' ')} ended with ${run.status}: ${run.stderr.slice(-2000)}`)
    const [user, system, wall, kilobytes] = [times, peak].flatMap((file) => readFileSync(file, 'utf8').trim().split('\n').at(-1).split(' ')).map(Number)
    return { code: run.status, cpu: user + system, wall, megabytes: kilobytes / 1024, said: run.stderr }
  } finally {
    if (sink !== 'ignore') closeSync(sink)
    rmSync(folder, { recursive: true, force: true })
  }
}
