// Everything that a pack shows can be asked for: 200 random packs of real repositories, and every definition, handle and path in them is resolved by
// the functions that the zoom operation uses.
//   node bench/zoom.mjs [--packs 200] [--corpus NAME]... [--from 1]
import { headOf, isDefinition } from '../dist/core/block.js'
import { plainName } from '../dist/core/find.js'
import { targetFrom } from '../dist/core/handle.js'
import { heightOf } from '../dist/core/level.js'
import { relatedTo } from '../dist/operations/related.js'
import { Library, resolveTarget } from '../dist/operations/resolve.js'
import { randomness } from '../test/kit/trees.mjs'
import { options, whole } from './kit/args.mjs'
import { chosen, published } from './kit/corpora.mjs'
import { pack, readFolder } from './kit/line.mjs'
import { grouped, percent, sum } from './kit/numbers.mjs'
import { say, table, writeResults } from './kit/results.mjs'

const flags = options({ packs: { type: 'string' }, corpus: { type: 'string', multiple: true }, from: { type: 'string' } })
const packs = whole(flags.packs, 200)
const from = whole(flags.from, 1)
const corpora = chosen(flags.corpus)

/** What is asked for, and what must come back. */
const KINDS = {
  symbol: 'PATH#NAME of a definition that is shown gives that definition',
  name: 'its name alone gives something of that name (code and headings)',
  handle: 'the handle of a file gives that file',
  path: 'file=PATH of a file that is opened or listed gives that file',
  related: 'the handle of a caller or callee gives that block, not stale',
}
/** The word that somebody would put before a name of this kind; headings are asked for by name alone. */
const WORDS = { function: 'fn=', method: 'fn=', constant: 'fn=', field: 'fn=', class: 'class=', interface: 'class=', enum: 'class=', type: 'class=', module: 'mod=' }

const tally = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, { asked: 0, failed: 0 }]))
const byBlockKind = {}
const failures = []
const scope = { includeTests: false }

const read = new Map()
for (const corpus of corpora) read.set(corpus.name, await readFolder(corpus.path))
for (let seed = from; seed < from + packs; seed++) {
  await checkPack(seed)
  if ((seed - from + 1) % 20 === 0) say(`${seed - from + 1} packs, ${grouped(sum(Object.values(tally).map(({ asked }) => asked)))} asked, ${failures.length} failed`)
}
report()

async function checkPack(seed) {
  const r = randomness(seed * 31)
  const corpus = r.pick(corpora)
  const { workspace, reading } = read.get(corpus.name)
  const entries = subset(reading.entries, r)
  const flagsOfPack = { budget: Math.round(200 * 2 ** (r.next() * 9)), task: taskFor(entries, r), format: 'json' }
  const compilation = await pack({ workspace, reading: { ...reading, entries } }, flagsOfPack)
  const library = new Library(workspace, entries)
  const ask = asker({ seed, corpus: corpus.name, budget: flagsOfPack.budget, library })
  const shown = compilation.compiled.parts.length === 0 ? [] : JSON.parse(compilation.compiled.parts.join('')).files
  for (const file of shown) {
    await ask('handle', file.handle, (places) => places.some(({ entry, file: whole, block }) => entry.sha256.startsWith(file.handle.slice(1)) && block === whole))
    await ask('path', `file=${file.path}`, (places) => places.length === 1 && places[0].entry.path === file.path)
  }
  for (const line of compilation.compiled.page.lines) await ask('path', `file=${line.path}`, (places) => places.length === 1 && places[0].entry.path === line.path)
  const symbols = shownDefinitions(compilation.compiled.plan)
  for (const symbol of symbols) await checkSymbol(ask, symbol)
  await checkRelated({ ask, library, meter: compilation.meter, symbols: symbols.filter(({ block }) => block.kind === 'function' || block.kind === 'method' || block.kind === 'class'), r })
}

/** A folder, a scattering of files or everything, at most a few hundred files. */
function subset(entries, r) {
  const size = 1 + r.below(r.pick([5, 40, 300]))
  const start = r.below(Math.max(1, entries.length - size))
  if (r.next() < 0.5) return entries.slice(start, start + size)
  return entries.filter(() => r.next() < size / entries.length)
}

