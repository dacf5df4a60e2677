// What the text of the studio costs with a budget of everything: elements in the document, work of the main thread for a jump into unread files, the largest copy, and how fast highlight.js colours.
//   node bench/studio-text.mjs [--corpus django=../django] [--jumps 12]
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import hljs from 'highlight.js/lib/core'
import javascript from 'highlight.js/lib/languages/javascript'
import python from 'highlight.js/lib/languages/python'
import xml from 'highlight.js/lib/languages/xml'
import { startChromium } from '../test/studio/kit/chromium.mjs'
import { startServer } from '../test/studio/kit/server.mjs'
import { options, whole } from './kit/args.mjs'
import { grouped, median, round } from './kit/numbers.mjs'
import { copied, repository, told } from './kit/repositories.mjs'
import { filesIn, say, table, writeResults } from './kit/results.mjs'

const GRAMMARS = { '.py': ['python', python], '.js': ['javascript', javascript], '.html': ['xml', xml] }
const MOST_COLOURED = 4_000_000
const PATIENCE_MS = 300_000
/** Longer than a text takes to arrive and be coloured. */
const AFTER_MS = 2500

const flags = options({ corpus: { type: 'string' }, jumps: { type: 'string' } })
const jumps = whole(flags.jumps, 12)
const scratch = mkdtempSync(join(tmpdir(), 'fovea-bench-'))
const browser = await startChromium()

try {
  const corpus = copied(repository(flags.corpus ?? 'django'), scratch)
  report(told(corpus), { colouring: coloured(corpus.folder), ...await visited(corpus.folder) })
} finally {
  await browser.close()
  rmSync(scratch, { recursive: true, force: true })
}

/** CPU seconds of highlight.js alone, by language. */
function coloured(folder) {
  for (const [name, grammar] of Object.values(GRAMMARS)) hljs.registerLanguage(name, grammar)
  const files = filesIn(folder)
  return Object.entries(GRAMMARS).map(([ending, [language]]) => {
    const texts = []
    for (const path of files) if (extname(path) === ending && texts.reduce((sum, { length }) => sum + length, 0) < MOST_COLOURED) texts.push(readFileSync(join(folder, path), 'utf8'))
    const before = process.cpuUsage()
    for (const text of texts) hljs.highlight(text, { language, ignoreIllegals: true })
    const { user, system } = process.cpuUsage(before)
    const megabytes = texts.reduce((sum, { length }) => sum + length, 0) / 1e6
    return { language, files: texts.length, megabytes: round(megabytes, 2), perSecond: round(megabytes / ((user + system) / 1e6), 2) }
  })
}

async function visited(folder) {
  const server = await startServer(folder, { env: { HOME: join(scratch, 'home') } })
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, permissions: ['clipboard-read', 'clipboard-write'] })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const [address, token] = server.url.split('#')
  const asked = new Set()
  page.on('request', (request) => asked.add(request.url()))
  await page.goto(`${address}?view=text&budget=none#${token}`)
  await page.locator('.t-keyword, .t-comment, .t-string').first().waitFor()
  const meter = await context.newCDPSession(page)
  await meter.send('Performance.enable', { timeDomain: 'threadTicks' })
  const taken = []
  for (let i = 0; i < jumps; i++) taken.push(await jumped(page, meter, (i * 0.618 + 0.1) % 1))
  await page.getByRole('button', { name: 'Copy context', exact: true }).click()
  await page.getByText('Copy context: copied').waitFor()
  const characters = await page.evaluate(async () => (await navigator.clipboard.readText()).length)
  const colours = await gzipped([...asked].filter((url) => /\/assets\/(?:worker|python|xml|javascript|css|ini|yaml)-/.test(url)))
  await context.close()
  await server.stop()
  return { jumps: taken, characters, colours }
}

/** A jump to another part of the sheet: CPU of the main thread, and how much is in the document then. */
async function jumped(page, meter, part) {
  const before = await taskTime(meter)
  await page.evaluate((to) => { const sheet = document.querySelector('.sheet'); sheet.scrollTop = sheet.scrollHeight * to }, part)
  await pause(AFTER_MS)
  const work = round(((await taskTime(meter)) - before) * 1000, 1)
  const [elements, rows] = await page.evaluate(() => [document.querySelectorAll('*').length, document.querySelectorAll('.row').length])
  say(`jump to ${round(part, 2)}: ${work} ms, ${elements} elements, ${rows} lines`)
  return { work, elements, rows }
}

async function taskTime(meter) {
  return (await meter.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value
}

async function gzipped(urls) {
  const sizes = await Promise.all(urls.map(async (url) => gzipSync(new Uint8Array(await (await fetch(url)).arrayBuffer())).length))
  return round(sizes.reduce((sum, bytes) => sum + bytes, 0) / 1000, 1)
}

function report(corpus, { colouring, jumps: taken, characters, colours }) {
  const work = taken.map((one) => one.work)
  writeResults('studio-text', { corpus, colouring, jumps: taken, characters, colours }, [
    '# The text of the studio with a budget of everything',
    '', `${browser.version()} (Chromium). ${corpus.name}: ${corpus.upstream} at ${corpus.version}, ${grouped(corpus.files)} files, ${corpus.megabytes} MB. Each of ${taken.length} jumps goes to files that were not read before, and counts CPU of the main thread for ${AFTER_MS / 1000} s.`,
    ...table(['what', 'measured'], [
      ['main-thread work of a jump, median', `${median(work)} ms`], ['main-thread work of a jump, largest', `${Math.max(...work)} ms`],
      ['elements in the document, most', grouped(Math.max(...taken.map(({ elements }) => elements)))], ['lines in the document, most', Math.max(...taken.map(({ rows }) => rows))],
      ['characters of the largest copy', grouped(characters)], ['worker and grammars that were loaded, gzip', `${colours} KB`],
    ]),
    'highlight.js alone, in Node:',
    ...table(['language', 'files', 'MB', 'MB per second of CPU'], colouring.map(({ language, files, megabytes, perSecond }) => [language, files, megabytes, perSecond])),
  ])
}
