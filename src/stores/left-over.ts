// What a process that was killed leaves in a folder: files on their way, and locks.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { lstatOf, namesIn } from '../disk/places.ts'
import { isDraft, isLeftDraft } from './drafts.ts'
import { isLeftLock, locked } from './lock.ts'

/** Something that is only there while somebody writes. */
export interface LeftOver {
  readonly file: string
  readonly what: 'draft' | 'lock'
  readonly bytes: number
  /** Whether its owner has ended. */
  readonly gone: boolean
}

/** Drafts and locks in a folder, whose owners may still be at work. */
export function leftOversIn(folder: string): LeftOver[] {
  return namesIn(folder).flatMap((name): LeftOver[] => {
    const file = join(folder, name)
    const what = isDraft(name) ? 'draft' : LOCK.test(name) ? 'lock' : undefined
    const stat = what === undefined ? undefined : lstatOf(file)
    if (what === undefined || stat === undefined || !(stat.isFile() || stat.isSymbolicLink())) return []
    return [{ file, what, bytes: stat.size, gone: what === 'lock' ? isLeftLock(file) : isLeftDraft(name, Date.now() - stat.mtimeMs) }]
  })
}

/** Of documents that we write. */
const LOCK = /\.(?:json|md|sha|pack|patch|txt)\.lock$/

/** Removes what a process left that has ended; false when somebody else did. A lock is removed by taking it: only that tells for sure whether somebody has it. */
export function removeLeftOver({ file, what }: LeftOver): boolean {
  if (lstatOf(file) === undefined) return false
  if (what === 'draft') rmSync(file, { force: true })
  else locked(file.slice(0, -'.lock'.length), () => {})
  return true
}
