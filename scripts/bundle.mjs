// Writes dist/bin/, the program in a few files instead of hundreds: finding and reading modules is most of what a start costs. CommonJS, because its parts can be asked for
// in the middle of a synchronous function: a language pack is represented by its label (name, endings, grammar) until somebody asks for more.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist')
const out = join(dist, 'bin')
const packs = join(dist, 'languages', 'packs')
const packNames = readdirSync(packs).filter((file) => file.endsWith('.js')).map((file) => basename(file, '.js')).sort()

/** What of a value can stand in a label: data as it is, a function as a call, everything else when it is read. */
function labelled([key, value], at) {
  const name = JSON.stringify(key)
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

const lateness = {
  name: 'packs-by-label',
  load: (id) => (id === join(dist, 'languages', 'packs.js') ? labels() : undefined),
}

rmSync(out, { recursive: true, force: true })
const build = await rolldown({
  input: { fovea: join(dist, 'cli', 'bin.js'), ...Object.fromEntries(packNames.map((name) => [`packs/${name}`, join(packs, `${name}.js`)])) },
  platform: 'node', external: ['web-tree-sitter'], plugins: [lateness],
})
const { output } = await build.write({ dir: out, format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs', exports: 'named' })

/** Whoever's code is in the bundle: their licences go with it. */
const packages = new Set(output.flatMap(({ moduleIds = [] }) => moduleIds).flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []))
const licences = [...packages].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  return `${name} ${version} (${license})\n\n${file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim()}\n`
})
writeFileSync(join(out, 'LICENSES.txt'), licences.join(`\n${'-'.repeat(80)}\n\n`))
