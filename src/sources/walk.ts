import { lstatSync } from 'node:fs'
import { causeOf, noRoot, special, unnameable, unreadableFolder } from '../core/entry/diagnostics.ts'
import { enterExclude, enterFolder, IGNORE_BYTES, type Place, type Scopes, startScopes } from '../core/entry/ignoring.ts'
import { type Inside, type Sieve, sieveFor, sifted } from '../core/entry/sieve.ts'
import { listReal, Moved, openReal } from '../disk/open.ts'
import { octets } from './octets.ts'
import { strayIn } from './own.ts'
import { readAtMost } from './read.ts'
import { type Repository, repositoryAt } from './repository.ts'
import type { Dirent } from 'node:fs'
import type { Diagnostic } from '../core/diagnostic.ts'

// The walk holds one open folder per level and nothing else, so its memory does not grow with the tree. Order is that of the full paths as strings:
// a folder sorts as its name with a slash, because that is how every path inside it begins.

/** Something to show: a plain file, a link, or a repository inside this one. */
export interface Found {
  readonly path: string
  readonly kind: 'file' | 'link' | 'repository'
  /** Only git's index says so: it may be gone by now, or something else. */
  readonly indexed?: true
}

/** What to walk and what to leave out. */
export interface WalkOptions {
  /** Absolute, without links, no slash at the end. */
  readonly root: string
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly useIgnoreFiles: boolean
  readonly useLocalExcludes: boolean
  readonly report: (diagnostic: Diagnostic) => void
  /** What git tracks, where that is known: it is found even when git's own ignore files name it. */
  readonly tracked?: ReadonlySet<string>
  /** Told of every folder that is looked into: relative, with a slash at the end; empty for the root. */
  readonly entered?: (folder: string) => void
  /** Nothing but folders is of interest: no file is judged, and none is found. */
  readonly foldersOnly?: boolean
}

interface Item extends Omit<Inside, 'scopes'> {
  readonly name: string
  readonly kind: Found['kind'] | 'folder'
  readonly key: string
}

interface Folder {
  /** Relative, with a slash at the end; empty for the root. */
  readonly path: string
  readonly items: readonly Item[]
  readonly scopes: Scopes
  next: number
}

interface Walk extends WalkOptions {
  readonly sieve: Sieve
}

/** Everything below the root in the order of paths, found folder by folder. */
export function* walk(options: WalkOptions): Iterable<Found> {
  const state: Walk = { ...options, sieve: sieveFor(options.include, options.tracked) }
  const open = [openFolder(state, '', { scopes: rootScopes(options), chosen: state.sieve.includes === undefined, sparse: false })]
  for (let folder = open.at(-1); folder !== undefined; folder = open.at(-1)) {
    const item = folder.items[folder.next++]
    if (item === undefined) open.pop()
    else if (item.kind === 'folder') open.push(openFolder(state, `${folder.path}${item.name}/`, { scopes: folder.scopes, chosen: item.chosen, sparse: item.sparse }))
    else yield { path: folder.path + item.name, kind: item.kind }
  }
}

function openFolder(state: Walk, path: string, above: Inside): Folder {
  state.entered?.(path)
  const names = list(state, path)
  const present = new Set(names.filter((one) => one.name.startsWith('.') && one.isFile()).map((one) => one.name))
  const folder = state.root + (path === '' ? '' : `/${path.slice(0, -1)}`)
  const place = { ...placeOf(folder, state.report), base: path, read: (name: string) => (present.has(name) ? ignoreFile(folder, name) : undefined) }
  const scopes = state.useIgnoreFiles ? enterFolder(above.scopes, place) : above.scopes
  const inside = { ...above, scopes, path }
  const items = names.flatMap((one) => itemFrom(state, one, inside) ?? [])
  return { path, items: withoutTwins(state, path, items.sort(byKey)), scopes, next: 0 }
}

const ignoreFile = (folder: string, name: string): Uint8Array | undefined => readAtMost(`${folder}/${name}`, IGNORE_BYTES, openReal)

/** A folder on the disk, whose ignore files speak of paths as they are. */
export const placeOf = (folder: string, report: Place['report']): Place => ({ base: '', above: '', by: octets, report, read: (name) => ignoreFile(folder, name) })

function list(state: Walk, path: string): readonly Dirent[] {
  try {
    return listReal(path === '' ? state.root || '/' : `${state.root}/${path.slice(0, -1)}`)
  } catch (error) {
    // A folder that became a link is no folder of this tree any more.
    if (!(error instanceof Moved)) state.report(path === '' ? noRoot(causeOf(error)) : unreadableFolder(path.slice(0, -1), causeOf(error)))
    return []
  }
}

function itemFrom(state: Walk, one: Dirent, inside: Inside & { path: string }): Item | undefined {
  if (state.foldersOnly === true && !one.isDirectory()) return undefined
  const path = inside.path + one.name
  const counts = sifted(state.sieve, { path, name: one.name, folder: one.isDirectory() }, inside)
  const kind = counts && kindOf(state, one, path)
  return counts && kind && { name: one.name, kind, key: kind === 'folder' ? `${one.name}/` : one.name, ...counts }
}

function kindOf(state: Walk, one: Dirent, path: string): Item['kind'] | undefined {
  // Bytes that are not UTF-8 were replaced in the name, so the name leads nowhere.
  if (one.name.includes('\uFFFD') && lstatSync(`${state.root}/${path}`, { throwIfNoEntry: false }) === undefined) return void state.report(unnameable(path))
  if (one.isFile()) return 'file'
  if (one.isDirectory()) return repositoryAt(`${state.root}/${path}`) === undefined ? 'folder' : 'repository'
  if (one.isSymbolicLink()) return 'link'
  return void state.report(special(path))
}

const byKey = (a: Item, b: Item): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)

/** Two names can read the same when one of them is not UTF-8; only one of them can be opened. */
function withoutTwins(state: Walk, path: string, items: readonly Item[]): readonly Item[] {
  return items.filter((item, at) => {
    const twin = at > 0 && items[at - 1]?.name === item.name
    if (twin) state.report(unnameable(path + item.name))
    return !twin
  })
}

/** The ignore files that stand above the root, up to the top of the repository it belongs to. */
export function rootScopes(options: Pick<WalkOptions, 'root' | 'exclude' | 'useIgnoreFiles' | 'useLocalExcludes' | 'report'>): Scopes {
  const start = startScopes(options.exclude)
  const repository = options.useIgnoreFiles ? enclosing(options.root) : undefined
  if (repository === undefined) return start
  const parts = options.root.slice(repository.top.length).split('/').filter((part) => part !== '')
  const above = (depth: number): string => parts.slice(depth).map((part) => `${part}/`).join('')
  const place = (folder: string, depth: number): Place => ({ ...placeOf(folder, options.report), above: above(depth) })
  const first = options.useLocalExcludes && strayIn(repository) === undefined ? enterExclude(start, place(repository.common, 0)) : start
  return parts.reduce((scopes, _, depth) => enterFolder(scopes, place([repository.top, ...parts.slice(0, depth)].join('/'), depth)), first)
}

function enclosing(root: string): Repository | undefined {
  for (let top = root; ; top = top.slice(0, top.lastIndexOf('/'))) {
    const repository = repositoryAt(top === '' ? '/' : top)
    if (repository !== undefined) return { ...repository, top }
    if (!top.includes('/')) return undefined
  }
}
