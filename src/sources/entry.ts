import { redacted } from '../core/entry/diagnostics.ts'
import { contentOf, digestOf, type ReadingOptions } from '../core/entry/reading.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Entry, Legible, Seen, Stamp } from '../core/ports.ts'
import { octets } from './octets.ts'
import type { Look } from './read.ts'

/** How bytes become entries. */
export interface EntryOptions extends ReadingOptions {
  /** No times, so that two checkouts of the same tree give the same entries. */
  readonly frozen: boolean
  /** Pages will tell the MD5 of what they show: it is worked out while the bytes are at hand. */
  readonly checksums?: boolean
  readonly report: (diagnostic: Diagnostic) => void
}

/** A file that was read: what can be kept of it, and its text, which may lie in the bytes of the look. */
export interface FileRead {
  readonly seen: Seen
  readonly legible: Legible
}

/** Reads what a look at a file gave. */
export function readingOf(path: string, look: Look, { maxFileBytes, redact, asked, checksums = false }: EntryOptions): FileRead {
  const { legible, ...content } = contentOf(path, look, { maxFileBytes, redact, asked, by: octets })
  const hashing = { maxFileBytes, by: octets, stub: content.stub }
  const sha256 = digestOf('sha256', look, hashing)
  // What is only a line has no room for the other.
  const md5 = checksums && content.stub === undefined ? { md5: digestOf('md5', look, hashing) } : {}
  return { legible, seen: { sha256, ...md5, ...content } }
}

/** The entry for a file that was read once and will not be again. */
export function entryFrom(path: string, look: Look, options: EntryOptions): Entry {
  const { seen, legible: { text } } = readingOf(path, look, options)
  tellRedacted(path, seen, options)
  const { redacted: _, ...facts } = seen
  return { path, text, bytes: look.size, modified: modifiedOf(look.stamp, options), md5: digestOf('md5', look, { ...options, by: octets, stub: seen.stub }), ...facts }
}

/** When a file was changed last, as far as entries tell. */
export const modifiedOf = ({ modified }: Stamp, { frozen }: EntryOptions): number => (frozen ? 0 : Math.trunc(modified))

/** Tells of secrets that were replaced in a file. */
export function tellRedacted(path: string, { redacted: lines }: Seen, { report }: EntryOptions): void {
  if (lines !== undefined) report(redacted(path, lines))
}
