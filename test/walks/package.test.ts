// The package as strangers get it: packed, installed into an empty folder, run and imported from there.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { folder, PROJECT, start } from './run.ts'

const PROJECT_ROOT = new URL('../../', import.meta.url).pathname
const place = folder({ 'package.json': '{"name":"stranger","private":true,"type":"module"}\n' })
const npm = (args: readonly string[], cwd: string): ReturnType<typeof start> =>
  start('npm', args, { cwd, timeout: 110_000, env: { HOME: process.env['HOME'], npm_config_update_notifier: 'false', npm_config_audit: 'false', npm_config_fund: 'false' } })

interface Packed { readonly filename: string; readonly files: readonly { readonly path: string; readonly size: number }[] }
let packed: Packed
let installed: Awaited<ReturnType<typeof start>>

// The build is not run again here: the walks judge what is in dist.
beforeAll(async () => {
  const { code, out, err } = await npm(['pack', '--ignore-scripts', '--json', '--pack-destination', place], PROJECT_ROOT)
  expect(code, err).toBe(0)
  packed = (JSON.parse(out) as Packed[])[0] as Packed
  installed = await npm(['install', '--prefer-offline', `./${packed.filename}`], place)
})

const manifest = (name: string): { scripts?: Record<string, string>; dependencies?: Record<string, string>; version: string } =>
  JSON.parse(readFileSync(join(place, 'node_modules', name, 'package.json'), 'utf8')) as ReturnType<typeof manifest>

test('the tarball holds what runs and nothing else', () => {
  const paths = packed.files.map((file) => file.path)
  for (const needed of ['LICENSE', 'README.md', 'dist/bin/fovea.cjs', 'dist/bin/packs/python.cjs', 'dist/index.js', 'dist/index.d.ts', 'dist/browser/index.js', 'dist/vocab/o200k_base.bin.gz', 'dist/vocab/o200k_base.laid', 'dist/grammars/tree-sitter.wasm.gz', 'dist/grammars/NOTICE', 'dist/zstd/unpack.wasm.gz', 'dist/zstd/NOTICE', 'dist/ui/LICENSES.txt', 'dist/sbom.cdx.json']) expect(paths).toContain(needed)
  for (const path of paths) {
    expect(path).toMatch(/^(dist\/|package\.json$|README\.md$|CHANGELOG\.md$|LICENSE$)/)
    expect(path).not.toMatch(/\.test\.|tsbuildinfo|^dist\/playground|(?<!\.d)\.ts$/)
  }
  // Grammars are 8 MB for fifty of them; the usual vocabulary lies there laid out in memory (4.8 MB: a start reads it in a quarter of the time) and zipped for the browser; drivers of the catalogue's sources are 8, of which SQLite and the grammar of PostgreSQL are 3; the protocol for agents is 1 MB, those of models half of one.
  expect(packed.files.reduce((sum, file) => sum + file.size, 0)).toBeLessThan(31_000_000)
})

test('the places of the tarball: a new one is a decision', () => {
  const places = new Set(packed.files.map(({ path }) => /^(?:dist\/)?[^/]+/.exec(path)?.[0]))
  expect([...places].sort()).toEqual([
    'CHANGELOG.md', 'LICENSE', 'README.md', 'dist/bin', 'dist/blocks', 'dist/browser', 'dist/build.txt', 'dist/catalog', 'dist/connectors', 'dist/core', 'dist/disk', 'dist/drivers', 'dist/formats', 'dist/grammars', 'dist/guards', 'dist/index.d.ts', 'dist/index.js',
    'dist/ir', 'dist/languages', 'dist/meters', 'dist/models', 'dist/sbom.cdx.json', 'dist/sdk', 'dist/sources', 'dist/stores', 'dist/ui', 'dist/vocab', 'dist/workspace', 'dist/zstd', 'package.json',
  ])
})

