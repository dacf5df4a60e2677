// Who is writing. Drafts and locks carry a mark of the thread that made them, so that whoever finds one later knows whether it is still being worked on: a process that was killed cannot clean up after itself.
import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { threadId } from 'node:worker_threads'
import { once } from '../core/once.ts'

/** A thread. Numbers of processes and threads come again; together with the moment they began they do not. */
interface Owner {
  /** Where the numbers mean something: one run of one machine or of one container. */
  readonly place: string
  readonly pid: number
  readonly thread: number
  /** When the thread began, in ticks of its machine; 0 where the system does not say. */
  readonly start: number
}

/** The mark of this thread: short, and fit for the name of a file. */
export const ownMark = once((): string => {
  const { place, pid, thread, start } = ownerHere()
  return [place, ...[pid, thread, start].map((number) => number.toString(36))].join('-')
})

const MARK = /^([0-9a-f]{8})-([0-9a-z]{1,8})-([0-9a-z]{1,8})-([0-9a-z]{1,12})$/

/** Whether a text is the mark of somebody. */
export const isMark = (text: string): boolean => MARK.test(text)

/** Whether the one who left a mark has ended. Of whom nothing can be known (another machine, an older version), it is believed once the mark is older than `patience`, both in milliseconds. */
export function isGone(mark: string, { age, patience }: { readonly age: number; readonly patience: number }): boolean {
  if (mark === ownMark()) return false
  const owner = ownerOf(mark)
  const lives = owner === undefined ? undefined : isAlive(owner)
  return lives === undefined ? age > patience : !lives
}

/** The number of the process that left a mark; undefined when it is not a mark of this machine. */
export function processOf(mark: string): number | undefined {
  const owner = ownerOf(mark)
  return owner?.place === ownerOf(ownMark())?.place ? owner?.pid : undefined
}

function ownerOf(mark: string): Owner | undefined {
  const [, place = '', pid = '', thread = '', start = ''] = MARK.exec(mark) ?? []
  return place === '' ? undefined : { place, pid: Number.parseInt(pid, 36), thread: Number.parseInt(thread, 36), start: Number.parseInt(start, 36) }
}

/** Linux tells of threads, which a server ends one by one; elsewhere a process is all that can be asked for. */
function ownerHere(): Owner {
  try {
    const [, pid = '', thread = ''] = /^(\d+)\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? []
    const place = hashOf(readFileSync('/proc/sys/kernel/random/boot_id', 'utf8') + readlinkSync('/proc/self/ns/pid'))
    const { start } = taskOf(Number(pid), Number(thread))
    return { place, pid: Number(pid), thread: Number(thread), start }
  } catch {
    return { place: hashOf(hostname()), pid: process.pid, thread: threadId, start: 0 }
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

/** Undefined when nobody can say. */
function isAlive({ place, pid, thread, start }: Owner): boolean | undefined {
  if (place !== ownerOf(ownMark())?.place) return undefined
  if (start === 0) return isRunning(pid) ? undefined : false
  try {
    const task = taskOf(pid, thread)
    // A number that came again has another beginning, and what is dead may still be listed until its parent looks.
    return task.start === start && !task.dead
  } catch (error) {
    const { code } = error as { code?: string }
    if (code !== 'ENOENT' && code !== 'ESRCH') return undefined
    // Some systems hide the processes of other people.
    return isRunning(pid) && pid !== process.pid ? undefined : false
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

/** What the system says of a thread; throws when there is none. */
function taskOf(pid: number, thread: number): { start: number; dead: boolean } {
  const text = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
  // The name of a program may hold anything, so counting begins behind it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { start: Number(fields[19]), dead: fields[0] === 'Z' || fields[0] === 'X' }
}
