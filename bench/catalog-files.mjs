// Data files that are large, hostile or made by fuzzers, each set scanned in a process of its own: CPU, peak memory, what was read and what was refused.
//   node bench/catalog-files.mjs [--parquet FOLDER] [--arrow FOLDER]
// The folders are checkouts of apache/parquet-testing and apache/arrow-testing; without them their rows are left out.
import { execFileSync } from 'node:child_process'
import { closeSync, copyFileSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { options } from './kit/args.mjs'
import { grouped, round, sum } from './kit/numbers.mjs'
import { PROJECT } from './kit/places.mjs'
import { filesIn, say, table, writeResults } from './kit/results.mjs'

const MADE = 'fovea-bench-files-'

if (process.argv[2] === '--scan') await scanHere(process.argv[3])
else measure()

/** The child: scans a folder, reads up to 10,000 rows of everything, and prints what it took. */
async function scanHere(root) {
  const { files } = await import('../dist/connectors/files/index.js')
  const { resourceOf } = await import('../dist/catalog/resource.js')
  const source = { name: 's', type: 'files', location: '.', address: '.', secrets: {}, options: {}, credentials: {}, root }
  const seen = { described: 0, rows: 0, told: 0, refused: 0, crashes: 0, first: '' }
  for await (const one of files.scan(source, { progress() {} })) {
    if ('code' in one) {
      seen.told++
      seen.first ||= one.message
      continue
    }
    seen.described++
    seen.rows += one.rows ?? 0
    try {
      await files.run(source, { by: 'rows', resource: resourceOf(one, '2026-01-01T00:00:00Z') }, { rows: 10_000, bytes: 50_000_000, milliseconds: 60_000 })
    } catch (error) {
      if (error.name === 'SourceDown') seen.refused++
      else seen.crashes++
    }
  }
  const { user, system } = process.cpuUsage()
  process.stdout.write(JSON.stringify({ ...seen, cpu: (user + system) / 1e6, peak: process.resourceUsage().maxRSS / 1024 }))
}

function measure() {
  const { parquet, arrow } = options({ parquet: { type: 'string' }, arrow: { type: 'string' } })
  const sets = [
    ['vega-datasets 3.2.1', () => join(PROJECT, 'node_modules', 'vega-datasets', 'data')],
    ['one CSV of 2 GB', () => made('rows.csv', 'id,city,amount,at\n', (i) => `${i},city ${i % 1000},${i / 7},2024-01-05T10:00:00Z\n`, 2e9)],
    ['one CSV of 1 GB that is one line', () => made('line.csv', 'a,b\n', () => 'x'.repeat(1000), 1e9)],
    ['one CSV of 1 GB with a quote that is never closed', () => made('quote.csv', 'a,b\n1,"', (i) => `${i},y\n`, 1e9)],
    ['one CSV of 100,000 columns', () => made('wide.csv', `${Array.from({ length: 100_000 }, (_, i) => `c${i}`).join()}\n`, () => `${'1,'.repeat(99_999)}1\n`, 2e7)],
    ['one JSON list of 1 GB', () => made('list.json', '[', (i) => `{"id":${i},"name":"n${i}","tags":["a","b"]},`, 1e9, '{"id":0}]')],
    ['JSON lines of 1 GB', () => made('lines.jsonl', '', (i) => `{"id":${i},"name":"n${i}","at":"2024-01-05T10:00:00Z"}\n`, 1e9)],
    ['one JSON text of 1 GB', () => made('text.json', '["', () => 'x'.repeat(1000), 1e9, '"]')],
    ...(parquet === undefined ? [] : [['apache/parquet-testing', () => copied(parquet, /\.parquet$/, '')]]),
    ...(arrow === undefined ? [] : [['apache/arrow-testing (ipc)', () => copied(arrow, /arrow-ipc-(?:file|stream)\/(?!.*\.(?:md|gz)$)/, '.arrow')]]),
  ]
  const results = sets.map(([name, make]) => measured(name, make))
  writeResults('catalog-files', { results }, pageOf(results))
  if (results.some(({ crashes, dead }) => crashes > 0 || dead)) process.exitCode = 1
}

function measured(name, make) {
  const folder = make()
  const bytes = sum(filesIn(folder).map((path) => statSync(join(folder, path)).size))
  try {
    const answer = execFileSync(process.execPath, [import.meta.filename, '--scan', folder], { encoding: 'utf8', maxBuffer: 1e8 })
    say(`${name}: ${answer}`)
    return { name, files: filesIn(folder).length, bytes, ...JSON.parse(answer) }
  } catch (error) {
    return { name, files: filesIn(folder).length, bytes, dead: true, first: String(error.message).slice(0, 200) }
  } finally {
    // Only what was made here is removed: the project itself may lie among temporary files.
    if (basename(folder).startsWith(MADE)) rmSync(folder, { recursive: true })
  }
}

/** A folder with one file that is written until it is large enough. */
function made(name, head, line, bytes, tail = '') {
  const folder = mkdtempSync(join(tmpdir(), MADE))
  const file = openSync(join(folder, name), 'w')
  let written = writeSync(file, head)
  for (let i = 0; written < bytes;) {
    let part = ''
    while (part.length < 4e6 && written + part.length < bytes) part += line(i++)
    written += writeSync(file, part)
  }
  writeSync(file, tail)
  closeSync(file)
  return folder
}

/** Files of a checkout side by side, with the ending that says what they are. */
function copied(from, pattern, ending) {
  const folder = mkdtempSync(join(tmpdir(), MADE))
  filesIn(from).filter((path) => pattern.test(path)).forEach((path, at) => copyFileSync(join(from, path), join(folder, `${at}-${basename(path)}${ending}`)))
  return folder
}

function pageOf(results) {
  return [
    '# Data files, looked at within bounds', '',
    'Each set is scanned in a process of its own, then up to 10,000 rows of every resource are read. CPU is user and system, with the start of Node; memory is the peak of the process. "Not readable" are resources whose schema is known and whose rows are refused with words.',
    ...table(['set', 'files', 'MB', 'resources', 'rows (estimated)', 'remarks', 'not readable', 'crashes', 'CPU s', 'peak MB'],
      results.map((one) => (one.dead ? [one.name, one.files, grouped(one.bytes / 1e6), 'died', '', '', '', '', '', ''] : [one.name, one.files, grouped(one.bytes / 1e6), one.described, grouped(one.rows), one.told, one.refused, one.crashes, round(one.cpu), Math.round(one.peak)]))),
    'The first remark of each set:', '', ...results.filter(({ first }) => first).map(({ name, first }) => `- ${name}: ${first}`),
  ]
}
