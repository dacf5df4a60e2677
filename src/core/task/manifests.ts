// What a project depends on, as its manifests say: names and versions of direct dependencies. Only as much of each format is read as this needs.

/** One dependency as its manifest writes it. */
export interface Dependency {
  readonly name: string
  readonly version: string
  /** True for what only development needs. */
  readonly dev?: true
}

/** A manifest and what it asks for. */
export interface Manifest {
  readonly path: string
  readonly dependencies: readonly Dependency[]
}

/** What is read of a manifest. */
const MOST_TEXT = 200_000
/** Names shown of one manifest, and manifests shown. */
const MOST_NAMES = 40
const MOST_MANIFESTS = 10

/** Longer lines are not written by people, and a pattern could be slow on them. */
const LONGEST_LINE = 400

type Reader = (text: string) => Dependency[]

const byLine = (reader: Reader): Reader => (text) => reader(text.split(/\r?\n/).filter((line) => line.length <= LONGEST_LINE).join('\n'))

/** The manifests among some files, nearest to the root first; those that ask for nothing are left out. Broken ones are reported to `failed`. */
export function manifestsIn(files: readonly { readonly path: string; readonly text: string }[], failed: (path: string, cause: string) => void = () => {}): readonly Manifest[] {
  const found = files.flatMap(({ path, text }) => {
    const reader = READERS.find(([name]) => name.test(path))?.[1]
    return reader === undefined ? [] : [{ path, read: () => reader(text.slice(0, MOST_TEXT)) }]
  })
  const nearest = found.toSorted((a, b) => a.path.split('/').length - b.path.split('/').length || (a.path < b.path ? -1 : 1))
  return nearest.slice(0, MOST_MANIFESTS * 4).flatMap(({ path, read }) => {
    try {
      const dependencies = read()
      return dependencies.length === 0 ? [] : [{ path, dependencies }]
    } catch (error) {
      failed(path, error instanceof Error ? error.message : String(error))
      return []
    }
  }).slice(0, MOST_MANIFESTS)
}

/** One line for a manifest, with so many names: `package.json: zod ^3.1, vitest ^2 (dev), 4 more`. */
export const manifestLine = ({ path, dependencies }: Manifest, most = MOST_NAMES): string => {
  const shown = dependencies.slice(0, most).map(({ name, version, dev }) => [name, version, dev ? '(dev)' : ''].filter((part) => part !== '').join(' '))
  return `${path}: ${[...shown, ...(dependencies.length > most ? [`${dependencies.length - most} more`] : [])].join(', ')}`
}

const dependency = (name: string, version: string, dev = false): Dependency => ({ name: name.trim(), version: version.trim(), ...(dev ? { dev: true } : {}) })

function fromJson(keys: Readonly<Record<string, boolean>>): Reader {
  return (text) => {
    const manifest = JSON.parse(text.replace(/^\uFEFF/, '')) as Record<string, unknown> | null
    return Object.entries(keys).flatMap(([key, dev]) => Object.entries((manifest?.[key] ?? {}) as Record<string, unknown>)
      .map(([name, version]) => dependency(name, typeof version === 'string' ? version : '', dev)))
  }
}

