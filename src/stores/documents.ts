// Texts by name, one file each, in one folder: sessions, what was learned. The folder may have come with a tree one does not trust: links are not followed, and nothing but plain files
// is opened. A file is replaced in one step, under a lock, and only when it still is what its writer had read: no update is lost unnoticed.
import { lstatSync, readdirSync, renameSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { asideName, keepLastGood, keepOlder, LAST_GOOD, replaceBroken } from './aside.ts'
import { causeOf, DocumentError, LostUpdate, OnlyCopyLeft } from './document-error.ts'
import { locked, remove } from './lock.ts'
import { plain, type PlainPlace, prepare, readPlain, readPlainBytes, readPlainText } from './plain.ts'
import { writeWhole } from './write.ts'

export { DocumentError, LostUpdate, OnlyCopyLeft }

/** The largest file that is read or written. */
export const MOST_DOCUMENT_BYTES = 8 << 20

/** The documents of a folder, as texts. */
export interface Documents {
  readonly folder: string
  /** The names of all files that could be documents, sorted. */
  names(): string[]
  /** The text of a document; undefined when there is none. Throws OnlyCopyLeft when its second copy is all that is left. */
  read(id: string): string | undefined
  /** Replaces a document that still reads `before` (undefined: that is not there yet). */
  write(id: string, text: string, before: string | undefined): void
  /** Replaces a document by what its text becomes. Nobody else writes it meanwhile, so the change must be quick. */
  update(id: string, change: (before: string | undefined) => string): void
  /** Moves whatever has the name of the document, and its second copy, out of the way and says where it is now. */
  setAside(id: string): string
  /** Removes a document and its second copy; false when there is neither. */
  remove(id: string): boolean
  /** The second copy of a document; undefined when there is none. */
  lastGood(id: string): string | undefined
  /** The names of documents of which only the second copy is left, sorted. */
  lost(): string[]
  /** Writes a document of which only the second copy is left; false when it is there again. */
  bringBack(id: string, text: string): boolean
  /** The bytes of a document that is not text. */
  bytes(id: string): Uint8Array | undefined
  /**
   * Replaces a document that cannot be used by what `by` makes of it; undefined leaves the place empty. What was there is kept beside it, and its name is given. `by` throws when the document has been mended meanwhile.
   */
  replaceBroken(id: string, by: () => string | undefined): string
  /** The name under which it would be kept. */
  asideName(id: string): string
}

/** The same for those who may keep them elsewhere: in files, or in a database that a team shares. */
export interface SharedDocuments {
  /** Where they are, or would be as files. */
  readonly folder: string
  /** The address of the database that holds them; undefined for files. */
  readonly database?: string
  names(): Promise<string[]>
  read(id: string): Promise<string | undefined>
  write(id: string, text: string, before: string | undefined): Promise<void>
  update(id: string, change: (before: string | undefined) => string): Promise<void>
  setAside(id: string): Promise<string>
  remove(id: string): Promise<boolean>
}

/** Documents in files, for whoever would take them from a database too. */
export const filed = (documents: Documents): SharedDocuments => ({
  folder: documents.folder,
  names: async () => documents.names(),
  read: async (id) => documents.read(id),
  write: async (id, text, before) => documents.write(id, text, before),
  update: async (id, change) => documents.update(id, change),
  setAside: async (id) => documents.setAside(id),
  remove: async (id) => documents.remove(id),
})

/** Where documents are, how the names of their files end, and how they are cared for. */
interface Place extends PlainPlace {
  readonly ending: string
  /** Keep a second copy of each. */
  readonly keepsLast: boolean
  /** What is made again from other things may be damaged: it is written over. */
  readonly loose: boolean
  /** The version of a text that an older Fovea wrote: it is kept before it is replaced. */
  readonly older: (text: string) => number | undefined
}

/** The documents in a folder below `root`, or anywhere when it was named as an absolute path. */
export function documentsIn(root: string, folder: string, { advice = '', ending = '.json', keepsLast = false, loose = false, older = () => undefined }: Partial<Omit<Place, keyof PlainPlace> & Pick<Place, 'advice'>> = {}): Documents {
  const place = { root, folder: resolve(root, folder), advice, ending, keepsLast, loose, older }
  const fileOf = (id: string): string => join(place.folder, `${id}${ending}`)
  const textOf = (file: string): string | undefined => (plain(place) === undefined ? undefined : textIn(file, place))
  return {
    folder: place.folder,
    names: () => namesIn(plain(place), ending),
    read: (id) => (plain(place) === undefined ? undefined : wholeOr(fileOf(id), place)),
    write: (id, text, before) => {
      prepare(place)
      change(fileOf(id), place, (there) => {
        if (there !== before) throw new LostUpdate()
        return text
      })
    },
    update: (id, by) => {
      prepare(place)
      change(fileOf(id), place, by)
    },
    setAside: (id) => (plain(place) === undefined ? '' : setAside(fileOf(id))),
    remove: (id) => plain(place) !== undefined && removed(fileOf(id)),
    lastGood: (id) => textOf(fileOf(id) + LAST_GOOD),
    lost: () => {
      const there = new Set(namesIn(plain(place), ending))
      return namesIn(plain(place), ending + LAST_GOOD).filter((id) => !there.has(id))
    },
    bringBack: (id, text) => {
      let done = false
      if (plain(place) !== undefined) locked(fileOf(id), (isHeld) => {
        if (textIn(fileOf(id), place) === undefined) done = written(fileOf(id), text, isHeld)
      })
      return done
    },
    bytes: (id) => (plain(place) === undefined ? undefined : readPlainBytes(fileOf(id), MOST_DOCUMENT_BYTES)),
    replaceBroken: (id, by) => {
      if (plain(place) === undefined) throw new DocumentError('its folder is gone')
      let aside = ''
      locked(fileOf(id), (isHeld) => {
        const text = by()
        aside = replaceBroken(fileOf(id), text, isHeld)
        if (text === undefined) moveCopy(fileOf(id), join(place.folder, aside))
        else if (keepsLast) keepLastGood(fileOf(id), text)
      })
      return aside
    },
    asideName: (id) => asideName(fileOf(id)),
  }
}

function namesIn(folder: string | undefined, ending: string): string[] {
  if (folder === undefined) return []
  try {
    return readdirSync(folder).filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length)).sort()
  } catch (error) {
    throw causeOf(error)
  }
}

