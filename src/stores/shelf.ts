// Texts by id that lie flat in the folder of a cache and go with it. They are few and small, and nothing of them is needed.
import { lstatSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './make-folder.ts'
import { writeWhole } from './write.ts'

/** Texts by id. It may forget any of them at any time. */
export interface Texts {
  find(id: string): string | undefined
  /** False when it is not kept. */
  keep(id: string, text: string): boolean
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
      try {
        const text = readFileSync(fileOf(id), 'utf8')
        touch(fileOf(id))
        return text
      } catch {
        return undefined
      }
    },
    keep: (id, text) => {
      if (text.length > shelf.mostOne) return false
      try {
        makeFolder(folder, 0o700)
        writeWhole(fileOf(id), text)
        evict(folder, shelf)
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

function evict(folder: string, { name, ending, most, mostAll }: Shelf): void {
  const ours = (file: string): boolean => file.startsWith(`${name}-`) && /^[0-9a-f]{8}$/.test(file.slice(name.length + 1, -ending.length)) && file.endsWith(ending)
  const files = readdirSync(folder).filter(ours).map((file) => ({ file: join(folder, file), stat: lstatSync(join(folder, file), { throwIfNoEntry: false }) }))
  let room = mostAll
  const newest = files.sort((a, b) => (b.stat?.mtimeMs ?? 0) - (a.stat?.mtimeMs ?? 0))
  newest.forEach(({ file, stat }, i) => {
    room -= stat?.size ?? 0
    if (i >= most || room < 0) rmSync(file, { force: true })
  })
}
