// How true skeletons are, language by language, beside repomix --compress on the same files in the same run.
//   node bench/skeleton.mjs [--oracle FILE] [--corpus FOLDER] [--others FOLDER] [--lang NAME]... [--limit N] [--rounds 3] [--no-repomix]
// The oracle is a list of what compilers found in each file (see kit/fidelity.mjs), gzipped or not; the corpus is the folder its paths are below.
// `--others` is a folder with one folder of files for each further language: ctags is the witness there.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { options, whole } from './kit/args.mjs'
import { ctagsRecord, hasCtags } from './kit/ctags.mjs'
import { fidelityOf } from './kit/fidelity.mjs'
import { median, round } from './kit/numbers.mjs'
import { CORPORA, FOVEA, PROJECT } from './kit/places.mjs'
import { reads, refused } from './kit/reparse.mjs'
import { filesIn, say, table, writeResults } from './kit/results.mjs'
import { plainEnv, timed } from './kit/run.mjs'
import { tools } from './kit/tools.mjs'
import { openWorkspace } from '../dist/workspace/index.js'
import { LANGUAGES } from '../dist/languages/index.js'

const flags = options({
  oracle: { type: 'string' }, corpus: { type: 'string' }, others: { type: 'string' }, lang: { type: 'string', multiple: true },
  limit: { type: 'string' }, rounds: { type: 'string' }, 'no-repomix': { type: 'boolean' },
})
const shared = process.env.FOVEA_SKELETON ?? join(PROJECT, '../shared/skeleton')
const oracleFile = flags.oracle ?? join(shared, 'oracle/dev.json.gz')
const corpus = resolve(flags.corpus ?? join(CORPORA, 'skeleton'))
const others = resolve(flags.others ?? join(CORPORA, 'languages'))
const rounds = whole(flags.rounds, 3)
const limit = whole(flags.limit, 1e9)
const SIDES = ['L1', 'L2', 'repomix']
const meter = await openWorkspace(PROJECT, { frozen: true }).meter('o200k_base')
const scratch = mkdtempSync(join(tmpdir(), 'fovea-skeleton-'))
const files = join(scratch, 'files')

