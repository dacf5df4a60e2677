// Packs one random tree after another, at every budget and in every format, and looks for what must not be.
import { createHash } from 'node:crypto'
import { getEncoding } from './tiktoken.mjs'
import { compile } from '../../dist/core/compile.js'
import { gather } from '../../dist/core/gather.js'
import { plain } from '../../dist/core/lenses.js'
import { INCLUDE_OR_DROP, WHOLE_LADDER } from '../../dist/core/request.js'
import { FORMATS } from '../../dist/formats/index.js'
import { openWorkspace } from '../../dist/workspace/index.js'
import { BUDGETS, randomTask, randomTree } from '../../test/kit/trees.mjs'

/** One output in this many is counted by tiktoken too. */
const SAMPLE = 500
const ABOUT = { version: '0', lens: 'default', strategy: 'adaptive', frozen: true, timestamp: '1970-01-01T00:00:00Z', facts: [], notices: [], related: [] }

const workspace = openWorkspace('.', { frozen: true })
const { parser } = workspace
const meter = await workspace.meter('o200k_base')
const tiktoken = getEncoding('o200k_base')

process.on('message', async (seed) => process.send(await sweep(seed)))
process.send('ready')

const hex = (kind, text) => createHash(kind).update(text).digest('hex')

const entriesOf = (files) => files
  .sort((a, b) => (a.path < b.path ? -1 : 1))
  .map(({ path, content }) => ({ path, text: content, bytes: Buffer.byteLength(content), md5: hex('md5', content), sha256: hex('sha256', content), modified: 0 }))

/** A parser that reads each text once. */
function remembering(inner) {
  const known = new Map()
  return {
    languageOf: inner.languageOf,
    languageNamed: inner.languageNamed,
    prepare: inner.prepare,
    parse(language, text) {
      const key = `${language.name}\n${text}`
      if (!known.has(key)) known.set(key, inner.parse(language, text))
      return known.get(key)
    },
  }
}

async function sweep(seed) {
  const entries = entriesOf(randomTree(seed))
  const tree = { files: entries.length, outputs: 0, bytes: 0, tokens: 0, steps: 0, compared: 0, checked: 0, printed: 0, cells: [], faults: [] }
  const tools = { parser: remembering(parser), meter, utility: new Map() }
  const request = (ladder, budget) => ({ task: randomTask(seed), budget, lens: plain, rules: [], ladder })
  const before = new Map()
  for (const budget of BUDGETS) {
    // Gathering does not know the format, so its result serves all seven.
    const wholeRequest = request(WHOLE_LADDER, budget)
    const dropRequest = request(INCLUDE_OR_DROP, budget)
    const [corpus, dropCorpus] = [await gather(entries, wholeRequest, tools), await gather(entries, dropRequest, tools)]
    for (const format of FORMATS) {
      const setting = { format, meter, about: { ...ABOUT, budget } }
      const at = { seed, format: format.name, budget }
      const fault = (kind, detail) => tree.faults.push({ kind, ...at, task: randomTask(seed) !== '', detail })
      try {
        const compiled = compile(corpus, wholeRequest, setting)
        const dropped = compile(dropCorpus, dropRequest, { ...setting, about: { ...setting.about, strategy: 'include-drop' } })
        check(tree, { compiled, dropped, at, before, fault })
      } catch (error) {
        fault('crashed', String(error.stack).split('\n').slice(0, 3).join(' '))
      }
    }
  }
  return tree
}

function check(tree, { compiled, dropped, at, before, fault }) {
  // What a reader gets is bytes: they are decoded again before they are counted.
  const bytes = Buffer.from(compiled.parts.join(''))
  const text = bytes.toString()
  const tokens = meter.count(text)
  const number = tree.outputs + at.seed * FORMATS.length * BUDGETS.length
  tree.outputs++
  tree.bytes += bytes.length
  tree.tokens += tokens
  if (tokens > at.budget) fault('over', `${tokens} tokens`)
  if (tokens !== compiled.tokens) fault('misreported', `${compiled.tokens} reported, ${tokens} printed`)
  if (tokens > 0) stated(tree, { compiled, tokens, fault })
  // A tree without files has nothing to print: the command says so and stops.
  if (tokens === 0 && tree.files > 0 && compiled.least <= at.budget) fault('empty', `the smallest answer needs ${compiled.least}`)
  if (dropped.tokens > at.budget) fault('over', `${dropped.tokens} tokens with include or drop`)
  if (number % SAMPLE === 0) recount(tree, { text, tokens, fault })
  climb(tree, { value: compiled.plan.value, at, before, fault })
  compare(tree, { compiled, dropped, tokens, at, fault })
}

function stated(tree, { compiled, tokens, fault }) {
  tree.printed++
  if (compiled.page.utilized !== tokens) fault('misstated', `${compiled.page.utilized} stated, ${tokens} printed`)
}

function recount(tree, { text, tokens, fault }) {
  tree.checked++
  const theirs = tiktoken.encode(text, [], []).length
  if (theirs !== tokens) fault('disagreed', `${theirs} by tiktoken, ${tokens} by Fovea`)
}

function climb(tree, { value, at, before, fault }) {
  const lower = before.get(at.format)
  before.set(at.format, { value, budget: at.budget })
  if (lower === undefined) return
  tree.steps++
  if (value < lower.value - 1e-12) fault('falling', `value ${value}, at ${lower.budget} it was ${lower.value}`)
}

function compare(tree, { compiled, dropped, tokens, at, fault }) {
  const [adaptive, dropping] = [compiled, dropped].map(({ page }) => page.files.length + page.lines.length)
  const counted = compiled.page.folders.reduce((total, folder) => total + folder.files, 0)
  tree.compared++
  if (adaptive < dropping) fault('fewer', `${adaptive} instead of ${dropping} files${counted > 0 ? `, and ${counted} counted in their folder` : ''}`)
  if (adaptive + counted < dropping) fault('unaccounted', `${adaptive + counted} instead of ${dropping} files`)
  const unfinished = tokens > 0 && !compiled.plan.complete ? 1 : 0
  tree.cells.push({ format: at.format, budget: at.budget, outputs: 1, printed: tokens > 0 ? 1 : 0, unfinished, used: unfinished === 1 ? tokens / at.budget : 0, adaptive, counted, dropping })
}
