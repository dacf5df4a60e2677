// What the guard against secrets finds, what it takes for a secret and is none, and what it costs, against secretlint and the rules of gitleaks in the same run.
//
//   npm run bench:secrets -- --labelled bench/corpora/labelled --gitleaks bench/corpora/gitleaks.toml --clean bench/corpora/clean
//
// `labelled` holds git directories named owner+name/repo: Samsung+CredData and the repositories it labels (see kit/creddata.mjs). `clean` holds checkouts. What is not there is
// left out and said. No value is written anywhere.
import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { options } from './kit/args.mjs'
import { judgedBy, labelledIn, SETS } from './kit/creddata.mjs'
import { CORPORA, PROJECT } from './kit/places.mjs'
import { commitOf, say, table, writeResults } from './kit/results.mjs'
import { KINDS, samplesOf } from './kit/secret-kinds.mjs'
import { gitleaks, secretlint } from './kit/secret-peers.mjs'

const { labelled, gitleaks: rules, clean } = options({ labelled: { type: 'string', default: join(CORPORA, 'labelled') }, gitleaks: { type: 'string', default: join(CORPORA, 'gitleaks.toml') }, clean: { type: 'string', default: join(CORPORA, 'clean') } })
const { redactSecrets } = await import(join(PROJECT, 'dist/guards/secrets.js'))
const LOOKED_AT = JSON.parse(readFileSync(new URL('kit/secrets-looked-at.json', import.meta.url), 'utf8'))

const fovea = (text) => {
  const { text: masked, found } = redactSecrets(text)
  return { text: masked, found: found.length, findings: found }
}
const finders = [['fovea', fovea], ['secretlint 13.0.7', await secretlint()], ...(existsSync(rules) ? [['rules of gitleaks', gitleaks(rules)]] : [])]
const per = (part, whole) => `${((100 * part) / whole).toFixed(1)} %`
const cpu = (since) => { const { user, system } = process.cpuUsage(since); return (user + system) / 1e6 }

/** (a) Kinds of which no sample keeps its value. */
async function kinds() {
  const rows = []
  for (const [name, find] of finders) {
    const missed = []
    for (const kind of KINDS) {
      let all = true
      for (const { text, values } of samplesOf(kind)) {
        const left = (await find(`a\n${text}\nb\n`, 'a.txt')).text
        if (values.some((value) => left.includes(value))) all = false
      }
      if (!all) missed.push(kind.id)
    }
    rows.push({ name, kinds: KINDS.length, found: KINDS.length - missed.length, missed })
    say(`${name}: ${KINDS.length - missed.length} of ${KINDS.length} kinds`)
  }
  return rows
}

/** (b) Credentials that people labelled. */
async function labels() {
  if (!existsSync(labelled)) return undefined
  const repositories = [...labelledIn(labelled)]
  const rows = []
  for (const [name, find] of finders) for (const set of SETS) {
    const sums = { strong: 0, gone: 0, falseLines: 0, touched: 0 }
    for (const { files } of repositories.filter((one) => one.set === set)) {
      const masked = new Map()
      for (const { path, text } of files) masked.set(path, (await find(text, path)).text)
      const judged = judgedBy((_, path) => masked.get(path), files)
      for (const key of Object.keys(sums)) sums[key] += judged[key]
    }
    rows.push({ name, set, ...sums })
    say(`${name}, ${set}: ${per(sums.gone, sums.strong)}`)
  }
  return { repositories: repositories.map(({ name, set, files }) => ({ name, set, files: files.length })), rows }
}

/** (c) and (d): what is found in clean code, and how fast. */
async function cleanCode() {
  if (!existsSync(clean)) return undefined
  const rows = []
  for (const name of readdirSync(clean).sort()) {
    const root = join(clean, name)
    const texts = textsIn(root)
    for (const [finder, find] of finders) {
      // The others would need minutes for the largest: a part says enough of their speed.
      const some = finder === 'fovea' ? texts : texts.filter((_, at) => at % 10 === 0)
      rows.push({ name, finder, commit: commitOf(root), ...(await readAll(some, find, name)) })
      say(`${name}, ${finder}: ${rows.at(-1).speed.toFixed(1)} MB/s`)
    }
  }
  return rows
}

function textsIn(root) {
  const paths = execFileSync('git', ['-C', root, 'ls-files', '-z'], { maxBuffer: 1 << 30 }).toString().split('\0').filter((path) => path !== '')
  return paths.flatMap((path) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false })
    if (!stat?.isFile() || stat.size > 4e6) return []
    const bytes = readFileSync(join(root, path))
    return bytes.includes(0) ? [] : [{ path, text: bytes.toString('utf8'), bytes: bytes.length }]
  })
}

async function readAll(texts, find, name) {
  const sums = { files: texts.length, lines: 0, bytes: 0, seconds: 0, found: 0, wrong: 0, unseen: 0 }
  for (const { path, text, bytes } of texts) {
    const since = process.cpuUsage()
    const { found, findings } = await find(text, path)
    sums.seconds += cpu(since)
    sums.lines += text.split('\n').length
    sums.bytes += bytes
    sums.found += found
    for (const { rule, line } of findings ?? []) judge(sums, createHash('sha256').update(`${name}/${path}:${line}:${rule}`).digest('hex').slice(0, 8))
  }
  return { ...sums, speed: sums.bytes / 1e6 / sums.seconds }
}

