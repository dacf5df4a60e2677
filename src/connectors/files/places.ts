// Which files a source names: one file, or all data files below a folder. Nothing outside the workspace is looked at, whatever links say.
import type { Dirent, Stats } from 'node:fs'
import { lstat, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type OpenSource, SourceDown } from '../../catalog/ports.ts'
import { PathError, placeInside } from '../../disk/inside.ts'
import { listReal } from '../../disk/open.ts'

/** A file of a source. */
export interface DataPlace {
  /** Below the folder of the source, `/` between parts. For a single file: its name. */
  readonly path: string
  /** Where it is, with no link on the way. */
  readonly file: string
  readonly size: number
  /** When it was last written, as ISO time. */
  readonly written: string
}

/** What a folder holds. */
export interface Found {
  readonly places: readonly DataPlace[]
  /** Links that were not followed. */
  readonly links: number
  /** Folders that could not be listed. */
  readonly closed: readonly string[]
  /** Whether there are more files than are taken. */
  readonly more: boolean
}

/** Folders that are no data of the workspace. */
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '__pycache__'])

/** The most files of one source, and folders that are entered for them. */
const MOST_FILES = 10_000
const MOST_FOLDERS = 20_000

/** Where a source below the root leads, or a file of its folder. Throws a SourceDown when it leads elsewhere or nowhere. */
export async function placeOf({ root, address, location }: OpenSource, below = ''): Promise<{ file: string; stats: Stats }> {
  const [given, shown] = [withFile(address, below), JSON.stringify(withFile(location, below).slice(0, 200))]
  try {
    const { real } = placeInside(root, given)
    return { file: real, stats: await stat(real) }
  } catch (error) {
    throw new SourceDown(error instanceof PathError ? refusal(error, shown) : `${shown} cannot be opened: ${causeOf(error)}.`)
  }
}

function refusal({ fault, message }: PathError, shown: string): string {
  if (fault === 'private') return `${shown} belongs to another program and is never read.`
  if (fault === 'absent') return `there is no file or folder ${shown}. Give a path below the workspace.`
  return fault === 'unreadable' ? message : `${shown} leads outside the workspace, by its words or through a link, and such paths are not followed. Give a path below it, such as data/orders.csv.`
}

const withFile = (folder: string, below: string): string => (below === '' ? folder : `${folder.replace(/\/+$/, '')}/${below}`)

/** A system error in words, without a path. */
export function causeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied'
  if (code === 'ENOENT') return 'it is no longer there'
  if (code === 'ELOOP' || code === 'EMOVED') return 'it became a link'
  return typeof code === 'string' ? `the system said ${code}` : 'an unknown error'
}

/** All files below a folder whose names pass, sorted by path. Links are counted and not followed. */
export async function filesBelow(folder: string, passes: (name: string) => boolean): Promise<Found> {
  const places: DataPlace[] = []
  const closed: string[] = []
  const open = ['']
  let links = 0
  for (let entered = 0; open.length > 0 && entered < MOST_FOLDERS && places.length <= MOST_FILES; entered++) {
    const path = open.shift() as string
    const entries = listed(join(folder, path))
    if (entries === undefined) closed.push(path)
    for (const entry of entries ?? []) {
      const at = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.isSymbolicLink()) links++
      else if (entry.isDirectory() && isOpen(entry.name)) open.push(at)
      else if (entry.isFile() && passes(entry.name)) places.push(...(await described(folder, at)))
    }
  }
  return { places: places.slice(0, MOST_FILES).sort((a, b) => (a.path < b.path ? -1 : 1)), links, closed, more: places.length > MOST_FILES || open.length > 0 }
}

const isOpen = (name: string): boolean => !name.startsWith('.') && !SKIPPED.has(name)

function listed(folder: string): Dirent[] | undefined {
  try {
    return listReal(folder).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return undefined
  }
}

async function described(folder: string, path: string): Promise<DataPlace[]> {
  try {
    const file = join(folder, path)
    return [{ path, file, ...factsOf(await lstat(file)) }]
  } catch {
    return []
  }
}

/** Size and time of a file. */
export const factsOf = ({ size, mtime }: Stats): Pick<DataPlace, 'size' | 'written'> => ({ size, written: mtime.toISOString() })
