// S0.61: how many files a context reaches with the whole ladder and with include or drop, at the same budget, on real repositories.
// node bench/breadth.mjs [--repo NAME=PATH ...]
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compileWorkspace, openWorkspace, settle } from '../dist/index.js'

const corpora = fileURLToPath(new URL('./corpora/', import.meta.url))
const given = process.argv.flatMap((word, i) => (process.argv[i - 1] === '--repo' ? [word.split('=')] : []))
const own = existsSync(corpora) ? readdirSync(corpora).filter((name) => !name.startsWith('.')).map((name) => [name, corpora + name]) : []
const rows = []
for (const [name, path] of given.length > 0 ? given : own) {
  for (const budget of [8000, 32_000, 128_000]) {
    const reach = {}
    for (const skeleton of ['auto', 'disabled']) {
      const workspace = openWorkspace(path, { frozen: true })
      const { compiled, corpus } = await compileWorkspace(workspace, settle({ budget, skeleton }, workspace.layers))
      reach[skeleton] = { content: compiled.page.files.length, named: compiled.page.files.length + compiled.page.lines.length, files: corpus.files.length }
    }
    rows.push({ name, budget, ...reach })
  }
}
const times = (a, b) => (b === 0 ? '-' : `${(a / b).toFixed(1)}x`)
const lines = [
  '# How many files a context reaches', '', `Node ${process.versions.node}. No task, claude-xml. Content is a skeleton or more; named is content or a line. Include or drop shows whole files or nothing.`, '',
  '| repository | files | budget | with content | include or drop | times | named | times |', '|---|---:|---:|---:|---:|---:|---:|---:|',
  ...rows.map(({ name, budget, auto, disabled }) => `| ${name} | ${auto.files} | ${budget} | ${auto.content} | ${disabled.content} | ${times(auto.content, disabled.content)} | ${auto.named} | ${times(auto.named, disabled.content)} |`), '',
  'Twice as many is not possible where everything is named already.', '',
]
writeFileSync(new URL('./results/breadth.md', import.meta.url), lines.join('\n'))
writeFileSync(new URL('./results/breadth.json', import.meta.url), `${JSON.stringify(rows, null, 2)}\n`)
console.log(lines.join('\n'))
