// What a delta costs against the whole answer, on consecutive commits of real repositories: a reader has the pack of one commit and asks again after the next one; and how
// much of the whole answer a prompt cache could take from the pack before.
// Each delta is applied to the base with the function of the library, and must give the whole answer to the byte.
//   node bench/deltas.mjs --git gin=/path/of/a/clone --git express=/path [--commits 20]
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { applyDelta } from '../dist/core/delta/apply.js'
import { sharedPrefix } from '../dist/core/delta/prefix.js'
import { options, whole } from './kit/args.mjs'
import { median, round } from './kit/numbers.mjs'
import { FOVEA } from './kit/places.mjs'
import { trust } from './kit/repositories.mjs'
import { say, table, writeResults } from './kit/results.mjs'

const given = options({ git: { type: 'string', multiple: true }, commits: { type: 'string' } })
const COMMITS = whole(given.commits, 20)

/** How a reader asks: overviews of two sizes, the two formats with most and least around the code, files by path and by when they changed, and a task. */
const WAYS = [
  { name: 'overview, 32k', args: ['--budget', '32k'] },
  { name: 'overview, 8k', args: ['--budget', '8k'] },
  { name: 'overview, 32k, minimal', args: ['--budget', '32k', '--format', 'minimal'] },
  { name: 'overview, 32k, minimal, --order stable', args: ['--budget', '32k', '--format', 'minimal', '--order', 'stable'] },
  { name: 'a task, 8k', args: ['--budget', '8k', '--task', 'a value that was set before is lost when an error is handled'] },
]

const scratch = mkdtempSync(join(tmpdir(), 'fovea-deltas-'))
const git = (folder, ...args) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** Runs Fovea in a folder with a cache of its own. */
function fovea(folder, args) {
  const ran = spawnSync(process.execPath, [FOVEA, ...args], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28, env: { ...process.env, FOVEA_CACHE: join(scratch, 'cache') } })
  if (ran.status !== 0) throw new Error(`fovea ${args.join(' ')}: ${ran.stderr}`)
  return { out: ran.stdout, pack: /^pack ([0-9a-f]{8})$/m.exec(ran.stderr)?.[1] }
}

/** One step: the whole answer as it would be, the delta, and whether base and delta give it. */
function step(folder, way, before) {
  const data = JSON.parse(fovea(folder, ['delta', '--base', before.pack, '--json', ...way.args]).out)
  const full = fovea(folder, ['.', ...way.args, '--output', '-'])
  const rebuilt = data.whole ? data.text : applyDelta(before.text, data.text)
  // A page tells the second in which it was made.
  const timeless = (text) => text.replace(/<timestamp>[^<]*<\/timestamp>/, '')
  return { pack: data.pack, text: rebuilt, tokens: data.tokens, whole: data.whole_tokens, exact: timeless(rebuilt) === timeless(full.out), prefix: round((100 * sharedPrefix(before.text, rebuilt).length) / rebuilt.length, 1) }
}

function measure(name, source, way) {
  const folder = join(scratch, name)
  const commits = git(folder, 'rev-list', '--first-parent', `--max-count=${COMMITS + 1}`, source.head).split('\n').reverse()
  git(folder, 'checkout', '--quiet', '--detach', '--force', commits[0])
  const first = fovea(folder, ['.', ...way.args])
  let last = { pack: first.pack, text: first.out }
  const steps = commits.slice(1).map((commit) => {
    git(folder, 'checkout', '--quiet', '--detach', '--force', commit)
    last = step(folder, way, last)
    const { text: _, pack: __, ...figures } = last
    return { commit: commit.slice(0, 12), files: git(folder, 'diff', '--name-only', `${commit}~1`, commit).split('\n').length, ...figures, share: round((100 * last.tokens) / last.whole, 1) }
  })
  say(`${name}, ${way.name}: median ${round(median(steps.map(({ share }) => share)), 1)} %`)
  return { repository: name, way: way.name, steps }
}

try {
  const sources = (given.git ?? []).map((text) => text.split(/=(.*)/s)).map(([name, path]) => ({ name, path: resolve(path) }))
  if (sources.length === 0) throw new Error('name a clone: --git gin=/path/of/a/clone')
  const results = sources.flatMap(({ name, path }) => {
    trust(path)
    execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', path, join(scratch, name)])
    const head = git(join(scratch, name), 'rev-parse', 'HEAD')
    return WAYS.map((way) => measure(name, { head }, way))
  })
  const rows = results.map(({ repository, way, steps }) => {
    const shares = steps.map(({ share }) => share)
    return [repository, way, steps.length, `${round(median(shares), 1)} %`, `${round(shares.reduce((a, b) => a + b, 0) / shares.length, 1)} %`, `${Math.max(...shares)} %`, steps.filter(({ exact }) => exact).length, `${round(median(steps.map(({ prefix }) => prefix)), 1)} %`]
  })
  writeResults('deltas', { commits: COMMITS, results }, [
    '# Deltas',
    '',
    `A reader has the pack of a commit and asks again after the next one, ${COMMITS} consecutive commits on the main line of each repository. The bar: a median of at most 15 % of the whole answer, and base + delta give the whole answer to the byte (the time of day apart, which the two runs differ by). The last column is the part of the whole answer that is the same from the first byte: what a prompt cache could take from the answer before.`,
    ...table(['repository', 'asked for', 'commits', 'median', 'mean', 'most', 'exact', 'prefix kept, median'], rows),
    '`node bench/deltas.mjs --git gin=… --git express=…` makes this page again.',
  ])
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
