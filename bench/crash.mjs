// Stores survive: the n-th operation on files fails, processes are killed (SIGKILL), many work on one store, the disk is full or read-only. What is broken, stuck, lost or left behind?
//   node bench/crash.mjs [--kills N] [--every N] [--only sweep|kills|hands|disk] [--seed N]
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freshProgram } from '../scripts/fresh.mjs'
import { dice } from '../test/kit/edits.mjs'
import { COMMANDS } from '../test/kit/faults/commands.mjs'
import { runInside } from '../test/kit/faults/inside.mjs'
import { round, Store } from '../test/kit/faults/kills.mjs'
import { hard } from '../test/kit/faults/sweep.mjs'
import { options, whole } from './kit/args.mjs'
import { grouped } from './kit/numbers.mjs'
import { say, table, writeResults } from './kit/results.mjs'

const given = options({ kills: { type: 'string' }, every: { type: 'string' }, only: { type: 'string' }, seed: { type: 'string' } })
const kills = whole(given.kills, 1000)
const every = whole(given.every, 1)
const roll = dice(whole(given.seed, 1))
const kit = (name) => fileURLToPath(new URL(`../test/kit/faults/${name}`, import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'fovea-crash-'))

/** Codes that any operation may give, and faults that only writes can have. */
const ANY = ['EIO', 'EACCES', 'EMFILE', 'EINTR', 'halt-before', 'halt-after']
const WRITES = ['ENOSPC', 'EROFS', 'ENOENT', 'short', 'full', 'halt-half']

try {
  const sweeps = wanted('sweep') ? await swept() : []
  const killed = wanted('kills') ? await killing() : undefined
  const hands = wanted('hands') ? await manyHands() : []
  const disks = wanted('disk') ? await badDisks() : []
  const faults = [...sweeps.flatMap((one) => one.faults), ...(killed?.faults ?? []), ...hands.flatMap((one) => one.faults), ...disks.flatMap((one) => one.faults)]
  for (const fault of faults.slice(0, 30)) say(fault)
  if (given.only === undefined) report({ sweeps, killed, hands, disks })
  say(`${faults.length} faults`)
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  rmSync(home, { recursive: true, force: true })
}

function wanted(part) {
  return given.only === undefined || given.only === part
}

/** Runs a script of the kit and gives what it printed. */
function child(args) {
  return new Promise((resolve, reject) => {
    const process_ = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let out = ''
    process_.stdout.on('data', (chunk) => { out += chunk })
    process_.on('close', (code) => (code === 0 ? resolve(out) : reject(new Error(`${args[0]} ended with ${code}`))))
  })
}

async function swept() {
  const results = []
  for (const { name } of COMMANDS) {
    const plan = [{ name, every, kinds: ANY }, { name, every, only: 'writes', kinds: WRITES }]
    const [any, writes] = JSON.parse(await child([kit('sweeps.mjs'), JSON.stringify(plan)]))
    results.push({ name, operations: any.operations, writes: writes.operations, runs: any.runs + writes.runs, faults: [...any.faults, ...writes.faults] })
    say(`${name}: ${any.operations} operations, ${any.runs + writes.runs} runs, ${any.faults.length + writes.faults.length} faults`)
  }
  return results
}

/** A store is used for some rounds; after each it is looked through, and after some the next user writes one record of each kind. */
async function killing() {
  const sum = { killed: 0, processes: 0, rounds: 0, records: 0, longest: 0, left: 0, faults: [] }
  for (let stores = 0; sum.killed < kills; stores++) {
    const store = new Store(join(home, `store${stores}`))
    for (let at = 0; at < 12 && sum.killed < kills; at++) await killRound(store, sum, at % 4 === 3)
    sum.records += store.said.length
    const last = await store.next()
    sum.faults.push(...last.found, ...await store.faults())
    sum.left = Math.max(sum.left, store.left().length)
    rmSync(store.folder, { recursive: true, force: true })
    say(`${sum.killed} of ${sum.processes} processes killed, ${sum.records} records kept, ${sum.left} left behind at most, ${sum.faults.length} faults`)
  }
  return sum
}

async function killRound(store, sum, next) {
  const { killed, processes, failed } = await round(store, roll)
  sum.killed += killed
  sum.processes += processes
  sum.rounds++
  sum.faults.push(...failed, ...await store.faults())
  if (!next) return
  const { found, longest } = await store.next()
  sum.longest = Math.max(sum.longest, Math.round(longest))
  sum.faults.push(...found)
}

