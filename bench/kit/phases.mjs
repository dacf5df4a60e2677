// Where the CPU of Fovea goes, beside the least that the same work can cost: the same files listed, read, hashed, counted, parsed and written, each alone, in this process.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, lstatSync, openSync, readSync, writeSync } from 'node:fs'
import { isUtf8 } from 'node:buffer'
import { join } from 'node:path'
import { createParser, nodeAssets } from '../../dist/workspace/index.js'
import { grouped, median, round } from './numbers.mjs'
import { say, table, writeResults } from './results.mjs'
import { told } from './repositories.mjs'
import { take, TURNS } from './turns.mjs'

const MOST_BYTES = 1 << 20

/** The phases of every kind of run, and the limits, of one repository. */
export async function profile(corpus, place, { runs, meter }) {
  const turns = Object.entries(TURNS).filter(([id, { side }]) => side === 'fovea' && !id.startsWith('skeleton'))
  const seen = Object.fromEntries(turns.map(([id]) => [id, []]))
  for (let round = 0; round < runs; round++) for (const [id, turn] of turns) seen[id].push(phasesOf(take(turn, corpus, { ...place, env: { FOVEA_PHASES: '1' } })))
  return { corpus: told(corpus), turns: Object.fromEntries(turns.map(([id, { title }]) => [id, { title, ...medians(seen[id]) }])), limits: await limitsOf(corpus.folder, { runs, meter, output: place.output }) }
}

function phasesOf({ cpu, said }) {
  const line = /^phases: (\{.*\})$/m.exec(said)
  if (line === null) throw new Error('Fovea told no phases')
  return { cpu, phases: JSON.parse(line[1]) }
}

const medians = (runs) => ({
  cpu: round(median(runs.map(({ cpu }) => cpu))),
  phases: Object.fromEntries(Object.keys(runs[0].phases).map((name) => [name, round(median(runs.map(({ phases }) => phases[name])), 3)])),
})

async function limitsOf(folder, { runs, meter, output }) {
  const list = () => execFileSync('git', ['-C', folder, 'ls-files', '-co', '--exclude-standard', '-z'], { encoding: 'utf8', maxBuffer: 1 << 28 }).split('\0').filter((path) => path !== '')
  const paths = list().map((path) => join(folder, path)).filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isFile() && lstatSync(path).size <= MOST_BYTES)
  const kept = readAll(paths, (bytes) => (isText(bytes) ? Buffer.from(bytes) : undefined))
  const texts = paths.map((path, i) => ({ path, text: kept[i]?.toString('utf8') })).filter(({ text }) => text !== undefined)
  const bytes = kept.filter((one) => one !== undefined)
  const least = (work) => Math.min(...Array.from({ length: runs }, () => cost(work)))
  return {
    bytes: bytes.reduce((sum, one) => sum + one.length, 0), texts: texts.length,
    'list (lstat of every path)': least(() => paths.forEach((path) => lstatSync(path))),
    'read (one buffer)': least(() => readAll(paths, () => undefined)),
    'hash (SHA-256)': least(() => bytes.forEach((one) => createHash('sha256').update(one).digest())),
    'count (o200k_base)': least(() => texts.forEach(({ text }) => meter.count(text))),
    'parse (tree-sitter and scanners, every file)': await parseCost(texts),
    'write (one file)': least(() => writeAll(output, bytes)),
  }
}

const isText = (bytes) => isUtf8(bytes) && !bytes.includes(0)

function cost(work) {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return round((user + system) / 1e6, 3)
}

function readAll(paths, take) {
  const buffer = Buffer.allocUnsafe(MOST_BYTES + 1)
  return paths.map((path) => {
    const file = openSync(path, 'r')
    try {
      return take(buffer.subarray(0, readSync(file, buffer)))
    } finally {
      closeSync(file)
    }
  })
}

function writeAll(path, parts) {
  const file = openSync(path, 'w')
  for (const part of parts) writeSync(file, part)
  closeSync(file)
}

/** Once: it is by far the dearest. */
async function parseCost(texts) {
  const parser = createParser(nodeAssets)
  const known = texts.map(({ path, text }) => ({ text, language: parser.languageOf(path, text) })).filter(({ language }) => language !== undefined)
  for (const { language, text } of known) await parser.prepare(language, text)
  return cost(() => known.forEach(({ language, text }) => parser.parse(language, text)))
}

/** Writes results/phases: one table for the runs and one for the limits of each repository. */
export function reportPhases(rows, { runs, nodeVersion }) {
  writeResults('phases', { node: nodeVersion, runs, rows }, [
    '# Where the time goes', '',
    `CPU seconds of Fovea, the median of ${runs} runs (\`FOVEA_PHASES=1\`). \`parse\` and \`count\` are told apart from the phase in which they happen; the clock itself adds a little to \`count\`. \`whole\` has what no phase has too: the start of Node and the end of the process.`,
    'The limits are the least that each kind of work costs alone, for all text files of up to 1 MB, in one process that is warm.',
    ...rows.flatMap(({ corpus, turns, limits: { bytes, texts, ...limits } }) => [
      '', `## ${corpus.name}`, `${corpus.upstream}, ${corpus.version}, ${grouped(corpus.files)} files; ${grouped(texts)} texts of ${round(bytes / 1e6, 1)} MB.`,
      ...phaseTable(Object.values(turns)),
      'The physical limit:', ...table(Object.keys(limits), [Object.values(limits).map((seconds) => seconds.toFixed(3))]),
    ]),
  ])
  say('the phases are in bench/results/phases.md')
}

function phaseTable(turns) {
  const names = [...new Set(turns.flatMap(({ phases }) => Object.keys(phases)))]
  return table(['run', ...names, 'whole'], turns.map(({ title, phases, cpu }) => [title, ...names.map((name) => phases[name]?.toFixed(2) ?? '-'), cpu.toFixed(2)]))
}
