// Where caches are; alone in its file, because the first thing that a start does is to look there for compiled code.
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** The folder of all caches; undefined when the environment wants none or there is no home. */
export function cachePlace(): string | undefined {
  const said = process.env['FOVEA_CACHE']
  if (said === 'off') return undefined
  if (said !== undefined && isAbsolute(said)) return said
  const base = process.env['XDG_CACHE_HOME'] || process.env['LOCALAPPDATA'] || join(homeOrNothing(), '.cache')
  return isAbsolute(base) ? join(base, 'fovea') : undefined
}

/** Where Node keeps compiled code. Its name is ours alone: the place may be a folder of somebody, and this one is removed with the caches. */
export const codePlace = (place: string): string => join(place, 'fovea-code')

function homeOrNothing(): string {
  try {
    return homedir()
  } catch {
    return ''
  }
}
