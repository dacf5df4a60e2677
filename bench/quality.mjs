// How much of what a real change needed is in the context, at each budget: Fovea beside the baselines, and Fovea without each of its signals.
//   node bench/quality.mjs [--sample 124] [--ablated 31] [--jobs 2] [--no-ablations] [--budgets 4000,8000,16000,32000] [--report: only writes the report, from what was judged last]
// Needs the instances and the judge (FOVEA_QUALITY, by default ../shared/quality) and the repositories with their history (MIRROR, by default ../.mirror: owner+name/repo).
// The page that is judged is the one that `fovea DIR --task-file TASK --budget N --frozen` prints: the same functions in one process, so that a file is parsed once for all budgets.
// `--cli N` runs the command itself on the first N instances and compares the bytes.
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compile } from '../dist/core/compile.js'
import { gather } from '../dist/core/gather.js'
import { SIGNALS } from '../dist/core/rank/features.js'
import { requestOf, settle } from '../dist/index.js'
import { settingOf } from '../dist/workspace/compile.js'
import { options, whole } from './kit/args.mjs'
import { median, round } from './kit/numbers.mjs'
import { CORPORA, FOVEA } from './kit/places.mjs'
import { inParts, judgeKit, partOf, Reader, snapshot } from './kit/quality.mjs'
import { say, table, writeResults } from './kit/results.mjs'

const flags = options({ report: { type: 'boolean' },
  sample: { type: 'string' }, jobs: { type: 'string' }, part: { type: 'string' }, budgets: { type: 'string' }, 'no-ablations': { type: 'boolean' }, cli: { type: 'string' }, ablated: { type: 'string' },
})
const sample = whole(flags.sample, 124)
const budgets = (flags.budgets ?? '4000,8000,16000,32000').split(',').map(Number)
/** Ablations are measured where most contexts are. */
const ABLATED_AT = 8000
/** Each signal is left out of this many changes only: it is a whole ranking each time. */
const ABLATED = whole(flags.ablated, 31)
const METRICS = ['file', 'sig', 'body', 'dep']
const HOME = join(CORPORA, 'quality', 'judged')

const { judge, readers, instances } = await judgeKit()
const wanted = instances(sample)
const ablated = new Set(instances(Math.min(ABLATED, sample)).map(({ id }) => id))
const all = wanted.filter((instance) => snapshot(instance) !== undefined)
async function main() {
  const jobs = whole(flags.jobs, 2)
  mkdirSync(HOME, { recursive: true })
  const args = ['--sample', String(sample), '--budgets', budgets.join(','), '--ablated', String(ABLATED), ...(flags['no-ablations'] ? ['--no-ablations'] : [])]
  if (!flags.report) await inParts(fileURLToPath(import.meta.url), args, jobs)
  const rows = Array.from({ length: jobs }, (_, part) => readFileSync(join(HOME, `${part}-${jobs}.jsonl`), 'utf8')).join('').trim().split('\n').map((line) => JSON.parse(line))
  const same = await comparedWithCli(all.slice(0, whole(flags.cli, 4)))
  report(rows, same)
}

async function measure(part, out) {
  writeFileSync(out, '')
  const reader = new Reader()
  for (const instance of part) {
    const read = await reader.read(instance)
    const files = readers(instance)
    for (const budget of budgets) {
      const started = process.cpuUsage()
      const corpus = await corpusOf(instance, read, { budget })
      const gathering = cpuSince(started)
      append(out, { without: '', ...judged(instance, { read, corpus, files, budget }), gathering })
    }
    for (const signal of flags['no-ablations'] || !ablated.has(instance.id) ? [] : SIGNALS) {
      append(out, { without: signal, ...judged(instance, { read, corpus: await corpusOf(instance, read, { budget: ABLATED_AT, without: signal }), files, budget: ABLATED_AT }) })
    }
  }
}

const append = (out, row) => appendFileSync(out, `${JSON.stringify(row)}\n`)

const cpuSince = (started) => {
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000
}

// A larger budget looks into more files, and what is seen of them weighs all the others.
const corpusOf = ({ task }, { entries, parser, meter, history }, { budget, without }) =>
  gather(entries, requestOf(settle({ task, budget }, [])), { parser, meter, utility: new Map(), history, ...(without === undefined ? {} : { without: new Set([without]) }) })

function judged(instance, { read, corpus, files, budget }) {
  const settings = settle({ task: instance.task, budget }, [])
  const started = process.cpuUsage()
  const { parts } = compile(corpus, requestOf(settings), settingOf(read.workspace, settings, { meter: read.meter, allowSensitive: false }))
  const compiling = cpuSince(started)
  const { file, sig, body, dep, tokens, over } = judge(parts.join(''), instance, budget, files.read, files.paths)
  return { id: instance.id, lang: instance.lang, family: instance.family, budget, file, sig, body, dep, tokens, over, compiling }
}

/** The command prints what was judged here, byte by byte. */
async function comparedWithCli(some) {
  const reader = new Reader()
  const folder = mkdtempSync(join(tmpdir(), 'fovea-quality-'))
  const results = []
  for (const instance of some) {
    const read = await reader.read(instance)
    const settings = settle({ task: instance.task, budget: ABLATED_AT }, [])
    const here = compile(await corpusOf(instance, read, { budget: ABLATED_AT }), requestOf(settings), settingOf(read.workspace, settings, { meter: read.meter, allowSensitive: false })).parts.join('')
    writeFileSync(join(folder, 'task.txt'), instance.task)
    const there = execFileSync(process.execPath, [FOVEA, snapshot(instance), '--task-file', join(folder, 'task.txt'), '--budget', String(ABLATED_AT), '--frozen'], { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] })
    results.push(here === there)
  }
  return results
}

