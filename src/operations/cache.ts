// What earlier runs left behind, and how to be rid of it.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { flag, text, UsageError } from '../core/field.ts'
import { counted } from '../core/names.ts'
import { bytesText } from '../core/price.ts'
import { bytesBelow, type CacheState, cachesIn, clearCaches, codePlace, DocumentError, isCacheOf, openWorkspace, removeFolder, soundPlace, unusableCache } from '../workspace/index.ts'
import { defineOperation, Failure, type Group } from './operation.ts'

const json = flag('The answer as JSON')

/** Commands about the cache. */
export const CACHE: Group = { name: 'cache', title: 'See or clear what earlier runs worked out', doc: 'What was worked out from files is kept by their hashes outside the workspace; the next run reads what changed.' }

/** Says where the cache is and how large. */
export const cacheStatus = defineOperation({
  name: 'cache status',
  title: 'Say where the cache is and how large it is',
  doc: 'Token counts, words and definitions are kept by the hash of a file, so that the next run works out only what changed. Nothing in it is needed to work; only delta, diff and feedback ask it for packs by their ids. FOVEA_CACHE=off turns it off, FOVEA_CACHE=/a/folder moves it.',
  examples: ['fovea cache status', 'fovea cache status --json'],
  fields: { json },
  async run() {
    const place = placeOrFail()
    const caches = told(place, 'read', () => cachesIn(place))
    const bytes = caches.reduce((sum, cache) => sum + cache.bytes, 0)
    const code = bytesBelow(codePlace(place))
    const lines = [...caches.map(lineOf), ...(code > 0 ? [`  ${bytesText(code).padStart(7)}  Fovea itself, compiled by Node\n`] : [])]
    const problem = unusableCache()
    return { report: problem === undefined ? [] : [problem], text: [`${place}: ${counted(caches.length, 'workspace')}, ${bytesText(bytes)}\n`, ...lines], data: { place, bytes, code, ...(problem === undefined ? {} : { problem }), workspaces: caches.map((cache) => ({ ...cache, used: cache.used === 0 ? undefined : new Date(cache.used).toISOString() })) } }
  },
})

const lineOf = ({ root, bytes, used }: CacheState): string =>
  `  ${bytesText(bytes).padStart(7)}  used ${used === 0 ? 'never' : new Date(used).toISOString().slice(0, 10)}  ${root}\n`

/** Removes what was kept. */
export const cacheClear = defineOperation({
  name: 'cache clear',
  title: 'Remove what earlier runs worked out',
  doc: 'For all workspaces, or for one when its folder is given. The next run works everything out again; packs that delta, diff and feedback know by their ids are gone.',
  examples: ['fovea cache clear', 'fovea cache clear .'],
  fields: { path: text('The folder whose cache goes; all of them unless told', { place: 'one' }), json },
  async run(input, context) {
    const place = placeOrFail()
    const all = told(place, 'read', () => cachesIn(place))
    if (input.path === '') throw new UsageError('the name of the folder is empty: fovea cache clear FOLDER, or fovea cache clear for all of them')
    const root = input.path === undefined ? undefined : rootOf(resolve(context.cwd, input.path), all)
    const caches = all.filter((cache) => root === undefined || isCacheOf(cache, root))
    const bytes = told(place, 'removed', () => clearCaches(caches) + (root === undefined ? removeFolder(codePlace(place)) : 0))
    return { text: [`removed ${counted(caches.length, 'workspace')}, ${bytesText(bytes)}\n`], data: { removed: caches.length, bytes } }
  },
})

/** The workspace of a folder. One that is gone is known by its cache. */
const rootOf = (folder: string, caches: readonly CacheState[]): string =>
  (!existsSync(folder) && caches.some((cache) => isCacheOf(cache, folder)) ? folder : openWorkspace(folder, { caching: 'off' }).root)

function told<T>(place: string, what: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw error instanceof DocumentError ? new Failure(`what is kept in ${place} cannot be ${what}: ${error.message}`) : error
  }
}

function placeOrFail(): string {
  const place = soundPlace()
  if (place === undefined) throw new Failure(process.env['FOVEA_CACHE'] === 'off' ? 'there is no cache: FOVEA_CACHE is off' : 'there is no cache: nobody knows a home folder; FOVEA_CACHE=/a/folder names a place')
  return place
}
