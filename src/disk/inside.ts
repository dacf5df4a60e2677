// The one place that decides whether a path that somebody else chose is inside the root: by its words first, then by what the disk says it really is.
import { closeSync, lstatSync, realpathSync, type Stats } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { causeOf } from '../core/entry/diagnostics.ts'
import { once } from '../core/once.ts'
import { shown } from '../core/shown.ts'
import { bytesReal, Moved, NotAFile, openReal } from './open.ts'
import { isWithin } from './places.ts'

/** Folders that hold what other programs keep for themselves, credentials among it. */
const PRIVATE: ReadonlySet<string> = new Set(['.git', '.fovea', '.hg', '.svn'])

/** Characters of a long path that a message repeats. */
const MOST_SHOWN = 200

/** What is wrong with a path. */
export type Fault = 'not a path' | 'absolute' | 'outside' | 'private' | 'absent' | 'unreadable'

/** Why one path could not be read or written. The message is for people and never names anything outside the root. */
export class PathError extends Error {
  readonly path: string
  readonly fault: Fault
  constructor(path: string, cause: string, { act = 'read', fault = 'unreadable' }: { act?: string; fault?: Fault } = {}) {
    super(`${shown(path, MOST_SHOWN)} cannot be ${act}: ${cause}${act === 'read' ? '. Give the path of a file below the root, such as src/index.ts.' : ''}`)
    this.name = 'PathError'
    this.path = path
    this.fault = fault
  }
}

/** A place below the root. */
export interface Inside {
  /** As it was named, without detours, the system's separator between parts; empty for the root itself. */
  readonly inside: string
  /** Where it is, with no link on the way. */
  readonly real: string
  /** The same below the root. */
  readonly realInside: string
}

/** Where a path leads, once its links are followed. An absolute path may be meant too. Throws a PathError for everything that leads elsewhere, nowhere, or to what is never shown. */
export function placeInside(root: string, path: string): Inside {
  if (path.includes('\0')) throw new PathError(path, 'it is not a path', { fault: 'not a path' })
  const jail = realOf(resolve(root), path)
  const given = relativeTo([jail, resolve(root)], resolve(jail, path))
  if (given === undefined) throw outside(path)
  const inside = given === '' ? '' : insideOf(given, path)
  const real = realOf(resolve(jail, inside), path)
  if (!isWithin(real, jail)) throw outside(path)
  const realInside = relative(jail, real)
  refusePrivate(path, realInside)
  return { inside, real, realInside }
}

/** Where a path below the root leads, once its links are followed; the root itself is none. */
export function fileInside(root: string, path: string): Inside {
  if (insideOf(path, path) === '') throw outside(path)
  return placeInside(root, path)
}

/** Does something with a file inside the root while it is open: it is what was judged, not what the path may have become. */
export function withInside<T>(root: string, path: string, use: (handle: number, place: Inside) => T): T {
  const place = fileInside(root, path)
  return told(path, () => {
    if (!lstatSync(place.real).isFile()) throw new NotAFile()
    const handle = openReal(place.real)
    try {
      return use(handle, place)
    } finally {
      closeSync(handle)
    }
  })
}

/** The bytes of a file inside the root; undefined when they are more than wanted. */
export function bytesInside(root: string, path: string, most: number): Buffer | undefined {
  const { real } = fileInside(root, path)
  return told(path, () => bytesReal(real, most))
}

/** What goes wrong with an open file, in words that name nothing but what was asked for. */
function told<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (error instanceof PathError) throw error
    throw new PathError(path, error instanceof NotAFile ? 'it is not a plain file' : error instanceof Moved ? 'it was moved while it was being read' : causeOf(error))
  }
}

/** A place where a file may be written. */
export interface Writable {
  /** Below the root, `/` between parts. */
  readonly path: string
  readonly file: string
  /** Whether a file is there already. */
  readonly there: boolean
}

/** Names that mean something else on some disk: a short name of `.git`, a stream, another path, or what cannot be seen. */
const TRICK = once(() => /[\p{Cc}\p{Cf}\\:]|(?:^|\/)git~\d|[. ](?:\/|$)/iu)

/** Names that mean a device on some disk, whatever their ending. */
const DEVICE = /(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.[^/]*)?(?:\/|$)/i

/** Bytes of one name; no usual disk takes more. */
const LONGEST_NAME = 255

const WRITTEN = { act: 'written' } as const

/** Where a path that somebody else chose may be written: below the root, through no link, and over nothing but a plain file. */
export function placeToWrite(root: string, path: string): Writable {
  const inside = insideOf(path, path, 'written')
  const parts = inside.split(sep)
  if (TRICK().test(parts.join('/'))) throw new PathError(path, 'its name cannot be trusted on every disk', WRITTEN)
  if (parts.some((part) => Buffer.byteLength(part) > LONGEST_NAME)) throw new PathError(path, `a name in it is longer than ${LONGEST_NAME} bytes`, WRITTEN)
  const jail = realOf(resolve(root), path)
  let there = true
  for (let i = 1; i <= parts.length && there; i++) {
    const stat = statOf(join(jail, ...parts.slice(0, i)), path)
    if (stat?.isSymbolicLink()) throw new PathError(path, `${parts.slice(0, i).join('/')} is a link, and links are not followed`, WRITTEN)
    if (stat !== undefined && !(i < parts.length ? stat.isDirectory() : stat.isFile())) throw new PathError(path, `${parts.slice(0, i).join('/')} is not a ${i < parts.length ? 'folder' : 'plain file'}`, WRITTEN)
    there = stat !== undefined
  }
  if (!there && DEVICE.test(parts.join('/'))) throw new PathError(path, 'its name means a device on some disks', WRITTEN)
  return { path: parts.join('/'), file: join(jail, inside), there }
}

/** What is there, without following a link. */
function statOf(file: string, path: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false })
  } catch (error) {
    throw new PathError(path, causeOf(error), WRITTEN)
  }
}

// A root may be spelled through a link, and so may what is below it.
function relativeTo(roots: readonly string[], path: string): string | undefined {
  return roots.map((root) => relative(root, path)).find((way) => way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)))
}

/** A relative path that does not climb, judged before anything is asked of the disk: an answer must not depend on what lies outside. */
function insideOf(path: string, shown: string, act = 'read'): string {
  if (path === '' || path.includes('\0')) throw new PathError(shown, 'it is not a path', { act, fault: 'not a path' })
  if (isAbsolute(path) || /^[a-z]:|^[\\/]/i.test(path)) throw new PathError(shown, 'it is absolute', { act, fault: 'absolute' })
  const parts = path.split(sep === '\\' ? /[\\/]/ : '/').filter((part) => part !== '' && part !== '.')
  if (parts.includes('..') || (parts.length === 0 && act !== 'read')) throw new PathError(shown, 'it leads outside the root', { act, fault: 'outside' })
  refusePrivate(shown, parts.join(sep), act)
  return parts.join(sep)
}

const outside = (path: string): PathError => new PathError(path, 'it leads outside the root', { fault: 'outside' })

function refusePrivate(path: string, inside: string, act = 'read'): void {
  const part = inside.split(sep).find((one) => PRIVATE.has(one.toLowerCase()))
  if (part !== undefined) throw new PathError(path, act === 'read' ? `${part} is never shown` : `${part} belongs to another program`, { act, fault: 'private' })
}

function realOf(file: string, path: string): string {
  try {
    return realpathSync.native(file)
  } catch (error) {
    const gone = (error as { code?: string }).code === 'ENOENT'
    throw new PathError(path, gone ? 'there is no such file' : causeOf(error), { fault: gone ? 'absent' : 'unreadable' })
  }
}
