// Opening what a path names, and nothing that took its place. A path is judged before it is opened, and whoever may write into the tree can swap a folder for a link in between:
// O_NOFOLLOW looks at the last name only. So the open file itself is asked where it is.
import { closeSync, constants, type Dirent, fstatSync, lstatSync, openSync, readdirSync, readFileSync, readlinkSync, realpathSync, type Stats } from 'node:fs'
import { resolve } from 'node:path'

/** Something that is not a plain file. */
export class NotAFile extends Error {}

/** What was opened is not what the path named: a part of it became a link or was moved meanwhile. */
export class Moved extends Error {
  readonly code = 'EMOVED'
}

/** How a file is opened. */
export type Opening = (file: string) => number

// A path that was a plain file a moment ago may be a pipe or a link now: neither is waited for or followed.
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const FOLDER = READ | (constants.O_DIRECTORY ?? 0)

/** Opens a file of ours or of its user: folders on the way may be links, the file may not. */
export const openPlain: Opening = (file) => openSync(file, READ)

/** Opens a file whose path has no link in it. Throws a Moved when what was opened lies elsewhere. */
export const openReal: Opening = (file) => pinned(file, READ)

/** What is in a folder whose path has no link in it. Throws a Moved when what was listed lies elsewhere. */
export function listReal(folder: string): Dirent[] {
  const handle = process.platform === 'win32' ? undefined : pinned(folder, FOLDER)
  try {
    // The open folder is listed, whatever its name leads to by now.
    const at = handle === undefined || whereIs(handle) === undefined ? folder : `${DESCRIPTORS}${handle}`
    const names = readdirSync(at, { withFileTypes: true })
    if (at === folder && !isSame(realpathSync.native(folder), resolve(folder))) throw new Moved()
    return names
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

/** The text that a link holds; folders on the way are none. */
export function linkReal(file: string): string {
  const slash = file.lastIndexOf('/')
  const handle = process.platform === 'win32' ? undefined : pinned(file.slice(0, slash) || '/', FOLDER)
  try {
    return readlinkSync(handle === undefined || whereIs(handle) === undefined ? file : `${DESCRIPTORS}${handle}${file.slice(slash)}`)
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

/** The bytes of a plain file whose path has no link in it; undefined when they are more than wanted. */
export function bytesReal(file: string, most: number): Buffer | undefined {
  const handle = openReal(file)
  try {
    const stat = fstatSync(handle)
    if (!stat.isFile()) throw new NotAFile()
    return stat.size > most ? undefined : readFileSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** What lies at a path that has no link in it. */
export function statReal(file: string): Stats {
  const handle = openReal(file)
  try {
    return fstatSync(handle)
  } finally {
    closeSync(handle)
  }
}

function pinned(file: string, flags: number): number {
  const handle = openSync(file, flags)
  try {
    if (!isAt(handle, file)) throw new Moved()
    return handle
  } catch (error) {
    closeSync(handle)
    throw error
  }
}

/** Where the system tells what a descriptor of this process is. */
const DESCRIPTORS = '/proc/self/fd/'

function isAt(handle: number, file: string): boolean {
  const at = whereIs(handle)
  if (at === undefined) return seemsAt(handle, file)
  // What was replaced after it was opened is still what the path named.
  return isSame(at, file) || isSame(at, `${file} (deleted)`)
}

/** The path of what is open; undefined where the system does not tell. */
function whereIs(handle: number): string | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    return readlinkSync(`${DESCRIPTORS}${handle}`)
  } catch {
    return undefined
  }
}

/** Where nobody tells: the path must lead to the open file, have no link in it, and lead to it again. Who wants to fool this must swap a folder four times at the right moments. */
function seemsAt(handle: number, file: string): boolean {
  const { dev, ino } = fstatSync(handle)
  const leadsThere = (): boolean => {
    const now = lstatSync(file)
    return now.dev === dev && now.ino === ino
  }
  const isReal = (): boolean => isSame(realpathSync.native(file), resolve(file))
  return leadsThere() && isReal() && leadsThere() && isReal()
}

/** Some disks do not tell letters apart by their case or by how accents are written: there a path may come back in another spelling. */
const isSame = (a: string, b: string): boolean => a === b || folded(a) === folded(b)

const folded = (path: string): string => path.normalize('NFC').toLowerCase()
