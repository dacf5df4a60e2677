// Where the path of a source leads. A path that was given outside the workspace was agreed to as such; one inside it stays inside, whatever links say.
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { type OpenSource, SourceDown } from '../catalog/ports.ts'
import { isBelow, PathError, placeInside } from '../disk/inside.ts'

/** The path of a source's file or folder, without links where there is something. Throws a SourceDown when a link in the workspace leads out of it. */
export function pathInside({ root, location }: Pick<OpenSource, 'root' | 'location'>, path: string): string {
  const file = resolve(root, path)
  if (!isBelow(resolve(root), file)) return realOf(file)
  try {
    return placeInside(root, file).real
  } catch (error) {
    if (!(error instanceof PathError)) throw error
    if (error.fault === 'outside') throw new SourceDown(`${location} leads outside the workspace through a link, and such links are not followed: give the path it leads to`)
    if (error.fault === 'private') throw new SourceDown(`${location} belongs to another program and is never read`)
    return file
  }
}

/** Where a path is without links; the path itself when there is nothing: whoever reads it says so. */
function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