try {
  const records = [...oracleRecords(), ...otherRecords()]
  if (records.length === 0) throw new Error(`no files to measure: ${oracleFile} lists what compilers found and ${corpus} holds the files, or ${others} holds a folder of files for each language; see bench/README.md`)
  const outputs = skeletons(records)
  publish(await measured(records, outputs), outputs)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

/** Files of the list that are at hand. */
function oracleRecords() {
  if (!existsSync(oracleFile) || !existsSync(corpus)) return []
  const bytes = readFileSync(oracleFile)
  const { files } = JSON.parse(oracleFile.endsWith('.gz') ? gunzipSync(bytes) : bytes)
  return fewOfEach(files.filter(({ lang, f }) => wanted(lang) && existsSync(join(corpus, f))).map((record) => ({ ...record, file: join(corpus, record.f), witness: record.o ?? 'list' })))
}

/** Files of further languages, with what ctags found in them. */
function otherRecords() {
  if (!existsSync(others) || !hasCtags()) return []
  const langs = readdirSync(others, { withFileTypes: true }).filter((entry) => entry.isDirectory() && wanted(entry.name)).map(({ name }) => name).sort()
  return fewOfEach(langs.flatMap((lang) => filesIn(join(others, lang)).sort().flatMap((path) => {
    const file = join(others, lang, path)
    const record = ctagsRecord(lang, file)
    return record === undefined ? [] : [{ ...record, f: `${lang}/${path}`, file, witness: 'ctags' }]
  })))
}

function wanted(lang) {
  return flags.lang === undefined || flags.lang.includes(lang)
}

function fewOfEach(records) {
  const counts = new Map()
  return records.filter(({ lang }) => {
    counts.set(lang, (counts.get(lang) ?? 0) + 1)
    return counts.get(lang) <= limit
  })
}

/** The skeletons of both tools: texts by side, and CPU seconds by language and side. */
function skeletons(records) {
  const texts = new Map(SIDES.map((side) => [side, new Map()]))
  const cpu = {}
  for (const lang of new Set(records.map((record) => record.lang))) {
    const own = records.filter((record) => record.lang === lang)
    const folder = copied(lang, own)
    cpu[lang] = { L1: [], L2: [], repomix: [] }
    // Language by language once, for the texts and a rough figure; the runs over everything are repeated.
    for (const level of ['L1', 'L2']) cpu[lang][level].push(byFovea(own, level, texts.get(level)))
    if (!flags['no-repomix']) cpu[lang].repomix.push(byRepomix(folder, own, texts.get('repomix')))
    say(`${lang}: ${own.length} files`)
  }
  return { texts, cpu, together: together(records.filter(({ witness }) => witness !== 'ctags')) }
}

/** Everything in one run, as a user has it: starting up counts once. */
function together(records) {
  const runs = { L1: [], L2: [], repomix: [] }
  for (let i = 0; i < rounds; i++) {
    for (const level of ['L1', 'L2']) runs[level].push(byFovea(records, level, new Map()))
    if (!flags['no-repomix']) runs.repomix.push(byRepomix(files, records, new Map()))
  }
  return Object.fromEntries(Object.entries(runs).filter(([, seconds]) => seconds.length > 0).map(([side, seconds]) => [side, round(median(seconds), 1)]))
}

/** Each language in a folder of its own, so that both tools can be timed on it. */
function copied(lang, records) {
  // What only ctags knows stays apart: the run over everything is for the languages with a list.
  const root = records[0].witness === 'ctags' ? join(scratch, 'further') : files
  const folder = join(root, lang)
  for (const { f, file } of records) {
    const to = join(root, f)
    mkdirSync(dirname(to), { recursive: true })
    cpSync(file, to)
  }
  return folder
}

function byFovea(records, level, texts) {
  const input = join(scratch, 'in.jsonl')
  const output = join(scratch, 'out.jsonl')
  writeFileSync(input, records.map(({ f, file, lang }) => `${JSON.stringify({ file: f, path: file, lang })}\n`).join(''))
  const { cpu } = timed('bash', ['-c', `"${tools().node}" "${FOVEA}" skeleton --jsonl --level ${level} < "${input}" > "${output}" 2> /dev/null`], { cwd: scratch, env: plainEnv() })
  for (const line of readFileSync(output, 'utf8').split('\n').filter((one) => one !== '')) {
    const { file, skeleton = '' } = JSON.parse(line)
    texts.set(file, skeleton)
  }
  return cpu
}

function byRepomix(folder, records, texts) {
  const { node, repomix } = tools()
  const output = join(scratch, 'repomix.json')
  const { cpu } = timed(node, [repomix, '--quiet', '--compress', '--style', 'json', '--no-gitignore', '--no-default-patterns', '--no-security-check', '-o', output], { cwd: folder, env: plainEnv({ TMPDIR: scratch }) })
  const packed = JSON.parse(readFileSync(output, 'utf8')).files
  for (const { f, lang } of records) texts.set(f, packed[folder === files ? f : f.slice(lang.length + 1)] ?? '')
  return cpu
}

/** One row for each language. */
async function measured(records, { texts, cpu }) {
  const rows = []
  for (const lang of new Set(records.map((record) => record.lang))) {
    const own = records.filter((record) => record.lang === lang)
    const megabytes = own.reduce((sum, { file }) => sum + statSync(file).size, 0) / 1e6
    const row = { lang, files: own.length, megabytes: round(megabytes), witness: own[0].witness }
    for (const side of SIDES) {
      if (cpu[lang][side].length > 0) row[side] = { ...await sideOf(own, texts.get(side), lang), cpuPerMegabyte: round(median(cpu[lang][side]) / megabytes, 2), cpu: round(median(cpu[lang][side]), 2) }
    }
    rows.push(row)
    say(`${lang} measured`)
  }
  return rows
}

async function sideOf(records, texts, lang) {
  const total = {}
  const add = (key, value) => { total[key] = (total[key] ?? 0) + value }
  const sound = []
  for (const record of records) {
    const source = readFileSync(record.file, 'utf8')
    const skeleton = texts.get(record.f) ?? ''
    for (const [key, value] of Object.entries(fidelityOf({ source, skeleton, record }))) add(key, value)
    add('tokens', meter.count(source))
    add('skeletonTokens', meter.count(skeleton))
    const grammar = grammarOf(lang, record.f)
    if (grammar !== undefined && skeleton.trim() !== '' && await reads(grammar, source)) {
      add('sources', 1)
      add('reparsed', await reads(grammar, withoutMarks(skeleton)) ? 1 : 0)
    }
    if (skeleton.trim() !== '') sound.push({ source, skeleton: withoutMarks(skeleton) })
  }
  const share = (part, whole_) => (total[whole_] > 0 ? round(total[part] / total[whole_], 4) : undefined)
  return {
    recall: share('namesKept', 'names'), members: share('membersKept', 'members'), signatures: share('signaturesKept', 'signatures'), imports: share('importsKept', 'imports'),
    leakage: share('bodyLinesLeft', 'bodyLines'), reparse: share('reparsed', 'sources'), native: nativeShare(lang, sound), reduction: round(1 - total.skeletonTokens / total.tokens, 4),
    unchanged: round(total.unchanged / records.length, 4), empty: round(total.empty / records.length, 4),
  }
}

/** Repomix separates pieces with a line that no language knows; nobody would hold that against it. */
function withoutMarks(skeleton) {
  return skeleton.replaceAll(/^⋮-+$/gm, '')
}

function nativeShare(lang, texts) {
  const broken = refused(lang, texts.map(({ source }) => source))
  if (broken === undefined) return undefined
  const whole_ = texts.filter((_, i) => !broken.has(i))
  return round(1 - refused(lang, whole_.map(({ skeleton }) => skeleton)).size / whole_.length, 4)
}

function grammarOf(lang, path) {
  if (lang === 'typescript' && path.endsWith('.tsx')) return 'tsx'
  return LANGUAGES.find(({ name }) => name === lang)?.grammar
}

function publish(rows, { together: cpu }) {
  const repomixVersion = flags['no-repomix'] ? undefined : tools().repomixVersion
  const cell = (value) => (value === undefined ? '-' : (value * 100).toFixed(1))
  const pair = (row, key) => `${cell(row.L2[key])} / ${cell(row.repomix?.[key])}`
  const listed = rows.filter(({ witness }) => witness !== 'ctags')
  const head = ['language', 'files', 'names', 'signatures', 'imports', 'body lines left', 're-parse', 'own parser', 'saved L1', 'saved L2', 'saved repomix', 'CPU s/MB']
  const line = (row) => [
    titleOf(row.lang), row.files, pair(row, 'recall'), pair(row, 'signatures'), pair(row, 'imports'), pair(row, 'leakage'), pair(row, 'reparse'), pair(row, 'native'),
    cell(row.L1.reduction), cell(row.L2.reduction), cell(row.repomix?.reduction), `${row.L2.cpuPerMegabyte} / ${row.repomix?.cpuPerMegabyte ?? '-'}`,
  ]
  if (flags.lang === undefined) writeScores(rows)
  writeResults('skeleton', { repomix: repomixVersion, rows, cpu }, [
    '# Skeletons: what is kept, what leaks, what is saved', '',
    `In each cell Fovea at L2 / repomix ${repomixVersion ?? ''} --compress, in per cent. Names and signatures are judged by lists that compilers made (${listed.length} languages, ${listed.reduce((sum, row) => sum + row.files, 0)} files).`,
    `CPU for all files in one run, median of ${rounds}: Fovea L1 ${cpu.L1} s, L2 ${cpu.L2} s, repomix ${cpu.repomix ?? '-'} s.`,
    ...table(head, listed.map(line)),
    ...(rows.length > listed.length ? ['Further languages, judged by Universal Ctags (names and bodies only; it knows less than a compiler, and sometimes other things):', ...table(head, rows.filter(({ witness }) => witness === 'ctags').map(line))] : []),
  ])
}

/** The scores that `fovea languages` shows, as code, so that they are part of every build. */
function writeScores(rows) {
  const score = ({ files: count, witness, L1, L2 }) => ({ files: count, witness, names: L2.recall, signatures: L2.signatures, bodyLinesLeft: L2.leakage, reparse: L2.native ?? L2.reparse, savedL1: L1.reduction, savedL2: L2.reduction })
  const lines = rows.map((row) => `  ${/^\w+$/.test(row.lang) ? row.lang : JSON.stringify(row.lang)}: ${JSON.stringify(score(row)).replace(/"(\w+)":/g, ' $1: ').replace(/,(?= )/g, ',').replaceAll('"', "'").replace(/\}$/, ' }')},\n`)
  const text = `// Written by bench/skeleton.mjs: what its last run measured. Do not edit.
import type { SkeletonScore } from './score.ts'

/** How true skeletons are, by language. */
export const SCORES: Readonly<Record<string, SkeletonScore>> = {
${lines.join('')}}
`
  writeFileSync(join(PROJECT, 'src/languages/scores.ts'), text)
  say('wrote src/languages/scores.ts')
}

function titleOf(lang) {
  return LANGUAGES.find(({ name }) => name === lang)?.title ?? lang
}
