// A list that git made, kept with the stamps of everything that it follows from. As long as all of them are the same, so is the list, and nobody need be asked for it.
import { readdirSync, type Stats } from 'node:fs'
import type { Memory } from '../core/ports.ts'
import { isSkipped } from '../core/entry/sieve.ts'
import { isSettled } from '../core/stamp.ts'
import { lstatOf } from '../disk/places.ts'
import { sha256Of } from './octets.ts'
import type { Repository } from './repository.ts'
import type { Found, WalkOptions } from './walk.ts'

/** Where lists are kept. */
export interface Keeping {
  readonly memory: Memory
  /** When this run began, in milliseconds since 1970: what changed since then may have changed before it was listed or after. */
  readonly now: number
}

/** What a list was made of. */
export interface Made {
  readonly found: readonly Found[]
  /** The folders above what git lists, as they were on the disk; undefined for one that is not there. */
  readonly folders: ReadonlyMap<string, Stats | undefined>
}

const KIND = 'listing'

// The layout: four numbers of four bytes (paths that are watched, bytes of text, zeros); four doubles for each of these paths (its stamp, zeros when it is not there);
// the text: watched paths and what was found, with zeros between them. What was found has a letter before it, a capital when only the index says so.
const HEAD = 16
const STAMP = 32
const KINDS: Readonly<Record<string, Found['kind']>> = { f: 'file', l: 'link' }

/** The list as it was kept, when nothing that it follows from has changed since. */
export function recallList(options: WalkOptions, repository: Repository, { memory }: Keeping): Found[] | undefined {
  const bytes = memory.recall(KIND, keyOf(options, repository))
  const [count = 0, size = 0] = bytes === undefined ? [] : new Uint32Array(bytes.buffer, bytes.byteOffset, 2)
  if (bytes === undefined || bytes.length !== HEAD + count * STAMP + size) return undefined
  const rows = Buffer.from(bytes.buffer, bytes.byteOffset + HEAD + count * STAMP, size).toString('utf8').split('\0')
  const stamps = new Float64Array(new Uint8Array(bytes.subarray(HEAD, HEAD + count * STAMP)).buffer)
  for (let at = 0; at < count; at++) if (!holds(stamps, at * 4, lstatOf(rows[at] as string))) return undefined
  const found: Found[] = []
  for (let at = count; at < rows.length; at++) found.push(foundIn(rows[at] as string))
  return found
}

function foundIn(row: string): Found {
  const [letter = '', path] = [row[0], row.slice(1)]
  const kind = KINDS[letter.toLowerCase()] ?? 'file'
  return letter < 'a' ? { path, kind, indexed: true } : { path, kind }
}

function holds(stamps: Float64Array, at: number, stat: Stats | undefined): boolean {
  if (stat === undefined) return stamps[at + 3] === 0
  return stamps[at] === stat.mtimeMs && stamps[at + 1] === stat.ctimeMs && stamps[at + 2] === stat.size && stamps[at + 3] === stat.ino
}

/** Keeps a list, unless something that it follows from is too young to be known again, or is too much. */
export function keepList(options: WalkOptions, repository: Repository, { found, folders, memory, now }: Made & Keeping): void {
  const watched = watchedFor(options.root, repository, folders)
  if (watched === undefined || found.some(({ kind }) => kind === 'repository')) return
  const stamps = new Float64Array(watched.size * 4)
  let at = 0
  for (const stat of watched.values()) {
    if (stat !== undefined) {
      if (!isSettled(stat.mtimeMs, stat.ctimeMs, now)) return
      stamps.set([stat.mtimeMs, stat.ctimeMs, stat.size, stat.ino], at)
    }
    at += 4
  }
  const letterOf = ({ kind, indexed }: Found): string => (indexed ? kind.charAt(0).toUpperCase() : kind.charAt(0))
  const text = Buffer.from([...watched.keys(), ...found.map((one) => letterOf(one) + one.path)].join('\0'))
  const bytes = new Uint8Array(HEAD + stamps.byteLength + text.length)
  new Uint32Array(bytes.buffer, 0, 2).set([watched.size, text.length])
  bytes.set(new Uint8Array(stamps.buffer), HEAD)
  bytes.set(text, HEAD + stamps.byteLength)
  memory.keep(KIND, keyOf(options, repository), bytes)
}

const keyOf = ({ root, include, exclude, useLocalExcludes }: WalkOptions, { own, common }: Repository): string =>
  sha256Of(Buffer.from(JSON.stringify([root, include, exclude, useLocalExcludes, own, common])))

/** More folders than this in which git lists nothing are not watched: then nothing is kept. */
const MOST_OTHERS = 1000

/** Everything that decides what git lists: each folder in which a file may appear, the ignore files, git's own. Undefined when that is too much. */
function watchedFor(root: string, { own, common }: Repository, folders: ReadonlyMap<string, Stats | undefined>): Map<string, Stats | undefined> | undefined {
  const watched = new Map<string, Stats | undefined>([['', lstatOf(root)] as const, ...folders].map(([folder, stat]) => [folder === '' ? root : `${root}/${folder}`, stat]))
  const others = othersIn(watched, common)
  if (others === undefined) return undefined
  for (const folder of others) watched.set(folder, lstatOf(folder))
  const ignoring = Array.from(watched.keys(), (folder) => `${folder}/.gitignore`)
  for (const file of ignoring) {
    const stat = lstatOf(file)
    if (stat !== undefined) watched.set(file, stat)
  }
  for (const file of [`${own}/index`, `${own}/config.worktree`, `${common}/config`, `${common}/info/exclude`]) watched.set(file, lstatOf(file))
  return watched
}

/** Folders below the known ones in which git lists nothing, ignored or not: a file may appear there. A folder has a link for each folder in it, on most disks. */
function othersIn(known: ReadonlyMap<string, Stats | undefined>, git: string): string[] | undefined {
  const inside = new Map<string, number>()
  for (const folder of [...known.keys(), git]) {
    const above = folder.slice(0, folder.lastIndexOf('/'))
    inside.set(above, (inside.get(above) ?? 0) + 1)
  }
  const links = (folder: string, { nlink }: Stats): number => nlink - 2 - (inside.get(folder) ?? 0)
  const isTold = [...known].every(([folder, stat]) => stat === undefined || !stat.isDirectory() || links(folder, stat) >= 0)
  const others: string[] = []
  for (const [folder, stat] of known) if (stat?.isDirectory() && !(isTold && links(folder, stat) === 0) && !addBelow(folder, { known, others })) return undefined
  return others
}

function addBelow(folder: string, { known, others }: { known: ReadonlyMap<string, unknown>; others: string[] }): boolean {
  for (const one of foldersIn(folder)) {
    const path = `${folder}/${one}`
    if (known.has(path)) continue
    if (others.push(path) > MOST_OTHERS || !addBelow(path, { known, others })) return false
  }
  return true
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isDirectory() && !isSkipped(one.name) ? [one.name] : []))
  } catch {
    return []
  }
}
