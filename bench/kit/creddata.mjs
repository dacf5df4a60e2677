// Real credentials that people labelled: the metadata of CredData (Samsung, Apache-2.0) and the repositories it speaks of, both as git directories below one folder.
// Values are read, compared and forgotten: nothing of them is written anywhere.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

const MOST = 1 << 30
const git = (folder, ...args) => execFileSync('git', ['--git-dir', folder, ...args], { maxBuffer: MOST, stdio: ['ignore', 'pipe', 'ignore'] })
const metadata = (folder) => join(folder, 'Samsung+CredData', 'repo')

/** Names of things that open nothing: CredData labels them, but who reads one can do nothing with it. */
const WEAK = new Set(['UUID', 'AWS S3 Bucket', 'Firebase Domain', 'Tencent WeChat API App ID', 'Nonce', 'Salt', 'Other', 'Google Multi', 'AWS Multi', 'IPv4', 'IPv6', 'Docker image'])

/** Repositories whose labels are judged. Those that serve as clean code elsewhere are not among them: what is found there is looked at. */
const CHOSEN = new Set([
  'open-falcon/falcon-plus', 'mailgun/mailgun-ruby', 'go-acme/lego', 'PostgREST/postgrest', 'cloudfoundry/credhub', 'eddycjy/go-gin-example', 'hashicorp/terraform-provider-aws', 'request/request', 'laradock/laradock',
  'feathersjs/feathers', 'requests/requests-oauthlib', 'alibaba/canal', 'elastic/elasticsearch-js', 'authelia/authelia', 'sahat/hackathon-starter', 'nats-io/nats-server', 'binarylogic/authlogic', 'juice-shop/juice-shop',
  'oracle/docker-images', 'nats-io/nats.docs', 'brianc/node-postgres', 'plotly/falcon', 'formio/formio', 'git-ecosystem/git-credential-manager', 'timdorr/tesla-api', 'kataras/iris', 'judasn/Linux-Tutorial', 'docker/docker-py',
  'fluent/fluentd', 'pennersr/django-allauth', 'paramiko/paramiko', 'phoenixframework/phoenix', 'meanjs/mean', 'github/gh-ost', 'CTFd/CTFd', 'huginn/huginn', 'xo/usql',
])

/** Repositories that were fetched and judged once, when no rule changed any more: nothing of them, not even a total, was seen while rules were made. */
const FRESH = new Set([
  'danger/danger', 'PyGithub/PyGithub', 'cloudskiff/driftctl', 'fecshop/yii2_fecshop', 'panva/jose', 'ThreeMammals/Ocelot', 'twilio/twilio-ruby', 'spring-projects/spring-security-oauth', 'dromara/Sa-Token',
  'aspnet-contrib/AspNet.Security.OAuth.Providers', 'wuyouzhuguli/SpringAll', 'elastic/rally', 'tpolecat/skunk', 'juicycleff/ultimate-backend', 'graphile/postgraphile', 'aqzt/kjyw', 'yeojz/otplib', 'knex/knex', 'google/go-github', 'sferik/t', 'zhoutaoo/SpringCloud',
])

/** How much a set of repositories says: rules were made on the first, totals of the second were watched meanwhile, the third was judged once. */
export const SETS = ['for tuning', 'watched', 'fresh']

/** Every repository that is here in full, with its labelled files. Of those that were there first, three of five are for tuning, by the number of the repository. */
export function* labelledIn(folder) {
  const snapshot = JSON.parse(git(metadata(folder), 'show', 'HEAD:snapshot.json').toString())
  for (const [id, url] of Object.entries(snapshot)) {
    const name = url.replace('https://github.com/', '')
    const place = [join(folder, name.replace('/', '+'), 'repo/.git'), join(folder, name.replace('/', '+'), 'repo')].find((one) => existsSync(one))
    if (place === undefined || !(CHOSEN.has(name) || FRESH.has(name))) continue
    const number = crc32(Buffer.from(id, 'hex'))
    const labels = labelsOf(metadata(folder), number.toString(16).padStart(8, '0'))
    const files = labels === undefined ? [] : filesOf(place, id.slice(0, 40), labels)
    if (files.length > 0) yield { name, set: FRESH.has(name) ? 'fresh' : number % 5 >= 3 ? 'watched' : 'for tuning', files }
  }
}

