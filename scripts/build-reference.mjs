// Writes docs/reference.md and docs/fovea.config.schema.json from the operations themselves, so that they cannot drift. `--check` only compares.
import { readFileSync, writeFileSync } from 'node:fs'
import { COMMANDS } from '../dist/cli/main.js'
import { signature } from '../dist/cli/help.js'
import { LENSES } from '../dist/core/lenses.js'
import { FORMATS } from '../dist/formats/index.js'
import { LANGUAGES } from '../dist/languages/index.js'
import { meterDocs } from '../dist/meters/index.js'
import { EXIT_DOCS } from '../dist/operations/index.js'
import { CONFIG_SCHEMA } from '../dist/workspace/index.js'

const cell = (text) => String(text).replaceAll('|', '\\|')
const table = (head, rows) => [`| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`, ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`)].join('\n')

const otherwise = ({ otherwise: value }) => (value === undefined || value === false || (Array.isArray(value) && value.length === 0) ? '' : `\`${value}\``)

const command = (operation) => [
  `## fovea ${operation.name}`, `${operation.title}. ${operation.doc}`,
  table(['option', 'meaning', 'default'], Object.entries(operation.fields).map(([name, field]) =>
    [`\`${signature(name, field)}\``, `${field.doc}${field.choices ? ` (${field.choices.join(', ')})` : ''}`, otherwise(field)])),
  ['```', ...operation.examples, '```'].join('\n'),
].join('\n\n')

const reference = [
  '# Reference', 'Made by `npm run docs` from the operations themselves; a test fails when it is out of date.',
  ...COMMANDS.map(command),
  '## Exit codes', table(['code', 'meaning'], EXIT_DOCS),
  '## Formats', table(['name', 'what it is'], FORMATS.map(({ name, doc }) => [`\`${name}\``, doc])),
  '## Meters', table(['name', 'what it is'], Object.entries(meterDocs).map(([name, doc]) => [`\`${name}\``, doc])),
  '## Lenses', table(['name', 'what it shows'], LENSES.map(({ name, doc }) => [`\`${name}\``, doc])),
  '## Languages', table(['name', 'files', 'read by'], LANGUAGES.map(({ name, extensions, filenames = [], grammar }) =>
    [name, [...extensions, ...filenames].join(' ') || 'everything else', grammar === undefined ? 'a scanner of our own' : 'tree-sitter'])),
  '',
].join('\n\n').trimEnd() + '\n'

const schema = `${JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', ...CONFIG_SCHEMA }, null, 2)}\n`

const pages = { 'docs/reference.md': reference, 'docs/fovea.config.schema.json': schema }
for (const [path, text] of Object.entries(pages)) {
  const file = new URL(`../${path}`, import.meta.url)
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${path} is out of date: run npm run docs`)
    process.exitCode = 1
  }
}
