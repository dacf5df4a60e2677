// Writes dist/bin/, the program in a few files instead of hundreds: finding and reading modules is most of what a start costs. CommonJS, because its parts can be asked for
// in the middle of a synchronous function: a language pack is represented by its label (name, endings, grammar) until somebody asks for more.
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { parseAst } from 'rolldown/parseAst'
import { licencesOf, packagesOf } from './licences.mjs'

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist')
const out = join(dist, 'bin')
const packs = join(dist, 'languages', 'packs')
const packNames = readdirSync(packs).filter((file) => file.endsWith('.js')).map((file) => basename(file, '.js')).sort()

/** What of a value can stand in a label: data as it is, a function as a call, everything else when it is read. */
function labelled([key, value], at) {
  const name = JSON.stringify(key)
  // Asked of every file with an ending that several languages share.
  if (key === 'owns' && value instanceof RegExp) return `${name}: ${value}`
  if (typeof value === 'function') return `${name}: (...args) => ${at}[${name}](...args)`
  return isPlain(value) ? `${name}: ${JSON.stringify(value)}` : `get ${name}() { return ${at}[${name}] }`
}

function isPlain(value) {
  if (Array.isArray(value)) return value.every(isPlain)
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

/** The list of packs again, each by its label. */
async function labels() {
  const all = await Promise.all(packNames.map(async (name) => {
    const { default: exported } = await import(pathToFileURL(join(packs, `${name}.js`)).href)
    const list = [exported].flat()
    return list.map((pack, i) => `  { ${Object.entries(pack).map((entry) => labelled(entry, `late(${JSON.stringify(name)}, ${i})`)).join(', ')} },`)
  }))
  return [
    // Asking Node again for what is loaded costs a search of the disk each time.
    'const loaded = Object.create(null)',
    'const late = (name, i) => (loaded[name] ??= [module.require(`./packs/${name}.cjs`).default].flat())[i]',
    'export const PACKS = [', ...all.flat(), ']',
  ].join('\n')
}

/** The command that nearly every run is. */
const USUAL = 'pack'
/** Commands and groups of commands that most runs do not need. Of each there are three parts: its name, which every start compares with what was typed; its label, which help and completion read; and the whole, which is loaded when it runs. */
const operations = join(dist, 'operations')
const groupFile = (name) => SERVERS[name] ?? (existsSync(join(operations, name)) ? join(operations, name, 'index.js') : join(operations, `${name}.js`))
const SERVERS = { mcp: join(dist, 'mcp', 'commands.js'), studio: join(dist, 'studio', 'command.js') }
const candidates = [...Object.keys(SERVERS), ...readdirSync(operations, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : entry.name.endsWith('.js') && entry.name !== 'index.js' ? [basename(entry.name, '.js')] : []))]
const GROUPS = (await Promise.all(candidates.map(async (name) => ((await isCommand(name)) && name !== USUAL ? [name] : [])))).flat().sort()
const WHOLE = '?whole'
const LABELS = 'fovea:labels'
const NAMES = 'fovea:names'

/** Whether a file is commands and nothing that cannot stand in a label: a class is made, not called. */
async function isCommand(name) {
  const exported = Object.values(await import(pathToFileURL(groupFile(name)).href))
  return exported.some(holdsCommands) && !exported.some((value) => typeof value === 'function' && /^class\b/.test(String(value)))
}

function holdsCommands(value) {
  return [value].flat().some((one) => typeof one?.run === 'function')
}

/** The labels of all commands, by the file they are from. */
async function tableOfLabels() {
  const files = await Promise.all(GROUPS.map(async (group) => {
    const commands = Object.entries(await import(pathToFileURL(groupFile(group)).href)).filter(([, value]) => holdsCommands(value))
    return `  ${JSON.stringify(group)}: ${labelOf(Object.fromEntries(commands), `late(${JSON.stringify(group)})`)},`
  }))
  return [
    'const loaded = Object.create(null)',
    'const late = (group) => (loaded[group] ??= module.require(`./groups/${group}.cjs`))',
    'export const LABELS = {', ...files, '}',
  ].join('\n')
}

/** How a command stands in the file that every start reads. */
const byName = () => [
  'let table',
  "export const labels = () => (table ??= module.require('./commands.cjs').LABELS)",
  `export const command = (name, label) => ({ name, ${['title', 'doc', 'examples', 'fields', 'run'].map((key) => `get ${key}() { return label().${key} }`).join(', ')} })`,
].join('\n')

/** A command or several, by name. */
function named(value, at) {
  return Array.isArray(value) ? `[${value.map((one, i) => named(one, `${at}[${i}]`)).join(', ')}]` : `command(${JSON.stringify(value.name)}, () => ${at})`
}