/** The lines of each `[section]` of a TOML or INI file. */
function sectionsOf(text: string): { readonly name: string; readonly lines: readonly string[] }[] {
  const sections = [{ name: '', lines: [] as string[] }]
  for (const line of text.split(/\r?\n/)) {
    const name = /^\[\[?([^[\]]+)\]\]?\s*(?:#.*)?$/.exec(line.trim())?.[1]
    if (name !== undefined) sections.push({ name: name.trim(), lines: [] })
    else sections.at(-1)?.lines.push(line)
  }
  return sections
}

const KEY_VALUE = /^\s*["']?([\w.-]+)["']?\s*=\s*(.+)$/

/** `name = "1"` and `name = { version = "1" }`. */
function tomlPairs(lines: readonly string[], dev: boolean): Dependency[] {
  return lines.flatMap((line) => {
    const pair = KEY_VALUE.exec(line)
    if (pair === null) return []
    const value = pair[2] as string
    const version = value.startsWith('{') ? /version\s*=\s*["']([^"']*)/.exec(value)?.[1] : /^["']([^"']*)/.exec(value)?.[1]
    return [dependency(pair[1] as string, version ?? '', dev)]
  })
}

/** `requests>=2,<3 ; python_version < "3"` -> requests, `>=2,<3`. */
function requirement(line: string, dev = false): Dependency[] {
  const match = /^\s*([A-Za-z\d][\w.-]*)\s*(?:\[[^\]]*\])?\s*((?:[<>=!~^].*)?)$/.exec(line.replace(/\s*[;#].*$/, ''))
  return match === null ? [] : [dependency(match[1] as string, match[2] as string, dev)]
}

const quoted = (text: string): string[] => [...text.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map((match) => match[1] ?? match[2] ?? '')

/** The strings of `key = [ … ]`; brackets inside strings are extras such as `httpx[http2]`. */
function listAfter(text: string, key: RegExp): string[] {
  const start = key.exec(text)
  if (start === null) return []
  const rest = text.slice(start.index + start[0].length)
  const end = /^[ \t]*\][ \t]*,?[ \t]*(?:#.*)?$/m.exec(rest)?.index ?? rest.length
  const line = rest.slice(0, rest.search(/\n|$/))
  return quoted(/\]\s*[,)]?\s*$/.test(line) ? line : rest.slice(0, end))
}

const pyproject: Reader = (text) => sectionsOf(text).flatMap(({ name, lines }) => {
  if (name === 'project') return listAfter(lines.join('\n'), /^dependencies\s*=\s*\[/m).flatMap((line) => requirement(line))
  if (name === 'tool.poetry.dependencies') return tomlPairs(lines, false)
  return /^tool\.poetry\.(?:dev-dependencies|group\..+\.dependencies)$/.test(name) ? tomlPairs(lines, true) : []
})

const cargo: Reader = (text) => sectionsOf(text).flatMap(({ name, lines }) => {
  const section = /^(?:workspace\.|target\..+\.)?(dev-|build-)?dependencies(?:\.(.+))?$/.exec(name)
  if (section === null) return []
  const dev = section[1] !== undefined
  return section[2] === undefined ? tomlPairs(lines, dev) : [dependency(section[2], /^\s*version\s*=\s*"([^"]*)"/m.exec(lines.join('\n'))?.[1] ?? '', dev)]
})

const setupCfg: Reader = (text) => {
  const options = sectionsOf(text).find(({ name }) => name === 'options')?.lines ?? []
  const start = options.findIndex((line) => /^install_requires\s*=/.test(line))
  if (start < 0) return []
  const end = options.findIndex((line, i) => i > start && /^\S/.test(line))
  return [(options[start] as string).replace(/^install_requires\s*=/, ''), ...options.slice(start + 1, end < 0 ? options.length : end)].flatMap((line) => requirement(line))
}

const goMod: Reader = (text) => [...text.matchAll(/^\s*(?:require\s+)?([\w.-]+\.[\w.-]+\/\S+)\s+(v\S+)(.*)$/gm)]
  .filter((match) => !(match[3] as string).includes('// indirect')).map((match) => dependency(match[1] as string, match[2] as string))

const pom: Reader = (text) => [...text.matchAll(/<dependency>([^]{0,1000}?)<\/dependency>/g)].map((match) => {
  const of = (tag: string): string => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(match[1] as string)?.[1] ?? ''
  return dependency(`${of('groupId')}:${of('artifactId')}`, of('version'), of('scope') === 'test')
})

const gradle: Reader = (text) => [...text.matchAll(/^\s*((?:test|androidTest)?[a-zA-Z]*(?:[iI]mplementation|[aA]pi|[cC]ompileOnly|[rR]untimeOnly|[kK]apt|annotationProcessor))\s*\(?\s*["']([^"':\s]+:[^"':\s]+)(?::([^"'\s]+))?["']/gm)]
  .map((match) => dependency(match[2] as string, match[3] ?? '', /^(?:test|androidTest)/.test(match[1] as string)))

const gemfile: Reader = (text) => [...text.matchAll(/^\s*gem\s+["']([^"']+)["'](?:\s*,\s*["']([^"']+)["'])?/gm)].map((match) => dependency(match[1] as string, match[2] ?? ''))

const csproj: Reader = (text) => [...text.matchAll(/<PackageReference\s+([^>]{1,500})>/g)].map((match) => {
  const of = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(match[1] as string)?.[1] ?? ''
  return dependency(of('Include'), of('Version'))
}).filter(({ name }) => name !== '')

const READERS: readonly (readonly [RegExp, Reader])[] = [
  [/(?:^|\/)package\.json$/, fromJson({ dependencies: false, peerDependencies: false, devDependencies: true })],
  [/(?:^|\/)composer\.json$/, fromJson({ require: false, 'require-dev': true })],
  [/(?:^|\/)pyproject\.toml$/, byLine(pyproject)],
  [/(?:^|\/)requirements(?:[-_.]dev)?\.(?:txt|in)$/, byLine((text) => text.split('\n').flatMap((line) => requirement(line)))],
  [/(?:^|\/)setup\.cfg$/, byLine(setupCfg)],
  [/(?:^|\/)setup\.py$/, byLine((text) => listAfter(text, /install_requires\s*=\s*\[/).flatMap((line) => requirement(line)))],
  [/(?:^|\/)go\.mod$/, byLine(goMod)],
  [/(?:^|\/)Cargo\.toml$/, byLine(cargo)],
  [/(?:^|\/)pom\.xml$/, pom],
  [/(?:^|\/)build\.gradle(?:\.kts)?$/, byLine(gradle)],
  [/(?:^|\/)Gemfile$/, byLine(gemfile)],
  [/\.(?:cs|fs|vb)proj$/, csproj],
]
