import { readlinkSync } from 'node:fs'
import { isAbsolute, posix, resolve, sep } from 'node:path'
import { causeOf, special, unreadable, vanished } from './diagnostics.ts'
import { entryFrom, stubEntry } from './entry.ts'
import { look, NotAFile } from './read.ts'
import { walk } from './walk.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Entry, Source } from '../core/ports.ts'
import type { EntryOptions, Redact } from './entry.ts'
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
  /** Lock files, generated and minified text are read like any other. */
  readonly asked?: boolean
}

/** The most that is read of one file unless told. */
export const MAX_FILE_BYTES = 1 << 20

/** The same for one file that was asked for by its name: who asks waits for it, but not for ever. */
export const MAX_ASKED_BYTES = 16 << 20

// Reading is synchronous because that is several times cheaper; a pause now and then lets signals and timers be heard.
const PAUSE_EVERY = 256

/** The files below a folder, in the order of their paths, each read once. */
export function filesSource(root: string, options: FilesOptions = {}): Source {
  const diagnostics: Diagnostic[] = []
  return { diagnostics, entries: () => entries(asFolder(resolve(root)), options, diagnostics) }
}

async function* entries(root: string, options: FilesOptions, diagnostics: Diagnostic[]): AsyncIterable<Entry> {
  diagnostics.length = 0
  const report = (diagnostic: Diagnostic): void => void diagnostics.push(diagnostic)
  const reading = readingFrom(options, report)
  let count = 0
  options.signal?.throwIfAborted()
  for (const found of walk(walkFrom(root, options, report))) {
    const entry = entryOf(root, found, reading)
    if (entry === undefined) continue
    yield entry
    if (++count % PAUSE_EVERY === 0) await pause(count, options)
  }
  options.onProgress?.(count)
}

const walkFrom = (root: string, options: FilesOptions, report: WalkOptions['report']): WalkOptions =>
  ({ root, include: options.include ?? [], exclude: options.exclude ?? [], useIgnoreFiles: options.useIgnoreFiles ?? true, useLocalExcludes: options.useLocalExcludes ?? true, report })

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
export function entryOf(root: string, found: Found, reading: EntryOptions): Entry | undefined {
  try {
    if (found.kind === 'repository') return stubEntry(found.path, 'repository of its own', found.path)
    if (found.kind === 'link') return linkEntry(root, found.path)
    return entryFrom(found.path, look(`${root}/${found.path}`, reading.maxFileBytes), reading)
  } catch (error) {
    reading.report(problem(found.path, error))
    return undefined
  }
}

function problem(path: string, error: unknown): Diagnostic {
  if (error instanceof NotAFile) return special(path)
  return (error as { code?: string }).code === 'ENOENT' ? vanished(path) : unreadable(path, causeOf(error))
}

function linkEntry(root: string, path: string): Entry {
  const target = readlinkSync(`${root}/${path}`)
  return stubEntry(path, staysInside(path, target) ? `link to ${target}` : 'link outside the root', target)
}

/** Judged by the words of the link alone: where it leads in the end is not ours to find out. */
function staysInside(path: string, target: string): boolean {
  const end = posix.join(posix.dirname(path), target)
  return !isAbsolute(target) && end !== '..' && !end.startsWith('../')
}
