// What reaches a user from others, and that nothing else does: dependencies, the lockfile, what is bundled, and the list of it all.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { judge, shippedNames } from '../../scripts/audit.mjs'
import { sbom } from '../../scripts/sbom.mjs'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const filesIn = (folder: string, ending: RegExp): string[] => readdirSync(join(ROOT, folder), { recursive: true }).map(String).filter((name) => ending.test(name)).map((name) => `${folder}/${name}`)

interface Locked { readonly version: string; readonly integrity?: string; readonly resolved?: string; readonly hasInstallScript?: boolean; readonly link?: boolean }
interface Manifest { readonly scripts: Record<string, string>; readonly dependencies: Record<string, string>; readonly devDependencies: Record<string, string>; readonly [other: string]: unknown }
interface Component { readonly type: string; readonly group?: string; readonly name: string; readonly version?: string; readonly purl?: string; readonly hashes: readonly { alg: string; content: string }[]; readonly licenses?: readonly { license?: { id: string }; expression?: string }[]; readonly properties: readonly { name: string; value: string }[] }

const own = JSON.parse(read('package.json')) as Manifest
const locked = Object.entries((JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }).packages).filter(([path]) => path !== '')
const listed = sbom() as unknown as { components: readonly Component[]; serialNumber: string }
const libraries = listed.components.filter(({ type }) => type === 'library')
const nameOf = ({ group, name }: Component): string => (group === undefined ? name : `${group}/${name}`)
const shipped = new Map(libraries.map((one) => [nameOf(one), one]))

describe('dependencies', () => {
  test('at most three are installed, each at one exact version', () => {
    expect(Object.keys(own.dependencies).length).toBeLessThanOrEqual(3)
    for (const [name, version] of Object.entries(own.dependencies)) expect(version, name).toMatch(/^\d+\.\d+\.\d+$/)
    for (const other of ['optionalDependencies', 'peerDependencies', 'bundledDependencies', 'bundleDependencies']) expect(own[other], other).toBeUndefined()
  })

  test('what is bundled by name is at one exact version too', () => {
    for (const [name, version] of Object.entries(own.devDependencies)) if (shipped.has(name)) expect(version, name).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test('nothing of ours runs when the package is installed', () => {
    expect(Object.keys(own.scripts).filter((name) => /^(?:pre|post)?(?:install|prepare|uninstall)$/.test(name))).toEqual([])
  })

  test('nothing of others runs either, whether it is shipped or only builds', () => {
    expect(locked.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path)).toEqual([])
    for (const name of shipped.keys()) {
      const { scripts = {} } = JSON.parse(read(`node_modules/${name}/package.json`)) as Partial<Manifest>
      expect(Object.keys(scripts).filter((script) => /^(?:pre|post)?install$/.test(script)), name).toEqual([])
    }
  })
})

describe('the lockfile', () => {
  test('knows the digest of every package', () => {
    expect(locked.length).toBeGreaterThan(100)
    expect(locked.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '')).map(([path]) => path)).toEqual([])
  })

  test('names no host: no server, no repository, no folder', () => {
    expect(locked.filter(([, { resolved, link }]) => link === true || resolved !== undefined).map(([path]) => path)).toEqual([])
    for (const version of Object.values({ ...own.dependencies, ...own.devDependencies })) expect(version).toMatch(/^\^?\d+\.\d+\.\d+$/)
  })
})

