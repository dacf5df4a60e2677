// One writer at a time, also among processes: a file beside the one that is written says who is at it. It is a link that leads nowhere, whose target is the mark of its owner: it appears together with what it says, so
// there is no moment at which nobody knows whose it is. A lock of somebody who is gone is taken over at once.
import { lstatSync, readdirSync, readlinkSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DRAFT } from '../core/draft.ts'
import { causeOf, DocumentError } from './document-error.ts'
import { isGone, isMark, ownMark, processOf } from './owner.ts'
import { readPlain } from './plain.ts'

/** How long a writer waits for one who is alive, and after what time a lock of whom nothing can be known was left behind, in milliseconds. */
const PATIENCE = 20_000
const LEFT_BEHIND = 10_000
const PAUSE = 15
const MOST_BYTES = 1000

let taken = 0
/** The locks that this thread has at this moment: any other with its mark could not be removed when it was done. */
const held = new Set<string>()

/** Runs with the lock of a file held. `isHeld` says whether it still is: somebody may have believed that we are gone, when the whole machine slept. */
export function locked(file: string, act: (isHeld: () => boolean) => void): void {
  const lock = `${file}.lock`
  const mine = `${ownMark()}-${taken++}`
  const until = Date.now() + PATIENCE
  while (!take(lock, mine)) {
    if (Date.now() > until) throw new DocumentError(`${whoHas(lock)} is writing it; if none is, remove ${lock}`)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1 + Math.random() * PAUSE)
  }
  held.add(mine)
  try {
    act(() => holderOf(lock) === mine)
  } finally {
    held.delete(mine)
    release(lock, mine)
  }
  sweep(dirname(lock), mine)
}

const swept = new Set<string>()

/** Removes the locks of those who are gone, of files that perhaps nobody writes again; once in a folder. */
function sweep(folder: string, mine: string): void {
  if (swept.has(folder)) return
  swept.add(folder)
  try {
    for (const name of readdirSync(folder)) if (name.endsWith('.lock') && !name.startsWith(DRAFT)) sweepOne(join(folder, name), mine)
  } catch {
    // What was to be done is done; the next one tries again.
  }
}

/** Only a lock of which we know whose it was: other programs have locks too. */
function sweepOne(lock: string, mine: string): void {
  const holder = holderOf(lock) ?? ''
  if (isMark(markOf(holder)) && isLeft(lock, holder)) bury(lock, holder, mine)
}

function whoHas(lock: string): string {
  const number = processOf(markOf(holderOf(lock) ?? ''))
  return number === undefined ? 'another process' : `another process (${number})`
}

/** False when somebody has it who may be alive, or when nobody can say who has it at this moment. */
function take(lock: string, mine: string): boolean {
  if (make(lock, mine)) return true
  const holder = holderOf(lock)
  return holder !== undefined && isLeft(lock, holder) && bury(lock, holder, mine) && make(lock, mine)
}

/** Removes the lock of one who is gone. Only one may do that, or the second would remove what the first has put in its place: so there is a lock for that, named after the dead, and never needed again. */
function bury(lock: string, holder: string, mine: string): boolean {
  const right = join(dirname(lock), `${DRAFT}${holder === '' ? 'unknown' : holder}.lock`)
  if (!take(right, mine)) return false
  try {
    if (holderOf(lock) === holder && isLeft(lock, holder)) remove(lock)
    return true
  } finally {
    release(right, mine)
  }
}

/** Whether whoever has a lock is gone. */
export function isLeftLock(lock: string): boolean {
  const holder = holderOf(lock)
  return holder !== undefined && isLeft(lock, holder)
}

function isLeft(lock: string, holder: string): boolean {
  const mark = markOf(holder)
  return mark === ownMark() ? !held.has(holder) : isGone(mark, { age: ageOf(lock), patience: LEFT_BEHIND })
}

/** A lock has the mark of its owner and the number of the lock. */
const markOf = (holder: string): string => holder.slice(0, Math.max(0, holder.lastIndexOf('-')))

/** False when there is one already. */
function make(lock: string, mine: string): boolean {
  try {
    link(lock, mine)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false
    throw causeOf(error)
  }
}

/** Some disks have no links; there the text of a file says whose it is, after a moment in which it is empty. */
function link(lock: string, mine: string): void {
  try {
    symlinkSync(mine, lock)
  } catch (error) {
    if (!['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL'].includes((error as { code?: string }).code ?? '')) throw error
    writeFileSync(lock, mine, { flag: 'wx', mode: 0o600 })
  }
}

/** What a lock says of its owner; empty for one of an older version or of nobody we know, undefined when there is none any more. */
function holderOf(lock: string): string | undefined {
  const text = targetOf(lock)
  return text === undefined || /^[0-9a-z-]{1,80}$/.test(text) ? text : ''
}

function targetOf(lock: string): string | undefined {
  try {
    return readlinkSync(lock)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ENOENT') return undefined
    if (code !== 'EINVAL' && code !== 'UNKNOWN') throw causeOf(error)
    return readPlain(lock, MOST_BYTES)
  }
}

const ageOf = (lock: string): number => Date.now() - (lstatSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())

/** What was done is done, whatever becomes of the lock: one that cannot be removed is taken over when this process has ended. */
function release(lock: string, mine: string): void {
  try {
    if (holderOf(lock) === mine) remove(lock)
  } catch {
    // See above.
  }
}

/** Removes a file; false when there is none. */
export function remove(file: string): boolean {
  try {
    unlinkSync(file)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return false
    throw causeOf(error)
  }
}
