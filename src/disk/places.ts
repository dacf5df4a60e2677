// What the disk says of a path, as a value: what is not there, or may not be looked at, is undefined.
import { lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs'
import { sep } from 'node:path'

/** What is there; a link is a link. */
export function lstatOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** The names in a folder, sorted; none where there is no folder, or none that may be looked into. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

/** Where a path leads once its links are followed. */
export function realOf(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}

/** Whether a real path is a folder, or lies in it. With the separator: `/srv/root_evil` begins with `/srv/root` and is not inside it. */
export const isWithin = (real: string, folder: string): boolean => real === folder || real.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