/** Functions at the head of much code that a page of everything, or one that was given before, never calls: cutting trees, outlines, ranking by a task, buying, intents, lessons, cards, commits, help. */
const SELDOM = ['languages/tree', 'languages/rescue', 'languages/unseal', 'languages/outline/index', 'core/focus', 'core/steps', 'workspace/footing', 'core/task/intent', 'core/learn/learn', 'core/ctx/cards/card', 'workspace/commit', 'cli/help']
const seldomFile = (path) => join(dist, `${path}.js`)
const seldomName = (path) => path.replaceAll('/', '-')

/** A module again: data as it is, commands by name, and functions that ask for the rest. */
async function moduleLabels(file, target, group) {
  const exported = await import(pathToFileURL(file).href)
  const lines = Object.entries(exported).map(([key, value]) => `export const ${key} = ${group !== undefined && holdsCommands(value) ? named(value, `labels().${group}.${key}`) : labelOf(value, `late()[${JSON.stringify(key)}]`)}`)
  return [`import { command, labels } from '${NAMES}'`, 'let loaded', `const late = () => (loaded ??= module.require('./${target}.cjs'))`, ...lines].join('\n')
}

function labelOf(value, at) {
  if (typeof value === 'function') return `(...args) => ${at}(...args)`
  if (Array.isArray(value)) return `[${value.map((item, i) => labelOf(item, `${at}[${i}]`)).join(', ')}]`
  if (value === null || typeof value !== 'object') return value === undefined ? 'undefined' : JSON.stringify(value)
  return `{ ${Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${labelOf(inner, `${at}[${JSON.stringify(key)}]`)}`).join(', ')} }`
}

const lateness = {
  name: 'by-label',
  resolveId: (id) => (id.endsWith(WHOLE) || id === LABELS || id === NAMES ? id : undefined),
  load: (id) => {
    if (id === join(dist, 'languages', 'packs.js')) return labels()
    if (id === LABELS) return tableOfLabels()
    if (id === NAMES) return byName()
    if (id.endsWith(WHOLE)) return readFileSync(id.slice(0, -WHOLE.length), 'utf8').replace(/(from\s+['"])(\.[^'"]+)/g, (_, from, path) => `${from}${join(dirname(id.slice(0, -WHOLE.length)), path)}`)
    const group = GROUPS.find((name) => id === groupFile(name))
    const seldom = SELDOM.find((path) => id === seldomFile(path))
    return group !== undefined ? moduleLabels(id, `groups/${group}`, group) : seldom !== undefined ? moduleLabels(id, `seldom/${seldomName(seldom)}`) : undefined
  },
}

/** Our own file as ASCII: Node reads one with a single other character much slower, and keeps it twice as large. */
const ascii = {
  name: 'ascii',
  generateBundle(_, files) {
    const base = files[`${BASE}.cjs`]
    if (base === undefined) return
    if (/String\.raw`[^`]*[^\0-\x7f]/.test(base.code)) throw new Error('an escape in String.raw would be taken as it stands')
    base.code = base.code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  },
}

/** Patterns that ask for properties of characters are made when they are needed: Node checks a literal whenever it reads the code around it, and looks all characters through for each property. One that remembers where it was is made each time, as a literal is. */
const lateProperties = {
  name: 'late-properties',
  generateBundle(_, files) {
    const base = files[`${BASE}.cjs`]
    if (base === undefined) return
    const found = literalsIn(parseAst(base.code)).filter(({ regex }) => regex.pattern.includes('\\p{'))
    const names = found.map((_, i) => `latePattern${i}`)
    for (const [i, { start, end, regex }] of [...found.entries()].reverse()) {
      const made = `new RegExp(${JSON.stringify(regex.pattern)}, ${JSON.stringify(regex.flags)})`
      base.code = `${base.code.slice(0, start)}${/[gy]/.test(regex.flags) ? made : `(${names[i]} ??= ${made})`}${base.code.slice(end)}`
    }
    base.code = `let ${names.join(', ')};\n${base.code}`
  },
}

/** What the base gives to others, as one object instead of hundreds of functions that each give one thing: nothing of it ever changes. */
const plainExports = {
  name: 'plain-exports',
  generateBundle(_, files) {
    const base = files[`${BASE}.cjs`]
    if (base === undefined) return
    const given = []
    const rest = base.code.replace(/^Object\.defineProperty\(exports, "([\w$]+)", \{\s+enumerable: true,\s+get: function\(\) \{\s+return ([\w$]+);\s+\}\s+\}\);\n?/gm, (_, name, value) => {
      given.push(`${name}: ${value}`)
      return ''
    })
    const moving = given.find((one) => new RegExp(`^let ${one.split(': ')[1].replaceAll('$', '\\$')}\\b`, 'm').test(rest))
    if (moving !== undefined) throw new Error(`${moving} may change after the base was loaded`)
    if (/^(?:(?:module\.)?exports\b|Object\.defineProperty\(exports, ")/m.test(rest)) throw new Error('the base gives something in a way that is not known here')
    if (given.length > 0) base.code = `${rest}\nmodule.exports = { ${given.join(', ')} };\n`
  },
}

/** Parts of Node that most runs do without: child processes bring the network with them, and git is asked only where something changed. */
const LATE_PARTS = ['child_process', 'timers/promises']

/** Those parts are asked for when they are used. */
const lateParts = {
  name: 'late-parts',
  generateBundle(_, files) {
    const base = files[`${BASE}.cjs`]
    for (const part of base === undefined ? [] : LATE_PARTS) {
      const name = `node_${part.replace('/', '_')}`
      const [at, begin] = [`let ${name} = require("node:${part}");\n`, `let ${name}$made;\nconst ${name} = () => (${name}$made ??= require("node:${part}"));\n`]
      if (base.code.includes(at)) base.code = base.code.replaceAll(`${name}.`, `${name}().`).replace(at, () => begin)
    }
  },
}

/** The regular expressions in a tree of code. */
function literalsIn(node) {
  if (node === null || typeof node !== 'object') return []
  if (node.type === 'Literal') return node.regex === undefined ? [] : [node]
  return Object.values(node).flatMap(literalsIn)
}

/** The file that every command reads. */
const BASE = 'base'

// What pg would load on other platforms is not there and never asked for.
const HOW = { platform: 'node', external: ['web-tree-sitter', 'pg-native', 'pg-cloudflare'], plugins: [lateness, lateProperties, plainExports, lateParts, ascii], treeshake: { moduleSideEffects: (id) => !id.startsWith(dist) } }

/** The modules that every command loads: they become one file, because opening files is what a start costs. */
async function always() {
  const alone = await rolldown({ ...HOW, input: { main: join(dist, 'cli', 'main.js') } })
  const chunks = (await alone.generate({ format: 'cjs', chunkFileNames: '[name].cjs', entryFileNames: '[name].cjs' })).output
  const found = new Set()
  const open = ['main.cjs']
  for (const name of open) {
    const chunk = chunks.find(({ fileName }) => fileName === name)
    for (const id of chunk?.moduleIds ?? []) found.add(id)
    open.push(...(chunk?.imports ?? []).filter((other) => !open.includes(other)))
  }
  return found
}

const everywhere = await always()
rmSync(out, { recursive: true, force: true })
const build = await rolldown({
  ...HOW,
  input: { main: join(dist, 'cli', 'main.js'), commands: LABELS, worker: join(dist, 'mcp', 'worker.js'), studio: join(dist, 'studio', 'worker.js'), sdk: join(dist, 'sdk', 'catalog.js'), ...Object.fromEntries(packNames.map((name) => [`packs/${name}`, join(packs, `${name}.js`)])), ...Object.fromEntries(GROUPS.map((name) => [`groups/${name}`, `${groupFile(name)}${WHOLE}`])), ...Object.fromEntries(SELDOM.map((path) => [`seldom/${seldomName(path)}`, `${seldomFile(path)}${WHOLE}`])) },
})
// Remarks for those who read the code stand in dist/ beside it; here Node would read them at every start. Those of licences stay.
const AS = { dir: out, format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs', exports: 'named', comments: { legal: true, annotation: false, jsdoc: false } }
const { output } = await build.write({ ...AS, codeSplitting: { groups: [{ name: BASE, test: (id) => everywhere.has(id) }] } })

/** The door by itself: whoever asks for the version loads one file. */
const LATER = { './main.js': './main.cjs', '../mcp/worker.js': './worker.cjs', '../studio/worker.js': './studio.cjs' }
const door = await rolldown({
  input: { fovea: join(dist, 'cli', 'bin.js') }, platform: 'node',
  plugins: [{ name: 'later', resolveId: (id) => (LATER[id] === undefined ? undefined : { id: LATER[id], external: true }) }],
})
// Asked for as a file, not as a module: Node would load its loader of modules first.
await door.write({ ...AS, dynamicImportInCjs: false })

// The catalogue as a library comes out of the same files: its drivers are in them.
writeFileSync(join(out, 'catalog.mjs'), "import sdk from './sdk.cjs'\n\nexport const { openCatalog } = sdk\n")

// Drivers that are WebAssembly look for it beside themselves.
const modules = join(dist, '..', 'node_modules')
for (const file of ['node-sqlite3-wasm/dist/node-sqlite3-wasm.wasm', 'libpg-query/wasm/libpg-query.wasm']) copyFileSync(join(modules, file), join(out, basename(file)))
// SQLite runs in a thread, which loads it by its file.
copyFileSync(join(modules, 'node-sqlite3-wasm/dist/node-sqlite3-wasm.js'), join(out, 'node-sqlite3-wasm.cjs'))

const packages = packagesOf(output.flatMap(({ moduleIds = [] }) => moduleIds)).add(join(modules, 'node-sqlite3-wasm'))
writeFileSync(join(out, 'LICENSES.txt'), licencesOf(packages))
