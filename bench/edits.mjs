// What is kept between runs changes nothing but the time: random trees are edited at random, and after every edit a run that remembers gives the bytes of one that does not.
//   node bench/edits.mjs [--runs 500]
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pack } from '../dist/operations/pack.js'
import { Desk } from '../dist/operations/sheets.js'
import { SECTIONS } from '../dist/operations/skeleton.js'
import { randomness, randomTask, randomTree } from '../test/kit/trees.mjs'
import { options, whole } from './kit/args.mjs'
import { grouped } from './kit/numbers.mjs'
import { say, writeResults } from './kit/results.mjs'

const flags = options({ runs: { type: 'string' } })
const sequences = whole(flags.runs, 500)
/** Edits in one sequence. */
const EDITS = 4
/** One tree of so many is wide: most of its files are far from a task, and an answer may outlive a change of them. */
const WIDE = 20
/** Times that stand still: only the other parts of a stamp tell two contents apart. */
const STILL = 1_600_000_000

/** What is run. Where the count is not the matter, it is an estimate, because that is quicker. */
const WAYS = [
  { name: 'everything', run: (root, caching, seed) => page(root, caching, { budget: Infinity, format: ['claude-xml', 'xml', 'markdown', 'minimal', 'plusminus', 'json'][seed % 6] }) },
  { name: 'an overview', run: (root, caching) => page(root, caching, { budget: 700, format: 'claude-xml', meter: 'codeaware' }) },
  { name: 'a task', run: (root, caching, seed) => page(root, caching, { budget: 900, format: 'minimal', meter: 'codeaware', task: randomTask(seed) || undefined }) },
  { name: 'skeletons', run: (root, caching) => skeletons(root, caching) },
]

