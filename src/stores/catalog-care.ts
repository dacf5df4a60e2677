// Looking after the files of an embedded catalogue: whether its newest state can be read, and making one that can from what is left of it and of the state before.
import { join } from 'node:path'
import { EMPTY_MANIFEST, type Entry, isNewer, isNoted, isResource, type Kept, type Manifest, manifestFrom, sourcesIn } from '../catalog/manifest.ts'
import { counted } from '../core/names.ts'
import { readable } from '../core/readable.ts'
import { asideName, type Tense } from './aside.ts'
import { type CatalogFiles, catalogFilesIn, hashOf, numberOf } from './catalog-files.ts'
import { linesOf, readableIn, recordsIn } from './catalog-lines.ts'

/** How the newest state of a catalogue is. */
export interface CatalogueState {
  /** The file that says what counts. */
  readonly file: string
  readonly state: 'whole' | 'broken' | 'newer'
  readonly why?: string
  readonly sources: number
  readonly resources: number
  readonly version?: number
  /** What a repair would do, or did, as sentences. */
  readonly steps: readonly string[]
}

/** Looks at the catalogue of a folder; undefined when there is none. */
export function lookAtCatalogue(root: string): CatalogueState | undefined {
  const files = catalogFilesIn(root)
  const [file] = files.manifests()
  if (file === undefined) return undefined
  const text = files.manifestText(file)
  if (text !== undefined && isNewer(text)) return { file, state: 'newer', why: 'a newer Fovea wrote it', sources: 0, resources: 0, steps: [] }
  const { manifest, steps: sound, why, isBroken } = soundState(files, file, { keep: false })
  const steps = isBroken ? [...sound, keptWords(file, asideName(join(root, '.fovea', 'catalog', file)), 'would be')] : sound
  return { file, state: steps.length === 0 ? 'whole' : 'broken', ...(why === undefined ? {} : { why }), sources: manifest.sources.length, resources: manifest.sources.reduce((sum, { resources }) => sum + resources, 0), version: manifest.version, steps }
}

const keptWords = (file: string, aside: string, tense: Tense): string => `.fovea/catalog/${file} ${tense} kept as ${aside}`

const ATTEMPTS = 5

/** Makes a state that can be read. The new one is there before the broken one is moved out of the way. Gives what was done. */
export function repairCatalogue(root: string): readonly string[] {
  const files = catalogFilesIn(root)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const [file] = files.manifests()
    const text = file === undefined ? undefined : files.manifestText(file)
    if (file === undefined || (text !== undefined && isNewer(text))) return []
    const { manifest, before, steps, isBroken } = soundState(files, file, { keep: true })
    if (steps.length === 0) return []
    if (!files.commit({ number: numberOf(file), manifest: before }, manifest)) continue
    return isBroken ? [...steps, keptWords(file, files.setAside(file), 'is')] : steps
  }
  return []
}

interface Sound {
  readonly manifest: Manifest
  /** The state whose files must stay. */
  readonly before: Manifest
  readonly steps: readonly string[]
  readonly why?: string
  readonly isBroken: boolean
}

/** The state that a manifest and its files say; with `keep` what was saved of damaged files is written. */
function soundState(files: CatalogFiles, name: string, { keep }: { keep: boolean }): Sound {
  const text = files.manifestText(name)
  const whole = text === undefined ? undefined : manifestFrom(text)
  const saved = whole === undefined ? savedFrom(files, text, { name, tense: keep ? 'is' : 'would be' }) : { manifest: whole, steps: [] }
  const parts = saved.manifest.sources.map((entry) => soundEntry(files, entry, keep))
  const journal = soundLines(files, saved.manifest.journal, { keep, is: isNoted, what: 'changes of the journal' })
  const { journal: _journal, ...rest } = saved.manifest
  const steps = [...saved.steps, ...parts.flatMap((part) => part.steps), ...journal.steps]
  const why = whole === undefined ? (text === undefined ? 'it is not a plain file' : text === '' ? 'it is empty' : 'it is damaged') : steps[0]
  return { manifest: { ...rest, sources: parts.map(({ entry }) => entry), ...(journal.kept === undefined ? {} : { journal: journal.kept }) }, before: saved.manifest, steps, isBroken: whole === undefined, ...(steps.length === 0 || why === undefined ? {} : { why }) }
}

/** Where the sources of the new state come from; when there are none, what to do about it. */
function savedWords({ name, tense, read, brought }: { name: string; tense: Tense; read: number; brought: number }): string {
  const file = `.fovea/catalog/${name}`
  if (read + brought === 0) return `no source can be read of ${file}, nor of a state before it: the catalogue ${tense} empty${tense === 'is' ? ' now' : ''}; add its sources again with "fovea catalog add"`
  return `${file} ${tense} replaced by one with ${counted(read, 'source')} as they were${brought === 0 ? '' : ` and ${brought} as they were before the last change`}`
}

/** What can be read of a broken manifest, and what only the one before it says. */
function savedFrom(files: CatalogFiles, text: string | undefined, { name, tense }: { name: string; tense: Tense }): { manifest: Manifest; steps: string[] } {
  const read = sourcesIn(text === undefined ? undefined : readable(text).value)
  const before = files.manifests().slice(1).map((name) => manifestFrom(files.manifestText(name) ?? '')).find((manifest) => manifest !== undefined) ?? EMPTY_MANIFEST
  const known = new Set(read.sources.map(({ spec }) => spec.name))
  const brought = before.sources.filter(({ spec }) => !known.has(spec.name))
  const journal = read.journal ?? before.journal
  const sources = [...read.sources, ...brought].sort((a, b) => (a.spec.name < b.spec.name ? -1 : 1))
  return { manifest: { ...before, sources, ...(journal === undefined ? {} : { journal }) }, steps: [savedWords({ name, tense, read: read.sources.length, brought: brought.length })] }
}

function soundEntry(files: CatalogFiles, entry: Entry, keep: boolean): { entry: Entry; steps: readonly string[] } {
  const { snapshot, ...rest } = entry
  const { kept, steps, count } = soundLines(files, snapshot, { keep, is: isResource, what: `resources of ${entry.spec.name}` })
  if (steps.length === 0) return { entry, steps }
  return { entry: { ...rest, resources: count, ...(kept === undefined ? {} : { snapshot: kept }) }, steps: steps.map((step) => `${step}; run "fovea catalog scan ${entry.spec.name}" to have all of them`) }
}

interface Lines {
  readonly kept: Kept | undefined
  readonly steps: readonly string[]
  readonly count: number
}

function soundLines<T>(files: CatalogFiles, kept: Kept | undefined, { keep, is, what }: { keep: boolean; is: (value: unknown) => value is T; what: string }): Lines {
  if (kept === undefined) return { kept, steps: [], count: 0 }
  const text = textOf(files, kept)
  if (text !== undefined && hashOf(text) === kept.sha256 && recordsIn(text, is) !== undefined) return { kept, steps: [], count: 0 }
  const saved = readableIn(text ?? '', is)
  const steps = [`.fovea/catalog/${kept.file} is ${text === undefined ? 'missing' : 'damaged'}: ${saved.length} ${what} can be read`]
  if (!keep) return { kept, steps, count: saved.length }
  if (text !== undefined) files.keepBeside(kept.file)
  return { kept: saved.length === 0 ? undefined : files.keep(() => linesOf(saved)), steps, count: saved.length }
}

function textOf(files: CatalogFiles, kept: Kept): string | undefined {
  try {
    return files.text(kept)
  } catch {
    return undefined
  }
}
