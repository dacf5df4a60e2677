import { lstatSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it, and gives those that were not there, the upper first. Folder by folder, because Node 20 never comes back from a recursive mkdir where the system says that a folder which is there is not
 * (below /proc). Throws what the system throws.
 */
export function makeFolder(folder: string, mode = 0o777): string[] {
  const missing: string[] = []
  for (let at = folder; !isThere(at); at = dirname(at)) missing.unshift(at)
  return missing.filter((each) => makeOne(each, mode))
}

/** False when somebody else made it meanwhile. */
function makeOne(folder: string, mode: number): boolean {
  try {
    mkdirSync(folder, { mode })
    return true
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false
    throw error
  }
}

/** A link that leads nowhere is there too: making a folder in its place would fail. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined
