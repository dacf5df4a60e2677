// Lock files that are JSON: npm, Composer, Pipenv, Nix flakes, Bun, NuGet, Deno.
import { type Member, readJson, type Value } from '../packs/json.ts'
import { fromLineStart, toLineEnd } from '../span.ts'
import type { Lock, LockFormat, Package } from './lock.ts'

/** A JSON text with ways to look into it. */
interface Page {
  readonly text: string
  readonly root: Value
}

const member = (value: Value | undefined, key: string): Value | undefined => value?.members.find((one) => one.key === key)?.value

const at = (value: Value, ...keys: readonly string[]): Value | undefined => keys.reduce<Value | undefined>((inner, key) => member(inner, key), value)

const keysOf = (...values: readonly (Value | undefined)[]): string[] => values.flatMap((value) => value?.members.map(({ key }) => key) ?? [])

/** A scalar without its quotes. */
const said = ({ text }: Page, value: Value | undefined): string =>
  value === undefined || value.type === 'object' || value.type === 'array' ? '' : text.slice(value.start, value.end).replace(/^["']|["']$/g, '')

function packageAt(page: Page, { start, value }: Member, rest: Omit<Package, 'start' | 'end'>): Package {
  const stop = value.end + (page.text[value.end] === ',' ? 1 : 0)
  return { ...rest, start: fromLineStart(page.text, start), end: toLineEnd(page.text, stop) }
}

/** The lists of a manifest that name what is needed. */
const needsOf = (value: Value | undefined, lists: readonly string[]): string[] => keysOf(...lists.map((list) => member(value, list)))

const NPM_LISTS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

function npm(page: Page): Lock {
  const packages = member(page.root, 'packages')?.members.flatMap((one) => npmPackage(page, one)) ?? npmTree(page)
  return { manager: 'npm', version: said(page, member(page.root, 'lockfileVersion')), packages }
}

function npmPackage(page: Page, one: Member): Package[] {
  if (member(one.value, 'link') !== undefined) return []
  const own = !one.key.includes('node_modules/')
  const name = own ? said(page, member(one.value, 'name')) || one.key : one.key.slice(one.key.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const needs = needsOf(one.value, own ? NPM_LISTS : ['dependencies'])
  return [packageAt(page, one, { name, version: said(page, member(one.value, 'version')), needs, own })]
}

/** The first format of npm: a tree of packages below `dependencies`. */
const npmTree = (page: Page): Package[] => (member(page.root, 'dependencies')?.members ?? []).map((one) =>
  packageAt(page, one, { name: one.key, version: said(page, member(one.value, 'version')), needs: keysOf(member(one.value, 'requires')) }))

function composer(page: Page): Lock {
  const listed = [member(page.root, 'packages'), member(page.root, 'packages-dev')].flatMap((list) => list?.members ?? [])
  const packages = listed.map((one) => packageAt(page, one, {
    name: said(page, member(one.value, 'name')), version: said(page, member(one.value, 'version')), needs: keysOf(member(one.value, 'require')),
  }))
  return { manager: 'Composer', packages }
}

function pipenv(page: Page): Lock {
  const listed = [member(page.root, 'default'), member(page.root, 'develop')].flatMap((list) => list?.members ?? [])
  const packages = listed.map((one) => packageAt(page, one, { name: one.key, version: said(page, member(one.value, 'version')).replace(/^==/, ''), needs: [] }))
  // Pipenv writes the index of what it was asked for; what came along has none.
  const direct = listed.filter((one) => member(one.value, 'index') !== undefined).map(({ key }) => key)
  return { manager: 'Pipenv', packages, ...(direct.length === 0 ? {} : { direct }) }
}

function flake(page: Page): Lock {
  const nodes = member(page.root, 'nodes')
  const root = said(page, member(page.root, 'root')) || 'root'
  const packages = (nodes?.members ?? []).filter(({ key }) => key !== root)
    .map((one) => packageAt(page, one, { name: one.key, version: said(page, at(one.value, 'locked', 'rev')).slice(0, 7), needs: keysOf(member(one.value, 'inputs')) }))
  return { manager: 'Nix flake', version: said(page, member(page.root, 'version')), packages, direct: keysOf(at(page.root, 'nodes', root, 'inputs')) }
}

function bun(page: Page): Lock {
  const packages = (member(page.root, 'packages')?.members ?? []).map((one) => {
    const resolved = said(page, one.value.members[0]?.value)
    return packageAt(page, one, { name: one.key, version: resolved.slice(resolved.lastIndexOf('@') + 1), needs: [] })
  })
  const spaces = member(page.root, 'workspaces')?.members.map(({ value }) => value) ?? []
  return { manager: 'Bun', version: said(page, member(page.root, 'lockfileVersion')), packages, direct: spaces.flatMap((space) => needsOf(space, NPM_LISTS)) }
}

function nuget(page: Page): Lock {
  const listed = member(page.root, 'dependencies')?.members.flatMap(({ value }) => value.members) ?? []
  const packages = listed.map((one) => packageAt(page, one, { name: one.key, version: said(page, member(one.value, 'resolved')), needs: keysOf(member(one.value, 'dependencies')) }))
  return { manager: 'NuGet', packages, direct: listed.filter((one) => said(page, member(one.value, 'type')) === 'Direct').map(({ key }) => key) }
}

const WITH_VERSION = /^(?:(?:npm|jsr):)?(@?[^@]+)(?:@(.*))?$/

function deno(page: Page): Lock {
  const listed = ['jsr', 'npm'].flatMap((list) => member(page.root, list)?.members ?? at(page.root, 'packages', list)?.members ?? [])
  const packages = listed.map((one) => {
    const [, name = one.key, version = ''] = WITH_VERSION.exec(one.key) ?? []
    return packageAt(page, one, { name, version, needs: [] })
  })
  const direct = (member(page.root, 'specifiers') ?? at(page.root, 'packages', 'specifiers'))?.members.map(({ key }) => WITH_VERSION.exec(key)?.[1] ?? key)
  return { manager: 'Deno', version: said(page, member(page.root, 'version')), packages, ...(direct === undefined ? {} : { direct }) }
}

/** Which reader is meant, by the keys at the top. */
function readerFor(root: Value): ((page: Page) => Lock) | undefined {
  const has = (key: string): boolean => member(root, key) !== undefined
  if (has('lockfileVersion')) return has('workspaces') ? bun : npm
  if (has('nodes')) return flake
  if (has('_meta')) return pipenv
  if (has('packages') && (has('packages-dev') || has('content-hash'))) return composer
  if (has('specifiers') || has('npm') || has('jsr') || has('packages') || has('remote')) return deno
  return has('dependencies') ? (has('version') && root.members[0]?.key === 'version' ? nuget : npm) : undefined
}

/** Lock files written as JSON. */
export const jsonLock: LockFormat = {
  owns: (head) => /^\s*\{/.test(head),
  read(text) {
    const { root } = readJson(text)
    const reader = root === undefined ? undefined : readerFor(root)
    return root === undefined || reader === undefined ? { manager: '', packages: [] } : reader({ text, root })
  },
}
