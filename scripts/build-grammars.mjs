#!/usr/bin/env node
// Puts the grammars that our languages need next to the built code: gzipped, because a grammar shrinks to about a tenth,
// together with the runtime of web-tree-sitter and the licences of both.
import { mkdirSync, readFileSync, readdirSync, existsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { metered } from './meter.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const out = join(root, 'dist', 'grammars')
const modules = join(root, 'node_modules')

/** The grammars named by the built languages, each once, with the file of a package that holds it. */
async function grammarFiles() {
  const built = join(root, 'dist', 'languages', 'index.js')
  if (!existsSync(built)) throw new Error('dist/languages is missing: run "npx tsc -b src/languages" first')
  const { LANGUAGES } = await import(pathToFileURL(built).href)
  const usual = (name) => `tree-sitter-wasm/out/${name}/tree-sitter-${name}.wasm`
  return new Map(LANGUAGES.filter(({ grammar }) => grammar !== undefined).map(({ grammar, from }) => [grammar, from ?? usual(grammar)]).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Compresses one file; a fixed header keeps the bytes the same on every machine. */
function put(name, bytes) {
  const packed = gzipSync(bytes, { level: 9 })
  packed[9] = 255
  writeFileSync(join(out, `${name}.wasm.gz`), packed)
  return packed.length
}

/** The licence files of one package, with its name and version. */
function licences(name) {
  const folder = join(modules, name)
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file)).sort()
  return [`${name} ${version} (${license})`, ...files.map((file) => readFileSync(join(folder, file), 'utf8').trim())].join('\n\n')
}

/**
 * Grammars with a mistake that makes them unsteady, and its smallest cure: bytes that must occur once, and what they become.
 * The scanner of Swift asks for calloc(0, 4) and so begins with whatever stood in its memory; from then on it may misread every `#`. It should be calloc(1, 4).
 */
const CURES = {
  swift: ['08004100410410000b', '08004101410410000b'],
}

/** The bytes of a grammar, cured where that is needed. A grammar that was cured by its makers no longer has the place, which must be noticed. */
function grammarBytes(name, file) {
  const bytes = readFileSync(join(modules, file))
  if (CURES[name] === undefined) return bytes
  const [wrong, right] = CURES[name].map((hex) => Buffer.from(hex, 'hex'))
  const at = bytes.indexOf(wrong)
  if (at < 0 || bytes.indexOf(wrong, at + 1) >= 0) throw new Error(`the grammar of ${name} has changed: look whether it still needs its cure in scripts/build-grammars.mjs`)
  right.copy(bytes, at)
  return bytes
}

const packageOf = (file) => file.split('/').slice(0, file.startsWith('@') ? 2 : 1).join('/')

const grammars = await grammarFiles()
mkdirSync(out, { recursive: true })
let total = put('tree-sitter', metered(readFileSync(join(modules, 'web-tree-sitter', 'web-tree-sitter.wasm'))))
for (const [name, file] of grammars) total += put(name, grammarBytes(name, file))
const cured = [...grammars.keys()].filter((name) => CURES[name] !== undefined).join(', ')
const intro = `The .wasm.gz files in this folder are compiled grammars (${[...grammars.keys()].join(', ')}) and the tree-sitter runtime, unchanged but for a count of its work in the runtime${cured === '' ? '' : ` and a mended scanner in ${cured}`}.`
const packages = [...new Set(['web-tree-sitter', ...[...grammars.values()].map(packageOf)])].sort()
writeFileSync(join(out, 'NOTICE'), `${[intro, ...packages.map(licences)].join(`\n\n${'-'.repeat(72)}\n\n`)}\n`)
process.stdout.write(`${grammars.size} grammars and the runtime, ${Math.round(total / 1000)} kB, in dist/grammars\n`)
