// The embedded catalogue: a folder of files in `.fovea/catalog`. Every change is one new manifest, so a reader sees the state before or after it, and a process that is killed leaves the one before.
import { byId, CatalogError, checkedSpec, type Entry, isNoted, isResource, type Kept, type Manifest, type Noted, stateIn, withEntry } from '../catalog/manifest.ts'
import type { CatalogStore, Change } from '../catalog/ports.ts'
import { publish } from '../catalog/publish.ts'
import type { Resource } from '../catalog/record.ts'
import { type CatalogFiles, catalogFilesIn, hashOf, type Numbered } from './catalog-files.ts'
import { linesOf, readableIn, recordsIn, stateOf } from './catalog-lines.ts'

/** How many changes are remembered. */
export const MOST_CHANGES = 10_000

/** How often a change is begun again because another process was first. */
const ATTEMPTS = 2000

/** The catalogue in a folder. Nothing is written before something is registered. */
export function catalogStoreIn(root: string): CatalogStore {
  const files = catalogFilesIn(root)
  return {
    sources: async () => files.newest().manifest.sources.map(stateIn),
    register: async (spec) => {
      const checked = checkedSpec(spec)
      await changed(files, ({ manifest }) => ({ manifest: withEntry(manifest, { resources: 0, ...entryOf(manifest, spec.name), spec: checked }) }))
    },
    remove: (name) => removed(files, name),
    publish: async (name, resources, at) => {
      const { checkedResources } = await import('../catalog/checked.ts')
      return published(files, { name, found: checkedResources(name, resources), at })
    },
    failed: async (name, message, at) => {
      await changed(files, ({ manifest }) => ({ manifest: withEntry(manifest, { ...known(manifest, name), failure: { at, message } }) }))
    },
    resources: async (sources) => reading(files, ({ manifest }) => byId(manifest.sources.filter(({ spec }) => sources?.includes(spec.name) ?? true).flatMap((entry) => snapshotOf(files, entry)))),
    state: async () => stateOf(files.newest().manifest.sources.map(({ spec, snapshot }) => [spec.name, snapshot?.sha256])),
    changes: async (limit) => reading(files, ({ manifest }) => journalOf(files, manifest).slice(0, Math.max(0, limit)).map(({ change }) => change)),
    close: async () => {},
  }
}

const entryOf = ({ sources }: Manifest, name: string): Entry | undefined => sources.find(({ spec }) => spec.name === name)

function known(manifest: Manifest, name: string): Entry {
  const entry = entryOf(manifest, name)
  if (entry === undefined) throw new CatalogError(`there is no source "${name}" in the catalogue: register it with "fovea catalog add"`)
  return entry
}

/** A change of the manifest and the files that it needs. */
interface Step {
  readonly manifest: Manifest
  readonly kept?: readonly (Kept | undefined)[]
}

/** Makes a change of whatever is newest, however many others do the same; undefined leaves it as it is. */
async function changed(files: CatalogFiles, by: (before: Numbered) => Step | undefined): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const before = files.newest()
    const step = by(before)
    if (step === undefined || files.commit(before, step.manifest)) return
    for (const kept of step.kept ?? []) files.drop(kept)
    await pause(Math.random() * Math.min(50, attempt))
  }
  throw new CatalogError('other processes change the catalogue all the time, so nothing was changed: try again')
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function removed(files: CatalogFiles, name: string): Promise<boolean> {
  let there = false
  await changed(files, ({ manifest }) => {
    there = entryOf(manifest, name) !== undefined
    if (!there) return undefined
    const before = mended(files, () => journalOf(files, manifest), isNoted)
    const journal = keptJournal(files, before.filter(({ source }) => source !== name))
    const { journal: _journal, ...rest } = manifest
    return { manifest: { ...rest, sources: manifest.sources.filter(({ spec }) => spec.name !== name), ...(journal === undefined ? {} : { journal }) }, kept: [journal] }
  })
  return there
}

