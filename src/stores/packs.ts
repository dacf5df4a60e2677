// Packs that were printed, so that what changed since can be told. They lie flat in the folder of a cache, go with it, and are few and small: nothing of them is needed.
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from './write.ts'

/** Packs as texts, by id. It may forget any of them at any time. */
export interface Packs {
  find(id: string): string | undefined
  /** False when it is not kept. */
  keep(id: string, json: string): boolean
}

/** The most packs of one workspace, the most bytes of one of them and of all; the longest unused go first. */
const MOST = 32
const MOST_BYTES = 4 << 20
const ALL_BYTES = 32 << 20

/** The packs in a folder. */
export function packsIn(folder: string): Packs {
  const fileOf = (id: string): string => join(folder, `pack-${id}.json`)
  return {
    find: (id) => {
      try {
        const text = readFileSync(fileOf(id), 'utf8')
        touch(fileOf(id))
        return text
      } catch {
        return undefined
      }
    },
    keep: (id, json) => {
      if (json.length > MOST_BYTES) return false
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        writeWhole(fileOf(id), json)
        evict(folder)
        return true
      } catch {
        return false
      }
    },
  }
}

function touch(file: string): void {
  const now = new Date()
  utimesSync(file, now, now)
}

function evict(folder: string): void {
  const files = readdirSync(folder).filter((name) => /^pack-[0-9a-f]{8}\.json$/.test(name)).map((name) => ({ file: join(folder, name), stat: lstatSync(join(folder, name), { throwIfNoEntry: false }) }))
  let room = ALL_BYTES
  const newest = files.sort((a, b) => (b.stat?.mtimeMs ?? 0) - (a.stat?.mtimeMs ?? 0))
  newest.forEach(({ file, stat }, i) => {
    room -= stat?.size ?? 0
    if (i >= MOST || room < 0) rmSync(file, { force: true })
  })
}
