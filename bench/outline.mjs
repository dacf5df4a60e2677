// How well the outline finds what the parser finds, and at what speed: definitions by name and line, for each language, over real files.
//   node bench/outline.mjs --from ../django --from ../kubernetes [--files 400] [--only rust] [--show 20]
// A folder of checkouts may be given too; files with the same text count once.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isDefinition } from '../dist/core/block.js'
import { fileBlock } from '../dist/core/tile.js'
import { createParser } from '../dist/languages/index.js'
import { nodeAssets } from '../dist/workspace/assets.js'
import { options, whole } from './kit/args.mjs'
import { grouped, percent, round, sum } from './kit/numbers.mjs'
import { say, table, writeResults } from './kit/results.mjs'

const flags = options({ from: { type: 'string', multiple: true }, files: { type: 'string' }, only: { type: 'string', multiple: true }, show: { type: 'string' } })
const MOST_FILES = whole(flags.files, 400)
const MOST_BYTES = 300_000
/** What a reader would look for; members that are only data are counted apart. */
const MAIN = new Set(['module', 'class', 'interface', 'enum', 'type', 'function', 'method'])
const IDENTIFIER = /^[~#]?[\p{L}_$][\p{L}\p{N}_$]*[?!=]?(?:\.[~#]?[\p{L}_$][\p{L}\p{N}_$]*[?!=]?)*$/u
const SKIPPED = new Set(['.git', 'node_modules', 'vendor', 'dist', 'third_party', '.fovea'])

if (flags.from === undefined) throw new TypeError('bench/outline.mjs needs folders of sources: --from ../django')
const parser = createParser(nodeAssets)
const chosen = sampled(flags.from)
const rows = []
for (const [language, files] of [...chosen].sort()) {
  if (flags.only !== undefined && !flags.only.includes(language)) continue
  const row = await measured(language, files)
  if (row !== undefined) rows.push(row)
}
if (flags.only === undefined) publish(rows)

/** For each language the files that are compared: every n-th by the digest of the text, so that no folder is favoured. */
function sampled(folders) {
  const found = new Map()
  const seen = new Set()
  for (const path of folders.flatMap((folder) => [...filesBelow(folder)])) {
    const language = parser.languageOf(basename(path), '')
    if (language?.family !== 'code') continue
    const { size } = statSync(path)
    if (size > MOST_BYTES || size < 20) continue
    if (!found.has(language.name)) found.set(language.name, [])
    found.get(language.name).push(path)
  }
  return new Map([...found].map(([name, paths]) => [name, thinned(paths, seen)]))
}

function thinned(paths, seen) {
  const texts = []
  const step = Math.max(1, Math.floor(paths.length / (MOST_FILES * 3)))
  for (let i = 0; i < paths.length; i += step) {
    const text = readFileSync(paths[i], 'utf8')
    const digest = createHash('sha256').update(text).digest('hex')
    if (seen.has(digest) || text.includes('\0') || isMinified(text)) continue
    seen.add(digest)
    texts.push({ digest, path: paths[i], text })
  }
  return texts.sort((a, b) => (a.digest < b.digest ? -1 : 1)).slice(0, MOST_FILES)
}

/** Nobody reads it, and the workspace shows it as one line. */
function isMinified(text) {
  return /[^\n]{2000}/.test(text)
}

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (SKIPPED.has(entry.name)) continue
    if (entry.isDirectory()) yield* filesBelow(join(folder, entry.name))
    else if (entry.isFile()) yield join(folder, entry.name)
  }
}

async function measured(name, files) {
  const read = await comparable(name, files)
  const total = { files: read.length, bytes: sum(read.map(({ text }) => text.length)), wanted: 0, missed: 0, data: 0, dataMissed: 0, extra: 0, given: 0, ends: 0 }
  let left = whole(flags.show, 0)
  for (const { path, text, language, parsed } of read) {
    const verdict = compared(parser.outline(language, text), wantedIn(parsed, text))
    for (const part of ['wanted', 'missed', 'data', 'dataMissed', 'extra', 'given', 'ends']) total[part] += typeof verdict[part] === 'number' ? verdict[part] : verdict[part].length
    for (const flaw of [...verdict.missed.map((one) => `- ${one.kind} ${one.name}:${one.first}`), ...verdict.extra.map((one) => `+ ${one.kind} ${one.name}:${one.line}`), ...verdict.dataMissed.map((one) => `~ ${one.kind} ${one.name}:${one.first}`)]) if (left-- > 0) say(`${path} ${flaw}`)
  }
  if (total.given === 0) return undefined
  const outline = cpuOf(() => read.forEach(({ text, language }) => parser.outline(language, text)))
  const parse = cpuOf(() => read.forEach(({ text, language }) => parser.parse(language, text)), 1)
  say(`${name}: ${total.files} files, recall ${percent((total.wanted - total.missed) / total.wanted)}, data ${percent((total.data - total.dataMissed) / Math.max(1, total.data))}, extra ${percent(total.extra / total.given)}, ends ${percent(total.ends / (total.wanted - total.missed))}, outline ${round(total.bytes / outline, 0)} MB/s, parser ${round(total.bytes / parse, 1)} MB/s`)
  return { name, ...total, parse, outline }
}

