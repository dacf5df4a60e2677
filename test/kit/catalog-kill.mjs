// Kills scanners and workers of the catalogue at random points and says what is wrong with the catalogue afterwards. Used by a test with a few kills and by bench/catalog-kill.mjs with many.
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freshProgram } from '../../scripts/fresh.mjs'

/** The sources of a project: API documents, each with some operations. */
export class Project {
  constructor(root, sources, operations) {
    Object.assign(this, { root, operations, names: Array.from({ length: sources }, (_, at) => `api${at}`) })
    mkdirSync(root, { recursive: true })
  }

  /** Writes the documents of a round: every operation has another parameter, and every tenth round there is one operation more. */
  write(round) {
    this.round = round
    for (const name of this.names) writeFileSync(join(this.root, `${name}.json`), JSON.stringify(documentOf(name, this.expected, round)))
  }

  /** How many resources each source has when the round is published. */
  get expected() {
    return this.operations + Math.floor(this.round / 10)
  }
}

function documentOf(title, operations, round) {
  const paths = Object.fromEntries(Array.from({ length: operations }, (_, at) => [`/things${at}/{id}`, { get: {
    operationId: `get${at}`, summary: `One of the things ${at}`, parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }, { name: `round${round}`, in: 'query', schema: { type: 'integer' } }],
    responses: { 200: { description: 'It', content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' }, amount: { type: 'number' } } } } } } },
  } }]))
  return { openapi: '3.0.3', info: { title, version: String(round) }, servers: [{ url: 'https://api.example' }], paths }
}

/** Names a project in the user's own configuration of the programs that run there: a file of the folder itself may not. */
export function nameProject(root, name) {
  mkdirSync(join(root, 'config', 'fovea'), { recursive: true })
  writeFileSync(join(root, 'config', 'fovea', 'config.json'), JSON.stringify({ project: name }))
}

/** A run of the program: `ended` gives its exit code, what it wrote and its CPU seconds; undefined as a code when it was killed. */
export function run(args, { cwd, env = {} }) {
  const child = spawn(process.execPath, [freshProgram(), ...args], { cwd, env: { PATH: process.env.PATH, HOME: cwd, XDG_CONFIG_HOME: join(cwd, 'config'), FOVEA_CACHE: 'off', ...env } })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => { out += chunk })
  child.stderr.on('data', (chunk) => { err += chunk })
  const ended = new Promise((resolve) => child.on('close', (code, signal) => resolve({ code: signal === null ? code : undefined, out, err })))
  return { ended, stop: () => child.kill('SIGTERM'), killAfter: async (milliseconds) => { await Promise.race([pause(milliseconds), ended]); child.kill('SIGKILL'); return ended } }
}

/** Runs to the end; throws what it said when it failed. */
export async function done(args, around) {
  const { code, out, err } = await run(args, around).ended
  if (code !== 0) throw new Error(`fovea ${args.join(' ')} ended with ${code}: ${err}${out}`)
  return out
}

/** What is wrong with a catalogue, as sentences; none when each source is whole, its revisions have no gap, and no change was noted twice or not at all. */
export async function faultsIn(store) {
  const { sources, resources, changes } = await looked(store)
  const faults = []
  for (const { spec, resources: count } of sources) {
    const held = resources.filter(({ source }) => source === spec.name)
    if (held.length !== count) faults.push(`${spec.name} says that it has ${count} resources, and has ${held.length}`)
    const rounds = new Set(held.map(({ details }) => details.inputs?.find(({ name }) => name.startsWith('round'))?.name))
    if (rounds.size > 1) faults.push(`${spec.name} mixes the scans ${[...rounds].join(', ')}`)
  }
  for (const { overview } of resources) {
    // The journal is bounded: what is in it must be the newest revisions, each once.
    const noted = changes.filter(({ id }) => id === overview.id).map(({ rev }) => rev)
    const wanted = noted.map((_, at) => overview.rev - at)
    if (noted.join() !== wanted.join()) faults.push(`${overview.id} has revision ${overview.rev}, and the journal tells of ${noted.join(', ')}`)
  }
  return faults
}

