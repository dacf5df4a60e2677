// What a workspace is called when it is installed elsewhere: a trace often names the copy in somebody's node_modules, gems or module cache.

/** Names of packages, each with its folder: `''` for the root. */
export type Packages = ReadonlyMap<string, string>

/** Manifests are small. */
const MOST_TEXT = 100_000

type Naming = (text: string, stem: string) => string | undefined

const NAMING: Readonly<Record<string, Naming>> = {
  'package.json': (text) => /"name"\s*:\s*"([^"\s]{1,200})"/.exec(text)?.[1],
  'go.mod': (text) => /^module\s+"?([^\s"]{1,200})/m.exec(text)?.[1],
  'Cargo.toml': (text) => /^\s*name\s*=\s*"([^"\s]{1,200})"/m.exec(text.slice(Math.max(0, text.indexOf('[package]'))))?.[1],
  gemspec: (_, stem) => stem,
}

/** The packages that a workspace holds, by the manifests in it; of two with one name the first counts. */
export function packagesIn(files: Iterable<{ readonly path: string; readonly text: string }>): Packages {
  const packages = new Map<string, string>()
  for (const file of files) {
    const { path } = file
    const cut = path.lastIndexOf('/')
    const name = path.slice(cut + 1)
    const naming = Object.hasOwn(NAMING, name) ? NAMING[name] : name.endsWith('.gemspec') ? NAMING['gemspec'] : undefined
    const own = naming?.(file.text.slice(0, MOST_TEXT), name.slice(0, name.lastIndexOf('.')))
    if (own !== undefined && !packages.has(own)) packages.set(own, path.slice(0, Math.max(0, cut)))
  }
  return packages
}

/** Some installers write a version in the name of a folder: `tokio-1.28.0`, `gin@v1.9.1`; Go leaves the cache out of the path when it is told to trim. */
const INSTALLS = [
  /^.*(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\/(.+)$/,
  /^(?:.*\/pkg\/mod\/)?([^/@]+\.[^/@]+\/[^@]+)@v\d[^/]*\/(.+)$/,
  /^.*(?:\/registry\/src\/[^/]+|cargo_registry|\/gems)\/([^/]+?)-v?\d[^/]*\/(.+)$/,
]

/** The module cache writes a capital as `!` and its small letter, for disks that cannot tell them apart. */
const capitals = (name: string): string => name.replace(/!([a-z])/g, (_, small: string) => small.toUpperCase())

/** A file in a package. */
export interface Installed {
  readonly name: string
  readonly rest: string
}

/** The package that an installed file belongs to, and its path in it. */
export function installedIn(path: string, packages: Packages): Installed | undefined {
  for (const pattern of INSTALLS) {
    const [, name, rest] = pattern.exec(path) ?? []
    if (name !== undefined && rest !== undefined) return { name: capitals(name), rest }
  }
  return named(path.replace(/^.*(?:^|\/)vendor\//, ''), packages)
}

/** Go writes the name of the module in front, in a vendor folder and in programs built without paths. */
function named(path: string, packages: Packages): Installed | undefined {
  const parts = path.split('/')
  const count = [2, 3, 4, 5].find((count) => packages.has(parts.slice(0, count).join('/')))
  return count === undefined ? undefined : { name: parts.slice(0, count).join('/'), rest: parts.slice(count).join('/') }
}
