// The files of an embedded catalogue. Snapshots are written under names of their own and never changed; a manifest says which of them count. Manifests are numbered, and
// a new one is linked to the next number in one step, which fails when another process took it: no lock is held, so none is left behind by a process that was killed.
import { createHash, randomBytes } from 'node:crypto'
import { linkSync, lstatSync, readdirSync, renameSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { CatalogError, EMPTY_MANIFEST, type Kept, type Manifest, isNewer, manifestFrom } from '../catalog/manifest.ts'
import { keepBeside, replaceBroken } from './aside.ts'
import { causeOf, DocumentError } from './document-error.ts'
import { draftFor } from './drafts.ts'
import { locked } from './lock.ts'
import { plain, type PlainPlace, prepare, readPlain } from './plain.ts'
import { forget, syncFolder, writeThrough } from './write.ts'

/** The largest manifest and the largest snapshot that are read, in bytes. */
const MOST_MANIFEST = 64 << 20
const MOST_SNAPSHOT = 480 << 20

/** After how many milliseconds a file that no manifest names was left behind by somebody who was killed. */
const LEFT_BEHIND = 3_600_000

/** A manifest and its number; 0 before the first. */
export interface Numbered {
  readonly number: number
  readonly manifest: Manifest
}

/** The files in the folder of a catalogue. */
export interface CatalogFiles {
  /** The newest manifest. */
  newest(): Numbered
  /** Makes a manifest the newest if `before` still is; false when another process was first. */
  commit(before: Numbered, manifest: Manifest): boolean
  /** Writes lines under a new name. They are asked for twice when their hash is not given. */
  keep(lines: () => Iterable<string>, sha256?: string): Kept
  /** The lines of a file; undefined when it is not there any more. */
  text(kept: Kept): string | undefined
  /** Removes a file that was kept for a commit that failed. */
  drop(kept: Kept | undefined): void
  /** Gives a file that is damaged a second name, which is never removed. */
  keepBeside(file: string): string
  /** Moves whatever has the name of a manifest out of the way; gives its name then. */
  setAside(name: string): string
  /** The names of all manifests, the newest first. */
  manifests(): string[]
  /** The text of a manifest, whatever it holds; undefined when it cannot be read. */
  manifestText(name: string): string | undefined
}

/** The catalogue's files below a folder such as `/project`. */
export function catalogFilesIn(root: string): CatalogFiles {
  const place = { root, folder: join(root, '.fovea', 'catalog'), advice: '' }
  let seen: Numbered = { number: 0, manifest: EMPTY_MANIFEST }
  const path = (file: string): string => join(place.folder, file)
  return {
    newest: () => guarded(() => (seen = newestIn(place, seen))),
    commit: (before, manifest) => guarded(() => {
      prepare(place)
      const done = linked(path, before.number + 1, `${JSON.stringify(manifest, null, 1)}\n`)
      if (done) tidy(place.folder, { number: before.number + 1, manifest }, before)
      return done
    }),
    keep: (lines, sha256 = hashOf(lines())) => guarded(() => {
      prepare(place)
      const kept = { file: `${sha256.slice(0, 16)}-${randomBytes(6).toString('hex')}.jsonl`, sha256 }
      writeThrough(path(kept.file), gathered(lines()), 0o600)
      return kept
    }),
    text: ({ file }) => guarded(() => readPlain(path(file), MOST_SNAPSHOT)),
    drop: (kept) => kept !== undefined && forget(path(kept.file)),
    keepBeside: (file) => guarded(() => keepBeside(path(file))),
    setAside: (name) => guarded(() => replaceBroken(path(name), undefined)),
    manifests: () => guarded(() => (plain(place) === undefined ? [] : readdirSync(place.folder).filter((name) => numberOf(name) > 0).sort((a, b) => numberOf(b) - numberOf(a)))),
    manifestText: (name) => {
      try {
        return readPlain(path(name), MOST_MANIFEST)
      } catch {
        return undefined
      }
    },
  }
}

const shown = (file: string): string => `.fovea/catalog/${file}`

/** The hash by which bytes are known. */
export function hashOf(text: string | Iterable<string>): string {
  const hash = createHash('sha256')
  for (const part of typeof text === 'string' ? [text] : text) hash.update(part)
  return hash.digest('hex')
}

const CHUNK = 1 << 18

/** Lines in larger parts: each part is one call of the system. */
function* gathered(lines: Iterable<string>): Iterable<string> {
  let part = ''
  for (const line of lines) {
    part += line
    if (part.length < CHUNK) continue
    yield part
    part = ''
  }
  yield part
}

/** Names of files that no manifest needs once it is gone. Whatever else is there is not ours to remove. */
const OURS = /^(?:[0-9a-f]{16}-[0-9a-f]{12}\.jsonl|.*\.tmp)$/

const nameOf = (number: number): string => `manifest-${number}.json`
export const numberOf = (name: string): number => Number(/^manifest-([1-9]\d{0,14})\.json$/.exec(name)?.[1] ?? 0)

/** A manifest that vanishes or is emptied between listing and reading was replaced by a newer one. */
function newestIn(place: PlainPlace, seen: Numbered): Numbered {
  for (let attempt = 0; attempt < 1000; attempt++) {
    const number = plain(place) === undefined ? 0 : readdirSync(place.folder).reduce((most, name) => Math.max(most, numberOf(name)), 0)
    if (number === 0) return { number, manifest: EMPTY_MANIFEST }
    if (number === seen.number) return seen
    const text = readPlain(join(place.folder, nameOf(number)), MOST_MANIFEST)
    if (text !== undefined && (text !== '' || attempt > 10)) return { number, manifest: readManifest(number, text) }
  }
  throw new CatalogError('the catalogue changes faster than it can be read: try again')
}

function readManifest(number: number, text: string): Manifest {
  const manifest = manifestFrom(text)
  if (manifest === undefined && isNewer(text)) throw new CatalogError(`${shown(nameOf(number))} was written by a newer Fovea and was left as it is: update Fovea to read this catalogue`)
  if (manifest === undefined) throw new CatalogError(`${shown(nameOf(number))} is damaged and was left as it is: "fovea doctor --repair" keeps it beside and saves what can be read of it and of the state before it`)
  return manifest
}

/** False when the number is taken. */
function linked(path: (file: string) => string, number: number, text: string): boolean {
  const file = path(nameOf(number))
  const draft = draftFor(file)
  writeThrough(draft, text, 0o600)
  try {
    linkSync(draft, file)
    syncFolder(path('.'))
    return true
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EEXIST') return false
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error
    return renamed(draft, file)
  } finally {
    forget(draft)
  }
}

/** For disks without links: under a lock. */
function renamed(draft: string, file: string): boolean {
  let done = false
  locked(file, () => {
    if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) return
    renameSync(draft, file)
    done = true
  })
  return done
}

