// Every path that a client names is led back to the root: by its words first, then by what the disk says it really is.
import { realpathSync, statSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { UsageError } from '../core/field.ts'

/** A place below the root: `''` is the root itself, `/` between parts. */
export interface Inside {
  readonly path: string
  readonly folder: boolean
}

/** Where a path leads, when that is inside the root; an error that tells nothing of what lies outside otherwise. */
export function confine(root: string, path: string): Inside {
  if (path.includes('\0')) throw outside(path)
  const full = isAbsolute(path) ? path : resolve(root, path)
  const worded = below(root, full)
  // What is asked of the disk must not depend on what lies outside.
  if (worded === undefined) throw outside(path)
  const real = realOf(full)
  if (real === undefined) throw new UsageError(`there is nothing at ${shown(path)}: give a path below the root, such as src, or leave it out`)
  const inside = below(root, real)
  if (inside === undefined) throw outside(path)
  return { path: inside, folder: statSync(real).isDirectory() }
}

/** A folder or file below the root as a pattern that means just it; none for the root itself. */
export function includeFor(root: string, path: string | undefined): string[] {
  if (path === undefined || path === '') return []
  const inside = confine(root, path)
  return inside.path === '' ? [] : [`/${inside.path.replace(/[\\*?[\]!# ]/g, '\\$&')}${inside.folder ? '/' : ''}`]
}

/** With the separator: `/srv/root_evil` begins with `/srv/root` and is not inside it. */
function below(root: string, full: string): string | undefined {
  const way = relative(root, full)
  if (way === '') return ''
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? undefined : way.split(sep).join('/')
}

function realOf(full: string): string | undefined {
  try {
    return realpathSync.native(full)
  } catch {
    return undefined
  }
}

const outside = (path: string): UsageError => new UsageError(`${shown(path)} leads outside the root: give a path below it, such as src, or leave it out`)

/** A path in a message: not longer than a path that somebody would type. */
const shown = (path: string): string => JSON.stringify(path.length > 120 ? `${path.slice(0, 120)}…` : path)
