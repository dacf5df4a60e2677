// Writes src/languages/packs.ts from the files in src/languages/packs/, so that a language is one file and nothing else has to name it.
// `--check` only compares.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'

const room = new URL('../src/languages/', import.meta.url)
const names = readdirSync(new URL('packs/', room)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).map((name) => name.slice(0, -3)).sort()
const variable = (name) => `${name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())}Pack`

const text = `// Written by scripts/list-packs.mjs: every file in packs/. Do not edit.
import type { Scanner, Table } from './language.ts'
${names.map((name) => `import ${variable(name)} from './packs/${name}.ts'\n`).join('')}
/** Every language pack of this program. */
export const PACKS: readonly (Table | Scanner)[] = [
${names.map((name) => `  ${variable(name)},\n`).join('')}].flat()
`
const file = new URL('packs.ts', room)
if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) {
  console.error('src/languages/packs.ts is out of date: run npm run build')
  process.exitCode = 1
}
