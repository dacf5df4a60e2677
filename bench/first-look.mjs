// How often the files that a real change touched are among the first that are looked into: by words alone, at first sight, and with what files define.
//   node bench/first-look.mjs [--sample 124] [--jobs 2]
// Needs the instances and the repositories that bench/quality.mjs needs.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { closerLook } from '../dist/core/rank/defines.js'
import { fileFacts } from '../dist/core/rank/files.js'
import { firstLook } from '../dist/core/rank/lift.js'
import { spokenOf } from '../dist/core/rank/past.js'
import { queryOf } from '../dist/core/rank/query.js'
import { options, whole } from './kit/args.mjs'
import { grouped, median, percent, sum } from './kit/numbers.mjs'
import { CORPORA } from './kit/places.mjs'
import { inParts, judgeKit, partOf, Reader, snapshot } from './kit/quality.mjs'
import { table, writeResults } from './kit/results.mjs'

const flags = options({ sample: { type: 'string' }, jobs: { type: 'string' }, part: { type: 'string' } })
const sample = whole(flags.sample, 124)
const FIRST = [20, 50, 80, 120, 200, 300]
const LOOKS = ['words', 'first', 'defines']
const HOME = join(CORPORA, 'quality', 'looks')

const { instances } = await judgeKit()
const all = instances(sample).filter((instance) => snapshot(instance) !== undefined)
if (flags.part === undefined) await main()
else await measure(partOf(all, flags.part), join(HOME, `${flags.part.replace('/', '-')}.jsonl`))

async function main() {
  const jobs = whole(flags.jobs, 2)
  mkdirSync(HOME, { recursive: true })
  await inParts(fileURLToPath(import.meta.url), ['--sample', String(sample)], jobs)
  report(Array.from({ length: jobs }, (_, part) => readFileSync(join(HOME, `${part}-${jobs}.jsonl`), 'utf8')).join('').trim().split('\n').map((line) => JSON.parse(line)))
}

async function measure(part, out) {
  writeFileSync(out, '')
  const reader = new Reader()
  for (const instance of part) appendFileSync(out, `${JSON.stringify(looked(instance, await reader.read(instance)))}\n`)
}

/** The places of the touched files in each ranking. */
function looked(instance, { entries, history, parser }) {
  const files = entries.filter(({ stub }) => stub === undefined)
  const query = queryOf(instance.task)
  const facts = fileFacts(files, query)
  const first = firstLook(facts, spokenOf(history, query), query).looks
  const outlineOf = (index) => {
    const { path, text } = files[index]
    const language = parser.languageOf(path, text)
    return language === undefined ? [] : parser.outline(language, text)
  }
  const looks = { words: facts.map(({ words }) => words), first, defines: closerLook(first, query, outlineOf).looks }
  const touched = instance.gold_files.map(({ path }) => files.findIndex((file) => file.path === path))
  const places = (scores) => touched.map((file) => (file < 0 ? Infinity : scores.reduce((count, score) => count + Number(score > scores[file]), 0)))
  return { id: instance.id, files: files.length, ...Object.fromEntries(LOOKS.map((look) => [look, places(looks[look])])) }
}

function report(rows) {
  const reached = (look, most) => sum(rows.map((row) => row[look].filter((place) => place !== null && place < most).length / row[look].length)) / rows.length
  const shown = LOOKS.map((look) => [{ words: 'words alone', first: 'first look', defines: 'with definitions' }[look], ...FIRST.map((most) => percent(reached(look, most)))])
  writeResults('first-look', { rows }, [
    '# Which files are looked into', '',
    `${grouped(rows.length)} real changes; the median repository has ${grouped(median(rows.map(({ files }) => files)))} files, ${grouped(rows.filter(({ files }) => files > 300).length)} have more than 300. The part of the files a change touched that is among the first so many.`,
    ...table(['ranking', ...FIRST.map((most) => `first ${most}`)], shown),
  ])
}
