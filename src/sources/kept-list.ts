// A list that git made, kept with the stamps of everything that it follows from. As long as all of them are the same, so is the list, and nobody need be asked for it.
import { readdirSync, type Stats } from 'node:fs'
import { keptJson } from '../core/kept-json.ts'
import { asOneText } from '../core/entry/reading.ts'
import { isSkipped } from '../core/entry/sieve.ts'
import { holdsStamp, isSettled, putStamp, STAMP } from '../core/stamp.ts'
import { lstatOf } from '../disk/places.ts'
import { sha256Of } from './octets.ts'
import { includesAny } from './outside.ts'
import { stampAt, stampOf } from './read.ts'
import type { Repository } from './repository.ts'
import type { Found, WalkOptions } from './walk.ts'

/** Where lists are kept. */
export interface Keeping {
  /** Texts by eight hex digits; any of them may be gone at any time. */
  readonly shelf: { find(id: string): string | undefined; keep(id: string, text: string): boolean }
  /** Whether a text holds what may not be kept: a name can be a secret. */
  readonly isSecret?: ((text: string) => boolean) | undefined
  /** When this run began, in milliseconds since 1970: what changed since then may have changed before it was listed or after. */
  readonly now: number
}

/** What a list was made of. */
export interface Made {
  readonly found: readonly Found[]
  /** The folders above what git lists, as they were on the disk; undefined for one that is not there. */
  readonly folders: ReadonlyMap<string, Stats | undefined>
}

/** A list as it lies there: what is watched with four numbers each (zeros for what is not there), and what was found, with a letter before it that is a capital when only the index says so. */
interface Kept {
  /** All of the key: the name of a file has its beginning only. */
  readonly key: string
  readonly watched: readonly string[]
  readonly stamps: readonly number[]
  /** Absent when there was too much to watch: as long as the index is the same, nobody need try again. */
  readonly found?: readonly string[]
}

const KINDS: Readonly<Record<string, Found['kind']>> = { f: 'file', l: 'link' }

/** The list as it was kept, when nothing that it follows from has changed since. */
export function recallList(options: WalkOptions, repository: Repository, { shelf }: Keeping): Found[] | undefined {
  const kept = keptAs(keyOf(options, repository), shelf)
  return kept?.found === undefined || !isSame(kept) ? undefined : kept.found.map(foundIn)
}

function keptAs(key: string, shelf: Keeping['shelf']): Kept | undefined {
  const kept = keptJson<Kept>(shelf.find(idOf(key)))
  return kept?.key === key && Array.isArray(kept.watched) && Array.isArray(kept.stamps) && (kept.found === undefined || Array.isArray(kept.found)) ? kept : undefined
}

const isSame = ({ watched, stamps }: Kept): boolean => watched.every((path, at) => holdsStamp(stamps, at * STAMP, stampAt(path)))

function foundIn(row: string): Found {
  const [letter = '', path] = [row[0], row.slice(1)]
  const kind = KINDS[letter.toLowerCase()] ?? 'file'
  return letter < 'a' ? { path, kind, indexed: true } : { path, kind }
}

function stampsOf(stats: Iterable<Stats | undefined>): number[] {
  const stamps: number[] = []
  for (const stat of stats) putStamp(stamps, stamps.length, stat && stampOf(stat))
  return stamps
}

/** Keeps a list, unless something that it follows from is too young to be known again, is too much, or is not known. */
export function keepList(options: WalkOptions, repository: Repository, { found, folders, shelf, isSecret, now }: Made & Keeping): void {
  const key = keyOf(options, repository)
  const isYoung = (stat: Stats | undefined): boolean => stat !== undefined && !isSettled(stat.mtimeMs, stat.ctimeMs, now)
  // The cheapest reasons first: looking for all folders reads the disk.
  if ([...folders.values()].some(isYoung) || found.some(({ kind }) => kind === 'repository') || [...folders.keys()].some((folder) => folder.includes('\uFFFD')) || includesAny(repository)) return
  const index = `${repository.own}/index`
  const before = keptAs(key, shelf)
  if (before !== undefined && before.found === undefined && isSame(before)) return
  const watched = watchedFor(options.root, repository, folders)
  if (watched === undefined) return void shelf.keep(idOf(key), JSON.stringify({ key, watched: [index], stamps: stampsOf([lstatOf(index)]) } satisfies Kept))
  if ([...watched.values()].some(isYoung)) return
  // One text serves for all: nearly always nothing is found in it.
  if (isSecret?.(asOneText([...watched.keys(), ...found.map(({ path }) => path)])) === true) return
  const letterOf = ({ kind, indexed }: Found): string => (indexed ? kind.charAt(0).toUpperCase() : kind.charAt(0))
  shelf.keep(idOf(key), JSON.stringify({ key, watched: [...watched.keys()], stamps: stampsOf(watched.values()), found: found.map((one) => letterOf(one) + one.path) } satisfies Kept))
}

const idOf = (key: string): string => key.slice(0, 8)

const keyOf = ({ root, include, exclude, useLocalExcludes }: WalkOptions, { own, common }: Repository): string =>
  sha256Of(Buffer.from(JSON.stringify([root, include, exclude, useLocalExcludes, own, common])))

/** More folders than this in which git lists nothing are not watched: then nothing is kept. */
const MOST_OTHERS = 1000

/** Everything that decides what git lists: each folder in which a file may appear, the ignore files, git's own. Undefined when that is too much. */
function watchedFor(root: string, { own, common }: Repository, folders: ReadonlyMap<string, Stats | undefined>): Map<string, Stats | undefined> | undefined {
  const watched = realFolders(root, folders)
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

/** Those of the folders that are there, with nothing but folders above them: behind a link lies somebody else's tree, and what appears in place of one that is gone changes the folder above it. */
function realFolders(root: string, folders: ReadonlyMap<string, Stats | undefined>): Map<string, Stats | undefined> {
  const real = new Map<string, Stats | undefined>([[root, lstatOf(root)]])
  for (const folder of [...folders.keys()].sort((a, b) => a.length - b.length)) {
    const path = `${root}/${folder}`
    if (folders.get(folder)?.isDirectory() && real.has(path.slice(0, path.lastIndexOf('/')))) real.set(path, folders.get(folder))
  }
  return real
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
