// What was worked out from texts, kept by their hashes: for each kind some files that are never changed, only added and, when there are many, written as one.
import { unlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Memory } from '../core/ports.ts'
import { namesIn } from '../disk/places.ts'
import { isDraft } from './drafts.ts'
import { makeFolder } from './make-folder.ts'
import { type Key, keyOf, type Pair, Segment, segmentOf } from './segment.ts'
import { Slabs, Waiting } from './waiting.ts'
import { writeWhole } from './write.ts'

/** More small files than this of one kind are written as one; what is larger stays as it is, because copying it would cost more than having it. */
const MOST_SEGMENTS = 6
const SMALL = 1 << 20
/** Every miss looks into all of them: of so many of any size the smaller half is written as one. */
const TOO_MANY = 24

/** Values of one kind, and their bytes, that wait to be written; and the bytes of all kinds together. */
const MOST_WAITING = 40_000
const MOST_WAITING_BYTES = 4 << 20
const MOST_WAITING_IN_ALL = 8 << 20

/** A memory in a folder. Two processes may share it: a file appears whole or not at all, and whoever misses one works it out again. */
export interface FolderMemory extends Memory {
  /** Writes what was kept since the last time. Failing costs only speed. */
  flush(): void
  close(): void
}

/** How much of one kind is kept; of more, only what was asked for in this run. */
const MOST_BYTES = 256 << 20

/** Opens a memory; the folder is made when there is something to write. */
export function folderMemory(folder: string, most = MOST_BYTES): FolderMemory {
  const kinds = new Map<string, Kind>()
  const slabs = new Slabs()
  const kindOf = (name: string): Kind => {
    const known = kinds.get(name)
    if (known !== undefined) return known
    const kind = new Kind(folder, name, { most, slabs })
    kinds.set(name, kind)
    return kind
  }
  const put = (kind: string, sha256: string, value: Uint8Array | string): void => {
    kindOf(kind).put(sha256, value)
    if (slabs.waiting > MOST_WAITING_IN_ALL) [...kinds.values()].reduce((fullest, one) => (one.waiting > fullest.waiting ? one : fullest)).flush()
  }
  return {
    recall: (kind, sha256) => kindOf(kind).get(sha256),
    keep: put,
    recallText: (kind, sha256) => textOf(kindOf(kind).get(sha256)),
    keepText: put,
    flush: () => { for (const kind of kinds.values()) kind.flush() },
    close: () => {
      for (const kind of kinds.values()) kind.close()
      kinds.clear()
    },
  }
}

const textOf = (bytes: Uint8Array | undefined): string | undefined =>
  bytes === undefined ? undefined : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')

class Kind {
  private segments: Segment[] | undefined
  private readonly fresh: Waiting
  private readonly most: number
  private isTidied = false
  private readonly folder: string
  private readonly prefix: string

  constructor(folder: string, name: string, { most, slabs }: { most: number; slabs: Slabs }) {
    this.folder = folder
    this.most = most
    this.fresh = new Waiting(slabs)
    this.prefix = `${name.replace(/[^a-z0-9_]/g, '_')}-`
  }

  get(sha256: string): Uint8Array | undefined {
    const fresh = this.fresh.get(sha256)
    if (fresh !== undefined) return fresh
    const segments = this.open()
    const key = segments.length === 0 ? undefined : keyOf(sha256)
    for (const segment of segments) {
      const value = found(segment, key as Key)
      if (value !== undefined) return value
    }
    return undefined
  }

  /** Bytes that wait to be written. */
  get waiting(): number {
    return this.fresh.bytes
  }

  put(sha256: string, value: Uint8Array | string): void {
    this.fresh.add(sha256, value)
    // A tree can be larger than memory: what is new does not wait for the end.
    if (this.fresh.size >= MOST_WAITING || this.waiting >= MOST_WAITING_BYTES) this.flush()
  }

  flush(): void {
    if (this.fresh.size === 0) return
    try {
      this.write()
    } catch {
      // A full or read-only disk: what was kept is worked out again next time.
    }
    this.fresh.drop()
  }

  close(): void {
    this.flush()
    for (const segment of this.segments ?? []) segment.close()
    this.segments = undefined
  }

  private open(): readonly Segment[] {
    this.segments ??= namesIn(this.folder).filter((name) => name.startsWith(this.prefix) && !isDraft(name)).reverse().flatMap((name) => Segment.open(join(this.folder, name)) ?? [])
    return this.segments
  }

  /** Adds a file; when there are many small ones, one takes their place, and when there is too much, of all. */
  private write(): void {
    const laid = this.fresh.laid()
    const old = this.open()
    const merged = this.mergeable(old)
    const others = merged.length === 0 ? [] : [...this.before(merged, { taken: new Set(laid.hashes.map((sha256) => keyOf(sha256).join())), all: merged !== old })]
    makeFolder(this.folder, 0o700)
    const file = join(this.folder, `${this.prefix}${Date.now().toString(36)}-${process.pid.toString(36)}-${written++}`)
    writeWhole(file, segmentOf(laid, others))
    const added = Segment.open(file)
    added?.meetAll()
    this.segments = [...(added === undefined ? [] : [added]), ...old.filter((segment) => !merged.includes(segment))]
    for (const segment of merged) discard(segment)
  }

  /** The files to write as one: all when there is too much, once in a run; otherwise the small ones, when they are many. */
  private mergeable(old: readonly Segment[]): readonly Segment[] {
    const isCrowded = old.length >= MOST_SEGMENTS && old.reduce((sum, { bytes }) => sum + bytes, 0) > this.most
    if (isCrowded && !this.isTidied) {
      this.isTidied = true
      return old
    }
    const small = old.filter(({ bytes }) => bytes < SMALL)
    if (small.length >= MOST_SEGMENTS) return small
    return old.length < TOO_MANY ? [] : old.toSorted((a, b) => a.bytes - b.bytes).slice(0, TOO_MANY / 2)
  }

  /** What files hold, each key once; if that is too much, only what was used. */
  private *before(segments: readonly Segment[], { taken, all }: { taken: Set<string>; all: boolean }): Iterable<Pair> {
    for (const segment of segments) {
      for (const [key, value] of all ? segment.entries() : segment.met()) {
        const text = key.join()
        if (taken.has(text)) continue
        taken.add(text)
        yield [key, value]
      }
    }
  }
}

let written = 0

/** Another process may have been first. */
function discard(segment: Segment): void {
  segment.close()
  try {
    unlinkSync(segment.file)
  } catch {
    // It is gone, which is what was wanted.
  }
}

/** A file that vanishes or breaks while it is read has forgotten everything. */
function found(segment: Segment, key: Key): Uint8Array | undefined {
  try {
    return segment.get(key)
  } catch {
    return undefined
  }
}
