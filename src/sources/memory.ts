import { entryFrom } from './entry.ts'
import { readingFrom } from './files.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Entry, Source } from '../core/ports.ts'
import type { FilesOptions } from './files.ts'

/** A file that exists only here. */
export interface VirtualFile {
  readonly path: string
  readonly content: string | Uint8Array
}

/** Files given as values, treated as if they had been read from a disk. */
export function memorySource(files: readonly VirtualFile[], options: Pick<FilesOptions, 'maxFileBytes' | 'redact'> = {}): Source {
  const diagnostics: Diagnostic[] = []
  return { diagnostics, entries: () => entries(files, options, diagnostics) }
}

async function* entries(files: readonly VirtualFile[], options: FilesOptions, diagnostics: Diagnostic[]): AsyncIterable<Entry> {
  diagnostics.length = 0
  const reading = readingFrom({ ...options, frozen: true }, (diagnostic) => void diagnostics.push(diagnostic))
  for (const { path, content } of [...files].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    yield entryFrom(path, { bytes, size: bytes.length, modified: 0 }, reading)
  }
}
