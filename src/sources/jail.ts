import { sep } from 'node:path'
import { withInside } from '../disk/inside.ts'
import { entryFrom } from './entry.ts'
import { type FilesOptions, readingFrom } from './files.ts'
import { lookInto } from './read.ts'
import type { Entry } from '../core/ports.ts'

/** Reads one file by its path below the root, as the walk would. Throws a PathError for everything that is not a plain file inside the root. */
export function readEntry(root: string, path: string, options: FilesOptions = {}): Entry {
  const reading = readingFrom(options, () => {})
  return withInside(root, path, (handle, { inside }) => entryFrom(inside.replaceAll(sep, '/'), lookInto(handle, reading.maxFileBytes), reading))
}
