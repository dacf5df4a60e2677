// Files that cannot be used are kept beside what takes their place, and of what people made there is a second copy: whatever happens to the file, a repair finds all of it.
import { constants, copyFileSync, linkSync, lstatSync, renameSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { causeOf, LostUpdate } from './document-error.ts'
import { forget, writeWhole } from './write.ts'

/** How a repair is told: as it was done, or before. */
export type Tense = 'is' | 'would be'

/** How the name of the second copy of a document ends. */
export const LAST_GOOD = '.last-good'

/**
 * Keeps a second copy of a document that was just written. It need not be on the disk at once, nor appear in one step: the document is. Failing must not stop anything; half a copy is not kept.
 */
export function keepLastGood(file: string, text: string): void {
  const copy = file + LAST_GOOD
  // Whatever has that name is removed, not followed.
  forget(copy)
  try {
    writeFileSync(copy, text, { flag: 'wx', mode: 0o600 })
  } catch {
    forget(copy)
  }
}

/** Writes a text of an older version under a name of its own, before it is brought up to this one; once for the same text. */
export function keepOlder(file: string, text: string, { version, read }: { version: number; read: (file: string) => string | undefined }): void {
  for (let copy = 1; ; copy++) {
    const kept = `${file}.v${version}.bak${copy === 1 ? '' : copy}`
    const there = lstatSync(kept, { throwIfNoEntry: false })
    if (there === undefined) return void writeWhole(kept, text)
    if (there.isFile() && read(kept) === text) return
  }
}

/**
 * Puts a text in the place of a file that cannot be used, or nothing when there is none; gives the name under which the file is kept. A plain file keeps both names until it is replaced, so there is no moment at which neither is there. `ready` is asked at the last moment.
 */
export function replaceBroken(file: string, text: string | undefined, ready: () => boolean = () => true): string {
  if (!ready()) throw new LostUpdate()
  try {
    const aside = text === undefined ? undefined : secondName(file)
    const kept = aside ?? moved(file)
    if (text !== undefined && !writeWhole(file, text, { ready })) throw new LostUpdate()
    return basename(kept)
  } catch (error) {
    throw causeOf(error)
  }
}

/** Gives a damaged file a second name, which stays when the first is removed; gives that name. */
export function keepBeside(file: string): string {
  const known = secondName(file)
  if (known !== undefined) return basename(known)
  const aside = freeName(file)
  copyFileSync(file, aside, constants.COPYFILE_EXCL)
  return basename(aside)
}

/** The name that the file would be kept under. */
export const asideName = (file: string): string => basename(secondNameOf(file) ?? freeName(file))

function secondName(file: string): string | undefined {
  const known = secondNameOf(file)
  if (known !== undefined || !lstatSync(file).isFile()) return known
  const aside = freeName(file)
  try {
    linkSync(file, aside)
    return aside
  } catch {
    // Some disks have no links: it is moved.
    return undefined
  }
}

/** The name that somebody gave it who was killed before he could replace it. */
function secondNameOf(file: string): string | undefined {
  const there = lstatSync(file, { throwIfNoEntry: false })
  if (there?.isFile() !== true || there.nlink < 2) return undefined
  for (let copy = 1; ; copy++) {
    const aside = lstatSync(nameOf(file, copy), { throwIfNoEntry: false })
    if (aside === undefined) return undefined
    if (aside.ino === there.ino && aside.dev === there.dev) return nameOf(file, copy)
  }
}

function moved(file: string): string {
  const aside = freeName(file)
  renameSync(file, aside)
  return aside
}

const nameOf = (file: string, copy: number): string => `${file}.broken-${copy}`

function freeName(file: string): string {
  let copy = 1
  while (lstatSync(nameOf(file, copy), { throwIfNoEntry: false }) !== undefined) copy++
  return nameOf(file, copy)
}
