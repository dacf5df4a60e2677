// Paths as imports write them: `/` between parts, relative to the root of the workspace.
import { folderOf } from '../../core/names.ts'
import type { Files, Found } from '../../core/ports.ts'

export { folderOf }

/** A path relative to a folder, with `.` and `..` taken out; undefined when it climbs out of the workspace. */
export function joined(folder: string, path: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/')
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined
    } else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** A folder and all folders around it, the innermost first; the root is empty. */
export function* upward(folder: string): Iterable<string> {
  for (let at = folder; at !== ''; at = folderOf(at)) yield at
  yield ''
}

/** The first of some paths that is a file. */
export function firstOf(files: Files, paths: Iterable<string | undefined>): string | undefined {
  for (const path of paths) if (path !== undefined && files.has(path)) return path
  return undefined
}

/** A path below a folder. */
export const below = (folder: string, path: string): string => (folder === '' ? path : `${folder}/${path}`)

/** Files that are what was meant. */
export const sure = (paths: readonly (string | undefined)[]): Found[] => paths.flatMap((path) => (path === undefined ? [] : [{ path, certain: true }]))

/** Files that may be what was meant, those near the importing file first. */
export function likely(paths: readonly string[], from: string): Found[] {
  const near = (path: string): number => sharedParts(path, from)
  return paths.filter((path) => path !== from).toSorted((a, b) => near(b) - near(a) || (a < b ? -1 : 1)).slice(0, MOST).map((path) => ({ path, certain: false }))
}

const MOST = 4

function sharedParts(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')]
  let count = 0
  while (count < left.length - 1 && left[count] === right[count]) count++
  return count
}

/** The files that end in one of some paths: what is meant when there is one, else a choice. */
export function found(files: Files, paths: readonly string[], from: string): Found[] {
  const all = [...new Set(paths.flatMap((path) => files.ending(path)))]
  return all.length === 1 ? sure(all) : likely(all, from)
}