/** Labels of a repository by the id of their file. */
function labelsOf(folder, number) {
  try {
    const [, ...lines] = git(folder, 'show', `HEAD:meta/${number}.csv`).toString().trim().split('\n')
    const byFile = new Map()
    for (const label of lines.map(labelOf)) byFile.set(label.file, [...(byFile.get(label.file) ?? []), label])
    return byFile
  } catch {
    // A repository without labels.
    return undefined
  }
}

function labelOf(line) {
  const [, file, , , , from, to, truth, start, end, , , category] = line.trim().split(',')
  return { file, from: Number(from), to: Number(to), truth, start: start === '' ? -1 : Number(start), end: end === '' ? -1 : Number(end), categories: category.split(':') }
}

function filesOf(place, commit, labels) {
  const named = pathsOf(place, commit).map((entry) => ({ ...entry, labels: labels.get(createHash('sha256').update(entry.path).digest('hex').slice(0, 8)) }))
  const wanted = named.filter((entry) => entry.labels !== undefined)
  const texts = blobsOf(place, wanted.map(({ object }) => object))
  return wanted.flatMap(({ path, object, labels: own }) => {
    const text = texts.get(object)
    return text === undefined ? [] : [{ path, text, labels: own.map((label) => ({ ...label, value: valueOf(text, label) })) }]
  })
}

/** The texts of objects; the largest may be missing. */
function blobsOf(place, objects) {
  const out = execFileSync('git', ['--git-dir', place, 'cat-file', '--batch'], { input: objects.join('\n'), maxBuffer: MOST })
  const texts = new Map()
  for (let at = 0; at < out.length;) {
    const end = out.indexOf(10, at)
    const [object, kind, size] = out.toString('latin1', at, end).split(' ')
    at = end + 1
    if (kind !== 'blob') continue
    texts.set(object, out.toString('utf8', at, at + Number(size)))
    at += Number(size) + 1
  }
  return texts
}

function pathsOf(place, commit) {
  try {
    const rows = git(place, 'ls-tree', '-r', '-z', commit).toString('utf8').split('\0')
    return rows.flatMap((row) => {
      const [facts, path] = row.split('\t')
      return path === undefined || !facts.includes(' blob ') ? [] : [{ path, object: facts.split(' ')[2] }]
    })
  } catch {
    // Not the commit that was labelled.
    return []
  }
}

/** The labelled value where it stands in one line. */
function valueOf(text, { from, to, start, end }) {
  if (from !== to || start < 0) return undefined
  const line = text.split('\n')[from - 1]
  return line?.slice(start, end < 0 ? undefined : end)
}

/** Whether a label is of something that opens a door and says where it stands. */
export const isStrong = ({ truth, categories, value, from, to }) =>
  truth === 'T' && categories.some((one) => !WEAK.has(one)) && (from !== to || (value !== undefined && value.trim().length >= 4))

/** What a masking of texts makes of labels: strong true ones whose value is gone, and lines labelled false that were touched. Lines must stay lines. */
export function judgedBy(mask, files) {
  const sums = { strong: 0, gone: 0, falseLines: 0, touched: 0, missed: [], wrong: [] }
  for (const file of files) {
    const [before, after] = [file.text, mask(file.text, file.path)].map((text) => text.split('\n'))
    for (const label of file.labels) judge(label, { file, before, after, sums })
  }
  return sums
}

function judge(label, { file, before, after, sums }) {
  if (isStrong(label)) {
    const gone = isGone(label, before, after)
    sums.strong++
    sums.gone += Number(gone)
    if (!gone) sums.missed.push({ file, label })
  } else if (label.truth === 'F' && !file.labels.some((other) => other.truth !== 'F' && other.from <= label.from && label.from <= other.to)) {
    const touched = before[label.from - 1] !== after[label.from - 1]
    sums.falseLines++
    sums.touched += Number(touched)
    if (touched) sums.wrong.push({ file, label })
  }
}

const timesIn = (line, value) => line.split(value).length - 1

/** A value in one line is gone when the line holds it once less; of several lines most must have changed. */
function isGone({ from, to, value }, before, after) {
  if (from === to) return timesIn(after[from - 1] ?? '', value) < timesIn(before[from - 1] ?? '', value)
  let changed = 0
  for (let line = from; line <= to; line++) changed += Number(before[line - 1] !== after[line - 1])
  return changed >= (to - from - 1) * 0.8
}
