// What a store keeps beside the resources, as it is written: the sources with their state, and where their snapshots are. Read by hand, because loading a library of schemas costs more than reading.
import type { Change, SourceSpec, SourceState } from './ports.ts'
import type { Resource } from './record.ts'

/** Why the catalogue cannot be read or changed: a whole sentence with what to do. */
export class CatalogError extends Error {
  override readonly name = 'CatalogError'
}

/** A file of lines and the hash of its bytes. */
export interface Kept {
  readonly file: string
  readonly sha256: string
}

/** A source, its state and its snapshot. */
export interface Entry extends SourceState {
  readonly snapshot?: Kept
}

/** Everything that is kept, by where it is. */
export interface Manifest {
  readonly version: 1
  readonly sources: readonly Entry[]
  readonly journal?: Kept
}

/** Of a catalogue to which nothing was added yet. */
export const EMPTY_MANIFEST: Manifest = { version: 1, sources: [] }

/** A change with its source, so that forgetting the source forgets it too. */
export interface Noted {
  readonly source: string
  readonly change: Change
}

/** Reads a manifest; undefined when it is none. A file it names is one of ours, beside it. */
export function manifestFrom(text: string): Manifest | undefined {
  const read = jsonFrom(text)
  const good = isObject(read) && read['version'] === 1 && Array.isArray(read['sources']) && read['sources'].every(isEntry) && optional(read['journal'], isKept)
  return good ? (read as unknown as Manifest) : undefined
}

/** The sources that can be read of a value in which something is broken, and the journal. */
export function sourcesIn(value: unknown): Pick<Manifest, 'sources' | 'journal'> {
  const { sources, journal } = isObject(value) ? value : {}
  const read = (Array.isArray(sources) ? sources : []).flatMap((entry: unknown): Entry[] => {
    if (isEntry(entry)) return [entry as unknown as Entry]
    return isObject(entry) && isSpec(entry['spec']) ? [{ spec: entry['spec'], resources: 0 }] : []
  })
  return { sources: read, ...(isKept(journal) ? { journal: journal as unknown as Kept } : {}) }
}

/** Whether a text is a manifest of a later version than this one reads. */
export function isNewer(text: string): boolean {
  const read = jsonFrom(text)
  return isObject(read) && Number.isSafeInteger(read['version']) && (read['version'] as number) > 1
}

function jsonFrom(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): boolean => typeof value === 'string'
const optional = (value: unknown, is: (value: unknown) => boolean): boolean => value === undefined || is(value)
const areTexts = (value: unknown): boolean => isObject(value) && Object.values(value).every(isText)

const isKept = (value: unknown): boolean => isObject(value) && /^[0-9a-f]{16}-[0-9a-f]{12}\.jsonl$/.test(String(value['file'])) && /^[0-9a-f]{64}$/.test(String(value['sha256']))

const isEntry = (value: unknown): boolean =>
  isObject(value) && isSpec(value['spec']) && Number.isSafeInteger(value['resources']) && optional(value['scanned'], isText) && optional(value['snapshot'], isKept) && optional(value['failure'], isFailure)

const isFailure = (value: unknown): boolean => isObject(value) && isText(value['at']) && isText(value['message'])

const areNamed = (value: unknown): boolean => Array.isArray(value) && value.every((each) => isObject(each) && isText(each['name']) && isText(each['type']))

/** Whether a value has the parts of a resource that all who read one rely on. */
export function isResource(value: unknown): value is Resource {
  if (!isObject(value) || !isObject(value['overview']) || !isObject(value['details'])) return false
  const { overview, details } = value as { overview: Fields; details: Fields }
  return isText(value['source']) && [overview['id'], overview['uri'], overview['kind'], overview['title']].every(isText) && [overview['tags'], overview['cap'], overview['examples']].every(Array.isArray)
    && isObject(overview['shape']) && areNamed(details['columns']) && optional(details['inputs'], areNamed) && [details['constraints'], details['usage'], details['access'], details['quality']].every(isObject)
}

/** Whether a value is a change as it is noted. */
export const isNoted = (value: unknown): value is Noted =>
  isObject(value) && isText(value['source']) && isObject(value['change']) && [value['change']['id'], value['change']['what'], value['change']['at']].every(isText) && Array.isArray(value['change']['changes'])

/** Whether a value is a source as it is registered. */
const isSpec = (value: unknown): value is SourceSpec =>
  isObject(value) && [value['name'], value['type'], value['location']].every(isText) && value['name'] !== '' && areTexts(value['secrets']) && areTexts(value['options']) && optional(value['owner'], isText)

/** The manifest with a source's entry replaced or added; sources are in the order of their names. */
export function withEntry(manifest: Manifest, entry: Entry): Manifest {
  const others = manifest.sources.filter(({ spec }) => spec.name !== entry.spec.name)
  return { ...manifest, sources: [...others, entry].sort((a, b) => (a.spec.name < b.spec.name ? -1 : 1)) }
}

/** The state of a source, as the port gives it. */
export const stateIn = ({ spec, scanned, resources, failure }: Entry): SourceState => ({ spec, resources, ...(scanned === undefined ? {} : { scanned }), ...(failure === undefined ? {} : { failure }) })

/** Refuses to register what could not be read again. */
export function checkedSpec(spec: SourceSpec): SourceSpec {
  if (!isSpec(spec)) throw new CatalogError('a source cannot be registered: it needs a name, a type and a location, all of them texts; secrets and options hold texts by name')
  const { name, type, location, secrets, options, owner } = spec
  return { name, type, location, secrets, options, ...(owner === undefined ? {} : { owner }) }
}

/** In the order of ids, by code units: the same on every machine and in every store. */
export const byId = (resources: readonly Resource[]): Resource[] => [...resources].sort((a, b) => (a.overview.id < b.overview.id ? -1 : a.overview.id > b.overview.id ? 1 : 0))
