// Files on their way: what is written under another name first. A process that is killed leaves them behind, and the next one that writes into the folder removes them.
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DRAFT } from '../core/draft.ts'
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

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function removeLeft(file: string, name: string): void {
  try {
    const stat = lstatSync(file, { throwIfNoEntry: false })
    if (stat !== undefined && isLeft(name.slice(DRAFT.length), Date.now() - stat.mtimeMs)) rmSync(file, { recursive: true, force: true })
  } catch {
    // Somebody else removed it, or it is not ours to remove.
  }
}

/** A draft whose writer is gone. A lock that was needed to remove another one is left alone until surely nobody thinks of it any more. */
function isLeft(rest: string, age: number): boolean {
  const [, mark] = /^(.+)-\d+\.tmp$/.exec(rest) ?? []
  return mark === undefined ? rest.endsWith('.lock') && age > PATIENCE : isGone(mark, { age, patience: PATIENCE })
}
