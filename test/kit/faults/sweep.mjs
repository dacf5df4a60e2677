// The n-th operation on files fails, for every n: is the answer still right, or the error clear? Is everything still there, and does the next run notice nothing?
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT, put, recordsOf } from './commands.mjs'

/** Exit codes that docs/reference.md knows, without that of an interrupt. */
const EXITS = new Set([0, 1, 2, 3, 4, 5, 6])

/** A place for one run: a project, a cache and a home. */
class Place {
  constructor(folder, run) {
    Object.assign(this, { folder, root: join(folder, 'project'), run })
  }

  do(argv, fault) {
    return this.run(argv, { cwd: this.root, fault, env: { HOME: join(this.folder, 'home'), XDG_CONFIG_HOME: join(this.folder, 'config'), FOVEA_CACHE: join(this.folder, 'cache'), TOKEN: 'x' } })
  }

  async records(kind) {
    const { argv, of } = recordsOf(kind)
    const { code, out, err } = await this.do(argv)
    if (code !== 0) throw new Error(`fovea ${argv.join(' ')} ended with ${code}: ${err}`)
    return of(JSON.parse(out))
  }

  text(path) {
    return existsSync(join(this.root, path)) ? readFileSync(join(this.root, path), 'utf8') : undefined
  }

  /** Drafts and locks that are lying about. */
  left() {
    return readdirSync(this.folder, { recursive: true }).map(String).filter((path) => /(?:^|\/)\.fovea-draft-|\.lock$|\.tmp$/.test(path))
  }
}

/** The state that a command begins in, made once, and what it does without a fault. */
async function prepared(command, { home, run }) {
  const template = new Place(join(home, 'run'), run)
  for (const name of ['project', 'cache', 'home', 'config']) mkdirSync(join(template.folder, name), { recursive: true })
  put(template.root, PROJECT)
  let pack = ''
  for (const argv of command.before ?? []) {
    const { code, err } = await template.do(argv)
    if (code !== 0) throw new Error(`fovea ${argv.join(' ')} ended with ${code}: ${err}`)
    pack = /^pack ([0-9a-f]{8})$/m.exec(err)?.[1] ?? pack
  }
  put(template.root, command.edit ?? {})
  const kept = new Place(join(home, 'template'), run)
  cpSync(template.folder, kept.folder, { recursive: true, preserveTimestamps: true })
  return { ...command, template: kept, argv: command.argv.map((word) => word.replace('{pack}', pack)) }
}

/** The place of a run, as the command finds it. What is as it was stays untouched, so that its stamps are those that a cache knows. */
function copied({ template }, home, run) {
  const place = new Place(join(home, 'run'), run)
  become(template.folder, place.folder)
  return place
}

/** Makes a folder the same as another. */
function become(from, to) {
  mkdirSync(to, { recursive: true })
  const wanted = readdirSync(from, { withFileTypes: true })
  for (const name of readdirSync(to)) if (!wanted.some((entry) => entry.name === name)) rmSync(join(to, name), { recursive: true, force: true })
  for (const entry of wanted) {
    const [here, there] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) become(here, there)
    else if (!existsSync(there) || !readFileSync(there).equals(readFileSync(here))) cpSync(here, there, { preserveTimestamps: true })
  }
}

const outputsOf = (place, { outputs = [] }) => outputs.map((path) => place.text(path))

/** What a command does when nothing fails: its answer, the answer of the next run, its records and its files. */
async function reference(prep, { home, run }) {
  const place = copied(prep, home, run)
  const before = prep.records === undefined ? [] : await place.records(prep.records)
  const old = outputsOf(place, prep)
  const first = await place.do(prep.argv, { at: Infinity })
  if (first.code !== 0) throw new Error(`${prep.name} ended with ${first.code}: ${first.err}`)
  const after = prep.records === undefined ? [] : await place.records(prep.records)
  const made = outputsOf(place, prep)
  const second = await place.do(prep.argv)
  return { before, old, first, after, made, second }
}

/** What is wrong with a run that had a fault, as sentences. */
async function judged(prep, { place, ran, ref, fault }) {
  const faults = []
  const killed = fault.halt === true || ran.code === undefined
  if (!killed) faults.push(...answerFaults(prep, ran, ref), ...(fault.kind === 'full' || /^(?:unlink|close|rm|readlink) /.test(ran.hit) ? [] : place.left().map((path) => `left ${path}`)))
  if (prep.records !== undefined) {
    const now = await place.records(prep.records).catch((error) => { faults.push(error.message); return [] })
    for (const record of ref.before) if (!now.includes(record) && record !== prep.removes) faults.push(`lost ${record}`)
    if (!killed && ran.code === 0 && ran.err.match(/warning/) === null) for (const record of ref.after) if (!now.includes(record)) faults.push(`said that it kept ${record}, and did not`)
  }
  faults.push(...outputFaults(prep, { place, ran, ref, killed }))
  const next = await place.do(prep.argv)
  faults.push(...nextFaults(prep, { ...next, made: outputsOf(place, prep) }, ref))
  return faults
}

