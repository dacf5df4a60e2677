// Processes that write are killed (SIGKILL) at random points, up to eight of them at work on one store: what is broken, stuck, lost or left behind afterwards?
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freshProgram } from '../../../scripts/fresh.mjs'
import { PROJECT, put, recordsOf } from './commands.mjs'
import { runInside } from './inside.mjs'

const FAULTS = fileURLToPath(new URL('faults.cjs', import.meta.url))

/** Kinds of writers: the command that keeps a record of this number, the kind of record, and how it is listed. */
const WRITERS = [
  { kind: 'lessons', argv: (n) => ['feedback', 'src/alpha.ts', '--utility', '0.6', '--reason', `r${n}`], record: (n) => `rated src/alpha.ts r${n}` },
  { kind: 'sessions', argv: (n) => ['session', 'save', `s${n}`, '--task', `alpha ${n}`, '--meter', 'heuristic', '--budget', '300'], record: (n) => `s${n}: alpha ${n}` },
  { kind: 'aliases', argv: (n) => ['ctx', 'alias', 'add', `H.n${n}`, 'src/beta.ts'], record: (n) => `H.n${n} src/beta.ts` },
  { kind: 'sources', argv: (n) => ['catalog', 'add', `src${n}`, 'api.json', '--secret', 'token=env:TOKEN'], record: (n) => `src${n} openapi api.json` },
  { kind: 'cache', argv: (n) => ['pack', '.', '--meter', 'heuristic', '--budget', '500', '--format', 'minimal', '--pin', n % 2 === 0 ? 'src/alpha.ts' : 'src/beta.ts'] },
  { kind: 'cache', argv: (n) => ['pack', '.', '--meter', 'heuristic', '--budget', '500', '--format', 'minimal', '-o', `out${n % 3}.txt`] },
]

/** A store that many processes share. */
export class Store {
  constructor(folder) {
    Object.assign(this, { folder, root: join(folder, 'project'), said: [], number: 0, usual: 600 })
    this.env = { HOME: join(folder, 'home'), XDG_CONFIG_HOME: join(folder, 'config'), FOVEA_CACHE: join(folder, 'cache'), TOKEN: 'x' }
    for (const name of ['home', 'config', 'cache']) mkdirSync(join(folder, name), { recursive: true })
    put(this.root, PROJECT)
  }

  /** Starts the program; `fault` ends it at an operation, `kill()` at any time. */
  start(argv, { fault, program = freshProgram() } = {}) {
    const env = { PATH: process.env.PATH, ...this.env, ...(fault === undefined ? {} : { FAULTS: JSON.stringify(fault) }) }
    const child = spawn(process.execPath, [...(fault === undefined ? [] : ['--require', FAULTS]), program, ...argv], { cwd: this.root, env })
    const written = { out: '', err: '' }
    child.stdout.on('data', (chunk) => { written.out += chunk })
    child.stderr.on('data', (chunk) => { written.err += chunk })
    const ended = new Promise((resolve) => child.on('close', (code, signal) => resolve({ code: signal === null ? code : undefined, ...written })))
    return { ended, kill: () => child.kill('SIGKILL') }
  }

  /** A writer with a number that no other has. */
  numbered({ kind, argv, record }) {
    const number = this.number++
    return { kind, argv: argv(number), record: record?.(number) }
  }

  /** What is wrong, as sentences: lists that cannot be read, records whose command said that it was done and that are not there, locks that hold though nobody lives, other answers than those of a store without a past. */
  async faults() {
    const found = []
    for (const kind of ['lessons', 'sessions', 'aliases', 'sources']) found.push(...await this.missing(kind))
    return found
  }

  async missing(kind) {
    const { argv, of } = recordsOf(kind)
    const { code, out, err } = await runInside(argv, { cwd: this.root, env: this.env })
    if (code !== 0) return [`corrupt: fovea ${argv.join(' ')} ended with ${code}: ${err}`]
    const there = new Set(of(JSON.parse(out)))
    return this.said.filter((one) => one.kind === kind && !there.has(one.record)).map(({ record }) => `lost: ${record}`)
  }

  /** Writes one of each kind, as the next user would; says what failed, and the longest that one of them took, in milliseconds. */
  async next() {
    const found = []
    let longest = 0
    for (const writer of WRITERS) {
      const { kind, argv, record } = this.numbered(writer)
      const begin = performance.now()
      const { code, err } = await this.start(argv).ended
      longest = Math.max(longest, performance.now() - begin)
      if (code !== 0) found.push(`stuck: fovea ${argv.join(' ')} ended with ${code}: ${err}`)
      else if (record !== undefined) this.said.push({ kind, record })
    }
    return { found, longest }
  }

  /** Drafts and locks that lie about. */
  left() {
    return readdirSync(this.folder, { recursive: true }).map(String).filter((path) => /(?:^|\/)\.fovea-draft-|\.lock$|\.tmp$/.test(path))
  }
}

/** One round: some writers at once; most of them are killed, by time or at an operation, the others run to their end. */
export async function round(store, roll, most = 8) {
  const hands = Array.from({ length: 1 + roll(most) }, () => store.numbered(WRITERS[roll(WRITERS.length)]))
  const ends = await Promise.all(hands.map(async (hand, at) => ({ ...hand, ...await ending(store, { argv: hand.argv, how: roll(at === 0 ? 3 : 4) }, roll) })))
  // Whoever was told that it is kept must find it.
  for (const { code, kind, record } of ends) if (code === 0 && record !== undefined) store.said.push({ kind, record })
  return { killed: ends.filter(({ code }) => code === undefined).length, processes: ends.length, failed: ends.filter(({ code }) => code !== undefined && code !== 0).map(({ code, argv, err }) => `failed: fovea ${argv.join(' ')} ended with ${code}: ${err}`) }
}

/** How one of them ends: 0 at an operation, 1 and 2 at a time, else by itself. */
async function ending(store, { argv, how }, roll) {
  const only = roll(2) === 0 ? 'writes' : undefined
  const fault = how === 0 ? { at: 1 + roll(only === undefined ? 120 : 25), kind: ['before', 'half', 'after'][roll(3)], only } : undefined
  const begin = performance.now()
  const child = store.start(argv, { fault })
  if (how === 1 || how === 2) {
    await Promise.race([pause(roll(Math.ceil(store.usual * 1.1))), child.ended])
    child.kill()
  }
  const end = await child.ended
  if (end.code === 0) store.usual = store.usual * 0.8 + (performance.now() - begin) * 0.2
  return end
}
