// What was learned, as others read it too: the fields of the context store's protocol as they are there, the reasons under one key of ours, and
// whatever else somebody put beside them is kept.
import { DocumentFault, newerVersion } from '../document-fault.ts'
import { isRecord, jsonFrom } from '../json.ts'
import { knownFaults, type Schema } from '../schema.ts'
import { LESSON_KINDS, type Entry } from './lesson.ts'

/** The version of the protocol's fields. */
export const STORE_VERSION = '2.0.0'

/** The version of what stands under `fovea`. */
export const JOURNAL_VERSION = 1

/** What is known of one file. */
export interface FileRecord {
  /** 0 useless, 0.5 nothing known, 1 always needed. */
  readonly utility_score: number
  readonly access_count: number
  /** ISO time. */
  readonly last_accessed: string
  readonly tags: readonly string[]
  readonly [other: string]: unknown
}

/** What is known of one lens. */
export interface LensProfile {
  /** By path, 0 to 100. */
  readonly learned_priorities: ReadonlyMap<string, number>
  /** 0 to 1. */
  readonly effectiveness_score: number
  readonly other: Readonly<Record<string, unknown>>
}

/** Everything that was learned. */
export interface ContextStore {
  readonly files: ReadonlyMap<string, FileRecord>
  readonly lenses: ReadonlyMap<string, LensProfile>
  /** The newest last. */
  readonly journal: readonly Entry[]
  /** Fields of others. */
  readonly other: Readonly<Record<string, unknown>>
  /** Fields beside the journal that a later version has put there. */
  readonly beside?: Readonly<Record<string, unknown>>
}

/** Why a text is not a context store that can be used. The message ends a sentence that begins with the file. */
export class ContextStoreError extends DocumentFault {
  override readonly name = 'ContextStoreError'
}

/** What is believed before anything was learned. */
export const NEUTRAL = 0.5

/** A store in which nothing was learned. */
export const EMPTY_STORE: ContextStore = { files: new Map(), lenses: new Map(), journal: [], other: {} }

const NEW_FILE: FileRecord = { utility_score: NEUTRAL, access_count: 0, last_accessed: '1970-01-01T00:00:00Z', tags: [] }
const NEW_LENS: LensProfile = { learned_priorities: new Map(), effectiveness_score: NEUTRAL, other: {} }

/** What is known of a file, also when that is nothing. */
export const fileIn = (store: ContextStore, path: string): FileRecord => store.files.get(path) ?? NEW_FILE

/** What is known of a lens, also when that is nothing. */
export const lensIn = (store: ContextStore, lens: string): LensProfile => store.lenses.get(lens) ?? NEW_LENS

const share: Schema = { type: 'number', minimum: 0, maximum: 1 }
const text: Schema = { type: 'string' }

const FILE: Readonly<Record<string, Schema>> = { utility_score: share, access_count: { type: 'number', minimum: 0 }, last_accessed: text, tags: { type: 'array', items: text } }
const LENS: Readonly<Record<string, Schema>> = { learned_priorities: { type: 'object', additionalProperties: { type: 'number', minimum: 0, maximum: 100 } }, effectiveness_score: share }
const ENTRY: Readonly<Record<string, Schema>> = { at: text, kind: { type: 'string', enum: LESSON_KINDS }, path: text, lens: text, value: share, from: share, to: share, why: text, source: text, tags: { type: 'array', items: text } }

/** Reads the text of a context store. */
export function storeFrom(json: string): ContextStore {
  const value = jsonFrom(json, (why) => new ContextStoreError(why))
  if (!isRecord(value)) throw new ContextStoreError('it is not a context store: that is a JSON object with files and lens_profiles')
  const { version, files, lens_profiles: lenses, fovea, ...other } = value
  if (typeof version !== 'string') throw new ContextStoreError('it is not a context store: version is missing')
  if (!version.startsWith('2.')) throw new ContextStoreError(`its version is ${JSON.stringify(version.slice(0, 20))}, and this Fovea reads 2`, Number.parseInt(version, 10) > 2)
  return { files: mapOf(files, 'files', fileFrom), lenses: mapOf(lenses, 'lens_profiles', lensFrom), ...journalFrom(fovea), other: version === STORE_VERSION ? other : { ...other, version } }
}

