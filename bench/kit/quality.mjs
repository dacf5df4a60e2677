// Real changes as questions: the task somebody wrote, the code before the change, and what the change touched. The data stays where it is; the snapshots are made here.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { settle } from '../../dist/index.js'
import { openWorkspace } from '../../dist/workspace/index.js'
import { CORPORA, PROJECT } from './places.mjs'
import { trust } from './repositories.mjs'

/** Where the instances and the judge lie, and where the repositories do: bare git folders named owner+name/repo. */
export const DATA = resolve(process.env.FOVEA_QUALITY ?? join(PROJECT, '../shared/quality'))
export const MIRROR = resolve(process.env.MIRROR ?? join(PROJECT, '../.mirror'))
const HOME = join(CORPORA, 'quality')
// A snapshot shares the objects of its repository.
trust(MIRROR)

/** The judge with its sampling, copied to where it finds its tokenizer. */
export async function judgeKit() {
  if (!existsSync(join(DATA, 'judge.mjs'))) throw new Error(`there is no judge in ${DATA}: say where with FOVEA_QUALITY`)
  const home = join(HOME, 'judge')
  mkdirSync(home, { recursive: true })
  for (const name of ['judge.mjs', 'lib.mjs', 'eval.mjs']) cpSync(join(DATA, name), join(home, name))
  process.env.MIRROR = MIRROR
  const { judge } = await import(pathToFileURL(join(home, 'judge.mjs')).href)
  const { load, sample, readers } = await import(pathToFileURL(join(home, 'eval.mjs')).href)
  return { judge, readers, instances: (count) => sample(load(join(DATA, 'dev.jsonl')), count) }
}

/** The code before the change with its history and nothing after it, checked out once. Undefined when the repository is not at hand. */
export function snapshot({ id, repo, parent }) {
  const folder = join(HOME, 'snapshots', id)
  if (existsSync(join(folder, '.git', 'ready'))) return folder
  const source = mirrorOf(repo)
  if (source === undefined) return undefined
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(HOME, 'snapshots'), { recursive: true })
  const git = (args, input) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', input, stdio: ['pipe', 'pipe', 'ignore'] })
  execFileSync('git', ['clone', '-q', '--shared', '--no-checkout', source, folder], { stdio: 'ignore' })
  git(['checkout', '-q', '--detach', parent])
  git(['update-ref', '--no-deref', '--stdin'], git(['for-each-ref', '--format=delete %(refname)']))
  git(['remote', 'remove', 'origin'])
  git(['checkout', '-q', '-B', 'main'])
  writeFileSync(join(folder, '.git', 'ready'), '')
  return folder
}

let mirrors
function mirrorOf(repo) {
  mirrors ??= new Map((existsSync(MIRROR) ? readdirSync(MIRROR) : []).map((name) => [name.toLowerCase(), name]))
  const name = mirrors.get(repo.toLowerCase().replace('/', '+'))
  const inside = name === undefined ? undefined : join(MIRROR, name, 'repo')
  return inside !== undefined && existsSync(inside) ? inside : name === undefined ? undefined : join(MIRROR, name)
}

/** What is read of a snapshot; instances of one repository share what was parsed and counted. */
export class Reader {
  parsed = new Map()
  counted = new Map()
  repo = ''

  async read(instance, settings = settle({}, [])) {
    if (instance.repo !== this.repo) Object.assign(this, { parsed: new Map(), counted: new Map(), repo: instance.repo })
    const workspace = openWorkspace(snapshot(instance), { frozen: true })
    const { entries } = await workspace.read(settings)
    const meter = await workspace.meter('o200k_base')
    return { workspace, entries, history: await workspace.history(), parser: this.parserOf(workspace.parser), meter: { ...meter, name: meter.name, exact: meter.exact, count: (text) => this.count(meter, text) } }
  }

  parserOf(parser) {
    const parse = (language, text) => remembered(this.parsed, `${language.name}\0${text}`, () => parser.parse(language, text))
    return { languageOf: (path, text) => parser.languageOf(path, text), languageNamed: (word) => parser.languageNamed(word), prepare: (language, text) => parser.prepare(language, text), outline: (language, text) => parser.outline(language, text), parse }
  }

  count(meter, text) {
    return text.length < 20 || text.length > 3000 ? meter.count(text) : remembered(this.counted, text, () => meter.count(text))
  }
}

function remembered(known, key, make) {
  if (!known.has(key)) known.set(key, make())
  return known.get(key)
}

/** Instances of one repository one after the other. */
export const byRepo = (instances) => [...instances].sort((a, b) => (a.repo < b.repo ? -1 : a.repo > b.repo ? 1 : 0))

/** Runs this script once more for each part of the instances, and waits. */
export async function inParts(script, args, jobs) {
  const { spawn } = await import('node:child_process')
  const run = (part) => new Promise((done, fail) => {
    const child = spawn(process.execPath, ['--max-old-space-size=6000', script, ...args, '--part', `${part}/${jobs}`], { stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('exit', (code) => (code === 0 ? done() : fail(new Error(`part ${part} ended with ${code}`))))
  })
  await Promise.all(Array.from({ length: jobs }, (_, part) => run(part)))
}

/** The instances of a part: whole repositories, so that what is parsed is shared. */
export function partOf(instances, part) {
  const [index, all] = part.split('/').map(Number)
  const repos = [...new Set(instances.map(({ repo }) => repo))].sort()
  return byRepo(instances.filter(({ repo }) => repos.indexOf(repo) % all === index))
}

/** The blocks that a change edited, as indices of units; -1 for one that was not looked into. */
export function goldUnits(instance, sight) {
  const smallest = smallestAround(sight)
  return instance.gold_defs.filter(({ kind }) => kind === 'func').map(({ path, start, end }) => smallest(path, start + 1, end))
}

/** The units that each thing which the change uses may be. */
export function usedUnits(instance, sight) {
  const smallest = smallestAround(sight)
  return (instance.deps ?? []).map(({ at }) => [...new Set(at.map(({ path, sig }) => smallest(path, sig, sig)).filter((unit) => unit >= 0))])
}

function smallestAround({ files, units }) {
  const starts = files.map(({ text }) => lineStarts(text))
  const spans = units.map(({ file, block }) => ({ path: files[file].facts.path, start: lineAt(starts[file], block.start), end: lineAt(starts[file], Math.max(block.start, block.end - 1)) }))
  const byPath = grouped(spans)
  return (path, from, to) => (byPath.get(path) ?? []).reduce((best, i) => {
    const { start, end } = spans[i]
    return start > from || end < to || (best >= 0 && end - start > spans[best].end - spans[best].start) ? best : i
  }, -1)
}

function grouped(spans) {
  const groups = new Map()
  spans.forEach(({ path }, i) => (groups.get(path) ?? groups.set(path, []).get(path)).push(i))
  return groups
}

function lineStarts(text) {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function lineAt(starts, offset) {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle] <= offset) low = middle
    else high = middle - 1
  }
  return low + 1
}

