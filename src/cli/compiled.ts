// Code that was compiled by an earlier start, where Node can keep it (from 22.1): it need not be parsed again.
import * as nodeModule from 'node:module'
import { cachePlace, codePlace } from '../workspace/place.ts'

/** Lets Node keep compiled code beside the other caches of this user. A folder that cannot be written costs nothing but the gain. */
export function keepCompiled(): void {
  const place = cachePlace()
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown }
  if (place !== undefined) enableCompileCache?.(codePlace(place))
}