/** Three readings of one moment: begun again when somebody published in between. */
async function looked(store) {
  for (;;) {
    const state = await store.state()
    const [sources, resources, changes] = [await store.sources(), await store.resources(), await store.changes(10_000)]
    if (await store.state() === state) return { sources, resources, changes }
  }
}

/** What is missing of a round, as sentences. */
export async function missingIn(store, project) {
  const [sources, resources] = [await store.sources(), await store.resources()]
  const faults = sources.length === project.names.length ? [] : [`${sources.length} sources of ${project.names.length}`]
  for (const { spec, resources: count, failure } of sources) if (count !== project.expected || failure !== undefined) faults.push(`${spec.name} has ${count} resources of ${project.expected}${failure === undefined ? '' : `: ${failure.message}`}`)
  const old = resources.filter(({ details }) => !details.inputs?.some(({ name }) => name === `round${project.round}`)).length
  return old === 0 ? faults : [...faults, `${old} resources are of an older scan`]
}

/** Kills scanners of an embedded catalogue; every other time a second scanner works beside it. Gives the faults found. */
export async function killScanners({ project, store, kills, random, around }) {
  const faults = []
  for (const name of project.names) await done(['catalog', 'add', name, `${name}.json`, '--type', 'openapi', '--no-scan'], around)
  project.write(1)
  const begin = performance.now()
  await done(['catalog', 'scan'], around)
  const whole = performance.now() - begin
  let killed = 0
  for (let round = 2; killed < kills; round++) {
    project.write(round)
    const other = round % 2 === 0 ? run(['catalog', 'scan'], around) : undefined
    const { code } = await run(['catalog', 'scan'], around).killAfter(random() * whole * (other === undefined ? 1 : 1.6))
    if (code === undefined) killed++
    faults.push(...await faultsIn(store))
    if (other !== undefined) {
      const end = await other.ended
      if (end.code !== 0) faults.push(`the other scanner ended with ${end.code}: ${end.err}`)
      faults.push(...await missingIn(store, project))
    }
  }
  await done(['catalog', 'scan'], around)
  return { killed, rounds: project.round, faults: [...faults, ...await faultsIn(store), ...await missingIn(store, project)] }
}

/** Kills workers: two at once, one of them or, every fourth time, both; then the work must be done by whoever is left. Gives the faults found. */
export async function killWorkers({ project, store, kills, random, around }) {
  const faults = []
  project.write(1)
  for (const name of project.names) await done(['catalog', 'add', name, `${name}.json`, '--type', 'openapi', '--no-scan'], around)
  const worker = ['worker', '--once', '--json', '--concurrency', '2']
  await done(['catalog', 'scan', '--queue'], around)
  const begin = performance.now()
  await done(worker, around)
  const whole = performance.now() - begin
  let killed = 0
  let rescued = 0
  for (let round = 2; killed < kills; round++) {
    project.write(round)
    await done(['catalog', 'scan', '--queue'], around)
    const [one, two] = [run(worker, around), run(worker, around)]
    const ends = [one.killAfter(random() * whole), round % 4 === 0 ? two.killAfter(random() * whole) : two.ended]
    const [first, second] = await Promise.all(ends)
    killed += [first, second].filter(({ code }) => code === undefined).length
    faults.push(...await faultsIn(store))
    const last = second.code === undefined ? await run(worker, around).ended : second
    if (last.code !== 0) faults.push(`the last worker ended with ${last.code}: ${last.err}${last.out}`)
    rescued += last.out.split('"rescued"').length - 1
    faults.push(...await faultsIn(store), ...await missingIn(store, project))
  }
  return { killed, rescued, rounds: project.round, faults }
}
