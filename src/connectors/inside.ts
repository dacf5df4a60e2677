// Where the path of a source leads. A path that was given outside the workspace was agreed to as such; one inside it stays inside, whatever links say.
import { resolve } from 'node:path'
import { type OpenSource, SourceDown } from '../catalog/ports.ts'
import { PathError, placeInside } from '../disk/inside.ts'
import { isWithin, realOf } from '../disk/places.ts'

/** The path of a source's file or folder, without links where there is something. Throws a SourceDown when a link in the workspace leads out of it. */
export function pathInside({ root, location }: Pick<OpenSource, 'root' | 'location'>, path: string): string {
  const file = resolve(root, path)
  // What is not there is told by whoever reads it.
  if (!isWithin(file, resolve(root))) return realOf(file) ?? file
  try {
    return placeInside(root, file).real
  } catch (error) {
    if (!(error instanceof PathError)) throw error
    if (error.fault === 'outside') throw new SourceDown(`${location} leads outside the workspace through a link, and such links are not followed: give the path it leads to`)
    if (error.fault === 'private') throw new SourceDown(`${location} belongs to another program and is never read`)
    return file
  }
}
