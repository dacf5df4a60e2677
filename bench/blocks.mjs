// Random lists of blocks and budgets, in every mode: never over the budget except for what is critical, which is reported; more budget never gives less;
// no placeholder costs as much as what it stands for.
//   node bench/blocks.mjs [--lists N]
import { render } from '../dist/blocks/render.js'
import { candidateOf, formOf } from '../dist/blocks/forms.js'
import { MODE_NAMES, MODES } from '../dist/blocks/modes/index.js'
import { viewOf } from '../dist/blocks/view.js'
import { createMeter } from '../dist/meters/index.js'
import { asset } from '../dist/workspace/assets.js'
import { options } from './kit/args.mjs'
import { blockList, dice } from './kit/block-lists.mjs'
import { grouped, percent } from './kit/numbers.mjs'
import { say, table, writeResults } from './kit/results.mjs'

const { lists = '10000' } = options({ lists: { type: 'string' } })
const METERS = ['o200k_base', 'cl100k_base', 'claude', 'heuristic', 'codeaware']
const meters = new Map()
for (const name of METERS) meters.set(name, await createMeter(name, (encoding) => asset(`vocab/${encoding}.bin`)))

const rows = new Map()
for (let seed = 1; seed <= Number(lists); seed++) {
  const blocks = blockList(seed)
  const meter = meters.get(METERS[seed % 3 === 0 ? seed % METERS.length : 0])
  for (const mode of MODE_NAMES) check(blocks, { mode, meter, seed })
  if (seed % 1000 === 0) say(`${seed} lists`)
}

const all = [...rows.values()]
const failed = all.reduce((sum, row) => sum + row.over + row.less + row.dear + row.incomplete, 0)
writeResults('blocks', { lists: Number(lists), failed, rows: all }, [
  '# Blocks and budgets',
  '', `${grouped(Number(lists))} random lists of blocks (1 to 400 blocks of every type, every second one with a summary, a quarter of them without a priority), each in the three modes with eight budgets from 0 to more than everything. ${failed === 0 ? 'No rule was broken.' : `${failed} rules were broken.`}`,
  '', '- over: the text has more tokens than the budget, and it is not the reported overrun of critical blocks shown alone',
  '- less: a larger budget gave less, by what was bought, compared priority by priority',
  '- dear: a placeholder costs as much as the content it stands for, or more',
  '- incomplete: everything would fit in full, and something is not',
  '- overruns: critical blocks did not fit; nothing else was shown and the overrun was reported. None: the budget was too small for any answer, and there was none',
  '- used: tokens of the text over the budget, where something was left out or shortened',
  ...table(['mode', 'meter', 'texts', 'over', 'less', 'dear', 'incomplete', 'overruns', 'none', 'used'], all.map((row) => [
    row.mode, row.meter, grouped(row.texts), row.over, row.less, row.dear, row.incomplete, grouped(row.overruns), grouped(row.none), percent(row.used / Math.max(1, row.short), 1),
  ])),
])
process.exitCode = failed === 0 ? 0 : 1

function check(blocks, { mode, meter, seed }) {
  const row = rowOf(mode, meter.name)
  const whole = render(blocks, { mode, meter, verbosity: 'full' })
  let before
  for (const budget of budgetsFor(whole.tokens, dice(seed))) {
    const result = render(blocks, { mode, meter, budget })
    row.texts++
    count(row, result, { meter, budget, whole })
    if (before !== undefined && isLess(result.worth, before.worth)) row.less++
    row.dear += dearOnes(blocks, result, { mode, meter }).length
    before = result
  }
}

function count(row, { text, tokens, overrun, blocks }, { meter, budget, whole }) {
  const alone = blocks.every(({ priority, decision }) => decision.kind === (priority === 'critical' ? 'full' : 'omit'))
  if (meter.count(text) !== tokens || overrun !== Math.max(0, tokens - budget) || (overrun > 0 && !alone)) row.over++
  if (budget >= whole.tokens && text !== whole.text) row.incomplete++
  if (overrun > 0) row.overruns++
  else if (text === '') row.none++
  else if (text !== whole.text) {
    row.short++
    row.used += tokens / budget
  }
}

/** Blocks that are only a placeholder although all of them would not cost more. */
function dearOnes(blocks, result, { mode, meter }) {
  return result.blocks.filter(({ index, decision }) => {
    if (decision.kind !== 'placeholder') return false
    const candidate = candidateOf(viewOf(blocks[index], undefined, (text) => text), MODES[mode], meter)
    return formOf(candidate, 'placeholder').cost >= formOf(candidate, 'full').cost
  })
}

function budgetsFor(tokens, roll) {
  const parts = Array.from({ length: 5 }, () => Math.floor(tokens * roll() ** 1.5))
  return [0, ...parts, tokens, tokens + 50].sort((a, b) => a - b)
}

function isLess(now, before) {
  const at = now.findIndex((value, i) => value !== before[i])
  return at >= 0 && now[at] < before[at]
}

function rowOf(mode, meter) {
  const key = `${mode} ${meter}`
  if (!rows.has(key)) rows.set(key, { mode, meter, texts: 0, over: 0, less: 0, dear: 0, incomplete: 0, overruns: 0, none: 0, short: 0, used: 0 })
  return rows.get(key)
}
