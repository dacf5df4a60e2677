// Builds the package from two clean clones of the newest commit, in folders of different names, and compares the tarballs byte by byte. With --against it also compares them with
// a tarball that was published: whoever doubts it can make it again.
//   node scripts/reproduce.mjs [--rev REV] [--against fovea-1.0.0.tgz]
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'

const project = fileURLToPath(new URL('..', import.meta.url))
const { rev, against } = parseArgs({ options: { rev: { type: 'string', default: 'HEAD' }, against: { type: 'string' } } }).values
const say = (message) => process.stderr.write(`${message}\n`)

/** The tarball of a commit, built in a clone of its own. */
function packed(folder, commit) {
  const env = { ...process.env, npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false' }
  const run = (program, args, cwd) => execFileSync(program, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 28 })
  run('git', ['clone', '-q', '--no-checkout', project, folder], project)
  run('git', ['checkout', '-q', '--detach', commit], folder)
  say(`${folder}: npm ci`)
  run('npm', ['ci', '--prefer-offline'], folder)
  say(`${folder}: npm run build, npm pack`)
  run('npm', ['run', '-s', 'build'], folder)
  const [{ filename }] = JSON.parse(run('npm', ['pack', '--ignore-scripts', '--json'], folder))
  return readFileSync(join(folder, filename))
}

/** Files of a tarball with their digests. */
function filesIn(tarball) {
  const tar = gunzipSync(tarball)
  const files = new Map()
  const text = (at, length) => tar.subarray(at, at + length).toString().replace(/\0.*$/s, '')
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0;) {
    const size = Number.parseInt(text(at + 124, 12), 8)
    const name = [text(at + 345, 155), text(at, 100)].filter(Boolean).join('/')
    files.set(name, createHash('sha256').update(tar.subarray(at, at + 512)).update(tar.subarray(at + 512, at + 512 + size)).digest('hex'))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

/** Names of files that two tarballs do not share byte by byte. */
function differences(a, b) {
  const [first, second] = [filesIn(a), filesIn(b)]
  return [...new Set([...first.keys(), ...second.keys()])].filter((name) => first.get(name) !== second.get(name)).sort()
}

const home = mkdtempSync(join(tmpdir(), 'fovea-reproduce-'))
try {
  const commit = execFileSync('git', ['rev-parse', '--verify', '--end-of-options', rev], { cwd: project, encoding: 'utf8' }).trim()
  const [one, two] = [packed(join(home, 'a'), commit), packed(join(home, 'another-name'), commit)]
  const given = against === undefined ? [] : [readFileSync(against)]
  const digest = (bytes) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  const wrong = [two, ...given].flatMap((other) => (other.equals(one) ? [] : [`${digest(other)} differs in ${differences(one, other).join(', ') || 'the compression alone'}`]))
  console.log(`${commit.slice(0, 12)}: ${one.length} bytes, ${digest(one)}`)
  for (const line of wrong) console.log(line)
  console.log(wrong.length === 0 ? `the same bytes ${2 + given.length} times` : 'not the same bytes')
  process.exitCode = wrong.length === 0 ? 0 : 1
} finally {
  rmSync(home, { recursive: true, force: true })
}
