// The promise, swept: what is printed never has more tokens than the budget, in every format, on random trees of hostile files; more budget never
// is worth less; and the ladder never shows fewer files than including or dropping whole ones.
//   node bench/budget.mjs [--trees 10000] [--from 1] [--workers 2] [--minutes N]
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { FORMATS } from '../dist/formats/index.js'
import { BUDGETS } from '../test/kit/trees.mjs'
import { options, whole } from './kit/args.mjs'
import { grouped, percent, round, sum } from './kit/numbers.mjs'
import { say, table, writeResults } from './kit/results.mjs'

const flags = options({ trees: { type: 'string' }, from: { type: 'string' }, workers: { type: 'string' }, minutes: { type: 'string' } })
const trees = whole(flags.trees, 10_000)
const from = whole(flags.from, 1)
const workers = whole(flags.workers, 2)
const deadline = Date.now() + whole(flags.minutes, 100_000) * 60_000

/** What can be wrong with one output or one step of the ladder. */
const FAULTS = {
  over: 'more tokens than the budget',
  misreported: 'reported tokens differ from printed tokens',
  misstated: 'the page states another number of tokens than it has',
  empty: 'nothing was printed although the smallest answer, as Fovea states it, fits',
  falling: 'a larger budget gave a plan of less value',
  fewer: 'fewer files opened or listed than by including or dropping',
  unaccounted: 'fewer files opened, listed or counted in their folder than by including or dropping',
  disagreed: 'tiktoken counts another number of tokens',
  crashed: 'the compiler threw',
}

const totals = { trees: 0, files: 0, outputs: 0, bytes: 0, tokens: 0, steps: 0, compared: 0, checked: 0, printed: 0, shown: { adaptive: 0, dropping: 0 } }
const cells = new Map(FORMATS.flatMap(({ name }) => BUDGETS.map((budget) => [`${name} ${budget}`, { format: name, budget, outputs: 0, printed: 0, used: 0, unfinished: 0, adaptive: 0, counted: 0, dropping: 0 }])))
const faults = []
let next = from
const last = from + trees - 1
const started = Date.now()

await Promise.all(Array.from({ length: workers }, work))
report()

