// Every file that Fovea keeps for a folder: in its `.fovea`, in the folder of the protocol, beside the user's own configuration, and in the cache. docs/guide/stores.md says the same for people.
import { homedir } from 'node:os'
import { basename, join, relative, sep } from 'node:path'
import { baseFrom } from '../../core/ctx/base.ts'
import { counted } from '../../core/names.ts'
import { lstatOf } from '../../disk/places.ts'
import type { Tense } from '../../stores/aside.ts'
import { bytesBelow, cachesIn, type CacheState, isCacheOf } from '../../stores/cache.ts'
import { brokenIn, removeCached } from '../../stores/cache-care.ts'
import { lookAtCatalogue, repairCatalogue } from '../../stores/catalog-care.ts'
import { CatalogError } from '../../catalog/manifest.ts'
import { DocumentError, type Documents, documentsIn } from '../../stores/documents.ts'
import { leftOversIn, removeLeftOver } from '../../stores/left-over.ts'
import { CONSENTS, consentDocuments } from '../catalog/consent.ts'
import { FOLDERS } from '../ctx/place.ts'
import { cachePlace } from '../place.ts'
import type { Workspace } from '../workspace.ts'
import { lookAtDocument } from './documents.ts'
import { type Kind, KINDS } from './kinds.ts'
import { asItIs, type Finding, REPAIR, type StoreState } from './state.ts'

/** Whose stores are looked at. */
type Folder = Pick<Workspace, 'root' | 'digest'>

/** Everything that is kept for a folder, in the order in which it is told and mended. */
export function storesOf(workspace: Folder): Finding[] {
  const { root } = workspace
  const shown = shownFrom(root)
  const own = documentsIn(root, '.fovea', { keepsLast: true })
  const kept = cachesOf(root)
  const sessions = documentsIn(root, '.fovea/sessions', { keepsLast: true })
  const folders = FOLDERS.filter((folder) => isFolder(join(root, folder)))
  return [
    ...leftOvers(root, shown, kept),
    ...folders.flatMap((folder) => (folder === '.fovea' ? documents(own, KINDS.memory, shown, ['memory']) : [])),
    ...folders.flatMap((folder) => documents(folder === '.fovea' ? own : documentsIn(root, folder), KINDS.aliases, shown, ['aliases'])),
    ...folders.flatMap((folder) => (folder === '.fovea' ? documents(sessions, KINDS.session, shown) : [])),
    ...folders.flatMap((folder) => baseOfContext(workspace, folder)),
    ...folders.flatMap((folder) => (folder === '.fovea' ? catalogue(root) : [])),
    ...documents(consentDocuments(), KINDS.consent, shown, [CONSENTS]),
    ...lookAtCaches(kept, shown),
  ]
}

/** What stands where the folder of state should be, in words; undefined when that is a folder or nothing. Whatever is kept there cannot be looked at then. */
export function inPlaceOfState(root: string): string | undefined {
  const there = lstatOf(join(root, '.fovea'))
  return there === undefined || there.isDirectory() ? undefined : there.isSymbolicLink() ? 'a link, and links are not followed' : there.isFile() ? 'a file' : 'neither a file nor a folder'
}

const isFolder = (path: string): boolean => lstatOf(path)?.isDirectory() === true

const shownFrom = (root: string) => (file: string): string => {
  const inside = relative(root, file)
  if (!inside.startsWith('..') && inside !== file) return inside.replaceAll(sep, '/') || '.'
  const home = relative(homeOr(root), file)
  return home.startsWith('..') || home === file ? file : `~/${home.replaceAll(sep, '/')}`
}

function homeOr(otherwise: string): string {
  try {
    return homedir()
  } catch {
    return otherwise
  }
}

/** The documents of a kind in a folder: those that are named, or all that are there. */
function documents(all: Documents, kind: Kind, shown: (file: string) => string, named?: readonly string[]): Finding[] {
  try {
    // Listing also tells whether the folder itself may be used.
    const there = [...new Set([...all.names(), ...all.lost()])].sort()
    const ids = named === undefined ? there : there.filter((id) => named.includes(id))
    return ids.flatMap((id) => lookAtDocument({ documents: all, kind, id, shown }) ?? [])
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    return [asItIs({ store: kind.name, yours: true, file: shown(all.folder), state: 'unreadable', bytes: 0, found: error.message, next: LOOK })]
  }
}

