// Texts by id that lie flat in the folder of a cache and go with it. They are few, no longer than their shelf allows, and nothing of them is needed.
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { cacheBytes, cachedBytes } from './cache-file.ts'
import { makeFolder } from './make-folder.ts'

/** Texts by id. It may forget any of them at any time. */
export interface Texts {
  find(id: string): string | undefined
  /** Keeps a text in two parts, of which the second may be long. False when it is not kept. */
  keep(id: string, text: string, rest?: string): boolean
}

/** How the files are called, and how much is kept; the longest unused go first. */
export interface Shelf {
  /** `pack` for `pack-9f8e7d6c.json`. */
  readonly name: string
  readonly ending: string
  /** The most texts, the most characters of one of them, and the most bytes of all. */
  readonly most: number
  readonly mostOne: number
  readonly mostAll: number
}

/** The texts of a shelf in a folder. */
export function textsIn(folder: string, shelf: Shelf): Texts {
  const fileOf = (id: string): string => join(folder, `${shelf.name}-${id}${shelf.ending}`)
  return {
    find: (id) => {
      const text = shelvedText(fileOf(id))
      if (text !== undefined) touch(fileOf(id))
      return text
    },
    keep: (id, text, rest = '') => {
      if (text.length + rest.length > shelf.mostOne) return false
      try {
        makeFolder(folder, 0o700)
        // Made bytes of once, for both.
        const bytes = [Buffer.from(text), Buffer.from(rest)]
        cacheBytes(fileOf(id), [`${sumOf(...bytes)}\n`, ...bytes])
        evict(folder, shelf)
        return true
      } catch {
        return false
      }
    },
  }
}

/** The first line tells whether the rest is what was written. */
const sumOf = (...parts: readonly Uint8Array[]): string => parts.reduce((hash, bytes) => hash.update(bytes), createHash('sha256')).digest('hex').slice(0, SUM)

const SUM = 16

/** The text in a file of a shelf; undefined when it is not what was written. */
export function shelvedText(file: string): string | undefined {
  const bytes = cachedBytes(file)
  if (bytes === undefined || bytes.toString('latin1', SUM, SUM + 1) !== '\n') return undefined
  const text = bytes.subarray(SUM + 1)
  return sumOf(text) === bytes.toString('latin1', 0, SUM) ? text.toString('utf8') : undefined
}

/** Failing costs only the place in the row. */
function touch(file: string): void {
  const now = new Date()
  try {
    utimesSync(file, now, now)
  } catch {
    // See above.
  }
}

function evict(folder: string, { name, ending, most, mostAll }: Shelf): void {
  const ours = (file: string): boolean => file.startsWith(`${name}-`) && /^[0-9a-f]{8}$/.test(file.slice(name.length + 1, -ending.length)) && file.endsWith(ending)
  const files = readdirSync(folder).filter(ours).map((file) => ({ file: join(folder, file), stat: lstatSync(join(folder, file), { throwIfNoEntry: false }) }))
  let room = mostAll
  const newest = files.sort((a, b) => (b.stat?.mtimeMs ?? 0) - (a.stat?.mtimeMs ?? 0))
  newest.forEach(({ file, stat }, i) => {
    room -= stat?.size ?? 0
    if (i >= most || room < 0) rmSync(file, { force: true, recursive: true })
  })
}
