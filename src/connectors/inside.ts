// Where the path of a source leads. A path that was given outside the workspace was agreed to as such; one inside it stays inside, whatever links say.
import { realpathSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { type OpenSource, SourceDown } from '../catalog/ports.ts'

/** The path of a source's file or folder. Throws a SourceDown when a link in the workspace leads out of it. */
export function pathInside({ root, location }: Pick<OpenSource, 'root' | 'location'>, path: string): string {
  const [top, file] = [resolve(root), resolve(root, path)]
  if (!isBelow(top, file)) return file
  const [jail, real] = [realOf(top), realOf(file)]
  if (jail !== undefined && real !== undefined && real !== jail && !isBelow(jail, real)) throw new SourceDown(`${location} leads outside the workspace through a link, and such links are not followed: give the path it leads to`)
  return file
}

// With the separator: `/srv/root_evil` begins with `/srv/root` and is not inside it.
/** Whether a path is below a folder; both without links. */
export const isBelow = (folder: string, path: string): boolean => path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

/** Where a path is without links; undefined when there is nothing: whoever reads it says so. */
function realOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
