// The hostile corpus at its full size: what every class costs alone and all of them together, whether anything crashes or hangs, and whether twice the input is at most 2.5 times the work. Repomix is given
// the same folders, with a limit of time.
//   node bench/hostile.mjs [--only ID]... [--scale 1] [--alone] [--runs 3] [--languages]
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { freshProgram } from '../scripts/fresh.mjs'
import { CLASSES } from '../test/kit/hostile/classes.mjs'
import { repeated, UNITS } from '../test/kit/hostile/grammars.mjs'
import { placeOf, plant, TOGETHER } from '../test/kit/hostile/plant.mjs'
import { options, whole } from './kit/args.mjs'
import { grouped } from './kit/numbers.mjs'
import { plainEnv, timed } from './kit/run.mjs'
import { say, table, writeResults } from './kit/results.mjs'
import { tools } from './kit/tools.mjs'

const flags = options({ only: { type: 'string', multiple: true }, scale: { type: 'string' }, alone: { type: 'boolean' }, runs: { type: 'string' }, languages: { type: 'boolean' } })
const scale = Number(flags.scale ?? 1)
const runs = whole(flags.runs, 3)
const BARS = { seconds: 2, megabytes: 512, corpus: 20, doubling: 2.5 }
/** Seconds of the clock; generous, because other programs may run beside. */
const PATIENCE = { fovea: 300, repomix: 60 }
/** What stopped after its time has one of these codes, by how hard it was to stop. */
const STOPPED = [124, 137]
/** Characters of a text for a grammar; the second one has twice as many. */
const SIZE = 50_000
/** Seconds below which a ratio is noise. */
const NOTHING = 0.1
/** Classes that are thousands of files. */
const TREES = new Set(CLASSES.filter(({ tree }) => tree === true).map(({ id }) => id))
const ENV = plainEnv({ FOVEA_CACHE: 'off', HOME: '/nonexistent' })
const BIN = freshProgram()

const ASKED = {
  budget: ['--budget', '8k'],
  everything: ['--budget', 'none'],
  task: ['--budget', '8k', '--task', 'close the session when f12 expires'],
}

const corpus = mkdtempSync(join(tmpdir(), 'fovea-hostile-'))
try {
  const classes = CLASSES.filter(({ id, plant: planted }) => planted !== undefined && (flags.only === undefined || flags.only.includes(id)))
  say(`planting ${classes.length} classes`)
  plant(corpus, { scale, classes })
  const peer = flags.alone === true ? undefined : tools()
  const alone = classes.map((one) => {
    const row = rowOf(one.id, placeOf(corpus, one), peer)
    return { ...row, file: dearestOf(row, placeOf(corpus, one)) }
  })
  const together = rowOf('all that can stand together', join(corpus, TOGETHER), peer)
  const doubled = classes.filter(({ grows }) => grows !== undefined).map(doublingOf)
  const languages = flags.languages === true ? await everyLanguage() : undefined
  report({ alone, together, doubled, languages, peer })
} finally {
  // Paths beyond the longest that the system takes are removed by going there.
  execFileSync('rm', ['-rf', corpus])
}

/** One folder, asked in three ways. */
function rowOf(id, folder, peer) {
  const fovea = Object.fromEntries(Object.entries(ASKED).map(([name, args]) => [name, ran(process.execPath, [BIN, folder, ...args, '--quiet'], { patience: PATIENCE.fovea, output: join(corpus, 'page') })]))
  const repomix = peer === undefined ? undefined : ran(peer.node, [peer.repomix, folder, '--quiet', '--output', join(corpus, 'repomix.xml')], { patience: PATIENCE.repomix })
  say(`${id}: ${Object.values(fovea).map(({ cpu, code }) => `${cpu.toFixed(2)} s (${code})`).join(', ')}${repomix === undefined ? '' : `; repomix ${repomix.cpu.toFixed(2)} s (${repomix.code})`}`)
  return { id, fovea, repomix }
}