/** Eight processes: on one document, on eight, with an older version among them, with another build of the program. */
async function manyHands() {
  return [
    await handsOn('eight processes, one document', (at) => ['shared', `h${at}`, '150']),
    await handsOn('eight processes, eight documents', (at) => [`own${at}`, `h${at}`, '150']),
    await handsOn('two versions: four lock as older ones did', (at) => ['shared', `h${at}`, '150', ...(at % 2 === 0 ? ['old'] : [])]),
    await whileHeld(), await twoBuilds(),
  ]
}

async function handsOn(name, argsOf) {
  const folder = join(home, 'hands')
  mkdirSync(join(folder, '.fovea/hands'), { recursive: true })
  writeFileSync(join(folder, '.fovea/hands/shared.json'), '')
  const begin = performance.now()
  const said = (await Promise.all(Array.from({ length: 8 }, (_, at) => child([kit('hands.mjs'), folder, ...argsOf(at)])))).join('')
  const seconds = (performance.now() - begin) / 1000
  const files = readdirSync(join(folder, '.fovea/hands'))
  const kept = files.filter((file) => file.endsWith('.json')).map((file) => readFileSync(join(folder, '.fovea/hands', file), 'utf8')).join('')
  const lost = lines(said).filter((line) => !new Set(lines(kept)).has(line))
  const left = files.filter((file) => !file.endsWith('.json'))
  rmSync(folder, { recursive: true, force: true })
  return { name, updates: lines(said).length, seconds: Math.round(seconds * 10) / 10, faults: [...lost.map((line) => `${name}: lost ${line}`), ...left.map((file) => `${name}: left ${file}`)] }
}

function lines(text) {
  return text.split('\n').filter((line) => line !== '')
}

/** Somebody holds the lock of one document until the writer of another is done: it would wait for ever if it waited. */
async function whileHeld() {
  const folder = join(home, 'held')
  mkdirSync(join(folder, '.fovea/hands'), { recursive: true })
  const { locked } = await import('../dist/stores/lock.js')
  let ended
  locked(join(folder, '.fovea/hands/one.json'), () => { ended = spawnSync(process.execPath, [kit('hands.mjs'), folder, 'other', 'h', '50'], { encoding: 'utf8', timeout: 15_000 }) })
  return { name: 'another document while one is locked', updates: lines(ended.stdout).length, seconds: 0, faults: ended.status === 0 && lines(ended.stdout).length === 50 ? [] : [`a document waits for another: ${ended.stderr}`] }
}

/** Two installations, each with caches of its own, on one project. */
async function twoBuilds() {
  const other = join(home, 'other')
  cpSync(fileURLToPath(new URL('../dist', import.meta.url)), join(other, 'dist'), { recursive: true })
  cpSync(fileURLToPath(new URL('../package.json', import.meta.url)), join(other, 'package.json'))
  writeFileSync(join(other, 'dist/build.txt'), '000000000000\n')
  const store = new Store(join(home, 'builds'))
  const programs = [freshProgram(), join(other, 'dist/bin/fovea.cjs')]
  const ends = await Promise.all(Array.from({ length: 8 }, async (_, at) => {
    const records = []
    for (let n = 0; n < 6; n++) {
      const { code, err } = await store.start(['feedback', 'src/alpha.ts', '--useful', '--reason', `b${at}-${n}`], { program: programs[at % 2] }).ended
      records.push({ record: `rated src/alpha.ts b${at}-${n}`, kind: 'lessons', ...(code === 0 ? {} : { fault: `two builds: ended with ${code}: ${err}` }) })
    }
    return records
  }))
  store.said.push(...ends.flat())
  return { name: 'two builds of the program, one project', updates: ends.flat().length, seconds: 0, faults: [...ends.flat().flatMap(({ fault }) => fault ?? []), ...await store.faults()] }
}