describe('the list of what is shipped', () => {
  const packageOf = (id: string): string => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(id)?.[1] ?? id
  const nameOfImport = (id: string): string => id.split('/').slice(0, id.startsWith('@') ? 2 : 1).join('/')
  const bareImports = (text: string): string[] => [...text.matchAll(/^import\s(?!type\b)[^;'"]*?from\s+'([^.'/][^']*)'|\bimport\('([^.'/][^']*)'\)/gm)].map(([, one, other]) => nameOfImport((one ?? other) as string))

  test('names every package that the bundle says it holds', () => {
    const held = new Set(filesIn('dist/bin', /\.cjs$/).flatMap((file) => [...read(file).matchAll(/^\/\/#region (node_modules\/.*)$/gm)].map(([, id]) => packageOf(id as string))))
    expect(held.size).toBeGreaterThan(50)
    expect([...held].filter((name) => !shipped.has(name))).toEqual([])
  })

  test('names every package that the pages import, in their workers too, and ships its licence', () => {
    const imported = new Set(filesIn('ui/src', /(?<!\.test)\.tsx?$/).flatMap((file) => bareImports(read(file))))
    expect([...imported]).toEqual(expect.arrayContaining(['preact', 'highlight.js']))
    for (const name of imported) {
      expect([...shipped.keys()], name).toContain(name)
      expect(read('dist/ui/LICENSES.txt')).toContain(`${name} `)
    }
  })

  test('modules that are not bundled load only what is installed', () => {
    const open = ['dist/index.js', 'dist/browser/index.js', ...filesIn('dist/core', /\.js$/), ...filesIn('dist/blocks', /\.js$/)]
    const foreign = new Set<string>()
    for (const file of open) {
      for (const [, id] of read(file).matchAll(/^(?:import|export)\b(?:[^;'"]*?\bfrom)?\s*'([^']+)'/gm) as Iterable<[string, string]>) {
        if (!id.startsWith('.')) foreign.add(nameOfImport(id))
        else if (!open.includes(join(file, '..', id))) open.push(join(file, '..', id))
      }
    }
    expect(open.length).toBeGreaterThan(300)
    expect([...foreign].filter((name) => !name.startsWith('node:') && own.dependencies[name] === undefined)).toEqual([])
  })

  test('says of each version, licence, address and the digest of the lockfile', () => {
    for (const one of libraries) {
      const name = nameOf(one)
      expect(one.purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${one.version}`)
      expect(one.licenses?.[0]?.license?.id ?? one.licenses?.[0]?.expression, name).toMatch(/^(?:MIT|ISC|Apache-2\.0|BSD-3-Clause|Unlicense|MIT AND BSD-3-Clause)$/)
      const integrity = locked.filter(([path, entry]) => path.endsWith(`node_modules/${name}`) && entry.version === one.version).map(([, entry]) => entry.integrity)
      expect(integrity, name).toContain(`sha512-${Buffer.from(one.hashes[0]?.content ?? '', 'hex').toString('base64')}`)
    }
    expect(Object.keys(own.dependencies).filter((name) => !shipped.get(name)?.properties.some(({ value }) => value === 'installed'))).toEqual([])
  })

  test('holds every file that is no text, with its digest and its source', () => {
    const files = new Map(listed.components.filter(({ type }) => type === 'file').map((one) => [one.name, one]))
    const there = filesIn('dist', /\.(?:wasm|bin|node|so|dll|dylib|exe)(?:\.gz)?$/).filter((file) => !file.startsWith('dist/playground/')).sort()
    expect([...files.keys()].sort()).toEqual(there)
    for (const [path, one] of files) {
      expect(one.hashes[0]?.content, path).toBe(createHash('sha256').update(readFileSync(join(ROOT, path))).digest('hex'))
      expect(one.properties.find(({ name }) => name === 'fovea:source')?.value, path).toMatch(/^https:\/\/|^\S*tree-sitter-\S+ \S+$/)
    }
  })

  test('is the same for the same build, and has no time and no chance in it', () => {
    expect(sbom()).toEqual(listed)
    expect(JSON.stringify(listed)).not.toMatch(/timestamp|\d{4}-\d\d-\d\dT/)
    expect(listed.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})

describe('an audit', () => {
  const finding = (name: string, id: string): object => ({ name, via: ['another', { url: `https://github.com/advisories/${id}`, severity: 'high', title: 'words' }] })
  const report = { vulnerabilities: { pg: finding('pg', 'GHSA-1'), vite: finding('vite', 'GHSA-2'), zod: finding('zod', 'GHSA-3') } }
  const told = (all: readonly { advisory: string }[]): string[] => all.map(({ advisory }) => advisory)

  test('minds what is bundled, although npm takes it for a tool', () => {
    const { open, atHome } = judge(report, shippedNames(), [])
    expect([told(open), told(atHome)]).toEqual([['GHSA-1', 'GHSA-3'], ['GHSA-2']])
  })

  test('accepts an explanation with a reason for this advisory alone, and no old ones', () => {
    const why = 'the function it is about is never called'
    const { open, explained, stale } = judge(report, shippedNames(), [{ advisory: 'GHSA-1', package: 'pg', why }, { advisory: 'GHSA-3', package: 'zod', why: '' }, { advisory: 'GHSA-9', package: 'pg', why }])
    expect([told(open), told(explained), told(stale)]).toEqual([['GHSA-3'], ['GHSA-1'], ['GHSA-9']])
  })
})
