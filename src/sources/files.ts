import { resolve, sep } from 'node:path'
import { causeOf, special, unnameable, unreadable, vanished } from '../core/entry/diagnostics.ts'
import { isSettled } from '../core/stamp.ts'
import { MAX_FILE_BYTES, type Redact, showing } from '../core/entry/reading.ts'
import { linkEntry, repositoryEntry } from '../core/entry/stub.ts'
import { modifiedOf, readingOf, tellRedacted } from './entry.ts'
import { type Again, FileEntry, type Held } from './file-entry.ts'
import { linkReal, Moved, NotAFile } from '../disk/open.ts'
import { realOf } from '../disk/places.ts'
import { look as lookAt, stampAt } from './read.ts'
import { pinned, type Way, wayThrough } from './way.ts'
import type { Keeping } from './kept-list.ts'
import { ROOM_FOR_ALL, ROOM_FOR_SOME, Texts } from './texts.ts'
import { kindOf, list } from './listing.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Entry, Ledger, Seen, Source, Stamp } from '../core/ports.ts'
import { octets } from './octets.ts'
import type { EntryOptions } from './entry.ts'
import type { Found, WalkOptions } from './walk.ts'

/** How a folder is read. Patterns are written as in `.gitignore`, relative to the root. */
export interface FilesOptions {
  /** Only what one of these names; everything when empty. They narrow, they do not bring back what is ignored. */
  readonly include?: readonly string[]
  /** Left out; `!x` here has the last word over every ignore file. */
  readonly exclude?: readonly string[]
  /** 1 MiB unless told. */
  readonly maxFileBytes?: number
  readonly useIgnoreFiles?: boolean
  /** Whether `.git/info/exclude`, which is not part of a repository, counts too; true unless told. */
  readonly useLocalExcludes?: boolean
  /** Times are 0. */
  readonly frozen?: boolean
  readonly signal?: AbortSignal
  /** Told 0 before the first file is read, then now and then, and in the end. */
  onProgress?(filesSoFar: number): void
  readonly redact?: Redact
  /** What was seen of the files before. */
  readonly ledger?: Ledger
  /** Where lists of files are kept. */
  readonly lists?: Keeping
  /** Lock files, generated and minified text are read like any other. */
  readonly asked?: boolean
  /** Pages will tell the MD5 of every text. */
  readonly checksums?: boolean
  /** Every text will be printed, and then nobody asks again. */
  readonly isPrinted?: boolean
  /** Nothing is told of any entry before all of them were read: what was read may be proven a little later. */
  readonly isGathered?: boolean
}

/** The same for one file that was asked for by its name: who asks waits for it, but not for ever. */
const MAX_ASKED_BYTES = 16 << 20

// Reading is synchronous because that is several times cheaper; a pause after so many files lets signals and timers be heard.
const PAUSE_EVERY = 256

/** The files below a folder, in the order of their paths, each read once. */
export function filesSource(root: string, options: FilesOptions = {}): Source {
  const diagnostics: Diagnostic[] = []
  const given = resolve(root)
  // Everything below is opened by a path without links; a root that cannot be looked at is told by whoever lists it.
  return { diagnostics, entries: () => entries(asFolder(realOf(given) ?? given), options, diagnostics) }
}

async function* entries(root: string, options: FilesOptions, diagnostics: Diagnostic[]): AsyncIterable<Entry> {
  diagnostics.length = 0
  const report = (diagnostic: Diagnostic): void => void diagnostics.push(diagnostic)
  const reading = readingOn(root, readingFrom(options, report), options)
  let count = 0
  options.signal?.throwIfAborted()
  const began = Date.now()
  const { found: all, folders } = await list(walkFrom(root, options, report), options)
  for (const some of stretches(all)) {
    const isShown = showing(some, options.redact, report)
    const way = options.isGathered === true ? wayThrough(reading, { began, folders }) : pinned(reading)
    for (const found of some) {
      // What was seen before was shown: its name need not be searched again.
      const entry = knownEntry(found, reading) ?? (isShown(found) ? entryOf(found, reading, way) : undefined)
      if (entry === undefined) continue
      yield entry
      count++
    }
    way.end()
    if (some.length === PAUSE_EVERY) await pause(count, options)
  }
  options.onProgress?.(count)
}

const walkFrom = (root: string, options: FilesOptions, report: WalkOptions['report']): WalkOptions =>
  ({ root, include: options.include ?? [], exclude: options.exclude ?? [], useIgnoreFiles: options.useIgnoreFiles ?? true, useLocalExcludes: options.useLocalExcludes ?? true, report })

/** How a folder is read, with what is held and known of it. */
export interface Reading extends Again {
  /** The same for texts that are known to hold no secret. */
  readonly clean: Reading
  readonly ledger?: Ledger | undefined
}

