// The cache of a workspace, and whether there is one.
import { createHash } from 'node:crypto'
import { accessSync, constants, readFileSync, type Stats, statSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import { UsageError } from '../core/field.ts'
import type { Guarding } from '../guards/secrets.ts'
import { type Cache, openCache } from '../stores/cache.ts'
import { cachePlace } from './place.ts'
import type { Warm } from './warm.ts'

/** How a workspace remembers: as usual, without trusting what a disk says of its files, or not at all. */
export type Caching = 'on' | 'verify' | 'off'

/** The cache of a root; undefined when there is to be none. */
export function cacheFor(root: string, { caching, guarding, warm }: { caching: Caching; guarding: Guarding; warm: Warm | undefined }): Cache | undefined {
  const place = soundPlace()
  const build = buildStamp()
  return caching === 'off' || place === undefined || build === undefined ? undefined : openCache({ place, build: build + mannerOf(guarding), root, verify: caching === 'verify', now: Date.now(), ...(warm === undefined ? {} : { memoryIn: (folder: string) => warm.memoryIn(folder) }) })
}

/** The folder of all caches; undefined when there is to be none. What was mistyped is refused: nobody should look into, or clear, another place than was meant. */
export function soundPlace(): string | undefined {
  const said = process.env['FOVEA_CACHE']
  if (said !== undefined && said !== 'off' && !isAbsolute(said)) throw new UsageError(`FOVEA_CACHE is "off" or an absolute folder, not ${JSON.stringify(said)}`)
  return cachePlace()
}

/** Undefined also for what leads nowhere, such as a link to itself: whoever looks into the caches tells of it. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** Why the place of the caches cannot hold one; undefined when it can, or could be made. */
export function unusableCache(): string | undefined {
  const place = soundPlace()
  if (place === undefined) return undefined
  const is = process.env['FOVEA_CACHE'] === undefined ? 'the cache is' : 'FOVEA_CACHE is'
  const [folder, stat] = there(place)
  if (!stat.isDirectory()) return `${is} ${place}, which is no folder${folder === place ? '' : `, for ${folder} is none`}: nothing is kept from run to run`
  try {
    accessSync(folder, constants.W_OK)
    return undefined
  } catch {
    return `${is} ${place}, where nothing may be written: nothing is kept from run to run`
  }
}

/** The last part of a path that is there. */
function there(path: string): readonly [string, Stats] {
  for (let at = path; ; at = dirname(at)) {
    const stat = statOf(at)
    if (stat !== undefined) return [at, stat]
  }
}

/** Texts with other parts hidden are other texts: what was worked out from them lies apart. */
const mannerOf = (guarding: Guarding): string => (Object.keys(guarding).length === 0 ? '' : `.${createHash('sha256').update(JSON.stringify(guarding)).digest('hex').slice(0, 8)}`)

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