const scratch = mkdtempSync(join(tmpdir(), 'fovea-edits-'))
process.env.FOVEA_CACHE = join(scratch, 'cache')
const kinds = {}
const different = []
let compared = 0
let [wide, outlived] = [0, 0]
try {
  for (let seed = 0; seed < sequences; seed++) {
    await sequence(seed)
    if (seed % 50 === 49) say(`${seed + 1} sequences, ${compared} pairs of runs, ${different.length} different`)
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
report()

async function sequence(seed) {
  const root = mkdtempSync(join(scratch, 'tree-'))
  const random = randomness(seed)
  for (const { path, content } of filesOf(seed)) put(root, path, content)
  const isWide = seed % WIDE === WIDE - 1
  if (isWide) widen(root, random)
  // Every second tree is a repository with something tracked: there a list of files is kept too, once its folders are old enough to be trusted.
  const isRepository = seed % 2 === 1
  if (isRepository) {
    git(root, 'init', '-q')
    git(root, 'add', 'always.py')
  }
  for (let step = 0; step <= EDITS; step++) {
    const edit = step === 0 ? 'none' : edited(root, random)
    kinds[edit] = (kinds[edit] ?? 0) + 1
    const way = isWide ? WAYS[2] : WAYS[(seed + step) % WAYS.length]
    if (isRepository) await new Promise((done) => { setTimeout(done, 40) })
    const anew = await way.run(root, 'off', seed)
    // The first is worked out from what is kept of each file, the second is the answer that was kept.
    const had = new Set(isWide ? answers() : [])
    for (const turn of ['first', 'again']) {
      compared++
      if (await way.run(root, 'on', seed) !== anew) different.push({ seed, step, edit, way: way.name, turn })
    }
    if (isWide && step > 0) {
      wide++
      outlived += Number(answers().every((name) => had.has(name)))
    }
  }
  rmSync(root, { recursive: true, force: true })
}

/** More files than a task looks at, which say a little of everything. */
function widen(root, random) {
  const words = randomTask(random.below(1000)).split(/\W+/).filter((word) => word.length > 3)
  for (let i = 0; i < 1200; i++) {
    const line = () => Array.from({ length: 10 }, () => (random.below(20) === 0 ? random.pick([...words, 'session']) : `w${random.below(300)}`)).join(' ')
    put(root, `wide/${i % 31}/f${i}${random.pick(['.ts', '.js', '.py', '.md', '.txt'])}`, Array.from({ length: 14 }, line).join('\n'))
  }
}

function answers() {
  return readdirSync(process.env.FOVEA_CACHE, { recursive: true }).map(String).filter((name) => /answer-[0-9a-f]{8}\.json$/.test(name))
}

function git(root, ...args) {
  execFileSync('git', args, { cwd: root, stdio: 'ignore' })
}

function filesOf(seed) {
  return [{ path: 'always.py', content: 'def always(session):\n    return close(session)\n' }, ...randomTree(seed)]
}

function put(root, path, text) {
  try {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  } catch {
    // A name that this disk does not take.
  }
}

/** One change to a tree; says which. */
function edited(root, random) {
  const files = readdirSync(root, { recursive: true }).map(String).filter((path) => !path.startsWith('.git/') && statSync(join(root, path)).isFile())
  const file = join(root, files.length === 0 ? 'first.txt' : random.pick(files))
  const text = random.pick(filesOf(random.below(1_000_000))).content
  const edits = {
    write: () => writeFileSync(file, text),
    add: () => put(root, `new/${random.below(1000)}.ts`, text),
    remove: () => rmSync(file, { force: true }),
    move: () => renameSync(file, `${file}.moved.py`),
    touch: () => utimesSync(file, STILL, STILL),
    feed: () => appendFileSync(file, '\n'),
    word: () => appendFileSync(file, `\n${random.pick(['another', 'session', 'w7'])}`),
    ignore: () => appendFileSync(join(root, '.gitignore'), random.pick(['*.md\n', 'new\n', '/src\n', '!*.py\n'])),
    track: () => git(root, 'add', '-f', '--', file),
    // Nobody lists a folder without files, and what comes into it must be seen.
    folder: () => mkdirSync(join(root, 'new', 'below'), { recursive: true }),
    below: () => put(root, 'new/below/later.ts', text),
    // The same size and time with other bytes.
    swap: () => { const { size } = statSync(file); writeFileSync(file, 'x'.repeat(size)); utimesSync(file, STILL, STILL) },
  }
  const kind = random.pick(Object.keys(edits))
  try {
    edits[kind]()
  } catch {
    // What is not there cannot be changed.
  }
  return kind
}

/** What `fovea .` says, from the files or from what is kept of an earlier answer; what it refuses is said too. */
function page(root, caching, asked) {
  return said(root, caching, asked).catch((error) => `${error.name}: ${error.message}`)
}

async function said(root, caching, asked) {
  const input = { path: '.', include: [], exclude: [], pin: [], level: [], levels: [], frozen: true, verify: false, noCache: caching === 'off', allowSensitive: false, strict: false, failOnSecret: false, json: false, quiet: false, ...asked }
  const { text, report = [], diagnostics, exit } = await pack.run(input, { cwd: root, progress: () => {} })
  const hash = createHash('sha256')
  for (const part of text.bytes?.() ?? text) hash.update(part)
  // A pack is kept where a cache is.
  return `${hash.digest('hex')} ${exit} ${JSON.stringify([report.filter((line) => !line.startsWith('pack ')), diagnostics])}`
}

async function skeletons(root, caching) {
  const desk = new Desk(root, { level: 'detail', countLines: false, caching })
  const parts = []
  for await (const part of desk.folder(root, { form: SECTIONS, progress: () => {} })) parts.push(part)
  return `${Buffer.concat(parts).toString()}${JSON.stringify(desk.diagnostics)}`
}

function report() {
  const edits = Object.values(kinds).reduce((sum, count) => sum + count, 0)
  writeResults('edits', { sequences, edits, kinds, compared, wide, outlived, different }, [
    '# Random edits, with and without what is kept', '',
    `${grouped(sequences)} random trees, each edited ${EDITS} times; before the first and after every edit a run without a cache, and two with one that is as old as the tree, of which the second is given the answer of the first: ${grouped(compared)} pairs.`,
    `Edits: ${Object.entries(kinds).filter(([kind]) => kind !== 'none').map(([kind, count]) => `${kind} ${grouped(count)}`).join(', ')}. Runs: ${WAYS.map(({ name }) => name).join(', ')}.`,
    `One tree of ${WIDE} has 1,200 files more: there ${outlived} of ${wide} edits left the answer to a task as it was, and it was given again.`,
    '', different.length === 0 ? 'Every pair has the same bytes, token counts and remarks.' : `${different.length} pairs differ: ${JSON.stringify(different.slice(0, 20))}`,
  ])
  process.exitCode = different.length === 0 ? 0 : 1
}