/** A class of several files that costs more than one file may: what each of them costs alone. */
function dearestOf({ id, fovea }, folder) {
  const whole = Math.max(...Object.values(fovea).map(({ cpu }) => cpu))
  if (whole <= BARS.seconds || TREES.has(id)) return whole
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const costs = files.map((file, at) => {
    const alone = join(corpus, 'alone', id, String(at))
    mkdirSync(alone, { recursive: true })
    cpSync(file, join(alone, basename(file)))
    return Math.max(...Object.values(ASKED).map((asked) => ran(process.execPath, [BIN, alone, ...asked, '--quiet'], { patience: PATIENCE.fovea, output: join(corpus, 'page') }).cpu))
  })
  say(`${id}: ${files.length} files, the dearest of them alone ${Math.max(...costs).toFixed(2)} s`)
  return Math.max(...costs)
}

function ran(command, args, { patience, output }) {
  const { code, cpu, megabytes, said } = timed('timeout', ['-k', '2', String(patience), command, ...args], { cwd: corpus, env: ENV, output, accepts: Array.from({ length: 256 }, (_, at) => at) })
  return { code, cpu, megabytes, crashed: /\n\s+at .*:\d+:\d+|node:internal/.test(said) }
}

/** The CPU that a class costs above an empty folder, and again at twice the size: the best of several runs. */
function doublingOf({ id, grows }) {
  const base = best(planted(`${id}-0`, { 'a.txt': 'a\n' }))
  const [once, twice] = [1, 2].map((times) => best(planted(`${id}-${times}`, grows(400_000 * times))) - base)
  const ratio = times(once, twice)
  say(`${id}: ${once.toFixed(2)} s, twice as much ${twice.toFixed(2)} s, ${ratio.toFixed(2)} times`)
  return { id, once, twice, ratio }
}