/** A disk of a few megabytes that is full, one that is read-only (both need the right to mount), and no room for any file at all. */
async function badDisks() {
  const results = []
  const mount = join(home, 'small')
  mkdirSync(mount)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', mount]).status === 0) {
    try {
      for (const command of COMMANDS) results.push({ disk: 'full', ...await hard(command, { run: runInside, home: mount, begin: fill, end: ({ folder }) => rmSync(join(folder, '..', 'ballast'), { force: true }) }) })
      const again = (how) => () => { if (spawnSync('mount', ['-o', `remount,${how}`, mount]).status !== 0) throw new Error(`the disk cannot be made ${how}`) }
      for (const command of COMMANDS) results.push({ disk: 'read-only', ...await hard(command, { run: runInside, home: mount, begin: again('ro'), end: again('rw') }) })
    } finally {
      spawnSync('umount', [mount])
    }
  }
  const plain = join(home, 'plain')
  mkdirSync(plain)
  for (const command of COMMANDS) results.push({ disk: 'no file may grow', ...await hard(command, { run: runInside, faulty: limited, home: plain, begin: () => {}, end: () => {} }) })
  for (const { name, disk, code, said } of results) say(`${name}, ${disk}: ${code} ${said}`)
  return results
}

/** Takes all the room that is left. */
function fill({ folder }) {
  const { bavail, bsize } = statfsSync(folder)
  const ballast = join(folder, '..', 'ballast')
  try {
    writeFileSync(ballast, Buffer.alloc(bavail * bsize))
  } catch (error) {
    if (error.code !== 'ENOSPC') throw error
  }
}

/** The program where a file may have no bytes at all. */
function limited(argv, { cwd, env }) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', 'ulimit -f 0; exec "$@"', 'sh', process.execPath, freshProgram(), ...argv], { cwd, env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' })
  return Promise.resolve({ code: status, out: stdout, err: stderr })
}

function report({ sweeps, killed, hands, disks }) {
  const count = (list) => grouped(list.reduce((sum, { faults }) => sum + faults.length, 0))
  writeResults('crash', { kills, every, sweeps, killed, hands, disks }, [
    '# Faults, kills, many hands and bad disks',
    '',
    '## The n-th operation fails',
    '',
    `Each command is run with its n-th operation on files failing, for ${every === 1 ? 'every n' : `every ${every}th n`} until it ends without reaching n: every operation with ${ANY.join(', ')}, and every write with ${WRITES.join(', ')} (halt: from here on nothing reaches the disk, as after a kill before, in the middle of or after the operation; short: half of it is written; full: no later write finds room).`,
    'Demanded of every run: the answer of a run without a fault or one with a warning, or an error in words with a documented exit code; no stack, no words of the system; no file that is neither the old nor the new one; no record of the user lost; no draft or lock left where it could be removed; and the next run without a fault answers as if nothing had been.',
    ...table(['command', 'operations', 'of them writes', 'runs', 'faults'], sweeps.map(({ name, operations, writes, runs, faults }) => [name, grouped(operations), grouped(writes), grouped(runs), grouped(faults.length)])),
    '## Kills',
    '',
    `Up to eight processes at once on one project, a home and a cache: lessons, sessions, aliases, sources with consent, packs with the cache, packs into a file. ${grouped(killed.killed)} of ${grouped(killed.processes)} were killed (SIGKILL) in ${grouped(killed.rounds)} rounds, two thirds at a random time, one third before, in the middle of or after a random operation.`,
    'After each round every list is read and every record is looked for whose command had ended with 0. After every fourth the next user writes one of each kind, for which locks must not hold.',
    ...table(['what', 'count'], [
      ['records that commands said they kept', grouped(killed.records)], ['faults: corrupt, stuck, lost or failed beside a killed one', grouped(killed.faults.length)],
      ['longest command after kills, with all of its work, in ms', grouped(killed.longest)], ['drafts and locks at the end of a store, at most', grouped(killed.left)],
    ]),
    '## Many hands',
    ...table(['what', 'updates', 'seconds', 'faults'], hands.map(({ name, updates, seconds, faults }) => [name, grouped(updates), seconds === 0 ? '' : String(seconds), grouped(faults.length)])),
    '## Bad disks',
    '',
    'The whole place (project, home, cache) lies on a disk that is full, or read-only, or where no file may have a byte (`ulimit -f 0`). What has an answer that needs no room gives it.',
    ...table(['command', 'disk', 'exit', 'what it says', 'faults'], disks.map(({ name, disk, code, said, faults }) => [name, disk, code, said, faults.length])),
    `Faults in all: ${count([...sweeps, killed, ...hands, ...disks])}.`,
  ])
}
