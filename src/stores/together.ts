// Several files that belong together: all of them are on the disk under other names before the first takes its place.
import { copyFileSync, renameSync, rmdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { draftFor } from './drafts.ts'
import { makeFolder } from './make-folder.ts'
import { forget, syncFolder, writeThrough } from './write.ts'

/** A file and what it shall hold. */
export interface Draft {
  readonly file: string
  readonly text: string
}

/** A file on its way: the new bytes, and the old ones while they may have to come back. */
interface Step {
  readonly file: string
  readonly draft: string
  readonly old?: string
}

/** Writes all or, when one cannot be written, none; throws what the system throws. `ready` is asked before the first takes its place; false leaves everything as it was. */
export function writeTogether(drafts: readonly Draft[], ready: () => boolean = () => true): boolean {
  const folders: string[] = []
  const steps: Step[] = []
  let done = 0
  try {
    for (const { file, text } of drafts) {
      folders.push(...makeFolder(dirname(file)))
      const step = stepFor(file)
      steps.push(step)
      writeThrough(step.draft, text, modeOf(file))
      if (step.old !== undefined) copyFileSync(file, step.old)
    }
    if (ready()) for (; done < steps.length; done++) renameSync((steps[done] as Step).draft, (steps[done] as Step).file)
  } catch (error) {
    for (const step of steps.slice(0, done)) takeBack(step)
    done = 0
    throw error
  } finally {
    for (const step of steps) tidy(step)
    if (done === 0) for (const folder of folders.toReversed()) removeEmpty(folder)
  }
  for (const folder of new Set(steps.map(({ file }) => dirname(file)))) syncFolder(folder)
  return done === steps.length
}

function stepFor(file: string): Step {
  const draft = draftFor(file)
  return statSync(file, { throwIfNoEntry: false }) === undefined ? { file, draft } : { file, draft, old: draftFor(file) }
}

/** The file as it was before. */
function takeBack({ file, old }: Step): void {
  if (old === undefined) return forget(file)
  try {
    renameSync(old, file)
  } catch {
    // The disk takes nothing any more, not even what it had.
  }
}

function tidy({ draft, old }: Step): void {
  forget(draft)
  if (old !== undefined) forget(old)
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