function planted(name, files) {
  for (const [path, content] of Object.entries(files)) {
    const file = join(corpus, 'grown', name, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  return join(corpus, 'grown', name)
}

function best(folder) {
  return Math.min(...Array.from({ length: runs }, () => ran(process.execPath, [BIN, folder, ...ASKED.budget, '--quiet'], { patience: PATIENCE.fovea, output: join(corpus, 'page') }).cpu))
}

/** Every language with every unit, at a size and at twice that size: the dearest first. What looks too dear is measured again, because compilers and collectors work beside. */
async function everyLanguage() {
  const { createParser, LANGUAGES } = await import('../dist/languages/index.js')
  const { nodeAssets } = await import('../dist/workspace/assets.js')
  const parser = createParser(nodeAssets)
  const cpuOf = async (language, text) => {
    await parser.prepare(language, text)
    const before = process.cpuUsage()
    parser.parse(language, text)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1e6
  }
  const rows = []
  for (const language of LANGUAGES) {
    for (const [unit, text] of Object.entries(UNITS)) {
      const [short, long] = [SIZE, 2 * SIZE].map((size) => repeated(text, size))
      let [once, twice] = [await cpuOf(language, short), await cpuOf(language, long)]
      for (let again = 1; again < 4 * runs && (twice > BARS.seconds || times(once, twice) > BARS.doubling); again++) {
        // The same number of tries for both, the best of each.
        once = Math.min(once, await cpuOf(language, short))
        twice = Math.min(twice, await cpuOf(language, long))
      }
      rows.push({ language: language.name, unit, once, cpu: twice, ratio: times(once, twice) })
    }
    const own = rows.filter((row) => row.language === language.name)
    say(`${language.name}: at most ${Math.max(...own.map(({ cpu }) => cpu)).toFixed(2)} s, ${Math.max(...own.map(({ ratio }) => ratio)).toFixed(2)} times`)
  }
  return rows.sort((x, y) => y.cpu - x.cpu)
}

/** How many times the CPU twice the input costs; what costs next to nothing counts as a little. */
function times(once, twice) {
  return twice / Math.max(once, NOTHING)
}

function report({ alone, together, doubled, languages, peer }) {
  const all = [...alone, together]
  const answers = all.flatMap(({ id, fovea }) => Object.entries(fovea).map(([asked, one]) => ({ id, asked, ...one })))
  const single = answers.filter(({ id }) => id !== together.id && !TREES.has(id))
  const worst = (list, of) => Math.max(...list.map(of))
  const bars = [
    ['crashes', answers.filter(({ crashed, code }) => crashed || code === null || (code > 128 && !STOPPED.includes(code))).length, 0], ['hangs', answers.filter(({ code }) => STOPPED.includes(code)).length, 0],
    ['CPU seconds of the dearest file (of a class, where all of it costs no more; trees of thousands apart)', worst(alone.filter(({ id }) => !TREES.has(id)), ({ file }) => file).toFixed(2), BARS.seconds], ['MB of the largest class', Math.round(worst(single, ({ megabytes }) => megabytes)), BARS.megabytes],
    ['CPU seconds of the whole corpus', worst(answers.filter(({ id }) => id === together.id), ({ cpu }) => cpu).toFixed(2), BARS.corpus], ['times the CPU for twice the input', doubled.length === 0 ? 0 : worst(doubled, ({ ratio }) => ratio).toFixed(2), BARS.doubling],
    ...(languages === undefined ? [] : [
      ['CPU seconds of the dearest text for a grammar', worst(languages, ({ cpu }) => cpu).toFixed(2), BARS.seconds], ['times the CPU for twice the text for a grammar', worst(languages, ({ ratio }) => ratio).toFixed(2), BARS.doubling],
    ]),
  ]
  const cell = (one) => (one === undefined ? '' : STOPPED.includes(one.code) ? `stopped after ${PATIENCE.repomix} s` : `${one.cpu.toFixed(2)} (${one.code})`)
  const lines = [
    '# Hostile input', '', `${all.length - 1} classes of \`test/kit/hostile\` at ${scale === 1 ? 'their full size' : `a scale of ${scale}`}, each in a process of its own: CPU seconds (exit code), and the most memory. Without a cache.`,
    ...table(['bar', 'measured', 'at most', ''], bars.map(([name, value, most]) => [name, value, most, Number(value) <= most ? 'met' : 'MISSED'])),
    ...table(['class', 'budget of 8k', 'everything', 'with a task', 'MB', `repomix${peer === undefined ? '' : ` ${peer.repomixVersion}`}`], all.map(({ id, fovea, repomix }) => [id, ...Object.values(fovea).map(cell), Math.round(worst(Object.values(fovea), ({ megabytes }) => megabytes)), cell(repomix)])),
    'Twice the input: CPU seconds above those of an empty folder.',
    ...table(['class', '400,000 characters a file', '800,000', 'times'], doubled.map(({ id, once, twice, ratio }) => [id, once.toFixed(2), twice.toFixed(2), ratio.toFixed(2)])),
    ...(languages === undefined ? [] : [`${languages.length} texts of ${grouped(SIZE)} and of ${grouped(2 * SIZE)} characters, one unit again and again in every language: the dearest to parse, and those that grow most. Below ${NOTHING} s a ratio is noise, and counts as if the shorter text had cost that much.`,
      ...table(['language', 'unit', `${grouped(SIZE)} characters`, `${grouped(2 * SIZE)}`, 'times'], [...languages.slice(0, 12), ...languages.slice(12).sort((x, y) => y.ratio - x.ratio).slice(0, 6)].map(({ language, unit, once, cpu, ratio }) => [language, unit, once.toFixed(2), cpu.toFixed(2), ratio.toFixed(2)]))]),
  ]
  writeResults('hostile', { scale, bars: bars.map(([name, value, most]) => ({ name, value: Number(value), most })), alone, together, doubled, languages: languages?.slice(0, 40) }, lines)
  if (bars.some(([, value, most]) => Number(value) > most)) process.exitCode = 1
}