async function published(files: CatalogFiles, { name, found, at }: { name: string; found: readonly Resource[]; at: string }): Promise<readonly Change[]> {
  let changes: readonly Change[] = []
  await changed(files, ({ manifest }) => {
    const entry = known(manifest, name)
    const { failure: _failure, snapshot: old, ...rest } = entry
    const after = publish(mended(files, () => snapshotOf(files, entry), isResource), found, at)
    changes = after.changes
    const resources = byId(after.resources)
    const sha256 = hashOf(linesOf(resources))
    const same = old !== undefined && sha256 === old.sha256
    const snapshot = same ? old : keptLines(files, resources, sha256)
    const journal = changes.length === 0 ? manifest.journal : keptJournal(files, [...changes.map((change) => ({ source: name, change })), ...mended(files, () => journalOf(files, manifest), isNoted)])
    const next = withEntry({ ...manifest, ...(journal === undefined ? {} : { journal }) }, { ...rest, scanned: at, resources: after.resources.length, ...(snapshot === undefined ? {} : { snapshot }) })
    return { manifest: next, kept: [same ? undefined : snapshot, changes.length === 0 ? undefined : journal] }
  })
  return changes
}

/** Nothing needs no file. */
const keptLines = (files: CatalogFiles, records: readonly unknown[], sha256?: string): Kept | undefined => (records.length === 0 ? undefined : files.keep(() => linesOf(records), sha256))

const keptJournal = (files: CatalogFiles, journal: readonly Noted[]): Kept | undefined => keptLines(files, journal.slice(0, MOST_CHANGES))

/** What was damaged is replaced by what is written now: a scan is how it is mended. The file is kept beside, and what can be read of it counts. What only cannot be read at this moment is not mended, or its revisions would begin anew. */
function mended<T>(files: CatalogFiles, read: () => readonly T[], is: (value: unknown) => value is T): readonly T[] {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Damaged)) throw error
    if (error.text === undefined) return []
    files.keepBeside(error.kept.file)
    return readableIn(error.text, is)
  }
}

/** A file that is not there any more, or not what was written. */
class Damaged extends CatalogError {
  constructor(readonly kept: Kept, readonly text: string | undefined, readonly mend: string) {
    super(`.fovea/catalog/${kept.file} is ${text === undefined ? 'missing' : 'damaged'}: ${mend}`)
  }
}

/** A file that is gone may belong to a state that was replaced meanwhile: that is seen by a newer one. */
async function reading<T>(files: CatalogFiles, read: (now: Numbered) => T): Promise<T> {
  for (let last = -1; ;) {
    const now = files.newest()
    try {
      return read(now)
    } catch (error) {
      if (!(error instanceof Damaged)) throw error
      if (error.text !== undefined || now.number === last) throw await explained(error)
      last = now.number
    }
  }
}

/** Says which line it is; the schema is loaded for that alone. */
async function explained({ kept, text, mend }: Damaged): Promise<CatalogError> {
  const { damagedLine } = await import('../catalog/checked.ts')
  return new CatalogError(`.fovea/catalog/${kept.file} is ${text === undefined ? 'missing' : `damaged${damagedLine(text)}`}: ${mend}`)
}

const snapshotOf = (files: CatalogFiles, { spec, snapshot }: Entry): Resource[] =>
  snapshot === undefined ? [] : whole(files, snapshot, { is: isResource, mend: `run "fovea catalog scan ${spec.name}" to write it again` })

const journalOf = (files: CatalogFiles, { journal }: Manifest): Noted[] =>
  journal === undefined ? [] : whole(files, journal, { is: isNoted, mend: 'the next scan that finds a change begins it anew' })

/** The records of a file. They are checked whole when they are written; a hash can be made for anything, so that they are records at all is looked at here. */
function whole<T>(files: CatalogFiles, kept: Kept, { is, mend }: { is: (value: unknown) => value is T; mend: string }): T[] {
  const text = files.text(kept)
  const records = text === undefined || hashOf(text) !== kept.sha256 ? undefined : recordsIn(text, is)
  if (records === undefined) throw new Damaged(kept, text, mend)
  return records
}
