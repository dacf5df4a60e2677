// What a process that was killed leaves in a folder: files on their way, and locks.
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { locked } from './lock.ts'

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
    const what = LOCK.test(name) ? 'lock' : DRAFT.test(name) ? 'draft' : undefined
    const stat = what === undefined ? undefined : lstatSync(file, { throwIfNoEntry: false })
    return what === undefined || stat === undefined || stat.isDirectory() ? [] : [{ file, what, bytes: stat.size, gone: isGone(name, Date.now() - stat.mtimeMs) }]
  })
}

/** Of documents that we write. */
const LOCK = /\.(?:json|md|sha|pack|patch|txt)\.lock$/

/** As drafts are called: the number of their process, and their own. */
const DRAFT = /\.(\d+)\.\d+\.(?:tmp|new)$|^(\d+)-[0-9a-f]{12}\.tmp$/

/** A process on another machine cannot be asked; its drafts and locks are believed to be alive for a while. */
const SOON = 10_000
const LATE = 3_600_000

function isGone(name: string, age: number): boolean {
  const [, beside, before] = DRAFT.exec(name) ?? []
  const pid = Number(beside ?? before ?? 0)
  return age > (pid > 0 && isRunning(pid) ? LATE : SOON)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

/** Removes what a process left that has ended; false when somebody else did. A lock is removed by taking it: only that tells for sure whether somebody has it. */
export function removeLeftOver({ file, what }: LeftOver): boolean {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return false
  if (what === 'draft') rmSync(file, { force: true })
  else locked(file.slice(0, -'.lock'.length), () => {})
  return true
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}
