import { createHash } from 'node:crypto'
import { classifyBytes, classifyText } from './classify.ts'
import { decode } from './decode.ts'
import { redacted } from './diagnostics.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Entry } from '../core/ports.ts'
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

/** The entry for a file that was read. */
export function entryFrom(path: string, seen: Look, options: EntryOptions): Entry {
  const large = seen.bytes.length > options.maxFileBytes
  const bytes = large ? seen.bytes.subarray(0, options.maxFileBytes) : seen.bytes
  // A large file is known by its beginning and its size, so that its cost does not grow with it.
  const entry = { path, bytes: seen.size, modified: options.frozen ? 0 : seen.modified, ...digests(bytes, large ? String(seen.size) : '') }
  const kind = classifyBytes(path, bytes)
  const stub = (kind === 'lock file' && options.asked ? undefined : kind) ?? (large ? `larger than ${megabytes(options.maxFileBytes)}` : undefined)
  return stub === undefined ? { ...entry, ...textOf(path, bytes, options) } : { ...entry, text: '', stub }
}

function textOf(path: string, bytes: Buffer, options: EntryOptions): Pick<Entry, 'text' | 'stub' | 'encoding'> {
  const decoded = decode(bytes)
  const stub = options.asked ? undefined : classifyText(path, decoded.text)
  if (stub !== undefined) return { text: '', stub }
  const clean = options.redact?.(decoded.text, path)
  if (clean?.found !== undefined && clean.found.length > 0) options.report(redacted(path, clean.found.map((one) => one.line)))
  return clean === undefined ? decoded : { ...decoded, text: clean.text }
}

/** The entry for something that has a place but no text: a link, a repository inside the repository. */
export const stubEntry = (path: string, stub: string, identity: string): Entry =>
  ({ path, text: '', bytes: Buffer.byteLength(identity), modified: 0, ...digests(Buffer.from(identity), ''), stub })

function digests(bytes: Buffer, more: string): { md5: string; sha256: string } {
  return { md5: createHash('md5').update(bytes).update(more).digest('hex'), sha256: createHash('sha256').update(bytes).update(more).digest('hex') }
}

const megabytes = (bytes: number): string =>
  bytes >= 1e5 ? `${(bytes / (1 << 20)).toFixed(1)} MB` : bytes >= 1024 ? `${(bytes / 1024).toFixed(1)} KB` : `${bytes} bytes`