/** Measured with the same judge on the same sample when the data was made; percent. Columns as in the table. */
const BASELINES = [
  ['repomix --compress, sources only', 0, 46, 5, 0, 12, 2, 2],
  ['aider\'s map, re-created', 0, 83, 52, 0, 75, 0, 0],
  ['BM25 on functions', 56, 87, 66, 65, 12, 75, 79],
  ['a rough hybrid prototype', 65, 97, 88, 78, 78, 86, 90],
  ['all gold files known, packed whole', 64, 99, 88, 86, 17, 93, 98],
]
const BARS = ['bar', 68, 97, 90, 80, 80, 88, 92]
const COLUMNS = [['4k body', 4000, 'body'], ['8k file', 8000, 'file'], ['8k signature', 8000, 'sig'], ['8k body', 8000, 'body'], ['8k deps', 8000, 'dep'], ['16k body', 16_000, 'body'], ['32k body', 32_000, 'body']]

function report(rows, same) {
  const exact = (some, metric) => {
    const values = some.map((row) => row[metric]).filter((value) => value !== null && value !== undefined)
    return values.length === 0 ? 0 : (100 * values.reduce((sum, value) => sum + value, 0)) / values.length
  }
  const mean = (some, metric) => round(exact(some, metric), 1)
  const full = rows.filter(({ without }) => without === '')
  const at = (budget) => full.filter((row) => row.budget === budget)
  const own = ['**Fovea**', ...COLUMNS.map(([, budget, metric]) => mean(at(budget), metric))]
  // Rounding must not carry a figure over its bar.
  const missed = COLUMNS.filter(([, budget, metric], i) => exact(at(budget), metric) < BARS[i + 1]).map(([name, budget, metric]) => `${name} (${exact(at(budget), metric).toFixed(2)})`)
  const at8k = at(ABLATED_AT)
  const without = SIGNALS.map((signal) => {
    const rest = rows.filter((row) => row.without === signal)
    return [signal, ...METRICS.map((metric) => (rest.length === 0 ? '' : round(mean(rest, metric) - mean(at8k.filter(({ id }) => ablated.has(id)), metric), 1)))]
  })
  const groups = (key) => [...new Set(at8k.map((row) => row[key]))].sort().map((group) => [group, at8k.filter((row) => row[key] === group).length, ...METRICS.map((metric) => mean(at8k.filter((row) => row[key] === group), metric))])
  const lines = [
    '# Context quality: what a real change needed, and what the context held',
    '', `${at8k.length} real changes in ${new Set(all.map(({ repo }) => repo)).size} repositories; the task is the text of the issue or commit, the code is the parent commit with its history. Percent, means over changes. file = an edited file is shown, signature and body = the edited function's, deps = definitions that the change uses are visible. Tokens are o200k_base.`,
    ...table(['', ...COLUMNS.map(([name]) => name)], [...BASELINES, own, BARS]),
    missed.length === 0 ? 'Every bar is met.' : `Below the bar: ${missed.join(', ')}.`,
    '', 'The weights were fitted on the development set, of which this sample is a part; `FITTED` in `src/core/rank/weights.ts` says what they reach on repositories that the fit had not seen.',
    '', 'How signatures weigh against bodies (`COUNTS` in `src/core/appraisal.ts`) was chosen among fifteen settings on 354 changes of the development set, each ranked by weights fitted without its repository, not on this sample alone ([why](../../docs/adr/0036-signals-that-hold-elsewhere.md)).',
    '', '## Every budget', ...table(['budget', ...METRICS, 'tokens used', 'over budget'], budgets.map((budget) => [budget, ...METRICS.map((metric) => mean(at(budget), metric)), Math.round(at(budget).reduce((sum, row) => sum + row.tokens, 0) / at(budget).length), at(budget).filter(({ over }) => over).length])),
    ...(rows.some((row) => row.without !== '') ? [`## Without each signal, at 8,000 tokens, on ${ablated.size} of the changes (points lost or won; the weights were not fitted again)`, ...table(['signal', ...METRICS], without)] : []),
    'What each signal is worth on all changes, with weights fitted again without it: [signals.md](signals.md).', '',
    '## By language and kind, at 8,000 tokens', ...table(['', 'changes', ...METRICS], [...groups('lang'), ...groups('family')]),
    `CPU of an instance, median: ${Math.round(median(at8k.map(({ gathering }) => gathering)))} ms for counting, ranking and parsing (files of one repository are parsed once for all its instances), ${Math.round(median(at8k.map(({ compiling }) => compiling)))} ms for allocating and printing.`,
    '', `The command line printed the same bytes in ${same.filter(Boolean).length} of ${same.length} instances.`,
  ]
  writeResults('quality', { sample: at8k.length, own: Object.fromEntries(COLUMNS.map(([name], i) => [name, own[i + 1]])), missed, ablations: Object.fromEntries(without.filter(([, first]) => first !== '').map(([signal, ...values]) => [signal, Object.fromEntries(METRICS.map((metric, i) => [metric, values[i]]))])), instances: full.map(({ id, budget, file, sig, body, dep, tokens }) => ({ id, budget, file: round(file), sig: round(sig), body: round(body), dep: dep === null ? null : round(dep), tokens })) }, lines)
  say(lines.join('\n'))
  if (missed.length > 0 || full.some(({ over }) => over)) process.exitCode = 1
}

if (flags.part === undefined) await main()
else await measure(partOf(all, flags.part), join(HOME, `${flags.part.replace('/', '-')}.jsonl`))