/** Every finding of the committed run was looked at; what is new since then counts as wrong until somebody looks. */
function judge(sums, id) {
  if (LOOKED_AT.wrong.includes(id)) sums.wrong++
  else if (!LOOKED_AT.credentials.includes(id)) sums.unseen++
}

const found = await kinds()
const credentials = await labels()
const code = await cleanCode()
const ours = (code ?? []).filter(({ finder }) => finder === 'fovea')
const sum = (key) => ours.reduce((total, row) => total + row[key], 0)
const held = credentials?.rows.find(({ name, set }) => name === 'fovea' && set === 'fresh')
const rate = (count, lines) => (count / lines * 1e5).toFixed(2)

const bars = [
  ['kinds of providers', '>= 95 %', per(found[0].found, found[0].kinds), found[0].found >= 0.95 * found[0].kinds],
  ...(held === undefined ? [] : [
    ['labelled credentials of fresh repositories', '>= 60 %', per(held.gone, held.strong), held.gone >= 0.6 * held.strong],
    ['lines labelled false that were touched, for each true one', '<= 0.33', (held.touched / held.gone).toFixed(2), held.touched <= held.gone / 3],
  ]),
  ...(ours.length === 0 ? [] : [
    ['findings in clean code that are no credential, in 100,000 lines', '<= 1', rate(sum('wrong') + sum('unseen'), sum('lines')), (sum('wrong') + sum('unseen')) / sum('lines') <= 1e-5],
    ['MB/s of CPU time', '>= 40', (sum('bytes') / 1e6 / sum('seconds')).toFixed(0), sum('bytes') / 1e6 / sum('seconds') >= 40],
  ]),
]

writeResults('secrets', { bars, kinds: found, credentials, code }, [
  '# Secrets: what is found, what is not, what it costs',
  '',
  'Written by `npm run bench:secrets` (the script says where its data come from). All finders ran in the same run; times are CPU time. Values are never written.',
  ...table(['bar', 'must', 'measured', ''], bars.map(([what, must, value, met]) => [what, must, value, met ? 'met' : 'MISSED'])),
  '## Kinds',
  '',
  `${KINDS.length} kinds, described by their makers' documentation and public rule sets, ten samples each: environment, shell, JSON, YAML, JavaScript, Python, Go, PHP, properties. A kind counts when every sample's value is gone. The rules of gitleaks are where most of the descriptions come from.`,
  ...table(['finder', 'kinds', 'found', 'share'], found.map(({ name, kinds: all, found: count }) => [name, all, count, per(count, all)])),
  `Not found by Fovea: ${found[0].missed.join(', ') || 'none'}.`,
  '',
  ...(credentials === undefined ? [] : [
    '## Labelled credentials', '',
    `CredData (Samsung): ${credentials.repositories.length} repositories at the labelled commits, in three sets. Rules were made on the first. The second was meant to be held out, but its totals, by repository and by category, were watched while rules were made, and one rule (logins of Basic headers) was made because of them, so it proves little. The third was fetched when the rules were finished, and no rule was changed because of it (one repair since then, for escaped line ends, came from a test); the bar is held to it. Counted are true labels of what opens a door (not UUIDs, salts, nonces, buckets, domains, ids of apps) with a value of four characters or more; a label is met when its value is gone from its line. CredData labels passwords of tests as true, "password" and "changeme" among them; Fovea leaves such words alone.`,
    ...table(['finder', 'repositories', 'true labels', 'gone', 'recall', 'lines labelled false', 'touched', 'touched for each true'], credentials.rows.map(({ name, set, strong, gone, falseLines, touched }) => [name, set, strong, gone, per(gone, strong), falseLines, touched, (touched / gone).toFixed(2)])),
    ...SETS.flatMap((set) => [`${set}: ${credentials.repositories.filter((one) => one.set === set).map(({ name }) => name).join(', ')}.`, '']),
  ]),
  ...(code === undefined ? [] : [
    '## Clean code', '',
    'Checkouts with lock files, minified and generated text. Every finding of Fovea was looked at by hand (equal lines once, private keys by their files). A credential is a value that something is opened with, be it only in a test or an example of the documentation: private keys of test servers, passwords of fixtures. The others are no credential at all. Peers saw every tenth file.',
    ...table(['repository', 'finder', 'lines', 'MB', 'findings', 'in 100,000 lines', 'credentials', 'no credential', 'not looked at', 'MB/s'], code.map(({ name, finder, lines, bytes, found: count, wrong, unseen, speed }) => [name, finder, lines, (bytes / 1e6).toFixed(1), count, rate(count, lines), ...(finder === 'fovea' ? [count - wrong - unseen, wrong, unseen] : ['', '', '']), speed.toFixed(1)])),
  ]),
  '## Losses', '',
  '- Passwords that are one common word (`password`, `secret`, `test`, `admin`) are left as they are: hiding them hides nothing and costs tokens.',
  '- Words without quotes count in environments, flags, properties and lines of YAML only: elsewhere they are as often names of variables.',
  '- Keys written as lists of numbers, values split over several strings, and values under names that say nothing are not found.',
  '- A token directly behind `-` or `_` (`tool-ghp_…`) is taken for a part of a longer word and is not found.',
  '- Most findings in clean code are passwords of tests. They are literals that something is opened with, so they are hidden; `fovea:allow` on the line shows them.',
])
