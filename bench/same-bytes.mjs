// The same bytes: the browser build in a real Chromium against `fovea pack DIR --frozen` on Node, for real repositories, budgets and every format.
// The command gets a copy without .git, because files in memory have no history.
//   node bench/same-bytes.mjs [--corpus NAME]... [--budget 8k]...
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { FORMAT_NAMES } from '../dist/formats/index.js'
import { ASSETS, bundledInto, served } from '../test/browser/bundle.mjs'
import { startChromium } from '../test/studio/kit/chromium.mjs'
import { options } from './kit/args.mjs'
import { chosen, published } from './kit/corpora.mjs'
import { grouped, median, round } from './kit/numbers.mjs'
import { FOVEA } from './kit/places.mjs'
import { say, table, writeResults } from './kit/results.mjs'

const flags = options({ corpus: { type: 'string', multiple: true }, budget: { type: 'string', multiple: true } })
const corpora = chosen(flags.corpus ?? ['express', 'core', 'tokio', 'django'])
const budgets = flags.budget ?? ['1k', '4k', '16k', '64k', 'none']
const TASK = 'a request is closed before the response has been written'
const runs = [...budgets.flatMap((budget) => FORMAT_NAMES.map((format) => ({ budget, format }))), ...budgets.map((budget) => ({ budget, task: TASK, format: 'minimal' })), { budget: '8k', lens: 'security', format: 'markdown' }]

const scratch = mkdtempSync(join(tmpdir(), 'fovea-same-bytes-'))
const browser = await startChromium()
const rows = []
try {
  await bundledInto(join(scratch, 'page'))
  for (const corpus of corpora) rows.push(await compared(corpus))
} finally {
  await browser.close()
  rmSync(scratch, { recursive: true, force: true })
}
report()
if (rows.some((row) => row.different.length > 0)) process.exitCode = 1

async function compared(corpus) {
  const copy = join(scratch, corpus.name)
  cpSync(corpus.path, copy, { recursive: true, verbatimSymlinks: true, filter: (path) => !relative(corpus.path, path).split(sep).some((part) => part === '.git' || part === '.fovea') })
  const files = listedTo(copy, join(scratch, 'corpus'))
  const server = await served({ '/': join(scratch, 'page'), '/corpus/': join(scratch, 'corpus'), ...ASSETS })
  const page = await browser.newPage()
  await page.goto(`${server.origin}/`)
  await page.evaluate(() => globalThis.openFrom('/corpus/'))
  const cpu = await clockOf(page)
  const row = { corpus: corpus.name, files, same: 0, different: [], first: 0, next: [] }
  for (const [at, run] of runs.entries()) {
    const before = await cpu()
    const there = await page.evaluate((how) => globalThis.hashOfPack(how), { ...run, frozen: true })
    const took = await cpu() - before
    if (at === 0) row.first = took
    else row.next.push(took)
    if (there === hashHere(copy, run)) row.same++
    else row.different.push(run)
  }
  say(`${corpus.name}: ${row.same} of ${runs.length} the same`)
  await page.close()
  server.close()
  return row
}

/** Seconds of processor time that the thread of the page took so far. */
async function clockOf(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value
}

/** Every file of a folder in two files: what they are called, and their bytes. */
function listedTo(folder, to) {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile() || one.isSymbolicLink()).map((one) => {
    const path = join(one.parentPath, one.name)
    const link = one.isSymbolicLink()
    return { path: relative(folder, path).replaceAll(sep, '/'), link, bytes: link ? Buffer.from(readlinkSync(path)) : readFileSync(path) }
  })
  mkdirSync(to, { recursive: true })
  writeFileSync(join(to, 'list.json'), JSON.stringify(all.map(({ path, link, bytes }) => ({ path, link, size: bytes.length }))))
  writeFileSync(join(to, 'bytes'), Buffer.concat(all.map(({ bytes }) => bytes)))
  return all.length
}

function hashHere(folder, { budget, format, task, lens }) {
  const args = ['pack', folder, '--frozen', '--quiet', '--budget', budget, '--format', format, ...(task === undefined ? [] : ['--task', task]), ...(lens === undefined ? [] : ['--lens', lens])]
  return createHash('sha256').update(execFileSync(process.execPath, [FOVEA, ...args], { maxBuffer: 1 << 30, env: { ...process.env, FOVEA_CACHE: join(scratch, 'cache') } })).digest('hex')
}

function report() {
  writeResults('same-bytes', { chromium: browser.version(), corpora: corpora.map(published), budgets, formats: FORMAT_NAMES, rows }, [
    '# The same bytes in a browser and on Node', '',
    `Each corpus is read into a tab of Chromium ${browser.version()} and packed by the bundled \`fovea/browser\`; \`fovea pack DIR --frozen\` packs a copy without \`.git\` on Node. Compared are the bytes of ${budgets.length} budgets (${budgets.join(', ')}) in ${FORMAT_NAMES.length} formats (${FORMAT_NAMES.join(', ')}), and ${runs.length - budgets.length * FORMAT_NAMES.length} runs with a task or a lens.`,
    ...table(['corpus', 'files', 'runs', 'same', 'different'], rows.map((row) => [row.corpus, grouped(row.files), runs.length, row.same, row.different.length])),
    'Seconds of processor time on the thread of the tab: the first pack reads, counts and parses everything and loads what it needs; the others are packs of the same open files with another budget, format or task.',
    ...table(['corpus', 'first pack', 'median of the others', 'slowest of the others'], rows.map((row) => [row.corpus, round(row.first, 2), round(median(row.next), 2), round(Math.max(0, ...row.next), 2)])),
    ...rows.flatMap((row) => row.different.map((run) => `- ${row.corpus}: different for ${JSON.stringify(run)}`)),
  ])
}