/** A text that may be kept. */
export function bounded(text: string): string {
  const bytes = Buffer.byteLength(text)
  if (bytes > MOST_DOCUMENT_BYTES) throw new DocumentError(`it would be too large (${bytes} bytes, at most ${MOST_DOCUMENT_BYTES}): keep long texts elsewhere`)
  return text
}

const textIn = (file: string, { loose }: Pick<Place, 'loose'>): string | undefined => (loose ? readPlain : readPlainText)(file, MOST_DOCUMENT_BYTES)

/** The text of a document. Whoever removes one removes its copy first, so a copy without its document was left by somebody else's hand. */
function wholeOr(file: string, place: Pick<Place, 'loose' | 'keepsLast'>): string | undefined {
  const text = textIn(file, place)
  if (text !== undefined || !place.keepsLast || !hasCopy(file)) return text
  // It may have been written for the first time between the two looks.
  const now = textIn(file, place)
  if (now === undefined && hasCopy(file)) throw new OnlyCopyLeft(`it is gone, and its copy ${basename(file)}${LAST_GOOD} is still there`)
  return now
}

const hasCopy = (file: string): boolean => lstatSync(file + LAST_GOOD, { throwIfNoEntry: false }) !== undefined

function written(file: string, text: string, isHeld: () => boolean): boolean {
  try {
    return writeWhole(file, text, { ready: isHeld })
  } catch (error) {
    throw causeOf(error)
  }
}

function change(file: string, place: Place, by: (before: string | undefined) => string): void {
  locked(file, (isHeld) => {
    const { keepsLast, older } = place
    const before = wholeOr(file, place)
    const text = bounded(by(before))
    const version = before === undefined ? undefined : older(before)
    try {
      if (before !== undefined && version !== undefined) keepOlder(file, before, { version, read: (kept) => readPlainText(kept, MOST_DOCUMENT_BYTES) })
      if (!writeWhole(file, text, { ready: isHeld })) throw new LostUpdate()
    } catch (error) {
      throw causeOf(error)
    }
    if (keepsLast) keepLastGood(file, text)
  })
}

/** Under the lock as well: somebody who is just changing it would bring it back. What somebody removed on purpose does not come back. */
function removed(file: string): boolean {
  let done = false
  locked(file, () => {
    const copy = remove(file + LAST_GOOD)
    done = remove(file) || copy
  })
  return done
}

/** Under the lock: two at once would choose the same name, and one of the files would be lost. */
function setAside(file: string): string {
  let aside = ''
  locked(file, () => {
    try {
      aside = freeName(`${file}.bak`)
      const copy = moveCopy(file, aside)
      if (copy !== undefined && lstatSync(file, { throwIfNoEntry: false }) === undefined) aside = copy
      else renameSync(file, aside)
    } catch (error) {
      throw causeOf(error)
    }
  })
  return aside
}

/** The second copy goes where its document goes; undefined when there is none. */
function moveCopy(file: string, aside: string): string | undefined {
  if (!hasCopy(file)) return undefined
  renameSync(file + LAST_GOOD, aside + LAST_GOOD)
  return aside + LAST_GOOD
}

/** A name that neither a document nor a copy has. */
function freeName(name: string): string {
  for (let copy = 1; ; copy++) {
    const free = `${name}${copy === 1 ? '' : copy}`
    if (lstatSync(free, { throwIfNoEntry: false }) === undefined && !hasCopy(free)) return free
  }
}
