import { closeSync, fstatSync, lstatSync, readFileSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openPlain } from '../disk/open.ts'
import { broken, unkeepable } from './diagnostics.ts'
import { makeFolder } from './make-folder.ts'
import { writeWhole } from './write.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Store } from '../core/ports.ts'

// One JSON file per shelf. A writer reads what is there now, lays its own changes over it and renames a finished file into place: a reader never sees
// half a file, and of two writers that meet, each key keeps the value of the one that came last. It is a cache, so no failure here may stop the work.
// The folder may have come with a tree one does not trust: links are not followed and nothing but plain files is opened.

type Shelf = Map<string, unknown>

interface State {
  readonly folder: string
  readonly diagnostics: Diagnostic[]
  /** Changes not yet on disk, by shelf; undefined as a value is the wish to forget a key. */
  readonly changes: Map<string, Shelf>
  /** What was read last, and the stamp of the file it was read from. */
  readonly seen: Map<string, { readonly stamp: string; readonly shelf: Shelf }>
  /** Shelves whose file could not be understood. */
  readonly broken: Set<string>
  /** Set when the folder cannot be written: from then on changes stay here. */
  stuck: boolean
}

/** A store that keeps its shelves as files in a folder, with what went wrong on the side. */
export interface FolderStore extends Store {
  readonly diagnostics: readonly Diagnostic[]
  /** Writes what was put since the last time. Closing does the same. */
  flush(): Promise<void>
}

/** Opens or creates a store in a folder such as `.fovea`. Values reach the disk on flush and close, and from time to time in between. */
export function folderStore(folder: string): FolderStore {
  const state: State = { folder: resolve(folder), diagnostics: [], changes: new Map(), seen: new Map(), broken: new Set(), stuck: false }
  return {
    diagnostics: state.diagnostics,
    get: async (shelf, key) => copy(valueOf(state, shelf, key)),
    put: async (shelf, key, value) => put(state, shelf, [key, copy(value)]),
    async *keys(shelf) {
      yield* [...merged(current(state, shelf), state.changes.get(shelf)).keys()].sort()
    },
    flush: async () => flush(state),
    close: async () => flush(state),
  }
}

const MOST_CHANGES = 1000
const MOST_BYTES = 1 << 24
const ATTEMPTS = 5

/** As JSON would give it back, and out of reach of whoever holds the original. */
function copy(value: unknown): unknown {
  const json = JSON.stringify(value) as string | undefined
  return json === undefined ? undefined : JSON.parse(json)
}

function valueOf(state: State, shelf: string, key: string): unknown {
  const changed = state.changes.get(shelf)
  return changed?.has(key) ? changed.get(key) : current(state, shelf).get(key)
}

function put(state: State, shelf: string, [key, value]: readonly [string, unknown]): void {
  const changed = state.changes.get(shelf) ?? new Map<string, unknown>()
  state.changes.set(shelf, changed.set(key, value))
  // A shelf is written whole, so the more it holds the longer it waits: the work stays in proportion to what was put.
  if (changed.size >= Math.max(MOST_CHANGES, state.seen.get(shelf)?.shelf.size ?? 0)) flush(state)
}

function merged(shelf: Shelf, changes: Shelf | undefined): Shelf {
  const result = new Map(shelf)
  for (const [key, value] of changes ?? []) {
    if (value === undefined) result.delete(key)
    else result.set(key, value)
  }
  return result
}

function flush(state: State): void {
  if (state.stuck) return
  try {
    if (state.changes.size > 0) prepare(state.folder)
    for (const [shelf, changes] of state.changes) save(state, shelf, changes)
  } catch (error) {
    state.stuck = true
    state.diagnostics.push(unkeepable(error))
  }
}

/** Starts over when somebody else has written in the meantime, so that their keys are not lost; the last attempt is made in any case. */
function save(state: State, shelf: string, changes: Shelf): void {
  const file = fileOf(state.folder, shelf)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const text = textOf(merged(current(state, shelf), changes))
    if (state.broken.delete(shelf)) setAside(file)
    const stamp = state.seen.get(shelf)?.stamp
    if (writeWhole(file, text, { ready: () => attempt === ATTEMPTS || stampOf(file) === stamp })) break
  }
  state.seen.delete(shelf)
  state.changes.delete(shelf)
}

/** Keys in order, so that the same contents are the same bytes. */
const textOf = (shelf: Shelf): string => `${JSON.stringify([...shelf].sort(([a], [b]) => (a < b ? -1 : 1)))}\n`

/** The folder keeps itself out of version control. One that is a link belongs to somebody else. */
function prepare(folder: string): void {
  makeFolder(folder, 0o700)
  if (lstatSync(folder).isSymbolicLink()) throw Object.assign(new Error('a link'), { code: 'it is a link' })
  ignoreItself(folder)
}

/** Writes the file that keeps a folder out of version control, when it is not there. */
export function ignoreItself(folder: string): void {
  const ignore = join(folder, '.gitignore')
  if (lstatSync(ignore, { throwIfNoEntry: false }) === undefined) writeWhole(ignore, '*\n')
}

// A shelf may have any name; what a file name cannot hold, a dot in front and letters that some disks do not tell apart are written as numbers.
const fileOf = (folder: string, shelf: string): string =>
  join(folder, `${shelf.replace(/[^a-z0-9_-]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(4, '0')}`)}.json`)

/** The shelf as it is on disk now; read again only when the file is another one. */
function current(state: State, shelf: string): Shelf {
  const stamp = isPlainFolder(state.folder) ? stampOf(fileOf(state.folder, shelf)) : ''
  const known = state.seen.get(shelf)
  if (known?.stamp === stamp) return known.shelf
  const read = stamp === '' ? new Map<string, unknown>() : load(state, shelf)
  state.seen.set(shelf, { stamp, shelf: read })
  return read
}

/** A folder that is a link belongs to somebody else: it is neither read nor written. */
const isPlainFolder = (folder: string): boolean => lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false

function stampOf(file: string): string {
  try {
    const stat = lstatSync(file, { bigint: true, throwIfNoEntry: false })
    return stat === undefined || !stat.isFile() ? '' : `${stat.ino} ${stat.mtimeNs} ${stat.size}`
  } catch {
    return ''
  }
}

function load(state: State, shelf: string): Shelf {
  const file = fileOf(state.folder, shelf)
  try {
    return shelfFrom(JSON.parse(readPlain(file)))
  } catch (error) {
    // Reading changes nothing: what is broken is set aside when something is written in its place.
    if (error instanceof SyntaxError && !state.broken.has(shelf)) state.diagnostics.push(broken(shelf))
    if (error instanceof SyntaxError) state.broken.add(shelf)
    return new Map()
  }
}

function readPlain(file: string): string {
  const handle = openPlain(file)
  try {
    if (fstatSync(handle).size > MOST_BYTES) throw new SyntaxError('larger than anything we write')
    return readFileSync(handle, 'utf8')
  } finally {
    closeSync(handle)
  }
}

/** Pairs, not an object: a key may be `__proto__` like any other. */
function shelfFrom(json: unknown): Shelf {
  const isPair = (one: unknown): one is [string, unknown] => Array.isArray(one) && one.length === 2 && typeof one[0] === 'string'
  if (!Array.isArray(json) || !json.every(isPair)) throw new SyntaxError('not a list of pairs')
  return new Map(json)
}

function setAside(file: string): void {
  try {
    renameSync(file, `${file}.corrupt`)
  } catch {
    // It stays where it is and will be written over.
  }
}