/**
 * Removes what neither the newest manifest nor the one before it names. An older manifest is emptied first and removed after a while: its number stays taken for a process that still believes in the one before.
 */
function tidy(folder: string, now: Numbered, before: Numbered): void {
  const named = new Set([now, before].flatMap(({ manifest }) => filesOf(manifest)))
  const old = Date.now() - LEFT_BEHIND
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    const number = numberOf(name)
    const { mtimeMs, size } = lstatSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity, size: 0 }
    if (number > 0 ? number < before.number && size === 0 && mtimeMs < old : OURS.test(name) && !named.has(name) && mtimeMs < old) forget(file)
    else if (number > 0 && number < before.number && size > 0) emptied(file, folder, named)
  }
}

/** Empties a manifest and removes the snapshots that only it named. */
function emptied(file: string, folder: string, named: ReadonlySet<string>): void {
  try {
    const stale = manifestFrom(readPlain(file, MOST_MANIFEST) ?? '')
    // One that is damaged, or of a newer Fovea, may hold what nobody else knows.
    if (stale === undefined) return
    for (const name of filesOf(stale)) if (!named.has(name)) forget(join(folder, name))
    truncateSync(file)
  } catch {
    // Another process is at it: its age removes it.
  }
}

const filesOf = ({ sources, journal }: Manifest): string[] => [...sources.map(({ snapshot }) => snapshot), journal].flatMap((kept) => (kept === undefined ? [] : [kept.file]))

/** What the system says about the folder, as a sentence. */
function guarded<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (error instanceof CatalogError) throw error
    const { message } = error instanceof DocumentError ? error : causeOf(error)
    throw new CatalogError(`the catalogue in .fovea/catalog cannot be used: ${message}`)
  }
}