/** What can be read of a value in which something is broken, without the records that `skip` names. */
export function lessonsIn(value: unknown, skip: (part: unknown) => boolean = () => false): ContextStore {
  if (!isRecord(value)) return EMPTY_STORE
  const { version: _version, files, lens_profiles: lenses, fovea, ...other } = value
  const { journal, version: _own, ...beside } = isRecord(fovea) ? fovea : {}
  const entries = (Array.isArray(journal) ? journal : []).filter((entry): entry is Entry => isRecord(entry) && !skip(entry) && typeof entry['at'] === 'string' && typeof entry['kind'] === 'string' && knownFaults(entry, ENTRY, '').length === 0)
  return { files: soundIn(files, fileFrom, skip), lenses: soundIn(lenses, lensFrom, skip), journal: entries, other, ...(Object.keys(beside).length === 0 ? {} : { beside }) }
}

/** The records of a table that are whole. */
function soundIn<V>(table: unknown, from: (value: Record<string, unknown>, place: string) => V, skip: (part: unknown) => boolean): Map<string, V> {
  return new Map(Object.entries(isRecord(table) ? table : {}).filter(([, value]) => !skip(value)).flatMap(([key, value]): [string, V][] => {
    try {
      return [[key, from(recordIn(value, key), key)]]
    } catch {
      return []
    }
  }))
}

/** The text of a context store: without the journal it is the protocol's own. */
export function storeText({ files, lenses, journal, other, beside }: ContextStore, { reasons = true }: { reasons?: boolean } = {}): string {
  const value = {
    version: STORE_VERSION, ...other, files: objectOf(files, (file) => file),
    lens_profiles: objectOf(lenses, (lens) => ({ ...lens.other, learned_priorities: objectOf(lens.learned_priorities, (one) => one), effectiveness_score: lens.effectiveness_score })),
    ...(reasons ? { fovea: { ...beside, version: JOURNAL_VERSION, journal } } : {}),
  }
  return `${JSON.stringify(value, null, 1)}\n`
}

/** Keys in order, so that the same contents are the same bytes. */
const objectOf = <V>(map: ReadonlyMap<string, V>, of: (value: V) => unknown): Record<string, unknown> =>
  Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => [key, of(value)]))

function mapOf<V>(value: unknown, place: string, from: (value: Record<string, unknown>, place: string) => V): Map<string, V> {
  return new Map(Object.entries(recordIn(value, place)).map(([key, inner]) => [key, from(recordIn(inner, `${place}[${JSON.stringify(key.slice(0, 80))}]`), `${place}[${JSON.stringify(key.slice(0, 80))}].`)]))
}

function fileFrom(value: Record<string, unknown>, place: string): FileRecord {
  refuse(knownFaults(value, FILE, place))
  return { ...NEW_FILE, ...value }
}

function lensFrom(value: Record<string, unknown>, place: string): LensProfile {
  refuse(knownFaults(value, LENS, place))
  const { learned_priorities: priorities, effectiveness_score: score, ...other } = value
  return { learned_priorities: new Map(Object.entries(recordIn(priorities, place) as Record<string, number>)), effectiveness_score: (score as number | undefined) ?? NEUTRAL, other }
}

function journalFrom(fovea: unknown): Pick<ContextStore, 'journal' | 'beside'> {
  const { version = JOURNAL_VERSION, journal = [], ...beside } = recordIn(fovea, 'fovea')
  if (typeof version !== 'number' || !Array.isArray(journal)) throw new ContextStoreError('fovea must hold a version and a journal')
  if (version > JOURNAL_VERSION) throw new ContextStoreError(newerVersion(version, JOURNAL_VERSION), true)
  refuse(journal.flatMap((entry, i) => (isRecord(entry) ? knownFaults(entry, ENTRY, `fovea.journal[${i}].`) : [`fovea.journal[${i}] must be an object`])))
  return { journal: journal as Entry[], ...(Object.keys(beside).length === 0 ? {} : { beside }) }
}

function refuse([fault]: readonly string[]): void {
  if (fault !== undefined) throw new ContextStoreError(fault)
}

function recordIn(value: unknown, place: string): Record<string, unknown> {
  if (value !== undefined && !isRecord(value)) throw new ContextStoreError(`${place} must be an object`)
  return value ?? {}
}
