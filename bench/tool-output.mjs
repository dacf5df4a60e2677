// Outputs of real commands, cut to budgets: never over, what a larger budget shows holds what a smaller one shows, every cut names the lines it hides; and how the
// time grows when an output doubles.
//   node bench/tool-output.mjs
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { outputOf, pressed } from '../dist/blocks/tool/compress.js'
import { createMeter } from '../dist/meters/index.js'
import { asset } from '../dist/workspace/assets.js'
import { grouped, median, percent, round } from './kit/numbers.mjs'
import { say, table, writeResults } from './kit/results.mjs'

const meter = await createMeter('o200k_base', (encoding) => asset(`vocab/${encoding}.bin`))
const BUDGETS = [250, 500, 1000, 2000, 4000, 8000]
const HANDLE = 'out@9f8e7d6c'

/** What a command prints, on either stream, whether it fails or not. */
function printed(command, args) {
  try {
    return execFileSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    return `${error.stdout ?? ''}${error.stderr ?? ''}`
  }
}

const lock = readFileSync('package-lock.json', 'utf8')
const python = 'import json\ndef inner(depth):\n    return json.loads("{bad") if depth == 0 else inner(depth - 1)\ninner(60)\n'
const lines = (count, line) => Array.from({ length: count }, (_, i) => line(i)).join('\n')
const OUTPUTS = [
  ['git log --stat -60', printed('git', ['log', '--stat', '-60'])],
  ['git log -p -12', printed('git', ['log', '-p', '-12'])],
  ['git diff HEAD~8', printed('git', ['diff', 'HEAD~8', 'HEAD'])],
  ['npm ls --all', printed('npm', ['ls', '--all'])],
  ['ls -lR src', printed('ls', ['-lR', 'src'])],
  ['cat package-lock.json', lock],
  ['the same in one line', JSON.stringify(JSON.parse(lock))],
  ['a Python traceback, 60 deep', printed('python3', ['-c', python])],
  ['vitest, passing', printed('npx', ['vitest', 'run', 'src/blocks', '--reporter=verbose'])],
  ['tsc, 400 errors', lines(400, (i) => `src/${i % 9}.ts(${i},7): error TS2322: Type 'string' is not assignable to type 'number'.`)],
  ['a server log, one error in 20,000 lines', lines(20_000, (i) => (i === 12_345 ? '2026-01-01T03:25:45Z ERROR db: connection refused to 10.0.0.7:5432' : `2026-01-01T00:00:${String(i % 60).padStart(2, '0')}Z INFO GET /api/items/${i * 7} took ${i % 90} ms`))],
]

const failures = []
const rows = OUTPUTS.map(([name, text]) => measure(name, text))
const growth = [
  ['log lines', (n) => lines(n, (i) => `2026-01-01 INFO request ${i} took ${i % 7} ms`)],
  ['lines that are all different', (n) => lines(n, (i) => `${(i * 2654435761 >>> 0).toString(36)} says ${(i * 40503 >>> 0).toString(36)}`)],
  ['JSON in one line', (n) => JSON.stringify(Array.from({ length: n >> 2 }, (_, id) => ({ id, name: `item ${id}` })))],
  ['one long line', (n) => 'x y '.repeat(n * 8)],
  ['escapes', (n) => '\u001B[31mred\u001B[0m '.repeat(n * 2)],
  ['brackets', (n) => '['.repeat(n * 16)],
].map(([name, make]) => grow(name, make))

writeResults('tool-output', { budgets: BUDGETS, failed: failures.length, failures, rows, growth }, [
  '# The output of commands, cut by structure',
  '', `${rows.length} outputs at ${BUDGETS.length} budgets. ${failures.length === 0 ? 'Never over the budget; each larger budget shows every line of the smaller one; every line is shown or named in a cut.' : `${failures.length} failures: ${failures.slice(0, 5).join('; ')}`}`,
  'Used: tokens over the budget, for budgets smaller than the output. CPU: of reading, classifying and cutting to 2,000 tokens, the median of five.',
  ...table(['output', 'kind', 'sure', 'lines', 'tokens', 'at 2,000', 'cuts', 'used', 'CPU ms'], rows.map((row) => [row.name, row.kind, percent(row.confidence, 0), grouped(row.lines), grouped(row.tokens), grouped(row.at2000), row.cuts, row.used === undefined ? '-' : percent(row.used, 1), row.ms])),
  '', 'When an output doubles (20,000, 40,000 and 80,000 units), CPU of cutting it to 2,000 tokens:',
  ...table(['output', 'ms', 'ms, doubled', 'ms, doubled again', 'last ratio'], growth.map((row) => [row.name, ...row.ms, row.ratio])),
])
process.exitCode = failures.length === 0 ? 0 : 1

function cut(text, budget) {
  const output = outputOf(text)
  return { output, result: pressed(output, { meter, budget, print: (body) => body, handle: HANDLE }) }
}

function measure(name, text) {
  say(name)
  const tokens = meter.count(text)
  const { output } = cut(text, Infinity)
  let before = new Set()
  const used = []
  for (const budget of BUDGETS) {
    const { result } = cut(text, budget)
    if (result.tokens > budget || !result.fits) failures.push(`${name} at ${budget}: ${result.tokens}`)
    const shown = shownLines(output.sheet.lines.length, result.cuts)
    for (const line of before) if (!shown.has(line)) { failures.push(`${name} at ${budget}: line ${line} is gone`); break }
    const texts = new Set(result.text.split('\n'))
    for (const line of shown) if (output.sheet.lines[line - 1].length <= 400 && !texts.has(output.sheet.lines[line - 1])) { failures.push(`${name} at ${budget}: line ${line} is nowhere`); break }
    before = shown
    if (budget < tokens) used.push(result.tokens / budget)
  }
  const { result } = cut(text, 2000)
  return { name, kind: output.kind.name, confidence: output.confidence, lines: output.sheet.lines.length, tokens, at2000: result.tokens, cuts: result.cuts.length, ...(used.length === 0 ? {} : { used: median(used) }), ms: cpu(() => cut(text, 2000)) }
}

function shownLines(count, cuts) {
  const shown = new Set(Array.from({ length: count }, (_, i) => i + 1))
  for (const [from, to] of cuts) for (let line = from; line <= to; line++) shown.delete(line)
  return shown
}

function cpu(act) {
  return round(median(Array.from({ length: 5 }, () => {
    const start = process.cpuUsage()
    act()
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  })), 1)
}

function grow(name, make) {
  const ms = [20_000, 40_000, 80_000].map((size) => {
    const text = make(size)
    return cpu(() => cut(text, 2000))
  })
  return { name, ms, ratio: round(ms[2] / ms[1], 2) }
}
