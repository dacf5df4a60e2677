// Every path that a client names is led back to the root. What is inside is decided where it is decided for everybody; here it becomes a pattern.
import { statSync } from 'node:fs'
import { sep } from 'node:path'
import { UsageError } from '../core/field.ts'
import { shown } from './arguments.ts'
import { PathError, placeInside } from '../workspace/index.ts'

/** A place below the root: `''` is the root itself, `/` between parts. */
export interface Inside {
  readonly path: string
  readonly folder: boolean
}

/** Where a path leads, when that is inside the root; an error that tells nothing of what lies outside otherwise. */
export function confine(root: string, path: string): Inside {
  try {
    const { real, realInside } = placeInside(root, path)
    return { path: realInside.split(sep).join('/'), folder: statSync(real).isDirectory() }
  } catch (error) {
    throw error instanceof PathError ? refused(error, path) : absent(path)
  }
}

/** A folder or file below the root as a pattern that means just it; none for the root itself. */
export function includeFor(root: string, path: string | undefined): string[] {
  if (path === undefined || path === '') return []
  const inside = confine(root, path)
  return inside.path === '' ? [] : [`/${inside.path.replace(/[\\*?[\]!# ]/g, '\\$&')}${inside.folder ? '/' : ''}`]
}

function refused({ fault }: PathError, path: string): UsageError {
  if (fault === 'private') return new UsageError(`${shown(path, 120)} is never shown: it belongs to another program`)
  return fault === 'absent' || fault === 'unreadable' ? absent(path) : new UsageError(`${shown(path, 120)} leads outside the root: give a path below it, such as src, or leave it out`)
}

const absent = (path: string): UsageError => new UsageError(`there is nothing at ${shown(path, 120)}: give a path below the root, such as src, or leave it out`)
