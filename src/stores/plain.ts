// Folders and files that may have come with a tree one does not trust: links are not followed, and nothing but plain files is opened.
import { closeSync, fstatSync, lstatSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { openPlain } from '../disk/open.ts'
import { causeOf, DocumentError } from './document-error.ts'
import { ignoreItself } from './folder.ts'
import { makeFolder } from './make-folder.ts'

/** A folder, the one above which links are nobody's concern, and what to do when it cannot be used. */
export interface PlainPlace {
  readonly root: string
  readonly folder: string
  readonly advice: string
}

/** The folder, when it is there. No part of it below the root may be a link: it would lead to somebody else's files. */
export function plain(place: PlainPlace): string | undefined {
  try {
    return plainFolder(place)
  } catch (error) {
    throw causeOf(error)
  }
}

function plainFolder({ root, folder, advice }: PlainPlace): string | undefined {
  const inside = relative(root, folder)
  const parts = inside === '' || inside.startsWith('..') || resolve(inside) === inside ? [] : inside.split(sep)
  for (let i = 1; i <= parts.length; i++) {
    const part = lstatSync(join(root, ...parts.slice(0, i)), { throwIfNoEntry: false })
    if (part === undefined) return undefined
    if (part.isSymbolicLink()) throw new DocumentError(`${parts.slice(0, i).join('/')} is a link, and links are not followed${advice}`)
    if (!part.isDirectory()) throw new DocumentError(`${parts.slice(0, i).join('/')} is not a folder${advice}`)
  }
  const there = statSync(folder, { throwIfNoEntry: false })
  if (there !== undefined && !there.isDirectory()) throw new DocumentError(`it is not a folder${advice}`)
  return there === undefined ? undefined : folder
}

/** What is kept is nobody else's concern, its names neither. */
const OWNER_ONLY = 0o700

/** Makes the folder; one in `.fovea` keeps itself out of version control. */
export function prepare(place: PlainPlace): void {
  try {
    plain(place)
    makeFolder(place.folder, OWNER_ONLY)
    const own = join(place.root, '.fovea')
    if (`${place.folder}${sep}`.startsWith(own + sep)) ignoreItself(own)
  } catch (error) {
    throw causeOf(error)
  }
  plain(place)
}

/** The text of a plain file of at most so many bytes; undefined when there is none. */
export const readPlain = (file: string, most: number): string | undefined => readPlainBytes(file, most)?.toString('utf8')

/** The same, and bytes that are no text are refused: what was written again would be something else. */
export function readPlainText(file: string, most: number): string | undefined {
  const bytes = readPlainBytes(file, most)
  try {
    return bytes === undefined ? undefined : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new DocumentError('it is not UTF-8 text')
  }
}

/** The bytes of a plain file of at most so many; undefined when there is none. */
export function readPlainBytes(file: string, most: number): Buffer | undefined {
  try {
    const there = lstatSync(file, { throwIfNoEntry: false })
    if (there === undefined) return undefined
    if (there.isSymbolicLink()) throw new DocumentError('it is a link, and links are not followed')
    if (!there.isFile()) throw new DocumentError('it is not a plain file')
    return readBounded(file, most)
  } catch (error) {
    // Somebody removed it since it was looked at.
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw causeOf(error)
  }
}

function readBounded(file: string, most: number): Buffer {
  const handle = openPlain(file)
  try {
    const stat = fstatSync(handle)
    if (!stat.isFile()) throw new DocumentError('it is not a plain file')
    if (stat.size > most) throw new DocumentError(`it is too large (${stat.size} bytes, at most ${most})`)
    return readFileSync(handle)
  } finally {
    closeSync(handle)
  }
}
