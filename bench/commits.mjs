// A pack of a commit has the bytes of a frozen pack of its clean checkout, over the history of real repositories.
//   node bench/commits.mjs --repository PATH... [--commits 5]
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { options, whole } from './kit/args.mjs'
import { grouped } from './kit/numbers.mjs'
import { FOVEA } from './kit/places.mjs'
import { trust } from './kit/repositories.mjs'
import { say, table, writeResults } from './kit/results.mjs'

const flags = options({ repository: { type: 'string', multiple: true }, commits: { type: 'string' } })
const repositories = flags.repository ?? []
const count = whole(flags.commits, 5)
if (repositories.length === 0 || count === 0) throw new TypeError('name repositories with their history: --repository PATH')

const WAYS = [['--budget', '8k'], ['--budget', '8k', '--task', 'a request is closed before the response has been written'], ['--budget', 'none', '--format', 'markdown']]

const scratch = mkdtempSync(join(tmpdir(), 'fovea-commits-'))
const rows = []
try {
  for (const path of repositories) rows.push(compared(path))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
report()
if (rows.some(({ different }) => different.length > 0)) process.exitCode = 1

function compared(path) {
  const name = basename(path)
  const checkout = join(scratch, name)
  trust(path)
  git(scratch, 'clone', '-q', '--shared', '--no-checkout', path, checkout)
  const row = { name, commits: [], files: [], inside: 0, same: 0, different: [] }
  for (const commit of spread(path)) {
    git(checkout, 'checkout', '-q', '--force', '--detach', commit)
    git(checkout, 'clean', '-ffdxq')
    const inside = submodules(checkout)
    for (const folder of inside) git(checkout, 'init', '-q', folder)
    row.inside += inside.length
    row.commits.push(commit.slice(0, 12))
    row.files.push(git(checkout, 'ls-files').split('\n').length)
    for (const way of WAYS) {
      if (pack(checkout, way) === pack(path, [...way, '--commit', commit])) row.same++
      else row.different.push({ commit, way })
    }
    say(`${name} ${commit.slice(0, 12)}: ${row.same} the same, ${row.different.length} different`)
  }
  rmSync(checkout, { recursive: true, force: true })
  return row
}

/** Repositories that the commit names. A checkout of somebody who works with them has them; empty ones will do, because nothing of them is read. */
function submodules(checkout) {
  return git(checkout, 'ls-files', '--stage', '-z').split('\0').flatMap((row) => (row.startsWith('160000 ') ? [row.slice(row.indexOf('\t') + 1)] : []))
}

/** Commits from the newest to the oldest quarter, at even distances along the first parents. */
function spread(path) {
  const all = git(path, 'rev-list', '--first-parent', 'HEAD').split('\n')
  return Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length * 0.75) / count)])
}

function git(cwd, ...args) {
  return execFileSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28, env: { PATH: process.env.PATH, HOME: scratch, GIT_CONFIG_NOSYSTEM: '1', GIT_LFS_SKIP_SMUDGE: '1' } }).trim()
}

function pack(root, way) {
  return createHash('sha256').update(execFileSync(process.execPath, [FOVEA, '.', '--frozen', '--quiet', ...way], { cwd: root, maxBuffer: 1 << 30, env: { PATH: process.env.PATH, HOME: scratch, FOVEA_CACHE: join(scratch, 'cache'), FOVEA_GIT_FOLDERS: process.env.FOVEA_GIT_FOLDERS } })).digest('hex')
}

function report() {
  const pairs = rows.reduce((sum, { same, different }) => sum + same + different.length, 0)
  const lines = [
    '# Packs of commits', '',
    `\`fovea pack --commit REV --frozen\` against \`fovea pack --frozen\` in a clean checkout of the same commit: ${grouped(pairs)} pairs, an overview, a task and everything for each commit. Repositories inside are there in the checkout, but empty; where they were never fetched a checkout has empty folders, and the commit still names them.`,
    ...table(['repository', 'commits', 'files', 'repositories inside', 'the same bytes', 'different'], rows.map(({ name, commits, files, inside, same, different }) => [name, commits.length, `${grouped(Math.min(...files))} to ${grouped(Math.max(...files))}`, inside, same, different.length])),
    ...rows.flatMap(({ name, different }) => different.map(({ commit, way }) => `- ${name} ${commit.slice(0, 12)} ${way.join(' ')}`)),
  ]
  writeResults('commits', { rows }, lines)
}
