import type { Diagnostic } from '../diagnostic.ts'
import type { Entry } from '../ports.ts'
import { redacted } from './diagnostics.ts'
import type { Octets } from './octets.ts'
import { type Redact, without } from './reading.ts'

declare class TextEncoder { encode(text: string): Uint8Array }

/** The entry for something that has a place but no text. It is known by its identity: what it leads to. */
function stubEntry(path: string, stub: string, { identity, by }: { identity: string; by: Octets }): Entry {
  const bytes = new TextEncoder().encode(identity)
  return { path, text: '', bytes: bytes.length, modified: 0, md5: by.digest('md5', bytes, ''), sha256: by.digest('sha256', bytes, ''), stub }
}

/** A repository inside the repository. */
export const repositoryEntry = (path: string, by: Octets): Entry => stubEntry(path, 'repository of its own', { identity: path, by })

/** What looks at the words of a link. */
export interface LinkReading {
  readonly by: Octets
  readonly redact?: Redact | undefined
  report(diagnostic: Diagnostic): void
}

/** A link. It is judged by its words alone: where it leads in the end is not ours to find out. They are told like those of a file, without secrets. */
export function linkEntry(path: string, target: string, { by, redact, report }: LinkReading): Entry {
  const told = without(redact, target, path)
  if (told !== target) report(redacted(path, [1]))
  return stubEntry(path, staysInside(path, target) ? `link to ${told}` : 'link outside the root', { identity: target, by })
}

/** Whether what a path at this place leads to is below the root, by its words alone. */
export function staysInside(path: string, target: string): boolean {
  if (/^(?:\/|[a-z]:[\\/])/i.test(target)) return false
  let depth = path.split('/').length - 1
  return target.split('/').every((part) => {
    if (part === '..') depth--
    else if (part !== '' && part !== '.') depth++
    return depth >= 0
  })
}
