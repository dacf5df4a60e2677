// Imports of JavaScript and its relatives: `import`, `export … from`, `require`, `import()`; and where they lead: a path, an index file, the paths of a
// tsconfig, the exports of a package in the workspace.
import { once } from '../../core/once.ts'
import type { Files, Found, Import } from '../../core/ports.ts'
import { readJson } from './json.ts'
import { below, firstOf, folderOf, joined, sure, upward } from './paths.ts'

const FROM = /\b(?:import|export)\b(?:\s{1,20}(?:type|typeof)\s)?(?<clause>(?:(?!\b(?:import|export)\b)[^'"`;()])*?)\bfrom\s*(?<quote>['"])(?<module>[^'"\n]+)\k<quote>/g
const BARE = /\bimport\s*(?<quote>['"])(?<module>[^'"\n]+)\k<quote>/g
const CALLED = /(?:\b(?:const|let|var)\s+(?<clause>[^=;]{1,400}?)\s*=\s*)?(?:await\s+)?\b(?:require|import)\s*\(\s*(?<quote>['"`])(?<module>[^'"`\n]+)\k<quote>\s*[,)]/g

/** The imports in some statements, in the order of the text. */
export function imports(statements: string): Import[] {
  const forms = [...(statements.includes('from') ? [FROM] : []), BARE, ...(statements.includes('(') ? [CALLED] : [])]
  const found = forms.flatMap((form) => [...statements.matchAll(form)])
  return found.toSorted((a, b) => a.index - b.index).map(({ groups = {} }) => importOf(groups['module'] as string, groups['clause'] ?? ''))
}

/** Its names are read when somebody asks: most want to know where it leads. */
function importOf(module: string, clause: string): Import {
  const told = once(() => clauseOf(clause))
  return {
    module,
    get names() { return told().names },
    // Undefined where there is none: the type of an optional property does not let a getter say so.
    get as() { return told().as as string },
  }
}

/** `a, { b as c }, * as d`, or `{ b: c }` as it is taken from what `require` gives. */
function clauseOf(clause: string): Omit<Import, 'module'> {
  const names = (/\{([^}]*)\}/.exec(clause)?.[1] ?? '').split(',').flatMap((part) => {
    const [, name, as] = /^\s*(?:type\s+)?([\p{L}_$][\p{L}\p{N}_$]*)(?:\s*(?:\bas\b|:)\s*([\p{L}_$][\p{L}\p{N}_$]*))?/u.exec(part) ?? []
    return name === undefined ? [] : [{ name, as: as ?? name }]
  })
  const [, space] = /\*\s*as\s+([\p{L}_$][\p{L}\p{N}_$]*)/u.exec(clause) ?? []
  const [, main] = /^\s*([\p{L}_$][\p{L}\p{N}_$]*)/u.exec(clause) ?? []
  const whole = space ?? (main === 'type' ? undefined : main)
  return { names: main === undefined || main === 'type' ? names : [{ name: 'default', as: main }, ...names], ...(whole === undefined ? {} : { as: whole }) }
}

const ENDINGS = ['.ts', '.tsx', '.d.ts', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.vue', '.svelte', '.astro', '.json']
/** What a compiler writes, and what it was written from. */
const SOURCES: Readonly<Record<string, readonly string[]>> = { '.js': ['.ts', '.tsx', '.d.ts'], '.jsx': ['.tsx'], '.mjs': ['.mts'], '.cjs': ['.cts'] }

/** Where an import leads. */
export function resolve({ module }: Import, from: string, files: Files): Found[] {
  const plain = module.replace(/(?<!^)[?#].*$/, '')
  if (plain.startsWith('.')) return sure([fileAt(files, joined(folderOf(from), plain))])
  if (plain.startsWith('/')) return sure([fileAt(files, plain.slice(1))])
  return sure([mapped(plain, from, files)])
}

/** What was found for one workspace: most files of a folder import the same packages, and most folders share a configuration. */
interface Mappings {
  readonly configs: Map<string, readonly Paths[]>
  readonly byPaths: WeakMap<Paths, Map<string, string | undefined>>
  readonly packages: Map<string, string | undefined>
}

const mappings = new WeakMap<Files, Mappings>()

/** What a name stands for in a folder. */
function mapped(module: string, from: string, files: Files): string | undefined {
  const known = mappings.get(files) ?? { configs: new Map(), byPaths: new WeakMap(), packages: new Map() }
  mappings.set(files, known)
  for (const config of configsOf(folderOf(from), files, known.configs)) {
    const names = known.byPaths.get(config) ?? new Map<string, string | undefined>()
    known.byPaths.set(config, names)
    const found = remembered(names, module, () => throughPaths(module, config, files))
    if (found !== undefined) return found
  }
  return module.startsWith('#') ? byImports(module, from, files) : remembered(known.packages, module, () => byPackage(module, files))
}

function remembered<T>(known: Map<string, T>, key: string, make: () => T): T {
  if (!known.has(key)) known.set(key, make())
  return known.get(key) as T
}

/** What the tsconfigs and jsconfigs of a folder and of those around it map, the nearest first. */
function configsOf(folder: string, files: Files, known: Map<string, readonly Paths[]>): readonly Paths[] {
  return remembered(known, folder, () => {
    const config = firstOf(files, ['tsconfig.json', 'jsconfig.json', 'tsconfig.base.json'].map((name) => below(folder, name)))
    const paths = config === undefined ? undefined : pathsIn(files, config, 0)
    const around = folder === '' ? [] : configsOf(folderOf(folder), files, known)
    return paths === undefined ? around : [paths, ...around]
  })
}

/** A file, the file with an ending that is left out, the source of what a compiler wrote, or the index of a folder. */
function fileAt(files: Files, path: string | undefined): string | undefined {
  if (path === undefined || files.has(path)) return path
  const ending = /\.[cm]?jsx?$/.exec(path)?.[0] ?? ''
  const sources = (SOURCES[ending] ?? []).map((other) => path.slice(0, -ending.length) + other)
  return firstOf(files, sources) ?? withEnding(files, path) ?? withEnding(files, below(path, 'index')) ?? mainOf(files, path)
}

function withEnding(files: Files, path: string): string | undefined {
  for (const ending of ENDINGS) if (files.has(path + ending)) return path + ending
  return undefined
}

const mainOf = (files: Files, folder: string): string | undefined => {
  const main = readJson(files, below(folder, 'package.json'))?.['main']
  return typeof main === 'string' && main !== '.' ? firstOf(files, [joined(folder, main), `${joined(folder, main) ?? ''}.js`]) : undefined
}

interface Paths {
  readonly base: string
  /** The longest pattern first. */
  readonly patterns: readonly (readonly [string, unknown])[]
  readonly hasBase: boolean
}

const DEEPEST = 5

function pathsIn(files: Files, config: string, depth: number): Paths | undefined {
  const json = readJson(files, config)
  const options = (json?.['compilerOptions'] ?? {}) as Record<string, unknown>
  const folder = folderOf(config)
  if (typeof options['baseUrl'] === 'string' || typeof options['paths'] === 'object') {
    const base = typeof options['baseUrl'] === 'string' ? joined(folder, options['baseUrl']) : folder
    return { base: base ?? folder, patterns: Object.entries(options['paths'] ?? {}).toSorted(([a], [b]) => b.length - a.length), hasBase: typeof options['baseUrl'] === 'string' }
  }
  const parent = [json?.['extends'] ?? []].flat().find((one): one is string => typeof one === 'string' && one.startsWith('.'))
  const path = parent === undefined ? undefined : joined(folder, parent.endsWith('.json') ? parent : `${parent}.json`)
  return path === undefined || depth >= DEEPEST ? undefined : pathsIn(files, path, depth + 1)
}

function throughPaths(module: string, { base, patterns, hasBase }: Paths, files: Files): string | undefined {
  for (const [pattern, targets] of patterns) {
    const rest = starOf(pattern, module)
    if (rest === undefined || !Array.isArray(targets)) continue
    for (const target of targets) {
      const found = typeof target === 'string' ? fileAt(files, joined(base, target.replace('*', rest))) : undefined
      if (found !== undefined) return found
    }
  }
  return hasBase ? fileAt(files, joined(base, module)) : undefined
}

/** What the star of a pattern stands for; undefined when the pattern does not fit. */
function starOf(pattern: string, text: string): string | undefined {
  const star = pattern.indexOf('*')
  if (star < 0) return pattern === text ? '' : undefined
  const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)]
  return text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after) ? text.slice(before.length, text.length - after.length) : undefined
}

/** `#x`, by the imports of one's own package. */
function byImports(module: string, from: string, files: Files): string | undefined {
  const folder = [...upward(folderOf(from))].find((one) => files.has(below(one, 'package.json')))
  return folder === undefined ? undefined : throughExports(readJson(files, below(folder, 'package.json'))?.['imports'], { key: module, folder, files })
}

/** A package of the workspace by its name. */
function byPackage(module: string, files: Files): string | undefined {
  const [, name, rest = ''] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(module) ?? []
  if (name === undefined) return undefined
  const folder = files.ending('package.json').map(folderOf).find((one) => readJson(files, below(one, 'package.json'))?.['name'] === name)
  if (folder === undefined) return undefined
  const json = readJson(files, below(folder, 'package.json'))
  const exported = throughExports(json?.['exports'], { key: rest === '' ? '.' : `./${rest}`, folder, files })
  return exported ?? (rest === '' ? entryOf(files, folder, json) : fileAt(files, joined(folder, rest)) ?? fileAt(files, joined(folder, `src/${rest}`)))
}

interface Wanted {
  readonly key: string
  readonly folder: string
  readonly files: Files
}

/** The `exports` or `imports` of a package: a path, conditions, or a table of either; built files are looked for where they are written. */
function throughExports(table: unknown, { key, folder, files }: Wanted): string | undefined {
  const entries = typeof table === 'object' && table !== null && !Array.isArray(table) && Object.keys(table).some((one) => /^[.#]/.test(one)) ? Object.entries(table) : [['.', table] as const]
  for (const [pattern, target] of entries.toSorted(([a], [b]) => b.length - a.length)) {
    const rest = starOf(pattern, key)
    if (rest === undefined) continue
    for (const path of targetsIn(target, 0)) {
      const found = sourceOf(files, folder, path.replaceAll('*', rest))
      if (found !== undefined) return found
    }
  }
  return undefined
}

const CONDITIONS = ['source', 'development', 'types', 'import', 'module', 'browser', 'node', 'require', 'default']

function targetsIn(target: unknown, depth: number): string[] {
  if (typeof target === 'string') return [target]
  if (typeof target !== 'object' || target === null || depth > DEEPEST) return []
  if (Array.isArray(target)) return target.flatMap((one) => targetsIn(one, depth + 1))
  const table = target as Record<string, unknown>
  return [...CONDITIONS.filter((one) => one in table), ...Object.keys(table).filter((one) => !CONDITIONS.includes(one))].flatMap((one) => targetsIn(table[one], depth + 1))
}

const entryOf = (files: Files, folder: string, json: Record<string, unknown> | undefined): string | undefined =>
  ['source', 'types', 'module', 'main'].map((key) => json?.[key]).filter((path) => typeof path === 'string')
    .map((path) => sourceOf(files, folder, path)).find((path) => path !== undefined)
  ?? fileAt(files, below(folder, 'src')) ?? fileAt(files, folder)

/** `dist/x.js` is rarely committed: `src/x.ts` is what it was made from. */
function sourceOf(files: Files, folder: string, path: string): string | undefined {
  const source = path.replace(/^(\.\/)?(?:dist|lib|build|out|esm|cjs)\/(?:esm\/|cjs\/|types\/)?/, '$1src/').replace(/\.d\.([cm]?)ts$/, '.$1js')
  return fileAt(files, joined(folder, path)) ?? fileAt(files, joined(folder, source))
}
