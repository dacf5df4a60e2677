// The cache: a folder for each workspace, below one folder for all. Nothing in it is needed; everything in it can be worked out again.
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { Ledger, Memory } from '../core/ports.ts'
import { lstatOf, namesIn } from '../disk/places.ts'
import { type Answers, answersIn } from './answers.ts'
import { cachedBytes } from './cache-file.ts'
import { causeOf } from './document-error.ts'
import { type FileLedger, fileLedger } from './ledger.ts'
import { type Lists, listsIn } from './lists.ts'
import { type FolderMemory, folderMemory } from './memory.ts'
import { type Originals, originalsIn } from './originals.ts'
import { type Packs, packsIn } from './packs.ts'
import { writeWhole } from './write.ts'

/** What is remembered of one workspace. */
export interface Cache {
  readonly memory: Memory
  /** One ledger for each way of reading: what is seen depends on it. */
  ledger(way: string): Ledger
  /** Packs that were printed. */
  readonly packs: Packs
  /** Outputs of tools that were shown in part. */
  readonly originals: Originals
  /** Answers that were given. */
  readonly answers: Answers
  /** Lists of files. */
  readonly lists: Lists
  /** Writes what is new and lets go of what has been idle longest. */
  close(): void
}

/** Where and for what a cache is. */
export interface CacheOptions {
  /** The folder of all caches. */
  readonly place: string
  /** The program that works things out: another one may work out something else. */
  readonly build: string
  readonly root: string
  /** Trust no stamp: every file is read and hashed again. */
  readonly verify?: boolean
  /** Milliseconds since 1970. */
  readonly now: number
  /** A memory that stays open after the cache is closed, by its folder. */
  readonly memoryIn?: (folder: string) => FolderMemory
  /** All caches together stay below so many bytes: a gigabyte. The one that was used longest ago goes first. */
  readonly most?: number
}

const MOST_BYTES = 1 << 30
/** When a cache was used last is written down once in this time. */
const HOUR = 3_600_000

/** Opens the cache of a workspace. Nothing is written until it is closed. */
export function openCache({ place, build, root, verify = false, now, memoryIn, most = MOST_BYTES }: CacheOptions): Cache {
  const folder = join(place, build + suffixOf(root))
  const memory = memoryIn === undefined ? folderMemory(folder) : memoryIn(folder)
  const ledgers = new Map<string, FileLedger>()
  return {
    memory, packs: packsIn(folder), originals: originalsIn(folder), answers: verify ? forgotten(answersIn(folder)) : answersIn(folder), lists: listsIn(folder),
    ledger: (way) => {
      const known = ledgers.get(way) ?? fileLedger(join(folder, `files-${way}`), { now, verify })
      ledgers.set(way, known)
      return known
    },
    close: () => {
      for (const ledger of ledgers.values()) ledger.flush()
      if (memoryIn === undefined) memory.close()
      else memory.flush()
      if (touch(folder, root, now)) tryEvict(folder, now, most)
    },
  }
}

/** Who has everything looked at again is not given what was said before. */
const forgotten = (answers: Answers): Answers => ({ ...answers, find: () => undefined })

/** Notes that a cache was used, and by which workspace; seldom, because every run comes by here. Says whether it did. */
function touch(folder: string, root: string, now: number): boolean {
  const mark = join(folder, 'used')
  try {
    const last = lstatSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (now - last < HOUR) return false
    if (last === 0) begin(folder, root)
    utimesSync(mark, now / 1000, now / 1000)
    return true
  } catch {
    // No folder, because there was nothing to keep, or one that cannot be written.
    return false
  }
}

/** A home may be packed itself, and backed up: what is here is nobody's work. */
function begin(folder: string, root: string): void {
  writeWhole(join(folder, '.gitignore'), '*\n', { mode: 0o644 })
  writeWhole(join(folder, 'CACHEDIR.TAG'), 'Signature: 8a477f597d28d172789f06886806bc55\n', { mode: 0o644 })
  // The last of them, because whoever finds it believes that the others are there.
  writeWhole(join(folder, 'used'), root)
}

function tryEvict(folder: string, now: number, most: number): void {
  try {
    evict(folder, now, most)
  } catch {
    // The next run tries again.
  }
}

function evict(folder: string, now: number, most: number): void {
  const place = join(folder, '..')
  let room = most
  for (const cache of cachesIn(place).sort((a, b) => b.used - a.used)) {
    room -= cache.bytes
    if (room < 0 && cache.folder !== folder && now - cache.used > HOUR) tryRemove(cache.folder)
  }
}

function tryRemove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Another process is at it, or it is not ours to remove.
  }
}

/** One cache as it lies on the disk. */
export interface CacheState {
  readonly folder: string
  /** The workspace it belongs to; empty when that was never written down. */
  readonly root: string
  /** Milliseconds since 1970. */
  readonly used: number
  readonly bytes: number
  readonly files: number
}

const suffixOf = (root: string): string => `-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`

/** Whether a cache belongs to a workspace: its name says so, also when nothing in it can be read. */
export const isCacheOf = ({ folder }: CacheState, root: string): boolean => folder.endsWith(suffixOf(root))

/** Every cache below a place. Throws a DocumentError when nobody can say what there is. */
export function cachesIn(place: string): CacheState[] {
  return listed(place).flatMap((name) => {
    const folder = join(place, name)
    // Only what looks like ours: whoever names another folder as the place must not lose what is in it.
    if (!/^[0-9a-z.-]{1,60}-[0-9a-f]{16}$/.test(name) || !isFolder(folder)) return []
    const files = namesIn(folder).flatMap((file) => lstatOf(join(folder, file)) ?? [])
    const used = lstatOf(join(folder, 'used'))?.mtimeMs ?? 0
    return [{ folder, root: rootOf(folder), used, bytes: files.reduce((sum, { size }) => sum + size, 0), files: files.length }]
  })
}

/** How many bytes a folder holds, with everything below it; none when it is not there. */
export function bytesBelow(folder: string): number {
  return namesIn(folder).reduce((sum, name) => {
    const stat = lstatOf(join(folder, name))
    return sum + (stat === undefined ? 0 : stat.isDirectory() ? bytesBelow(join(folder, name)) : stat.size)
  }, 0)
}

/** Throws when nobody can say. */
function isFolder(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.isDirectory() === true
  } catch (error) {
    throw causeOf(error)
  }
}

const rootOf = (folder: string): string => cachedBytes(join(folder, 'used'))?.toString('utf8') ?? ''

/** Removes caches; gives back how many bytes that freed. */
export const clearCaches = (caches: readonly CacheState[]): number => caches.reduce((sum, { folder }) => sum + removeFolder(folder), 0)

/** Removes a folder with everything below it; gives back how many bytes that freed. */
export function removeFolder(folder: string): number {
  const bytes = bytesBelow(folder)
  try {
    // Another process may put something there meanwhile: then once more.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
  } catch (error) {
    throw causeOf(error)
  }
  return bytes
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as { code?: string }).code ?? '')) return []
    throw causeOf(error)
  }
}
