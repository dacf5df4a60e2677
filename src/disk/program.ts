// Where a program of this machine lies. Found by us, not by the system: the current folder, a relative place in the PATH or one in the tree that is looked at could supply another one of the same name.
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, sep } from 'node:path'
import { isWithin, realOf } from './places.ts'

/** The folders of the PATH that mean the same wherever one is. */
export const absolutePath = (): string[] => (process.env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder))

/** The folders of the PATH that are absolute and lie outside of a folder, by whatever way they lead there. */
export const pathOutside = (root: string): string[] => absolutePath().filter((folder) => isOutside(folder, root))

/** A program of the PATH that does not lie in a folder; undefined when there is none. */
export function programNamed(name: string, root: string): string | undefined {
  return pathOutside(root).map((folder) => join(folder, process.platform === 'win32' ? `${name}.exe` : name)).find((file) => isProgram(file) && isOutside(file, root))
}

/** Everything lies in the folder above all others, so there it says nothing. */
function isOutside(path: string, root: string): boolean {
  const inside = realOf(root) ?? root
  const real = realOf(path)
  return inside === sep || (real !== undefined && !isWithin(real, inside))
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
