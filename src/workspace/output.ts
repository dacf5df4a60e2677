// Where a page goes: a file that is replaced whole, or something that is not a file and is written into.
import { lstatSync, openSync, closeSync, realpathSync, writeFileSync } from 'node:fs'
import { writeWhole } from '../stores/write.ts'

/** Writes parts to a path. A regular file is replaced in one step; a link keeps pointing where it did; a pipe or device is written into. */
export function writeOutput(path: string, parts: Iterable<string>): void {
  const there = lstatSync(path, { throwIfNoEntry: false })
  if (there?.isSymbolicLink()) return writeOutput(realpathSync(path), parts)
  if (there === undefined || there.isFile()) {
    writeWhole(path, parts, { mode: there === undefined ? 0o644 : there.mode & 0o777 })
    return
  }
  const handle = openSync(path, 'w')
  try {
    for (const part of parts) writeFileSync(handle, part)
  } finally {
    closeSync(handle)
  }
}

const CAUSES: Readonly<Record<string, string>> = {
  EACCES: 'permission denied', EPERM: 'permission denied', EROFS: 'the disk is read-only', ENOSPC: 'the disk is full', ENOENT: 'its folder does not exist',
  EISDIR: 'it is a folder', ENOTDIR: 'a part of its path is not a folder', ENAMETOOLONG: 'its name is longer than the system allows', EXDEV: 'it lies on another disk',
}

/** Why something could not be written, in words. */
export function writeCause(error: unknown): string {
  const code = (error as { code?: string } | null)?.code ?? ''
  return Object.hasOwn(CAUSES, code) ? (CAUSES[code] as string) : `the system said ${code || String(error)}`
}
