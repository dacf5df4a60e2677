import { lstatSync, realpathSync, type Stats } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { causeOf } from '../core/entry/diagnostics.ts'
import { entryFrom } from './entry.ts'
import { readingFrom } from './files.ts'
import { look, NotAFile } from './read.ts'
import type { Entry } from '../core/ports.ts'
import type { FilesOptions } from './files.ts'

/** Folders that hold what other programs keep for themselves, credentials among it. */
const PRIVATE: ReadonlySet<string> = new Set(['.git', '.fovea', '.hg', '.svn'])

/** Characters of a path that a message repeats. */
const MOST_SHOWN = 200

/** Why one path could not be read or written. The message is for people and never names anything outside the root. */
export class PathError extends Error {
  readonly path: string
  constructor(path: string, cause: string, act = 'read') {
    super(`${JSON.stringify(path.length > MOST_SHOWN ? `${path.slice(0, MOST_SHOWN)}…` : path)} cannot be ${act}: ${cause}${act === 'read' ? '. Give the path of a file below the root, such as src/index.ts.' : ''}`)
    this.name = 'PathError'
    this.path = path
  }
}

/** Reads one file by its path below the root, as the walk would. Throws a PathError for everything that is not a plain file inside the root. */
export function readEntry(root: string, path: string, options: FilesOptions = {}): Entry {
  const { inside, real } = fileInside(root, path)
  return entryFrom(inside.replaceAll(sep, '/'), lookAt(real, path, options), readingFrom(options, () => {}))
}

/** Where a path below the root leads, once its links are followed. Throws a PathError for everything that leads elsewhere or to what is never shown. */
export function fileInside(root: string, path: string): { inside: string; real: string } {
  const jail = realOf(resolve(root), path)
  const inside = insideOf(path)
  const real = realOf(resolve(jail, inside), path)
  if (!isBelow(jail, real)) throw new PathError(path, 'it leads outside the root')
  refusePrivate(path, relative(jail, real))
  return { inside, real }
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
const TRICK = /[\p{Cc}\p{Cf}\\:]|(?:^|\/)git~\d|[. ](?:\/|$)/iu

/** Names that mean a device on some disk, whatever their ending. */
const DEVICE = /(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.[^/]*)?(?:\/|$)/i

/** Bytes of one name; no usual disk takes more. */
const LONGEST_NAME = 255

/** Where a path that somebody else chose may be written: below the root, through no link, and over nothing but a plain file. */
export function placeToWrite(root: string, path: string): Writable {
  const inside = insideOf(path, 'written')
  const parts = inside.split(sep)
  if (TRICK.test(parts.join('/'))) throw new PathError(path, 'its name cannot be trusted on every disk', 'written')
  if (parts.some((part) => Buffer.byteLength(part) > LONGEST_NAME)) throw new PathError(path, `a name in it is longer than ${LONGEST_NAME} bytes`, 'written')
  const jail = realOf(resolve(root), path)
  let there = true
  for (let i = 1; i <= parts.length && there; i++) {
    const stat = statOf(join(jail, ...parts.slice(0, i)), path)
    if (stat?.isSymbolicLink()) throw new PathError(path, `${parts.slice(0, i).join('/')} is a link, and links are not followed`, 'written')
    if (stat !== undefined && !(i < parts.length ? stat.isDirectory() : stat.isFile())) throw new PathError(path, `${parts.slice(0, i).join('/')} is not a ${i < parts.length ? 'folder' : 'plain file'}`, 'written')
    there = stat !== undefined
  }
  if (!there && DEVICE.test(parts.join('/'))) throw new PathError(path, 'its name means a device on some disks', 'written')
  return { path: parts.join('/'), file: join(jail, inside), there }
}

/** What is there, without following a link. */
function statOf(file: string, path: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false })
  } catch (error) {
    throw new PathError(path, causeOf(error), 'written')
  }
}

/** A relative path that does not climb, judged before anything is asked of the disk. */
function insideOf(path: string, act = 'read'): string {
  if (path === '' || path.includes('\0')) throw new PathError(path, 'it is not a path', act)
  if (isAbsolute(path) || /^[a-z]:|^[\\/]/i.test(path)) throw new PathError(path, 'it is absolute', act)
  const parts = path.split(sep === '\\' ? /[\\/]/ : '/').filter((part) => part !== '' && part !== '.')
  if (parts.length === 0 || parts.includes('..')) throw new PathError(path, 'it leads outside the root', act)
  refusePrivate(path, parts.join(sep), act)
  return parts.join(sep)
}

function refusePrivate(path: string, inside: string, act = 'read'): void {
  const part = inside.split(sep).find((one) => PRIVATE.has(one.toLowerCase()))
  if (part !== undefined) throw new PathError(path, act === 'read' ? `${part} is never shown` : `${part} belongs to another program`, act)
}

function realOf(file: string, path: string): string {
  try {
    return realpathSync.native(file)
  } catch (error) {
    throw new PathError(path, (error as { code?: string }).code === 'ENOENT' ? 'there is no such file' : causeOf(error))
  }
}

// With the separator: `/srv/root_evil` begins with `/srv/root` and is not inside it.
const isBelow = (jail: string, real: string): boolean => real.startsWith(jail.endsWith(sep) ? jail : jail + sep)

/** Opens what was judged, not what the path may have become: the real path has no link left, and must still have none after reading. */
function lookAt(real: string, path: string, options: FilesOptions): ReturnType<typeof look> {
  try {
    if (!lstatSync(real).isFile()) throw new NotAFile()
    const seen = look(real, readingFrom(options, () => {}).maxFileBytes)
    if (realpathSync.native(real) !== real) throw new PathError(path, 'it was moved while it was being read')
    return seen
  } catch (error) {
    if (error instanceof PathError) throw error
    throw new PathError(path, error instanceof NotAFile ? 'it is not a plain file' : causeOf(error))
  }
}
