import { resolve, sep } from 'node:path'
import { causeOf, special, unnameable, unreadable, vanished } from '../core/entry/diagnostics.ts'
import { isShowable, MAX_FILE_BYTES, type Redact } from '../core/entry/reading.ts'
import { linkEntry, repositoryEntry } from '../core/entry/stub.ts'
import { factsOf, readingOf } from './entry.ts'
import { FileEntry, type Origin } from './file-entry.ts'
import { linkReal, Moved, NotAFile, openReal } from '../disk/open.ts'
import { lstatOf, realOf } from '../disk/places.ts'
import { look, stampOf } from './read.ts'
import { Texts } from './texts.ts'
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
  onProgress?(filesSoFar: number): void
  readonly redact?: Redact
  /** What was seen of the files before. */
  readonly ledger?: Ledger
  /** Lock files, generated and minified text are read like any other. */
  readonly asked?: boolean
}

/** The same for one file that was asked for by its name: who asks waits for it, but not for ever. */
const MAX_ASKED_BYTES = 16 << 20

// Reading is synchronous because that is several times cheaper; a pause now and then lets signals and timers be heard.
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
  const reading = readingOn(readingFrom(options, report), options.ledger)
  let count = 0
  options.signal?.throwIfAborted()
  for (const found of await list(walkFrom(root, options, report), options.signal)) {
    // What was seen before was shown: its name need not be searched again.
    const entry = knownEntry(root, found, reading) ?? (isShowable(found.path, options.redact, report) ? entryOf(root, found, reading) : undefined)
    if (entry === undefined) continue
    yield entry
    if (++count % PAUSE_EVERY === 0) await pause(count, options)
  }
  options.onProgress?.(count)
}

const walkFrom = (root: string, options: FilesOptions, report: WalkOptions['report']): WalkOptions =>
  ({ root, include: options.include ?? [], exclude: options.exclude ?? [], useIgnoreFiles: options.useIgnoreFiles ?? true, useLocalExcludes: options.useLocalExcludes ?? true, report })

/** How a folder is read, with what is held and known of it. */
export interface Reading extends EntryOptions {
  readonly texts: Texts
  /** The same for texts that are known to hold no secret. */
  readonly clean: Reading
  readonly ledger?: Ledger | undefined
}

/** A reading with nothing held yet. */
export function readingOn(options: EntryOptions, ledger?: Ledger): Reading {
  const texts = new Texts()
  const clean: Reading = { ...options, redact: undefined, texts, ledger, get clean() { return clean } }
  return { ...options, texts, ledger, clean }
}

/** Options with everything decided. */
export const readingFrom = (options: FilesOptions, report: EntryOptions['report']): EntryOptions =>
  ({ maxFileBytes: options.maxFileBytes ?? (options.asked === true ? MAX_ASKED_BYTES : MAX_FILE_BYTES), frozen: options.frozen ?? false, redact: options.redact, asked: options.asked ?? false, report })

// Slashes only, and none at the end (`/` becomes empty), so that a slash can always be put between a folder and what is in it.
const asFolder = (root: string): string => root.replaceAll(sep, '/').replace(/\/$/, '')

async function pause(count: number, options: FilesOptions): Promise<void> {
  options.onProgress?.(count)
  await new Promise((done) => { setImmediate(done) })
  options.signal?.throwIfAborted()
}

/** What a found thing becomes; undefined, with a remark, when it cannot be read. */
export function entryOf(root: string, found: Found, reading: Reading): Entry | undefined {
  try {
    if (found.kind === 'repository') return repositoryEntry(found.path, octets)
    if (found.kind === 'link') return linkEntry(found.path, linkReal(`${root}/${found.path}`), octets)
    return fileEntry(root, found.path, reading)
  } catch (error) {
    if (found.indexed) return entryNow(root, found.path, { reading, error })
    reading.report(problem(found.path, error))
    return undefined
  }
}

/** What lies now where git's index has something else; nothing when it was removed, which is no mistake. */
function entryNow(root: string, path: string, { reading, error }: { reading: Reading; error: unknown }): Entry | undefined {
  const kind = kindOf(`${root}/${path}`)
  if (kind !== undefined) return entryOf(root, { path, kind }, reading)
  if (path.includes('\uFFFD')) reading.report(unnameable(path))
  else if ((error as { code?: string }).code === 'EACCES') reading.report(problem(path, error))
  return undefined
}

/** The entry of a file that the ledger is certain of, which is not read before somebody asks. */
function knownEntry(root: string, { path, kind }: Found, reading: Reading): Entry | undefined {
  const file = `${root}/${path}`
  let stamp: Stamp | undefined
  const known = kind === 'file' ? reading.ledger?.find(path, () => (stamp = stampAt(file))) : undefined
  return known === undefined || stamp === undefined ? undefined : entryWith(factsOf(path, { size: stamp.size, stamp }, { seen: known, options: reading }), { file, reading: readingAgain(reading, known), certain: stamp })
}

/** Of what is gone or cannot be looked at nothing is certain; whoever reads it says why. */
function stampAt(file: string): Stamp | undefined {
  const stat = lstatOf(file)
  return stat === undefined ? undefined : stampOf(stat)
}

/** A file whose text is read again when it is no longer held. */
function fileEntry(root: string, path: string, reading: Reading): Entry {
  const file = `${root}/${path}`
  const seen = look(file, reading.maxFileBytes, openReal)
  const read = readingOf(path, seen, reading)
  reading.ledger?.note(path, seen.stamp, read.seen)
  return entryWith(factsOf(path, seen, { seen: read.seen, options: reading }), { file, reading: readingAgain(reading, read.seen), text: read.text, ...(isOld(seen.stamp) ? { certain: seen.stamp } : {}) })
}

/** What changed just now may change again without a trace. */
const isOld = ({ modified, changed }: Stamp): boolean => Math.max(modified, changed) < Date.now() - YOUNG

/** Milliseconds; some disks count in pairs of seconds. */
const YOUNG = 3000

/** A text in which no secret was found need not be searched a second time. One object serves all: there may be a million files. */
const readingAgain = (reading: Reading, seen: Seen): Reading => (seen.redacted === undefined ? reading.clean : reading)

function entryWith(facts: Omit<Entry, 'text' | 'utf8'>, origin: Origin): Entry {
  return facts.stub === undefined ? new FileEntry(facts, origin) : { ...facts, text: '' }
}

function problem(path: string, error: unknown): Diagnostic {
  if (error instanceof NotAFile) return special(path)
  if (error instanceof Moved) return vanished(path)
  return (error as { code?: string }).code === 'ENOENT' ? vanished(path) : unreadable(path, causeOf(error))
}
