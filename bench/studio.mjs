// What the studio costs on a large repository: work of the page's main thread when the budget moves, CPU of the server until the first view can be used, and bytes of that view.
// CPU of the server is user and system time of its process with all threads, from /proc; so this runs on Linux only. The program reads the repository from a warm cache.
//   node bench/studio.mjs [--corpus django=../django] [--runs 3] [--moves 20]
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { startChromium } from '../test/studio/kit/chromium.mjs'
import { settled } from '../test/studio/kit/pages.mjs'
import { startServer } from '../test/studio/kit/server.mjs'
import { options, whole } from './kit/args.mjs'
import { grouped, median, quantile, round } from './kit/numbers.mjs'
import { FOVEA } from './kit/places.mjs'
import { copied, repository, told } from './kit/repositories.mjs'
import { say, table, writeResults } from './kit/results.mjs'
import { timed } from './kit/run.mjs'
import { traced, workSince } from './kit/tracing.mjs'

const BARS = { move: 100, server: 1000, kilobytes: 400 }
/** A file that changed while it was looked at cannot be known by its time, so none may be that young. */
const OLD_ENOUGH_MS = 3000
/** After the plan has arrived and nothing is under way any more, whatever the page still does belongs to the move. */
const AFTER_MS = 500
const QUIET_MS = 3000
/** A machine that is busy with other things is slow: nothing here is measured by the clock. */
const PATIENCE_MS = 300_000

/** One step of the slider, or to the next of its marks. */
const KEYS = ['PageUp', 'ArrowRight', 'PageDown', 'PageDown', 'ArrowLeft', 'PageUp', 'ArrowRight', 'PageUp', 'PageDown', 'ArrowRight']

const flags = options({ corpus: { type: 'string', multiple: true }, runs: { type: 'string' }, moves: { type: 'string' } })
const runs = whole(flags.runs, 3)
const moves = whole(flags.moves, 20)
const scratch = mkdtempSync(join(tmpdir(), 'fovea-bench-'))
const browser = await startChromium()

try {
  const rows = []
  for (const name of flags.corpus ?? ['django']) rows.push(await measured(copied(repository(name), scratch)))
  report(rows)
} finally {
  await browser.close()
  rmSync(scratch, { recursive: true, force: true })
}

async function measured(corpus) {
  await pause(OLD_ENOUGH_MS)
  // The first start fills the cache and is not counted.
  await visit(corpus, async () => {})
  const taken = []
  for (let i = 0; i < runs; i++) taken.push(await visit(corpus, moved))
  rmSync(corpus.folder, { recursive: true, force: true })
  return { corpus: told(corpus), runs: taken }
}

/** Starts the studio, opens it in a new tab, and does something there once it can be used. */
async function visit({ name, folder }, act) {
  const server = await startServer(folder, { env: { HOME: join(scratch, 'home') } })
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  context.setDefaultTimeout(PATIENCE_MS)
  try {
    const page = await context.newPage()
    const asked = new Set()
    page.on('request', (request) => asked.add(request.url()))
    await page.goto(server.url)
    await settled(page)
    await page.locator('input[type=range]').first().waitFor()
    const cpu = cpuOf(server.pid)
    const again = (url) => fetch(url, { headers: { Authorization: `Bearer ${server.token}` } })
    const loaded = await sizes(asked, again)
    const files = (await (await again(`${server.origin}/plan.json`)).json()).files.path.length
    const before = cpuOf(server.pid)
    const taken = await act(page)
    const run = { server: cpu, command: commandOf(folder), ...loaded, files, load: round(loadavg()[0], 1), moves: taken, answer: Math.round((cpuOf(server.pid) - before) / moves) }
    say(`${name}: server ${run.server} ms, pages ${run.pages} KB, data ${run.data} KB${run.moves === undefined ? ' (not counted)' : `, moves ${run.moves.map((ms) => Math.round(ms)).join(' ')} ms`}`)
    return run
  } finally {
    await context.close()
    await server.stop()
  }
}

/** Milliseconds of CPU that a process and what it waited for have used. */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * 10
}

/** Milliseconds of CPU of the same pack on the command line, on the same warm cache: what the machine makes of it now. */
function commandOf(folder) {
  return Math.round(timed(process.execPath, [FOVEA, folder, '--budget', '32k', '--quiet', '-o', join(scratch, 'out')], { cwd: scratch, env: { PATH: process.env.PATH, HOME: join(scratch, 'home') } }).cpu * 1000)
}

