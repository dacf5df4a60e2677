// What ranking and allocating cost when everything that follows from the texts is in the cache: CPU time on at least 5,000 files.
//   node bench/ranking.mjs [--corpus npm-sources] [--files 5000] [--rounds 5]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compile } from '../dist/core/compile.js'
import { gather } from '../dist/core/gather.js'
import { requestOf, settle } from '../dist/index.js'
import { settingOf } from '../dist/workspace/compile.js'
import { openWorkspace } from '../dist/workspace/index.js'
import { options, whole } from './kit/args.mjs'
import { chosen } from './kit/corpora.mjs'
import { grouped, median } from './kit/numbers.mjs'
import { say, table, writeResults } from './kit/results.mjs'

const flags = options({ corpus: { type: 'string' }, files: { type: 'string' }, rounds: { type: 'string' } })
const BAR = 1000
const TASKS = ['the shader does not compile when a texture is missing', 'ObservableInputTuple: combineLatest completes too early when one source is empty', 'rename the option `maxBufferSize` and warn about the old name']
const BUDGETS = [8000, 32_000]

const cache = mkdtempSync(join(tmpdir(), 'fovea-ranking-'))
process.env['FOVEA_CACHE'] = cache
const corpus = chosen([flags.corpus ?? 'npm-sources'])[0]
const workspace = openWorkspace(corpus.path, { frozen: true })
const { entries } = await workspace.read(settle({}, []))
const some = entries.filter(({ stub }) => stub === undefined).slice(0, whole(flags.files, 5000))
const meter = await workspace.meter('o200k_base')
const { parser, memory } = workspace
const rows = []
for (const task of TASKS) {
  for (const budget of BUDGETS) rows.push(await measured(task, budget))
}
const worst = Math.max(...rows.map(({ cpu }) => cpu))
writeResults('ranking', { corpus: corpus.name, files: some.length, rows, worst }, [
  '# What ranking and allocating cost', '',
  `${grouped(some.length)} files of ${corpus.name}; words, tokens and definitions from the cache, median of ${whole(flags.rounds, 5)} rounds. The bar is ${grouped(BAR)} ms of CPU; the worst is ${grouped(worst)} ms${worst > BAR ? ': missed' : ''}.`,
  ...table(['task', 'budget', 'ranking ms', 'allocating and printing ms', 'together ms'], rows.map(({ task, budget, ranking, allocating, cpu }) => [task, grouped(budget), grouped(ranking), grouped(allocating), grouped(cpu)])),
])
rmSync(cache, { recursive: true })
if (worst > BAR) process.exitCode = 1

async function measured(task, budget) {
  const settings = settle({ task, budget }, [])
  const rounds = []
  for (let round = 0; round <= whole(flags.rounds, 5); round++) {
    const start = process.cpuUsage()
    const corpus = await gather(some, requestOf(settings), { parser, memory, meter, utility: new Map() })
    const ranking = cpuSince(start)
    compile(corpus, requestOf(settings), settingOf(workspace, settings, { meter, allowSensitive: false }))
    const cpu = cpuSince(start)
    // The first round is the cold one: it fills the cache.
    if (round > 0) rounds.push({ ranking, allocating: cpu - ranking, cpu })
  }
  const of = (part) => Math.round(median(rounds.map((one) => one[part])))
  say(`${task} ${budget}: ${of('cpu')} ms`)
  return { task, budget, ranking: of('ranking'), allocating: of('allocating'), cpu: of('cpu') }
}

function cpuSince(start) {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