/** One worker process: it is given the next tree whenever it has finished one. */
function work() {
  const child = fork(fileURLToPath(new URL('./kit/budget-worker.mjs', import.meta.url)))
  const give = () => (next <= last && Date.now() < deadline ? child.send(next++) : child.disconnect())
  return new Promise((resolve, reject) => {
    child.on('message', (tree) => {
      if (tree !== 'ready') add(tree)
      give()
    })
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a worker ended with ${code}`))))
  })
}

function add(tree) {
  totals.trees++
  for (const name of ['files', 'outputs', 'bytes', 'tokens', 'steps', 'compared', 'checked', 'printed']) totals[name] += tree[name]
  for (const { format, budget, ...numbers } of tree.cells) {
    const cell = cells.get(`${format} ${budget}`)
    for (const [name, number] of Object.entries(numbers)) cell[name] += number
    totals.shown.adaptive += numbers.adaptive
    totals.shown.dropping += numbers.dropping
  }
  faults.push(...tree.faults)
  if (totals.trees % 100 === 0) say(`${totals.trees} trees, ${grouped(totals.outputs)} outputs, ${faults.length} faults, ${Math.round((Date.now() - started) / 1000)} s`)
}

/** A row of the tables of files shown. */
function shownAt(isMeant, title) {
  const [adaptive, counted, dropping] = ['adaptive', 'counted', 'dropping'].map((name) => sum([...cells.values()].filter(isMeant).map((cell) => cell[name])))
  return [title, grouped(adaptive), grouped(counted), grouped(dropping), dropping === 0 ? '-' : round(adaptive / dropping, 2)]
}

function report() {
  const count = (kind) => faults.filter((fault) => fault.kind === kind).length
  const counts = Object.fromEntries(Object.keys(FAULTS).map((kind) => [kind, count(kind)]))
  const ladder = [...cells.values()].map(({ used, ...cell }) => ({ ...cell, used: round(cell.unfinished === 0 ? 1 : used / cell.unfinished, 5) }))
  const listed = Object.keys(FAULTS).flatMap((kind) => faults.filter((fault) => fault.kind === kind).slice(0, 100))
  const clean = faults.length === 0
  const byFormat = Object.fromEntries(Object.keys(FAULTS).map((kind) => [kind, Object.fromEntries(FORMATS.map(({ name }) => [name, faults.filter((fault) => fault.kind === kind && fault.format === name).length]))]))
  writeResults('budget', {
    trees: { from, to: from + totals.trees - 1, asked: trees }, budgets: BUDGETS, formats: FORMATS.map(({ name }) => name), totals, faults: counts, faultsByFormat: byFormat,
    seconds: Math.round((Date.now() - started) / 1000), workers, examples: listed, cells: ladder,
  }, [
    '# The budget holds',
    '', `Random trees ${from} to ${from + totals.trees - 1} (test/kit/trees.mjs), each at ${BUDGETS.length} budgets from ${BUDGETS[0]} to ${grouped(BUDGETS.at(-1))} tokens in ${FORMATS.length} formats: ${grouped(totals.outputs)} outputs, ${grouped(totals.tokens)} tokens, ${grouped(totals.bytes)} bytes.`,
    ...(totals.trees < trees ? [`${grouped(trees)} trees were asked for; the time limit came first.`] : []),
    `Tokens are those of the printed bytes in o200k_base, counted again after printing; every 500th output was also counted with tiktoken (${grouped(totals.checked)}).`,
    ...table(['checked', 'times', 'violations'], [
      ['printed tokens are at most the budget', grouped(totals.outputs), counts.over],
      ['reported tokens are the printed tokens', grouped(totals.outputs), counts.misreported],
      ['the page states its own tokens truly', grouped(totals.printed), counts.misstated],
      ['something is printed when there are files and the smallest answer, as Fovea states it, fits', grouped(totals.outputs), counts.empty],
      ['the value of the plan never falls as the budget grows', grouped(totals.steps), counts.falling],
      ['at least as many files are opened or listed as by including or dropping', grouped(totals.compared), counts.fewer],
      ['the same, with files that are counted in the line of their folder', grouped(totals.compared), counts.unaccounted],
      ['tiktoken agrees', grouped(totals.checked), counts.disagreed],
      ['the compiler does not throw', grouped(totals.outputs), counts.crashed],
    ]),
    `Files shown (opened or listed) over all outputs: ${grouped(totals.shown.adaptive)} by the ladder, ${grouped(totals.shown.dropping)} by including or dropping: ${round(totals.shown.adaptive / Math.max(1, totals.shown.dropping), 2)} times as many.`,
    ...table(['budget', 'opened or listed, ladder', 'counted in a folder', 'shown, include or drop', 'times'], BUDGETS.map((budget) => shownAt((cell) => cell.budget === budget, grouped(budget)))),
    ...table(['format', 'opened or listed, ladder', 'counted in a folder', 'shown, include or drop', 'times'], FORMATS.map(({ name }) => shownAt((cell) => cell.format === name, name))),
    'Part of the budget that is used where there was more to show, mean over trees (small budgets cannot always be filled: a line is a whole line):',
    ...table(['format', ...BUDGETS.map(grouped)], FORMATS.map(({ name }) => [name, ...ladder.filter((cell) => cell.format === name).map((cell) => (cell.unfinished === 0 ? '-' : percent(cell.used)))])),
    ...(clean ? [] : ['Violations by format:', ...table(['violation', ...FORMATS.map(({ name }) => name)], Object.keys(FAULTS).filter((kind) => counts[kind] > 0).map((kind) => [FAULTS[kind], ...Object.values(byFormat[kind])])), 'Violations (the first of each kind; more in budget.json):', ...Object.entries(FAULTS).filter(([kind]) => counts[kind] > 0).flatMap(([kind, words]) => [
      '', `**${words}** (${counts[kind]}):`, ...faults.filter((fault) => fault.kind === kind).slice(0, 10).map((fault) => `- tree ${fault.seed}, ${fault.format}, budget ${fault.budget}, ${fault.task ? 'with' : 'without'} a task: ${fault.detail}`),
    ])]),
  ])
  process.exitCode = clean ? 0 : 1
}
