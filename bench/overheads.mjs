// What the protocol's performance figures ask (S0.63, S1.50-S1.53): the share of XML, CDATA escaping, metadata and skeletons, in CPU time, in one process.
// node bench/overheads.mjs [--repo NAME=PATH]
import { writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { openWorkspace, settle, compileWorkspace } from '../dist/index.js'
import { print } from '../dist/core/print.js'
import { formatNamed } from '../dist/formats/index.js'
import { emptyPage } from '../dist/core/page.js'

const at = process.argv.indexOf('--repo')
const [name, root] = at > 0 ? process.argv[at + 1].split('=') : ['npm-sources', fileURLToPath(new URL('./corpora/npm-sources', import.meta.url))]
const RUNS = 5

const cpu = (work) => {
  const costs = Array.from({ length: RUNS }, () => {
    const began = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1000
  })
  return costs.toSorted((a, b) => a - b)[RUNS >> 1]
}
const round = (value, digits = 1) => Number(value.toFixed(digits))

const workspace = openWorkspace(root, { frozen: true })
const pack = (flags) => compileWorkspace(workspace, settle(flags, workspace.layers))
const timed = async (flags) => {
  const began = process.cpuUsage()
  const result = await pack(flags)
  const { user, system } = process.cpuUsage(began)
  return { result, ms: (user + system) / 1000 }
}

await pack({ budget: Infinity })
const everything = await timed({ budget: Infinity })
const { compiled } = everything.result
const written = (name) => {
  const format = formatNamed(name)
  return cpu(() => { for (const part of print(compiled.page, format, false)) void part.length })
}
const plusminus = written('plusminus')
const claude = written('claude-xml')
const xml = formatNamed('claude-xml')
const text = compiled.page.bodies.join('')
const escape = [1, 2].map((half) => cpu(() => xml.body(half === 1 ? text.slice(0, text.length / 2) : text, compiled.page.files[0])))
const empty = emptyPage({ ...compiled.page, related: [], notices: [] }, { name: 'o200k_base' })
const metadata = cpu(() => { for (let i = 0; i < 1000; i++) xml.open(empty, false) }) / 1000
const began = performance.now()
for (let i = 0; i < 1000; i++) await workspace.store.get('utility', 'x')
const store = (performance.now() - began) / 1000
const skeletons = await timed({ budget: 32_000 })
const files = await timed({ budget: 32_000, skeleton: 'disabled' })

const figures = {
  files: everything.result.corpus.files.length,
  megabytes: round(text.length / 1e6),
  'plusminus printing, ms': round(plusminus),
  'claude-xml printing, ms': round(claude),
  'whole pack, ms': round(everything.ms),
  'claude-xml over plusminus, as a part of the pack, %': round(((claude - plusminus) / everything.ms) * 100, 2),
  'CDATA escaping of half and of all, ms': escape.map((ms) => round(ms)),
  'metadata of one page, ms': round(metadata, 4),
  'store access when frozen, ms': round(store, 4),
  '32k with skeletons, ms': round(skeletons.ms),
  '32k include or drop, ms': round(files.ms),
  'skeletons cost, %': round((skeletons.ms / files.ms - 1) * 100),
}
const lines = [
  '# What the protocol asks of speed', '', `${name}, Node ${process.versions.node}, median of ${RUNS} runs, CPU time, one process.`, '',
  '| figure | value | asked |', '|---|---:|---|',
  ...Object.entries(figures).map(([name, value]) => `| ${name} | ${Array.isArray(value) ? value.join(', ') : value} | ${ASKED(name)} |`), '',
  'The loss: a skeleton is parsed by a real grammar, and that costs more than the 10 % that line scanning was expected to cost. It is spent only on files the budget can reach.', '',
]
function ASKED(name) {
  if (name.startsWith('claude-xml over')) return 'below 5'
  if (name.startsWith('CDATA')) return 'linear'
  if (name.startsWith('metadata')) return 'below 1'
  if (name.startsWith('store')) return '0'
  return name.startsWith('skeletons cost') ? 'below 10: not met' : ''
}
writeFileSync(new URL('./results/overheads.md', import.meta.url), lines.join('\n'))
writeFileSync(new URL('./results/overheads.json', import.meta.url), `${JSON.stringify(figures, null, 2)}\n`)
console.log(lines.join('\n'))
