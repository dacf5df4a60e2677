// Results are committed: a JSON file for programs and a Markdown page for people, without anything that names this machine.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { PROJECT, RESULTS } from './places.mjs'

/** What a figure depends on besides the code. */
export const environment = () => ({
  date: new Date().toISOString().slice(0, 10),
  node: process.versions.node,
  cores: cpus().length,
  fovea: JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')).version,
  // A copy of the project that is measured apart from its checkout is told its commit.
  commit: process.env.BENCH_COMMIT ?? commitOf(PROJECT) ?? 'unknown',
  build: digestOf(join(PROJECT, 'dist')),
})

/** The commit of a checkout, with a mark when files differ from it. */
export function commitOf(folder) {
  try {
    return execFileSync('git', ['describe', '--always', '--abbrev=12', '--dirty=+changes', '--exclude=*'], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

/** The compiled code itself, so that a figure can be matched to what produced it. */
function digestOf(folder) {
  const hash = createHash('sha256')
  const files = readdirSync(folder, { recursive: true }).map(String).filter((path) => path.endsWith('.js')).sort()
  for (const path of files) hash.update(path).update(readFileSync(join(folder, path)))
  return hash.digest('hex').slice(0, 12)
}

/** Writes both files and says where. `node` among the data is the version of Node that was measured, where that is not the one that measures. */
export function writeResults(name, { node = process.versions.node, ...data }, lines) {
  const where = { ...environment(), node }
  mkdirSync(RESULTS, { recursive: true })
  writeFileSync(join(RESULTS, `${name}.json`), `${JSON.stringify({ environment: where, ...data }, undefined, 1)}\n`)
  const facts = `${where.date}, Fovea ${where.fovea} (commit ${where.commit}, build ${where.build}), Node ${where.node}, ${where.cores} cores.`
  writeFileSync(join(RESULTS, `${name}.md`), `${[lines[0], '', facts, ...lines.slice(1)].join('\n')}\n`)
  say(`wrote bench/results/${name}.json and ${name}.md`)
}

/** A Markdown table from rows of cells; numbers are set to the right. */
export function table(head, rows) {
  const right = head.map((_, i) => rows.length > 0 && rows.every((row) => /^[\d,.<>=x% -]*$/.test(String(row[i]))))
  return ['', `| ${head.join(' | ')} |`, `|${right.map((is) => (is ? '---:' : '---')).join('|')}|`, ...rows.map((row) => `| ${row.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`), '']
}

/** Files below a folder. */
export const filesIn = (folder) => readdirSync(folder, { recursive: true }).map(String).filter((path) => statSync(join(folder, path), { throwIfNoEntry: false })?.isFile())

export const say = (message) => process.stderr.write(`${message}\n`)
