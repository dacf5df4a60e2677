// Where the cache of a workspace is, and whether there is one.
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { type Cache, openCache } from '../stores/cache.ts'

/** How a workspace remembers: as usual, without trusting what a disk says of its files, or not at all. */
export type Caching = 'on' | 'verify' | 'off'

/** The folder of all caches; undefined when the environment wants none or there is no home. */
export function cachePlace(): string | undefined {
  const said = process.env['FOVEA_CACHE']
  if (said === 'off') return undefined
  if (said !== undefined && isAbsolute(said)) return said
  const base = process.env['XDG_CACHE_HOME'] || process.env['LOCALAPPDATA'] || join(homeOrNothing(), '.cache')
  return isAbsolute(base) ? join(base, 'fovea') : undefined
}

function homeOrNothing(): string {
  try {
    return homedir()
  } catch {
    return ''
  }
}

/** The cache of a root; undefined when there is to be none. */
export function cacheFor(root: string, caching: Caching): Cache | undefined {
  const place = cachePlace()
  const build = buildStamp()
  return caching === 'off' || place === undefined || build === undefined ? undefined : openCache({ place, build, root, verify: caching === 'verify', now: Date.now() })
}

/** Which build this is: another one may cut and count otherwise. The build writes it; sources that run directly have none of their own. */
function buildStamp(): string | undefined {
  for (const place of ['../build.txt', '../../dist/build.txt']) {
    try {
      return readFileSync(new URL(place, import.meta.url), 'utf8').trim()
    } catch {
      // The other place.
    }
  }
  return undefined
}
