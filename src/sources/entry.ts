import { createHash } from 'node:crypto'
import { classifyBytes, classifyText } from './classify.ts'
import { decode } from './decode.ts'
import { redacted } from './diagnostics.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Entry, Seen } from '../core/ports.ts'
import type { Look } from './read.ts'

/** Replaces secrets in a text before anything else sees it. */
export type Redact = (text: string, path: string) => { readonly text: string; readonly found?: readonly { readonly line: number }[] }

/** How bytes become entries. */
export interface EntryOptions {
  /** Files beyond this are one line only. */
  readonly maxFileBytes: number
  /** No times, so that two checkouts of the same tree give the same entries. */
  readonly frozen: boolean
  readonly redact?: Redact | undefined
  /** Somebody asked for this one file: a lock file, generated or minified text is read like any other. */
  readonly asked: boolean
  readonly report: (diagnostic: Diagnostic) => void
}

/** A file that was read: what can be kept of it, and its text. */
export interface FileRead {
  readonly seen: Seen
  readonly text: string
}

/** Reads what a look at a file gave. */
export function readingOf(path: string, { bytes: all, size }: Look, options: EntryOptions): FileRead {
  const large = all.length > options.maxFileBytes
  const bytes = large ? all.subarray(0, options.maxFileBytes) : all
  // A large file is known by its beginning and its size, so that its cost does not grow with it.
  const hashes = digests(bytes, large ? String(size) : '')
  const kind = classifyBytes(path, bytes)
  const stub = (kind === 'lock file' && options.asked ? undefined : kind) ?? (large ? `larger than ${megabytes(options.maxFileBytes)}` : undefined)
  return stub === undefined ? textOf(path, bytes, { hashes, options }) : { text: '', seen: { ...hashes, stub } }
}

function textOf(path: string, bytes: Buffer, { hashes, options }: { hashes: Pick<Seen, 'md5' | 'sha256'>; options: EntryOptions }): FileRead {
  const { text, ...decoded } = decode(bytes)
  const stub = options.asked ? undefined : classifyText(path, text)
  if (stub !== undefined) return { text: '', seen: { ...hashes, stub } }
  const clean = options.redact?.(text, path)
  const lines = clean?.found?.map(({ line }) => line) ?? []
  return { text: clean?.text ?? text, seen: { ...hashes, ...decoded, ...(lines.length > 0 ? { redacted: lines } : {}) } }
}

/** The entry for a file that was read once and will not be again. */
export function entryFrom(path: string, look: Look, options: EntryOptions): Entry {
  const { seen, text } = readingOf(path, look, options)
  return { ...factsOf(path, look, { seen, options }), text }
}

/** Everything of an entry but its text; tells of secrets that were replaced. */
export function factsOf(path: string, { size, stamp }: Pick<Look, 'size' | 'stamp'>, { seen, options }: { seen: Seen; options: EntryOptions }): Omit<Entry, 'text'> {
  const { redacted: lines, ...facts } = seen
  if (lines !== undefined) options.report(redacted(path, lines))
  return { path, bytes: size, modified: options.frozen ? 0 : Math.trunc(stamp.modified), ...facts }
}

/** The entry for something that has a place but no text: a link, a repository inside the repository. */
export const stubEntry = (path: string, stub: string, identity: string): Entry =>
  ({ path, text: '', bytes: Buffer.byteLength(identity), modified: 0, ...digests(Buffer.from(identity), ''), stub })

/** The hash by which a text is known. */
export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

function digests(bytes: Buffer, more: string): { md5: string; sha256: string } {
  return { md5: createHash('md5').update(bytes).update(more).digest('hex'), sha256: createHash('sha256').update(bytes).update(more).digest('hex') }
}

const megabytes = (bytes: number): string =>
  bytes >= 1e5 ? `${(bytes / (1 << 20)).toFixed(1)} MB` : bytes >= 1024 ? `${(bytes / 1024).toFixed(1)} KB` : `${bytes} bytes`
