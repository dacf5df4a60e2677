// One writer at a time, also among processes: a file beside the one that is written says that somebody is at it.
import { closeSync, lstatSync, openSync, unlinkSync } from 'node:fs'
import { causeOf, DocumentError } from './document-error.ts'

/** How long a writer waits for another one, and after what time a lock is one that somebody left behind, in milliseconds. */
const PATIENCE = 5000
const LEFT_BEHIND = 10_000
const PAUSE = 15

/** Runs with the lock of a file held. */
export function locked(file: string, act: () => void): void {
  const lock = `${file}.lock`
  const until = Date.now() + PATIENCE
  while (!taken(lock)) {
    if (Date.now() > until) throw new DocumentError(`another process is writing it; if none is, remove ${file}.lock`)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE)
  }
  try {
    act()
  } finally {
    remove(lock)
  }
}

function taken(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600))
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw causeOf(error)
    const age = Date.now() - (lstatSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > LEFT_BEHIND) remove(lock)
    return false
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
