// Writes dist/sbom.cdx.json (CycloneDX 1.6): everything of others that a user gets with the package. What is installed beside it, what is bundled into it, and the
// files that are no text (grammars, drivers, vocabularies). The same build gives the same bytes: no time, and a serial number that follows from the content.
//   node scripts/sbom.mjs
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { packagesIn } from './licences.mjs'

const project = fileURLToPath(new URL('..', import.meta.url))
const read = (path) => readFileSync(join(project, path))
const json = (path) => JSON.parse(read(path))

/** What is shipped inside `dist/`, folder by folder: which packages it comes from. Bundlers note what they take in; the rest is taken by name. */
const FOLDERS = [
  { folder: 'dist/bin', packages: () => packagesIn(read('dist/bin/LICENSES.txt').toString()) },
  { folder: 'dist/ui', packages: () => packagesIn(read('dist/ui/LICENSES.txt').toString()) },
  { folder: 'dist/grammars', packages: () => named('web-tree-sitter', 'tree-sitter-wasm') },
  { folder: 'dist/zstd', packages: () => named('zstddec', '@bokuweb/zstd-wasm') },
  { folder: 'dist/vocab', packages: () => named('gpt-tokenizer') },
]

/** Programs that were compiled into WebAssembly by somebody else, and who did it. */
const COMPILED = {
  'dist/bin/node-sqlite3-wasm.wasm': { from: 'node-sqlite3-wasm', holds: 'SQLite', source: 'https://sqlite.org' },
  'dist/bin/libpg-query.wasm': { from: 'libpg-query', holds: 'the parser of PostgreSQL', source: 'https://github.com/pganalyze/libpg_query' },
  'dist/grammars/tree-sitter.wasm.gz': { from: 'web-tree-sitter', holds: 'the runtime of tree-sitter', source: 'https://github.com/tree-sitter/tree-sitter' },
  'dist/zstd/unpack.wasm.gz': { from: 'zstddec', holds: 'zstd', source: 'https://github.com/facebook/zstd' },
  'dist/zstd/pack.wasm.gz': { from: '@bokuweb/zstd-wasm', holds: 'zstd', source: 'https://github.com/facebook/zstd' },
  'dist/vocab/o200k_base.bin.gz': { from: 'gpt-tokenizer', holds: 'the vocabulary o200k_base', source: 'https://github.com/openai/tiktoken' },
  'dist/vocab/o200k_base.laid': { from: 'gpt-tokenizer', holds: 'the vocabulary o200k_base', source: 'https://github.com/openai/tiktoken' },
  'dist/vocab/cl100k_base.bin.gz': { from: 'gpt-tokenizer', holds: 'the vocabulary cl100k_base', source: 'https://github.com/openai/tiktoken' },
}

const named = (...names) => names.map((name) => ({ name, version: json(`node_modules/${name}/package.json`).version }))

/** Where a grammar comes from, as the package that compiled it says: `ocaml_interface` is in `tree-sitter-ocaml`, `tsx` in `tree-sitter-typescript`. */
export function grammarSource(grammar, sources) {
  const wanted = [grammar.replaceAll('_', '-'), { tsx: 'typescript' }[grammar], grammar.split('_')[0]]
  const found = wanted.flatMap((name) => Object.entries(sources).filter(([source]) => source === `tree-sitter-${name}` || source.endsWith(`/tree-sitter-${name}`)))[0]
  if (found === undefined) throw new Error(`no source of the grammar ${grammar} is named by tree-sitter-wasm: look at scripts/sbom.mjs`)
  return found.join(' ')
}

const purlOf = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`
const hexOf = (algorithm, bytes) => createHash(algorithm).update(bytes).digest('hex')
const licence = (id) => (/^[\w.+-]+$/.test(id) ? { license: { id } } : { expression: id })

/** One package: what the lockfile says of it, and how it reaches a user. */
function library({ name, version }, places, lock) {
  const entry = Object.entries(lock).find(([path, one]) => path.endsWith(`node_modules/${name}`) && one.version === version)?.[1]
  if (entry === undefined) throw new Error(`${name} ${version} is shipped and is not in package-lock.json`)
  const [algorithm, digest] = entry.integrity.split(/-(.*)/s)
  const [group, short] = name.startsWith('@') ? name.split('/') : [undefined, name]
  return {
    type: 'library', 'bom-ref': purlOf({ name, version }), ...(group === undefined ? {} : { group }), name: short, version, scope: 'required',
    hashes: [{ alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }],
    licenses: [licence(entry.license)], purl: purlOf({ name, version }),
    properties: places.map((value) => ({ name: 'fovea:shipped', value })),
  }
}

/** One file that is no text, by its digest, with where it comes from. */
function file(path, { from, holds, source }) {
  return {
    type: 'file', 'bom-ref': path, name: path, description: `${holds}, as ${from} has it`, hashes: [{ alg: 'SHA-256', content: hexOf('sha256', read(path)) }],
    properties: [{ name: 'fovea:package', value: purlOf(named(from)[0]) }, { name: 'fovea:source', value: source }],
  }
}

/** Every file of `dist/` that no person wrote or could read. */
export const opaqueFiles = () => FOLDERS.flatMap(({ folder }) => readdirSync(join(project, folder)).filter((name) => /\.(?:wasm|bin)(?:\.gz)?$/.test(name)).sort().map((name) => `${folder}/${name}`))

function opaque(path) {
  if (COMPILED[path] !== undefined) return file(path, COMPILED[path])
  const [, grammar] = /^dist\/grammars\/(\w+)\.wasm\.gz$/.exec(path) ?? []
  if (grammar === undefined) throw new Error(`${path} is shipped and nobody says where it comes from: look at scripts/sbom.mjs`)
  // Whoever compares digests must know which grammar we mended (scripts/build-grammars.mjs).
  const changed = !gunzipSync(read(path)).equals(read(`node_modules/tree-sitter-wasm/out/${grammar}/tree-sitter-${grammar}.wasm`))
  return file(path, { from: 'tree-sitter-wasm', holds: `the grammar ${grammar}${changed ? ' (mended here)' : ''}`, source: grammarSource(grammar, json('node_modules/tree-sitter-wasm/package.json').devDependencies) })
}

/** The list of everything shipped. */
export function sbom() {
  const own = json('package.json')
  const lock = json('package-lock.json').packages
  const places = new Map()
  const ship = (one, place) => places.set(purlOf(one), { one, at: [...(places.get(purlOf(one))?.at ?? []), place] })
  for (const one of named(...Object.keys(own.dependencies))) ship(one, 'installed')
  for (const { folder, packages } of FOLDERS) for (const one of packages()) ship(one, folder)
  const libraries = [...places].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { one, at }]) => library(one, at, lock))
  const components = [...libraries, ...opaqueFiles().map(opaque)]
  const [digest, ref] = [hexOf('sha256', JSON.stringify(components)), purlOf(own)]
  return {
    bomFormat: 'CycloneDX', specVersion: '1.6',
    serialNumber: `urn:uuid:${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`,
    version: 1,
    metadata: { lifecycles: [{ phase: 'build' }], component: { type: 'application', 'bom-ref': ref, name: own.name, version: own.version, licenses: [licence(own.license)], purl: ref } },
    components,
    dependencies: [{ ref, dependsOn: components.map((one) => one['bom-ref']) }],
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const list = sbom()
  writeFileSync(join(project, 'dist/sbom.cdx.json'), `${JSON.stringify(list, undefined, 1)}\n`)
  console.log(`${list.components.length} components, in dist/sbom.cdx.json`)
}
