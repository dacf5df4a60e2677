// Several files that belong together: all of them are on the disk under other names before the first takes its place.
import { renameSync, rmdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from './make-folder.ts'
import { forget, syncFolder, writeThrough } from './write.ts'

/** A file and what it shall hold. */
export interface Draft {
  readonly file: string
  readonly text: string
}

let written = 0

/** Writes all or, when one cannot be written, none; throws what the system throws. `ready` is asked before the first takes its place; false leaves everything as it was. */
export function writeTogether(drafts: readonly Draft[], ready: () => boolean = () => true): boolean {
  const folders: string[] = []
  const made: { draft: string; file: string }[] = []
  const undo = (): void => {
    for (const { draft } of made) forget(draft)
    for (const folder of folders.toReversed()) removeEmpty(folder)
  }
  try {
    for (const { file, text } of drafts) {
      folders.push(...makeFolder(dirname(file)))
      const draft = `${file}.${process.pid}.${written++}.new`
      made.push({ draft, file })
      writeThrough(draft, text, modeOf(file))
    }
    if (!ready()) {
      undo()
      return false
    }
    for (const { draft, file } of made) renameSync(draft, file)
  } catch (error) {
    undo()
    throw error
  }
  for (const folder of new Set(made.map(({ file }) => dirname(file)))) syncFolder(folder)
  return true
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Somebody else has put something there meanwhile.
  }
}

/** A file that is replaced keeps what may be done with it. */
const modeOf = (file: string): number => {
  const there = statSync(file, { throwIfNoEntry: false })
  return there === undefined ? 0o644 : there.mode & 0o777
}
