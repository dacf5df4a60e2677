// How much of the budget is used, on real repositories: at least 97 % whenever there is more to show, and never more than 100 %.
//   node bench/fill.mjs [--corpus NAME]...
import { options } from './kit/args.mjs'
import { chosen, published } from './kit/corpora.mjs'
import { pack, readFolder } from './kit/line.mjs'
import { grouped, percent, round } from './kit/numbers.mjs'
import { say, table, writeResults } from './kit/results.mjs'

const BUDGETS = [8_000, 32_000, 128_000]
const FORMATS = ['claude-xml', 'markdown']
const LEAST = 0.97

/** One task for each corpus, in the words somebody would use; corpora without one are asked the last. */
const TASKS = {
  django: 'QuerySet.bulk_create ignores batch_size when there are unique conflicts',
  tokio: 'a task that is aborted while it waits for the semaphore leaks its permit',
  gin: 'wildcard routes do not match a trailing slash when RedirectTrailingSlash is off',
  express: 'res.sendFile does not set the ETag header for a file with a range request',
  core: 'watch with deep does not trigger for a Map nested in a reactive object',
  'npm-sources': 'switchMap does not unsubscribe from the inner observable when the outer one errors',
}
const ANY_TASK = 'the parser loses the position of an error at the end of the input'

const { corpus } = options({ corpus: { type: 'string', multiple: true } })
const corpora = chosen(corpus)
const rows = []
for (const one of corpora) rows.push(...await measure(one))

const failed = rows.filter((row) => !row.ok)
writeResults('fill', { bar: { least: LEAST, most: 1 }, corpora: corpora.map(published), failed: failed.length, rows }, [
  '# How full the budget is',
  '', `${rows.length} packs of ${corpora.length} corpora. Used is tokens of the printed bytes, counted again after printing, over the budget.`,
  `The bar: at least ${percent(LEAST, 0)} whenever there is more to show, never more than 100 %. ${failed.length === 0 ? 'All packs pass.' : `${failed.length} of them miss it, marked with an exclamation mark.`}`,
  'Of the bound: the value of the plan over the most any plan could be worth at the same priced budget (the fractional bound).',
  ...table(['corpus', 'task', 'format', 'budget', 'tokens', 'used', 'of the bound', 'in full', 'in part', 'one line', 'counted'], rows.map((row) => [
    `${row.ok ? '' : '! '}${row.corpus}`, row.task ? 'yes' : 'no', row.format, grouped(row.budget), grouped(row.tokens), `${percent(row.used, 2)}${row.complete ? ' (everything)' : ''}`,
    percent(row.ofBound, 2), grouped(row.full), grouped(row.parts), grouped(row.lines), grouped(row.counted),
  ])),
  'Corpora:', ...corpora.map((one) => `- ${one.name}: ${one.upstream}, ${one.version}, ${grouped(one.files)} files, ${one.megabytes} MB`),
])
process.exitCode = failed.length === 0 ? 0 : 1

async function measure(one) {
  const read = await readFolder(one.path)
  const measured = []
  for (const task of ['', TASKS[one.name] ?? ANY_TASK]) {
    for (const format of FORMATS) {
      for (const budget of BUDGETS) measured.push(await row(one, read, { task, format, budget }))
    }
  }
  return measured
}

async function row(one, read, { task, format, budget }) {
  const { compiled, meter } = await pack(read, { task, format, budget })
  const { plan, page, parts } = compiled
  const tokens = meter.count(parts.join(''))
  const used = tokens / budget
  const full = page.files.filter((view) => view.level === 'full').length
  const ok = used <= 1 && tokens === compiled.tokens && (plan.complete || used >= LEAST)
  say(`${ok ? 'ok' : 'MISS'} ${one.name} ${format} ${budget} ${task === '' ? '' : 'task '}${percent(used, 2)} value/bound ${percent(plan.value / plan.bound, 2)}`)
  return {
    corpus: one.name, task, format, budget, tokens, reported: compiled.tokens, used: round(used, 5), complete: plan.complete, value: round(plan.value, 6), bound: round(plan.bound, 6),
    ofBound: round(plan.bound === 0 ? 1 : plan.value / plan.bound, 5), full, parts: page.files.length - full, lines: page.lines.length,
    counted: page.folders.reduce((total, folder) => total + folder.files, 0), ok,
  }
}