/** Nothing, or a few words that stand in the files. */
function taskFor(entries, r) {
  if (entries.length === 0 || r.next() < 0.4) return ''
  const words = r.pick(entries).text.slice(0, 20_000).match(/[A-Za-z_]{4,30}/g) ?? ['nothing']
  return Array.from({ length: 2 + r.below(6) }, () => r.pick(words)).join(' ')
}

/** Definitions with text of their own on the page. */
function shownDefinitions(plan) {
  const found = []
  for (const { file, opened, levelOf } of plan.files) {
    if (!opened || file.parts === undefined) continue
    const visit = (block) => {
      for (const child of block.children) {
        if (heightOf(levelOf(child)) < heightOf('shape')) continue
        if (isDefinition(child) && headOf(child, file.entry.text, levelOf(child)).trim() !== '') found.push({ block: child, path: file.entry.path })
        visit(child)
      }
    }
    visit(file.parts.block)
  }
  return found
}

async function checkSymbol(ask, { block, path }) {
  const count = (byBlockKind[block.kind] ??= { asked: 0, failed: 0 })
  count.asked++
  const same = (place) => place.entry.path === path && place.block.start === block.start && place.block.end === block.end
  if (!await ask('symbol', `${path}#${plainName(block)}`, (places) => places.some(same), block.kind)) count.failed++
  // An entry is a key of data or a paragraph of plain text: nobody asks for it by name alone.
  if (block.kind !== 'entry') await ask('name', `${WORDS[block.kind] ?? ''}${block.name}`, (places) => places.length > 0, block.kind)
}

async function checkRelated({ ask, library, meter, symbols, r }) {
  for (let i = 0; i < 5 && symbols.length > 0; i++) {
    const { block, path } = r.pick(symbols)
    const places = await resolveTarget(library, targetFrom(`${path}#${plainName(block)}`), scope).catch(() => [])
    if (places.length === 0) continue
    for (const view of await relatedTo(library, places[0], meter)) {
      await ask('related', view.handle, (found, target) => found.some((place) => place.entry.path === view.path && library.shaOf(place).startsWith(target.pin)), view.type)
    }
  }
}

/** Asks as zoom does; a wrong answer and an exception are both failures. */
function asker({ seed, corpus, budget, library }) {
  return async (kind, text, isRight, what = '') => {
    tally[kind].asked++
    let problem
    try {
      const target = targetFrom(text)
      const places = await resolveTarget(library, target, scope)
      if (isRight(places, target)) return true
      problem = places.length === 0 ? 'nothing found' : `found ${places.slice(0, 3).map(({ block }) => block.id).join(', ')}`
    } catch (error) {
      problem = error.message.split('\n')[0]
    }
    tally[kind].failed++
    failures.push({ pack: seed, corpus, budget, kind, what, asked: text, problem })
    return false
  }
}

function report() {
  const asked = sum(Object.values(tally).map((one) => one.asked))
  const share = ({ asked: all, failed }) => (all === 0 ? '-' : percent((all - failed) / all, 3))
  writeResults('zoom', { packs, from, corpora: corpora.map(published), tally, byBlockKind, failed: failures.length, failures: failures.slice(0, 500) }, [
    '# Everything shown can be asked for',
    '', `${packs} random packs (a part of a repository, a budget from 200 to 100,000 tokens, with and without a task): ${grouped(asked)} targets, ${failures.length} of them not resolved.`,
    ...table(['asked', 'times', 'failed', 'resolved'], Object.entries(tally).map(([kind, count]) => [KINDS[kind], grouped(count.asked), grouped(count.failed), share(count)])),
    'Definitions by kind, asked for as PATH#NAME:',
    ...table(['kind', 'times', 'failed', 'resolved'], Object.entries(byBlockKind).sort().map(([kind, count]) => [kind, grouped(count.asked), grouped(count.failed), share(count)])),
    ...(failures.length === 0 ? [] : ['Failures (the first 40; more in zoom.json):', ...failures.slice(0, 40).map((one) => `- pack ${one.pack}, ${one.corpus}, ${one.kind}${one.what === '' ? '' : ` (${one.what})`}: \`${one.asked.replaceAll('`', "'").slice(0, 160)}\`: ${one.problem.slice(0, 200)}`), '']),
    'Corpora:', ...corpora.map((one) => `- ${one.name}: ${one.upstream}, ${one.version}`),
  ])
  process.exitCode = failures.length === 0 ? 0 : 1
}