/** The base of a context has its own hash in its first line. */
function baseOfContext({ root, digest }: Folder, folder: string): Finding[] {
  const files = documentsIn(root, `${folder}/ctx`, { ending: '.sha' })
  const store = { store: 'base', yours: true, file: `${folder}/ctx/base.sha`, bytes: lstatOf(join(root, folder, 'ctx', 'base.sha'))?.size ?? 0 }
  const inTheWay = folderProblem(files)
  if (inTheWay !== undefined) return [asItIs({ ...store, file: `${folder}/ctx`, state: 'unreadable', found: inTheWay, next: LOOK })]
  const why = ((): string | number | undefined => {
    try {
      if (!files.names().includes('base')) return undefined
      const text = files.read('base')
      return text === undefined ? undefined : baseFrom(text, digest.sha256)?.shas.size ?? 'it is not what its first line says'
    } catch (error) {
      return error instanceof DocumentError ? error.message : String(error)
    }
  })()
  if (why === undefined) return []
  const told = (aside: string, tense: Tense): string[] => [`${store.file} ${tense} kept as ${aside}; "fovea ctx diff --accept" sets it anew`]
  if (typeof why === 'number') return [asItIs({ ...store, state: 'whole', records: why, found: counted(why, 'alias', 'aliases') })]
  return [{
    store: { ...store, state: 'broken', found: why, next: `${REPAIR}, then "fovea ctx diff --accept"` }, plan: told(files.asideName('base'), 'would be'),
    mend: () => told(files.replaceBroken('base', () => undefined), 'is'),
  }]
}

const LOOK = 'look at the folder; nothing in it was touched'

/** Why the folder of documents cannot be used. */
function folderProblem(files: Documents): string | undefined {
  try {
    files.names()
    return undefined
  } catch (error) {
    if (error instanceof DocumentError) return error.message
    throw error
  }
}

function catalogue(root: string): Finding[] {
  const folder = join(root, '.fovea', 'catalog')
  try {
    const found = lookAtCatalogue(root)
    if (found === undefined) return []
    const { file, state, why, sources, resources, version, steps } = found
    const store: StoreState = {
      store: 'catalogue', yours: true, file: `.fovea/catalog/${file}`, state, bytes: bytesBelow(folder), records: sources + resources, ...(version === undefined ? {} : { version: String(version) }),
      found: why ?? `${counted(sources, 'source')}, ${counted(resources, 'resource')}, version ${version}`, ...(state === 'whole' ? {} : { next: state === 'newer' ? 'update Fovea; it is left as it is' : REPAIR }),
    }
    return [{ store, plan: steps, mend: () => repairCatalogue(root) }]
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return [asItIs({ store: 'catalogue', yours: true, file: '.fovea/catalog', state: 'unreadable', bytes: 0, found: error.message, next: LOOK })]
  }
}

/** The caches of this folder, one for each build that has read it; or why nobody can say. */
function cachesOf(root: string): readonly CacheState[] | DocumentError {
  const place = cachePlace()
  try {
    return place === undefined ? [] : cachesIn(place).filter((cache) => isCacheOf(cache, root))
  } catch (error) {
    if (error instanceof DocumentError) return error
    throw error
  }
}

function lookAtCaches(kept: readonly CacheState[] | DocumentError, shown: (file: string) => string): Finding[] {
  if (!(kept instanceof DocumentError)) return kept.map((cache) => lookAtCache(cache, shown))
  return [asItIs({ store: 'cache', yours: false, file: shown(cachePlace() ?? ''), state: 'unreadable', bytes: 0, found: kept.message, next: 'look at the folder, or name another one with FOVEA_CACHE' })]
}

function lookAtCache({ folder, bytes, files }: CacheState, shown: (file: string) => string): Finding {
  const broken = brokenIn(folder)
  const store = { store: 'cache', yours: false, file: shown(folder), bytes, records: files, version: basename(folder).replace(/-[0-9a-f]{16}$/, '') }
  if (broken.length === 0) return asItIs({ ...store, state: 'whole', found: counted(files, 'file') })
  const told = (tense: Tense): string[] => broken.map((name) => `${name} in the cache ${tense} removed; it is made again when it is needed`)
  return {
    store: { ...store, state: 'broken', found: `${counted(broken.length, 'file')} of ${files} cannot be read and ${broken.length === 1 ? 'is' : 'are'} made again when needed` }, plan: told('would be'),
    mend: () => {
      for (const name of broken) removeCached(folder, name)
      return told('is')
    },
  }
}

/** Where things are written, and nothing else is kept: a lock in the folder of a project may be somebody's list of packages. */
function foldersOf(root: string, kept: readonly CacheState[] | DocumentError): string[] {
  return [
    ...FOLDERS.filter((folder) => isFolder(join(root, folder))).flatMap((folder) => ['', 'sessions', 'catalog', 'ctx', 'ctx/texts', 'cards', 'gen'].map((inner) => join(root, folder, inner))), consentDocuments().folder,
    ...(kept instanceof DocumentError ? [] : kept.map(({ folder }) => folder)),
  ].filter(isFolder)
}

function leftOvers(root: string, shown: (file: string) => string, kept: readonly CacheState[] | DocumentError): Finding[] {
  return foldersOf(root, kept).flatMap((folder) => leftOversIn(folder)).map((left): Finding => {
    const { file, what, bytes, gone } = left
    const store = { store: what, yours: false, file: shown(file), bytes }
    if (!gone) return asItIs({ ...store, state: 'in use', found: 'somebody is writing, or was a moment ago' })
    const told = (tense: Tense): string => `${store.file} ${tense} removed: the process that made it has ended`
    return { store: { ...store, state: 'left over', found: 'the process that made it has ended', next: REPAIR }, plan: [told('would be')], mend: () => (removeLeftOver(left) ? [told('is')] : []) }
  })
}
