// Checks of every page of the studio in the way of Lighthouse, scripted: an accessibility score, words on the console, requests that leave the origin; and what Lighthouse does not
// look at: width, size of targets, motion. Pictures of each page are left in bench/shots/ to be looked at.
//   node bench/studio-checks.mjs [--corpus express=../express]      this project itself unless told
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { axeResults } from '../test/studio/kit/axe.mjs'
import { startChromium } from '../test/studio/kit/chromium.mjs'
import { moving, overflowing, smallTargets } from '../test/studio/kit/probes.mjs'
import { startServer } from '../test/studio/kit/server.mjs'
import { LOOKS, pagesOf, settled } from '../test/studio/kit/pages.mjs'
import { watched } from '../test/studio/kit/watch.mjs'
import { options } from './kit/args.mjs'
import { RULES, scoreOf } from './kit/lighthouse.mjs'
import { FOVEA, PROJECT, SHOTS } from './kit/places.mjs'
import { copied, repository } from './kit/repositories.mjs'
import { say, table, writeResults } from './kit/results.mjs'

const BAR = 95

/** Pages that no menu names, because they are about something. */
const INNER = [{ name: 'resource', at: '/catalog/resource?id=res:file.data.orders.csv' }, { name: 'changes', at: '/catalog/changes' }, { name: 'plan', at: '/catalog/plan' }]

const { corpus } = options({ corpus: { type: 'string' } })
const scratch = mkdtempSync(join(tmpdir(), 'fovea-bench-'))
const home = { HOME: join(scratch, 'home') }
const root = corpus === undefined ? ownCopy() : copied(repository(corpus), scratch).folder
mkdirSync(SHOTS, { recursive: true })
const browser = await startChromium()
const server = await startServer(root, { env: home })

try {
  const rows = []
  for (const look of LOOKS) rows.push(...await checked(look))
  report(rows)
} finally {
  await browser.close()
  await server.stop()
  rmSync(scratch, { recursive: true, force: true })
}

/** A clone: what lies around in the checkout does not matter, and nothing is written into it. It gets a small catalogue, so that those pages have something to show. */
function ownCopy() {
  const folder = join(scratch, 'fovea')
  execFileSync('git', ['clone', '--quiet', '--depth', '20', `file://${PROJECT}`, folder])
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'data/orders.csv'), 'id,customer_id,created_at,amount,status\n1,1,2026-05-01,10,paid\n2,1,2026-05-01,5.5,paid\n3,2,2026-05-02,7,open\n')
  writeFileSync(join(folder, 'data/customers.csv'), 'id,city,name\n1,Oslo,Ada\n2,Riga,Grace\n')
  execFileSync(process.execPath, [FOVEA, 'catalog', 'add', 'data', 'data'], { cwd: folder, env: { PATH: process.env.PATH, ...home }, stdio: 'ignore' })
  return folder
}


/** Every page in one look. */
async function checked({ scheme, width }) {
  const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(server.url)
  await settled(page)
  const rows = []
  for (const { name, at } of [...await pagesOf(page), ...INNER]) rows.push(await row(await context.newPage(), { name, at, scheme, width }))
  await context.close()
  return rows
}

async function row(page, { name, at, scheme, width }) {
  const seen = watched(page, server.origin)
  await page.goto(`${server.origin}${at}#token=${server.token}`)
  await settled(page)
  await page.screenshot({ path: join(SHOTS, `${name}-${scheme}-${width}.png`), fullPage: width < 1000 })
  const { score, rules, failed } = scoreOf(await axeResults(page, { runOnly: { type: 'rule', values: RULES } }))
  const faults = [...failed, ...await overflowing(page), ...await smallTargets(page), ...await moving(page)]
  say(`${name} ${scheme} ${width}: ${score}${faults.length === 0 ? '' : `: ${faults.join('; ')}`}`)
  await page.close()
  return { name, scheme, width, score, rules, console: [...seen.console, ...seen.errors], elsewhere: seen.elsewhere, faults }
}

function report(rows) {
  const bad = rows.filter(({ score, console: said, elsewhere }) => score < BAR || said.length > 0 || elsewhere.length > 0)
  writeResults('studio-checks', { bar: BAR, rows }, [
    '# The pages of the studio, checked',
    '', `Chromium ${browser.version()}. Bars: a score of ${BAR} or more, nothing on the console, no request that leaves the origin.`,
    `The score is computed as Lighthouse computes it: the ${RULES.length} rules of axe that Lighthouse counts, each with the weight that Lighthouse publishes for it (10 critical, 7 serious, 3 moderate, 1 minor); a rule is passed or not, and one that has nothing to judge on a page does not count.`,
    ...table(['page', 'colours', 'width', 'score', 'rules', 'console', 'elsewhere', 'other faults'], rows.map((one) => [one.name, one.scheme, one.width, one.score, one.rules, one.console.length, one.elsewhere.length, one.faults.length])),
    ...rows.flatMap(({ name, scheme, width, faults, console: said, elsewhere }) => [...faults, ...said, ...elsewhere].map((fault) => `- ${name}, ${scheme}, ${width}: ${fault}`)),
    bad.length === 0 ? 'No bar is missed.' : `Missed by ${bad.map(({ name, scheme, width }) => `${name} (${scheme}, ${width})`).join(', ')}.`,
    '', 'Other faults: wider than the window, targets below 24 x 24 pixels, motion although less was asked for.',
  ])
  if (bad.length > 0) process.exitCode = 1
}
