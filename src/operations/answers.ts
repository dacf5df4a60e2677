// A page that was printed, as it is kept: what stands around the files that are shown as they were read, and not these files, which lie on the disk.
import { firstCut } from '../core/cuts.ts'
import { packId } from '../core/delta/pack.ts'
import { numbered } from '../core/numbered.ts'
import { Framed, framesOf, type Parts } from '../core/parts.ts'
import type { Entry, Meter } from '../core/ports.ts'
import { findPack, keepPack, type Reading, type Workspace } from '../workspace/index.ts'
import type { Outcome } from './operation.ts'

/** What is told of a page. */
export interface Answer extends Outcome {
  readonly text: Parts
  /** The pack that a delta can begin with. */
  readonly pack?: string
}

/** An answer as it is kept: what stands around the files, and which files these are by their place among those that were read. */
export interface Kept {
  readonly told: Omit<Answer, 'text'>
  /** All that stands around the files, and how many characters of it stand before each of them and behind the last. */
  readonly text: string
  readonly lengths: readonly number[]
  readonly files: readonly number[]
  /** The time that the page tells, in its first part alone. */
  readonly time?: string
}

/** Characters around files that are kept at the most. */
const MOST_AROUND = 10 << 20

/** An answer as it can be kept; undefined for one that holds nothing, that is too long, or that tells the time where it cannot be told anew. */
export function keptOf({ text, ...told }: Answer, { entries }: Reading, { time, meter }: { time: string | undefined; meter: Meter }): Kept | undefined {
  const frames = text.length === 0 ? undefined : framesOf(text, MOST_AROUND)
  if (frames === undefined) return undefined
  const numberOf = numbered(entries)
  const files = frames.entries.map((entry) => numberOf(entry) ?? -1)
  if (files.includes(-1)) return undefined
  const kept = { told, text: frames.around.join(''), lengths: frames.around.map(({ length }) => length), files }
  const times = time === undefined ? 0 : kept.text.split(time).length - 1
  if (times === 0) return kept
  // Where the time stands twice, one of them is the word of a file.
  const isRetold = times === 1 && hasSameLength(frames.around[0] as string, time as string, meter)
  return isRetold ? { ...kept, time: time as string } : undefined
}

/** The answer that was kept, told now; undefined when it is none, or when a part of it is gone. */
export function givenAgain({ told, text: all, lengths, files, time }: Partial<Kept>, { entries }: Reading, workspace: Workspace): Answer | undefined {
  if (typeof told !== 'object' || all === undefined || !Array.isArray(lengths) || !Array.isArray(files) || lengths.length !== files.length + 1 || files.some((number) => entries[number] === undefined)) return undefined
  const around = partsOf(all, lengths)
  if (around === undefined) return undefined
  const now = workspace.timestamp()
  const pack = told.pack === undefined ? undefined : packNow(workspace, told.pack, { time, now })
  if (told.pack !== undefined && pack === undefined) return undefined
  const first = time === undefined ? around[0] as string : (around[0] as string).replace(time, now)
  const text = new Framed({ around: [first, ...around.slice(1)], entries: files.map((number) => entries[number] as Entry) })
  const events = (told.events ?? []).map((event) => ({ ...event, timestamp: now, ...(pack === undefined ? {} : { pack }) }))
  return { ...told, text, events, ...(pack === undefined ? {} : { pack, report: (told.report ?? []).map((line) => (line === packLine(told.pack as string) ? packLine(pack) : line)) }) }
}

/** What is said of a pack that was kept. */
export const packLine = (id: string): string => `pack ${id}`

/** The pack that an answer is now: another time makes another pack. Undefined when the one it was is gone, or the one it is cannot be kept. */
function packNow(workspace: Workspace, was: string, { time, now }: { time: string | undefined; now: string }): string | undefined {
  const before = findPack(workspace, was)
  if (before === undefined || time === undefined) return before?.id
  const text = before.text.replace(time, now)
  const pack = { ...before, id: packId(text, workspace.digest), text, at: now }
  return keepPack(workspace, pack) ? pack.id : undefined
}

/** A text in parts of so many characters; undefined when it has more or less. */
function partsOf(text: string, lengths: readonly number[]): string[] | undefined {
  let at = 0
  const parts = lengths.map((length) => text.slice(at, at += length))
  return at === text.length ? parts : undefined
}

/** Times in which every minute, second, hour, day and month stands once at least. */
const times = (): string[] => Array.from({ length: 60 }, (_, i) => new Date(Date.UTC(1999 + (i % 40), i % 12, 1 + (i % 31), i % 24, i, 59 - i)).toISOString().replace(/\.\d+Z$/, 'Z'))

/** Whether a text has as many tokens whatever time it tells, for the page says how many it has: counters that take digits by twos and threes give every number of a time one token. */
function hasSameLength(text: string, time: string, meter: Meter): boolean {
  const at = text.indexOf(time)
  if (at < 0) return false
  // Behind the next cut tokens are what they were.
  const end = at + time.length + firstCut(text.slice(at + time.length))
  const tokensAt = (told: string): number => meter.count(text.slice(0, at) + told + text.slice(at + time.length, end))
  const tokens = tokensAt(time)
  return times().every((told) => tokensAt(told) === tokens)
}