/** The files that the parser reads without a fault. */
async function comparable(name, files) {
  const read = []
  for (const { path, text } of files) {
    const language = parser.languageOf(path, text)
    if (language?.name !== name || parser.outline(language, text).length === 0 && read.length === 0) continue
    await parser.prepare(language, text)
    const parsed = parser.parse(language, text)
    if (parsed.problem === undefined) read.push({ path, text, language, parsed })
  }
  return read
}

/** Microseconds of CPU; the least of some rounds, because other work on the machine only adds. */
function cpuOf(work, rounds = 3) {
  return Math.min(...Array.from({ length: rounds }, () => {
    const start = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(start)
    return user + system
  }))
}

/** The definitions of the parser that have a name that can be written in code, with their lines, and the lines of what is found under a string. */
function wantedIn({ tiles }, text) {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  const lineOf = (offset) => starts.findLastIndex((start) => start <= offset) + 1
  const linesOf = ({ start, end }) => ({ first: lineOf(start), last: lineOf(Math.max(start, start + text.slice(start, end).trimEnd().length - 1)) })
  const [wanted, labelled] = [[], []]
  const visit = (block) => {
    if (isDefinition(block) && isLabel(block)) return void labelled.push(linesOf(block))
    if (isDefinition(block) && block.kind !== 'heading' && block.kind !== 'entry' && IDENTIFIER.test(block.name)) wanted.push({ kind: block.kind, name: block.name, ...linesOf(block) })
    block.children.forEach(visit)
  }
  visit(fileBlock('a', text, tiles))
  return { wanted, labelled }
}

/** Tests and routes are found under a string: that is a label, not a name. */
function isLabel({ name, shape }) {
  if (/['"`]/.test(shape.head[shape.head.indexOf(name) - 1] ?? '')) return true
  const last = name.slice(name.lastIndexOf('.') + 1)
  const at = shape.head.indexOf(last)
  return at > 0 && /['"`]/.test(shape.head[at - 1]) || new RegExp(String.raw`\(\s*['"\x60][^'"\x60\n]*${last.replace(/[^\w]/g, '.')}`).test(shape.head.slice(0, at + last.length))
}

/** Each definition takes the first item of its name that begins within its lines. */
function compared(items, { wanted, labelled }) {
  const byName = new Map()
  for (const item of items) byName.set(item.name, [...byName.get(item.name) ?? [], item])
  const taken = new Set()
  const [missed, dataMissed] = [[], []]
  let [ends, main, data] = [0, 0, 0]
  for (const one of wanted) {
    const item = byName.get(one.name)?.find((item) => !taken.has(item) && item.line >= one.first && item.line <= one.last)
    if (MAIN.has(one.kind)) main++
    else data++
    if (item === undefined) (MAIN.has(one.kind) ? missed : dataMissed).push(one)
    else {
      taken.add(item)
      if (MAIN.has(one.kind) && item.end === one.last) ends++
    }
  }
  return { wanted: main, data, missed, dataMissed, ends, extra: items.filter((item) => !taken.has(item) && IDENTIFIER.test(item.name) && !labelled.some(({ first, last }) => item.line >= first && item.line <= last)), given: items.length }
}

function publish(rows) {
  const shown = rows.map(({ name, files, bytes, wanted, missed, data, dataMissed, extra, given, ends, parse, outline }) => [
    name, grouped(files), round(bytes / 1e6, 1), grouped(wanted), percent((wanted - missed) / wanted), data === 0 ? '-' : percent((data - dataMissed) / data), percent(extra / given), percent(ends / (wanted - missed)),
    round(bytes / outline, 0), round(bytes / parse, 1), round(parse / outline, 0),
  ])
  writeResults('outline', { sources: flags.from.map((folder) => basename(folder)).sort(), rows: rows.map((row) => ({ ...row, parse: Math.round(row.parse), outline: Math.round(row.outline) })) }, [
    '# The outline against the parser', '',
    `${grouped(sum(rows.map(({ files }) => files)))} files, at most ${grouped(MOST_FILES)} a language, each text once; files that the parser could not read without a fault are left out, and so are minified ones and what stands inside a test that is found under a string. A definition is found when the outline has one of its name that begins within its lines.`,
    '"Found" counts modules, classes, interfaces, enums, types, functions and methods with a name that can be written in code; "fields" counts constants and fields; "extra" is what the outline has and the parser has not; "ends" is how many of those found end at the same line.',
    '', `From ${grouped(flags.from.length)} repositories; outline.json names them. Speed is CPU time, the least of three rounds for the outline and one for the parser.`,
    ...table(['language', 'files', 'MB', 'definitions', 'found', 'fields found', 'extra', 'same end', 'outline MB/s', 'parser MB/s', 'times quicker'], shown),
  ])
}
