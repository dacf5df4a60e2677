// What the catalogue pages of the studio cost with 8,000 resources: CPU of the server for each answer, work of the page's main thread for a letter in the search box, and what is in the document.
// The database is made here: tables with names of two everyday words, half of them with a foreign key. CPU is user and system time from /proc, so this runs on Linux only.
//   node bench/studio-catalog.mjs [--resources 8000] [--runs 5]
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freshProgram } from '../scripts/fresh.mjs'
import { startChromium } from '../test/studio/kit/chromium.mjs'
import { settled } from '../test/studio/kit/pages.mjs'
import { startServer } from '../test/studio/kit/server.mjs'
import { options, whole } from './kit/args.mjs'
import { grouped, median, round } from './kit/numbers.mjs'
import { table, writeResults } from './kit/results.mjs'
import { traced, workPer } from './kit/tracing.mjs'

const { Database } = createRequire(import.meta.url)('node-sqlite3-wasm')
const BARS = { answer: 150, letter: 100, nodes: 1500 }
const WORDS = 'order customer invoice payment shipment product stock price city country region employee contract ticket message event session visit click campaign lead account balance ledger budget forecast task project team sensor device vehicle route driver trip schedule flight seat booking hotel room guest review photo artist movie book author library loan'.split(' ')
const KINDS = ['id integer', 'name text', 'at timestamp', 'amount numeric', 'status text', 'code text']

const flags = options({ resources: { type: 'string' }, runs: { type: 'string' } })
const [resources, runs] = [whole(flags.resources, 8000), whole(flags.runs, 5)]
const root = mkdtempSync(join(tmpdir(), 'fovea-bench-'))
const env = { HOME: root, XDG_CONFIG_HOME: join(root, 'home') }
const browser = await startChromium()

try {
  fill()
  execFileSync(process.execPath, [freshProgram(), 'catalog', 'add', 'big', 'big.sqlite'], { cwd: root, env: { PATH: process.env.PATH, ...env }, stdio: 'ignore' })
  const server = await startServer(root, { env })
  try {
    report(await answers(server), await typed(server))
  } finally {
    await server.stop()
  }
} finally {
  await browser.close()
  rmSync(root, { recursive: true, force: true })
}

/** The same tables every time. */
function fill() {
  const database = new Database(join(root, 'big.sqlite'))
  database.exec('begin')
  for (let i = 0; i < resources; i++) {
    const word = (salt) => WORDS[(i * 31 + salt * 17 + (i >> 3) * salt) % WORDS.length]
    const columns = Array.from({ length: 4 + (i % 9) }, (_, at) => `${word(at + 3)}_${at}_${KINDS[(i + at) % KINDS.length]}`)
    const key = i > 0 && i % 2 === 0 ? `, ref_id integer references t${i >> 1}_${WORDS[((i >> 1) * 31 + 17 + ((i >> 1) >> 3)) % WORDS.length]}(id)` : ''
    database.exec(`create table t${i}_${word(1)} (id integer primary key, ${columns.join(', ')}${key})`)
  }
  database.exec('commit')
  database.close()
}

/** Milliseconds of CPU of the server for each sort of answer; the first of all reads the catalogue. */
async function answers({ origin, token, pid }) {
  const id = `res:db.sqlite.big.t40_${WORDS[(40 * 31 + 17 + 5) % WORDS.length]}`
  const plan = JSON.stringify({ steps: [{ id: 'a', op: 'scan', resource: id }, { id: 'b', op: 'limit', rows: 5 }] })
  const asked = { 'the first answer': '/catalog.json', 'everything': '/catalog.json', 'a search': '/catalog.json?query=customer+payment', 'a search, page 20': '/catalog.json?query=order&page=20', 'a search with a facet': '/catalog.json?query=order+city&kind=tabular', 'a card': `/catalog/resource.json?id=${id}`, 'what changed': '/catalog/changes.json', 'a plan, checked and explained': `/catalog/plan.json?plan=${encodeURIComponent(plan)}` }
  const rows = []
  for (const [what, path] of Object.entries(asked)) {
    const taken = []
    for (let run = 0; run < (rows.length === 0 ? 1 : runs); run++) {
      const before = cpuOf(pid)
      const answer = await fetch(origin + path, { headers: { Authorization: `Bearer ${token}` } })
      const bytes = (await answer.arrayBuffer()).byteLength
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
      taken.push({ cpu: cpuOf(pid) - before, bytes })
    }
    rows.push({ what, cpu: taken.map(({ cpu }) => cpu), bytes: taken[0].bytes })
  }
  return rows
}

function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ')
  return fields.slice(11, 13).reduce((sum, ticks) => sum + Number(ticks), 0) * 10
}

/** Work of the main thread for each letter that is typed, to the end of what follows, and the size of the document. */
async function typed({ url, origin }) {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  await page.goto(url)
  await page.goto(`${origin}/catalog`)
  await settled(page)
  await page.locator('#catalog-query').focus()
  const letters = [...'payments']
  const events = await traced(page, async () => {
    for (const letter of letters) {
      await page.keyboard.type(letter)
      await pause(900)
    }
  })
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
  return { letters: workPer(events, 'input').map((ms) => round(ms, 1)), nodes }
}

function report(rows, { letters, nodes }) {
  const warm = rows.slice(1)
  const worst = Math.max(...warm.map(({ cpu }) => median(cpu)))
  const verdict = (met) => (met ? 'met' : 'MISSED')
  writeResults('studio-catalog', { bars: BARS, resources, rows, letters, nodes }, [
    `# The catalogue pages with ${grouped(resources)} resources`,
    '', `Chromium ${browser.version()}, ${cpus().length} cores. One SQLite database of ${grouped(resources)} tables. CPU is that of the server's process with all threads, in steps of 10 ms; a letter is the CPU of the page's main thread until the next letter, 0.9 s later.`,
    ...table(['what', 'measured', 'bar', 'verdict'], [
      ['CPU of an answer once the catalogue was read, dearest median', `${worst} ms`, `<= ${BARS.answer} ms`, verdict(worst <= BARS.answer)],
      ['main-thread work for a letter in the search box, largest', `${Math.max(...letters)} ms`, `<= ${BARS.letter} ms`, verdict(Math.max(...letters) <= BARS.letter)],
      ['elements in the document', nodes, `<= ${BARS.nodes}`, verdict(nodes <= BARS.nodes)],
    ]),
    ...table(['answer', 'CPU, ms, median', 'largest', 'bytes'], rows.map(({ what, cpu, bytes }) => [what, median(cpu), Math.max(...cpu), grouped(bytes)])),
    `Letters: ${letters.join(', ')} ms.`,
  ])
  if (worst > BARS.answer || Math.max(...letters) > BARS.letter || nodes > BARS.nodes) process.exitCode = 1
}