function answerFaults({ degrades, same = (text) => text }, { code, out, err }, { first }) {
  if (!EXITS.has(code)) return [`ended with ${code}: ${err}`]
  if (/\n\s+at .*[:(]/.test(err)) return [`a stack: ${err}`]
  if (/\bE[A-Z]{2,}: [a-z /-]+, [a-z]+\b/.test(err)) return [`the words of the system: ${err}`]
  if (code !== 0) return /^(?:fovea: |\{"error":).{10,}/m.test(err) || /^(?:warning|error): .{10,}|could not be read/m.test(err) ? [] : [`ended with ${code} and said: ${err}`]
  if (same(out) === same(first.out)) return []
  return /^(?:warning|error): /m.test(err) || degrades?.test(err) ? [] : [`another answer without a warning: ${out.slice(0, 200)} ${err}`]
}

function outputFaults(prep, { place, ran, ref, killed }) {
  const { outputs = [], together, moves } = prep
  const now = outputsOf(place, prep)
  // A page that leaves out what could not be read is another page, and says so.
  if (!killed && ran.code === 0 && /^warning: /m.test(ran.err)) return []
  const faults = now.flatMap((text, at) => (text === ref.old[at] || text === ref.made[at] ? [] : [`${outputs[at]} is neither the old nor the new one`]))
  const all = (those) => now.every((text, at) => text === those[at])
  // A process that is killed between two renames has landed some; whoever runs the command again lands the rest.
  if (together && !killed && !all(ref.old) && !all(ref.made)) faults.push('some of the files were written, and others not')
  if (!killed && ran.code === 0 && !all(ref.made)) faults.push('said that it wrote, and did not')
  if (moves !== undefined && moves.every((path) => place.text(path) === undefined)) faults.push(`${moves[0]} is gone`)
  return faults
}

/** The next run answers as one without a past: as the first did, or as one after the first. Some answers tell of what was there before. */
function nextFaults({ tells, together }, { code, out, err, made }, { first, second, made: wanted }) {
  if (together && made.some((text, at) => text !== wanted[at])) return [`the next run did not write the rest: ${out} ${err}`]
  if ((code === first.code && out === first.out) || (code === second.code && out === second.out) || ((code === 0 || code === second.code) && (tells || together))) return []
  return [`the next run ended with ${code} and said: ${out.slice(0, 300)} ${err}`]
}

/** Runs a command while something is wrong with the disk: `begin` makes it so, `end` mends it; `faulty` is how the command runs meanwhile. Gives every fault found. */
export async function hard(command, { run, faulty = run, home, begin, end }) {
  const prep = await prepared(command, { home, run })
  const ref = await reference(prep, { home, run })
  const place = copied(prep, home, run)
  begin(place)
  const ran = await new Place(place.folder, faulty).do(prep.argv)
  end(place)
  const found = (await judged(prep, { place, ran, ref, fault: {} })).map((sentence) => `${command.name}: ${sentence.replaceAll(place.folder, '')}`)
  for (const name of ['run', 'template']) rmSync(join(home, name), { recursive: true, force: true })
  return { name: command.name, code: ran.code, said: ran.err.split('\n')[0].replaceAll(place.folder, ''), faults: found }
}

/** Sweeps a command: `kinds` are faults without their number; `every` leaves numbers out: 1 none, 3 two of three. Gives how many runs there were and every fault found. */
export async function sweep(command, { run, kinds, every = 1, only, home = mkdtempSync(join(tmpdir(), 'fovea-sweep-')) }) {
  const prep = await prepared(command, { home, run })
  const ref = await reference(prep, { home, run })
  const found = []
  let runs = 0
  let most = 0
  for (const kind of kinds) {
    for (let at = 1; ; at += every) {
      const place = copied(prep, home, run)
      const fault = { kind: kind.replace(/^halt-/, ''), at, only: kind === 'short' ? 'writes' : only, ...(kind.startsWith('halt-') ? { halt: true } : {}) }
      const ran = await place.do(prep.argv, fault)
      const reached = ran.hit !== undefined || ran.code === undefined
      if (reached) {
        runs++
        most = Math.max(most, at)
        for (const sentence of await judged(prep, { place, ran, ref, fault })) found.push(`${command.name}, ${kind} at ${at} (${String(ran.hit).replace(place.folder, '')}): ${sentence.replaceAll(place.folder, '')}`)
      }
      if (!reached) break
    }
  }
  rmSync(home, { recursive: true, force: true })
  return { name: command.name, runs, operations: most, faults: found }
}