describe('installed', () => {
  test('without a word about scripts, because nothing in the tree runs at installation', () => {
    expect(installed.code, installed.err).toBe(0)
    const packages = readdirSync(join(place, 'node_modules')).filter((name) => !name.startsWith('.')).flatMap((name) => (name.startsWith('@') ? readdirSync(join(place, 'node_modules', name)).map((inner) => `${name}/${inner}`) : [name]))
    expect(packages.sort()).toEqual(['@noble/hashes', 'fovea', 'web-tree-sitter', 'zod'])
    for (const name of packages) expect(Object.keys(manifest(name).scripts ?? {}).filter((script) => /^(pre|post)?install$|^prepare$/.test(script)), name).toEqual([])
    expect(installed.err).not.toContain('install scripts')
  })

  test('npx fovea --version and a pack', async () => {
    const root = folder(PROJECT)
    const version = await npm(['exec', '--offline', '--', 'fovea', '--version'], place)
    expect(version).toMatchObject({ code: 0, out: `${manifest('fovea').version}\n` })
    const page = await start(join(place, 'node_modules/.bin/fovea'), [root, '--frozen', '-q'])
    expect(page).toMatchObject({ code: 0, err: '' })
    expect(page.out).toContain('closed += 1')
  })

  test('it works without its sources, and the doctor agrees', async () => {
    expect(existsSync(join(place, 'node_modules/fovea/src'))).toBe(false)
    const { code, out } = await start(join(place, 'node_modules/.bin/fovea'), ['doctor'], { cwd: place })
    expect(code, out).toBe(0)
  })

  const evaluate = (code: string): ReturnType<typeof start> => start(process.execPath, ['--input-type=module', '-e', code], { cwd: place })

  test("import('fovea')", async () => {
    const { code, out, err } = await evaluate(`
      const { openWorkspace, settle, compileWorkspace } = await import('fovea')
      const workspace = openWorkspace(${JSON.stringify(folder(PROJECT))}, { frozen: true })
      const { compiled } = await compileWorkspace(workspace, settle({ budget: 2000, format: 'minimal' }, workspace.layers))
      process.stdout.write(compiled.parts.join(''))`)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('closed += 1')
  })

  test("import('fovea/catalog'), and a catalogue in a context of the library", async () => {
    const root = folder({ 'data/orders.csv': 'id,city,amount\n1,Riga,10\n2,Oslo,3\n', 'src/a.ts': 'export const a = 1\n', '.gitignore': 'data\n' })
    const { code, out, err } = await evaluate(`
      const { openCatalog } = await import('fovea/catalog')
      const catalog = await openCatalog(${JSON.stringify(root)})
      await catalog.add({ name: 'data', location: 'data', type: 'files' })
      const plan = await catalog.plan('steps: [{ id: a, op: scan, resource: "res:file.data.orders.csv" }, { id: b, op: aggregate, measures: { total: [sum, { col: amount }] } }]')
      const { rows } = await plan.execute()
      await catalog.close()
      const { openWorkspace, settle, compileWorkspace } = await import('fovea')
      const workspace = openWorkspace(${JSON.stringify(root)})
      const { compiled } = await compileWorkspace(workspace, settle({ task: 'orders by city', budget: 2000 }, workspace.layers))
      process.stdout.write(JSON.stringify(rows) + compiled.parts.join(''))`)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^\[\[13\]\]/)
    expect(out).toContain('res:file.data.orders.csv')
  })

  test("import('fovea/browser')", async () => {
    const { code, out, err } = await evaluate(`
      const { ContextEngine, EncoderConfig, packFiles } = await import('fovea/browser')
      if (typeof packFiles !== 'function') throw new Error('no packFiles')
      process.stdout.write([typeof ContextEngine.with_config, typeof EncoderConfig.new].join(' '))`)
    expect({ code, err, out }).toEqual({ code: 0, err: '', out: 'function function' })
  })

  test("import('fovea/blocks/render')", async () => {
    const { out, err } = await evaluate(`
      const { render } = await import('fovea/blocks/render')
      const { blocksFrom } = await import('fovea/blocks/manifest')
      const { outputOf } = await import('fovea/blocks/tool/compress')
      const words = { name: 'words', exact: false, count: (text) => text.split(/\\s+/).length }
      const { text } = render(blocksFrom('[{"type":"document","title":"t","content":"x","format_hint":"plain"}]'), { mode: 'minimal', meter: words, budget: 50 })
      process.stdout.write([text, outputOf('a,b\\n1,2\\n3,4\\n5,6').kind.name].join(' '))`)
    expect({ out, err }).toEqual({ out: '--- t ---\nx table', err: '' })
  })

  test('nothing else can be imported by accident', async () => {
    expect((await evaluate("await import('fovea/dist/core/compile.js')")).err).toContain('ERR_PACKAGE_PATH_NOT_EXPORTED')
  })
})