/** Kilobytes after gzip: what is shipped, and what was asked about this repository. */
async function sizes(urls, again) {
  const total = { pages: 0, data: 0 }
  for (const url of urls) total[/\.(?:json|txt)$/.test(new URL(url).pathname) ? 'data' : 'pages'] += gzipSync(new Uint8Array(await (await again(url)).arrayBuffer()), { level: 9 }).length / 1000
  return { pages: round(total.pages, 1), data: round(total.data, 1) }
}

/** Moves the budget by keys, up and down in turn, each time to the end of what follows. */
async function moved(page) {
  await page.locator('input[type=range]').first().focus()
  // What the first load left to be done in quiet moments is not work of a move.
  await pause(QUIET_MS)
  const work = []
  for (let i = 0; i < moves; i++) work.push(round(workSince(await traced(page, () => move(page, KEYS[i % KEYS.length])), 'keydown'), 1))
  return work
}

/** Presses a key and waits until everything that follows was asked and shown. The page is watched without waking it: looking again and again would be work of its main thread. */
async function move(page, key) {
  const quiet = page.evaluate((after) => new Promise((done) => {
    let clock
    const look = () => {
      clearTimeout(clock)
      if (!document.documentElement.hasAttribute('data-asking')) clock = setTimeout(done, after)
    }
    new MutationObserver(look).observe(document.documentElement, { attributes: true, attributeFilter: ['data-asking'] })
  }), AFTER_MS)
  await page.keyboard.press(key)
  await quiet
}

function report(rows) {
  const lines = rows.flatMap(({ corpus, runs: taken }) => {
    const all = taken.flatMap((run) => run.moves)
    return [
      [corpus.name, `main-thread work of a move, largest of ${all.length}`, `${round(Math.max(...all), 1)} ms`, `<= ${BARS.move} ms`, Math.max(...all) <= BARS.move],
      [corpus.name, 'main-thread work of a move, median', `${round(median(all), 1)} ms`, `<= ${BARS.move} ms`, median(all) <= BARS.move],
      [corpus.name, `CPU of the server, start to first view, warm, largest of ${taken.length}`, `${Math.max(...taken.map(({ server }) => server))} ms`, `<= ${BARS.server} ms`, Math.max(...taken.map(({ server }) => server)) <= BARS.server],
      [corpus.name, 'pages of the first view, gzip', `${Math.max(...taken.map(({ pages }) => pages))} KB`, `<= ${BARS.kilobytes} KB`, taken.every(({ pages }) => pages <= BARS.kilobytes)],
    ]
  })
  const lost = lines.filter(([, , , , met]) => !met)
  writeResults('studio', { bars: BARS, rows }, [
    '# The studio on a large repository',
    '', `Chromium ${browser.version()}. Each of ${runs} runs starts the program anew on a warm cache, opens the first view in a new tab of 1280 x 800, and, three seconds later, moves the budget ${moves} times by a key.`,
    'A move counts the CPU of every task of the page\'s main thread (`RunTask` of Chromium\'s tracing) from the key until half a second after the new plan has arrived and everything that it asks for has too: scripts, style, layout, paint.',
    ...table(['repository', 'what', 'measured', 'bar', 'verdict'], lines.map(([name, what, value, bar, met]) => [name, what, value, bar, met ? 'met' : 'MISSED'])),
    ...table(['repository', 'files', 'run', 'server, ms', 'same by command, ms', 'pages, KB', 'data, KB', 'move: median, ms', '90 %, ms', 'largest, ms', 'server per move, ms', 'load'], rows.flatMap(({ corpus, runs: taken }) => taken.map((run, i) => [corpus.name, grouped(run.files), i + 1, run.server, run.command, run.pages, run.data, round(median(run.moves), 1), round(quantile(run.moves, 0.9), 1), round(Math.max(...run.moves), 1), run.answer, run.load]))),
    lost.length === 0 ? 'No bar is missed.' : `Missed: ${lost.map(([name, what, value, bar]) => `${name}, ${what}: ${value} instead of ${bar}`).join('; ')}.`,
    '', '`same by command` is the CPU of `fovea FOLDER --budget 32k` at the same time on the same cache. The first view of a studio that was opened before is kept, so the files are looked at and nothing is planned; a first view that has to be planned costs that pack, a second thread, and all files as data. A busy machine makes both dearer.',
    '', 'A first move within the first second after the load was once 157 ms: it shares the thread with what the first load still has to do.',
    '', 'Data is what the first view asks about the repository, also after gzip; the program sends it as it is, because it does not leave the machine.',
    ...rows.map(({ corpus }) => `\n${corpus.name}: ${corpus.upstream} at ${corpus.version}, ${grouped(corpus.files)} files, ${corpus.megabytes} MB.`),
  ])
  if (lost.length > 0) process.exitCode = 1
}
