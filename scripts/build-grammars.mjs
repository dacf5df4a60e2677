#!/usr/bin/env node
// Puts the grammars that our languages need next to the built code: gzipped, because a grammar shrinks to about a tenth,
// together with the runtime of web-tree-sitter and the licences of both.
import { createRequire } from 'node:module'
import { mkdirSync, readFileSync, readdirSync, existsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const out = join(root, 'dist', 'grammars')
const packages = { 'tree-sitter-wasm': packageRoot('tree-sitter-wasm'), 'web-tree-sitter': packageRoot('web-tree-sitter') }

function packageRoot(name) {
  const require = createRequire(join(root, 'package.json'))
  let folder = dirname(require.resolve(name))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

/** The grammars named by the built languages, each once. */
async function grammarNames() {
  const built = join(root, 'dist', 'languages', 'index.js')
  if (!existsSync(built)) throw new Error('dist/languages is missing: run "npx tsc -b src/languages" first')
  const { LANGUAGES } = await import(pathToFileURL(built).href)
  return [...new Set(LANGUAGES.map((language) => language.grammar).filter((name) => name !== undefined))].sort()
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
  const folder = packages[name]
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file)).sort()
  return [`${name} ${version} (${license})`, ...files.map((file) => readFileSync(join(folder, file), 'utf8').trim())].join('\n\n')
}

const names = await grammarNames()
mkdirSync(out, { recursive: true })
let total = put('tree-sitter', readFileSync(join(packages['web-tree-sitter'], 'web-tree-sitter.wasm')))
for (const name of names) total += put(name, readFileSync(join(packages['tree-sitter-wasm'], 'out', name, `tree-sitter-${name}.wasm`)))
const intro = `The .wasm.gz files in this folder are compiled grammars (${names.join(', ')}) and the tree-sitter runtime, unchanged.`
writeFileSync(join(out, 'NOTICE'), `${[intro, ...Object.keys(packages).sort().map(licences)].join(`\n\n${'-'.repeat(72)}\n\n`)}\n`)
process.stdout.write(`${names.length} grammars and the runtime, ${Math.round(total / 1000)} kB, in dist/grammars\n`)