/** A reading with nothing held yet. */
export function readingOn(root: string, options: EntryOptions, { ledger, isPrinted = false }: Pick<FilesOptions, 'ledger' | 'isPrinted'> = {}): Reading {
  const texts = new Texts(undefined, isPrinted ? ROOM_FOR_ALL : ROOM_FOR_SOME)
  const clean: Reading = { ...options, root, redact: undefined, texts, ledger, get clean() { return clean } }
  return { ...options, root, texts, ledger, clean }
}

/** Options with everything decided. */
export const readingFrom = (options: FilesOptions, report: EntryOptions['report']): EntryOptions =>
  ({ maxFileBytes: options.maxFileBytes ?? (options.asked === true ? MAX_ASKED_BYTES : MAX_FILE_BYTES), frozen: options.frozen ?? false, redact: options.redact, asked: options.asked ?? false, checksums: options.checksums ?? false, report })

// Slashes only, and none at the end (`/` becomes empty), so that a slash can always be put between a folder and what is in it.
const asFolder = (root: string): string => root.replaceAll(sep, '/').replace(/\/$/, '')

/** A list in parts, as it comes: a walk may go over a million files. */
function* stretches(all: Iterable<Found>): Iterable<readonly Found[]> {
  let some: Found[] = []
  for (const found of all) {
    if (some.push(found) < PAUSE_EVERY) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

async function pause(count: number, options: FilesOptions): Promise<void> {
  options.onProgress?.(count)
  await new Promise((done) => { setImmediate(done) })
  options.signal?.throwIfAborted()
}

/** What a found thing becomes; undefined, with a remark, when it cannot be read. */
export function entryOf(found: Found, reading: Reading, way: Way = pinned(reading)): Entry | undefined {
  try {
    if (found.kind === 'repository') return repositoryEntry(found.path, octets)
    if (found.kind === 'link') return linkEntry(found.path, linkReal(`${reading.root}/${found.path}`), { by: octets, redact: reading.redact, report: reading.report })
    return fileEntry(found.path, reading, way)
  } catch (error) {
    if (found.indexed) return entryNow(found.path, { reading, way, error })
    reading.report(problem(found.path, error))
    return undefined
  }
}

/** What lies now where git's index has something else; nothing when it was removed, which is no mistake. */
function entryNow(path: string, { reading, way, error }: { reading: Reading; way: Way; error: unknown }): Entry | undefined {
  const kind = kindOf(`${reading.root}/${path}`)
  if (kind !== undefined) return entryOf({ path, kind }, reading, way)
  if (path.includes('\uFFFD')) reading.report(unnameable(path))
  else if ((error as { code?: string }).code === 'EACCES') reading.report(problem(path, error))
  return undefined
}

/** The entry of a file that the ledger is certain of, which is not read before somebody asks. */
function knownEntry({ path, kind }: Found, reading: Reading): Entry | undefined {
  if (kind !== 'file' || reading.ledger === undefined) return undefined
  let certain: Stamp | undefined
  const seen = reading.ledger.find(path, () => (certain = stampAt(`${reading.root}/${path}`)))
  return seen === undefined || certain === undefined ? undefined : seenEntry(path, seen, reading, { size: certain.size, stamp: certain, certain })
}

/** A file whose text is read again when it is no longer held. */
function fileEntry(path: string, reading: Reading, way: Way): Entry {
  const look = lookAt(`${reading.root}/${path}`, reading.maxFileBytes, way.open)
  const { seen, legible } = readingOf(path, look, reading)
  way.note(path, look, seen)
  return seenEntry(path, seen, reading, { size: look.size, stamp: look.stamp, certain: isOld(look.stamp) ? look.stamp : undefined, legible })
}

interface OnDisk extends Pick<Held, 'size' | 'certain' | 'legible'> {
  readonly stamp: Stamp
}

function seenEntry(path: string, seen: Seen, reading: Reading, { size, stamp, certain, legible }: OnDisk): Entry {
  tellRedacted(path, seen, reading)
  return new FileEntry(path, seen, readingAgain(reading, seen), { size, modified: modifiedOf(stamp, reading), stamp, certain, legible })
}

/** What changed just now may change again without a trace. */
const isOld = ({ modified, changed }: Stamp): boolean => isSettled(modified, changed, Date.now())

/** A text in which no secret was found need not be searched a second time. One object serves all: there may be a million files. */
const readingAgain = (reading: Reading, seen: Seen): Reading => (seen.redacted === undefined ? reading.clean : reading)

function problem(path: string, error: unknown): Diagnostic {
  if (error instanceof NotAFile) return special(path)
  if (error instanceof Moved) return vanished(path)
  return (error as { code?: string }).code === 'ENOENT' ? vanished(path) : unreadable(path, causeOf(error))
}
