import { redacted } from '../core/entry/diagnostics.ts'
import { contentOf, digestsOf, type ReadingOptions } from '../core/entry/reading.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Entry, Legible, Seen, Stamp } from '../core/ports.ts'
import { octets } from './octets.ts'
import type { Look } from './read.ts'

/** How bytes become entries. */
export interface EntryOptions extends ReadingOptions {
  /** No times, so that two checkouts of the same tree give the same entries. */
  readonly frozen: boolean
  readonly report: (diagnostic: Diagnostic) => void
}

/** A file that was read: what can be kept of it, and its text, which may lie in the bytes of the look. */
export interface FileRead {
  readonly seen: Seen
  readonly legible: Legible
}

/** Reads what a look at a file gave. */
export function readingOf(path: string, look: Look, { maxFileBytes, redact, asked }: EntryOptions): FileRead {
  const options = { maxFileBytes, redact, asked, by: octets }
  const { legible, ...content } = contentOf(path, look, options)
  return { legible, seen: { ...digestsOf(look, options), ...content } }
}

/** The entry for a file that was read once and will not be again. */
export function entryFrom(path: string, look: Look, options: EntryOptions): Entry {
  const { seen, legible: { text } } = readingOf(path, look, options)
  return { ...factsOf(path, look, { seen, options }), text }
}

/** Everything of an entry but its text; tells of secrets that were replaced. */
export function factsOf(path: string, { size, stamp }: Pick<Look, 'size' | 'stamp'>, { seen, options }: { seen: Seen; options: EntryOptions }): Omit<Entry, 'text'> {
  tellRedacted(path, seen, options)
  const { redacted: _, ...facts } = seen
  return { path, bytes: size, modified: modifiedOf(stamp, options), ...facts }
}

/** When a file was changed last, as far as entries tell. */
export const modifiedOf = ({ modified }: Stamp, { frozen }: EntryOptions): number => (frozen ? 0 : Math.trunc(modified))

/** Tells of secrets that were replaced in a file. */
export function tellRedacted(path: string, { redacted: lines }: Seen, { report }: EntryOptions): void {
  if (lines !== undefined) report(redacted(path, lines))
}
