// Files of a folder that stand side by side and are written one below the other, as they are remembered together.
import type { Diagnostic } from '../core/diagnostic.ts'
import { keptJson } from '../core/kept-json.ts'
import type { Entry } from '../core/ports.ts'

/** The kind under which stretches are remembered. */
export const STRETCH = 'skeletons'

/** What was written, and what was remarked on the way. */
export interface Stretch {
  readonly bytes: Uint8Array
  readonly diagnostics: readonly Diagnostic[]
}

/** Files of one stretch at the most: a text is written when its stretch is whole. */
const MOST_FILES = 512
const LINE_FEED = 10

/**
 * Neighbours in stretches of about 256. A stretch ends where the digest of a file says so: then a file that comes, goes or changes makes another stretch of those around it,
 * and all others stay what they were.
 */
export function* stretchesOf<M extends { readonly entry: Entry }>(members: readonly M[]): Iterable<readonly M[]> {
  let from = 0
  for (const [at, { entry: { sha256 } }] of members.entries()) {
    if (!sha256.endsWith('00') && at + 1 - from < MOST_FILES && at + 1 < members.length) continue
    yield members.slice(from, at + 1)
    from = at + 1
  }
}

/** A stretch as bytes: a line of remarks, and what was written. */
export const keptStretch = ({ bytes, diagnostics }: Stretch): Uint8Array => Buffer.concat([Buffer.from(`${JSON.stringify(diagnostics)}\n`), bytes])

/** The stretch of such bytes; undefined when they are none. */
export function stretchFrom(kept: Uint8Array | undefined): Stretch | undefined {
  const line = kept?.indexOf(LINE_FEED) ?? -1
  const diagnostics = kept === undefined || line < 0 ? undefined : keptJson<Diagnostic[]>(Buffer.from(kept.buffer, kept.byteOffset, line).toString())
  return kept === undefined || !Array.isArray(diagnostics) ? undefined : { bytes: kept.subarray(line + 1), diagnostics }
}
