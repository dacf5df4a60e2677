// Files on their way: what is written under another name first. A process that is killed leaves them behind, and the next one that writes into the folder removes them.
import { lstatSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DRAFT } from '../core/draft.ts'
import { namesIn } from '../disk/places.ts'
import { isGone, ownMark } from './owner.ts'

/** Of somebody on another machine it is believed after this time that he is gone, in milliseconds. */
const PATIENCE = 3_600_000

let made = 0

/** A name that nobody else uses, in the folder of the file: a rename does not cross disks. The name of the file is no part of it, because together they might be too long. */
export function draftFor(file: string): string {
  const folder = dirname(file)
  sweep(folder)
  return join(folder, `${DRAFT}${ownMark()}-${made++}.tmp`)
}

const swept = new Set<string>()

/** Removes what those left behind who are gone; once in a folder, because a folder of somebody may be large. */
function sweep(folder: string): void {
  if (swept.has(folder)) return
  swept.add(folder)
  for (const name of namesIn(folder)) if (name.startsWith(DRAFT)) removeLeft(join(folder, name), name)
}

function removeLeft(file: string, name: string): void {
  try {
    const stat = lstatSync(file, { throwIfNoEntry: false })
    if (stat !== undefined && isLeftDraft(name, Date.now() - stat.mtimeMs)) rmSync(file, { recursive: true, force: true })
  } catch {
    // Somebody else removed it, or it is not ours to remove.
  }
}

/** As versions before this one called theirs, which say nothing of who made them. */
const OLDER = /\.\d+\.\d+\.(?:tmp|new)$|^\d+-[0-9a-f]{12}\.tmp$/

/** Whether a file is on its way, by its name. */
export const isDraft = (name: string): boolean => name.startsWith(DRAFT) || OLDER.test(name)

/** Whether the writer of a draft is gone; its age is in milliseconds. A lock that was needed to remove another one is left alone until surely nobody thinks of it any more. */
export function isLeftDraft(name: string, age: number): boolean {
  const [, mark] = /^(.+)-\d+\.tmp$/.exec(name.slice(DRAFT.length)) ?? []
  return mark !== undefined && name.startsWith(DRAFT) ? isGone(mark, { age, patience: PATIENCE }) : isDraft(name) && age > PATIENCE
}
