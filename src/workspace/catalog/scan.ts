// Looking at a source: descriptors come in, records go to the store in one step. What goes wrong is told, and what was known before stays.
import type { Descriptor } from '../../catalog/descriptor.ts'
import { CatalogError } from '../../catalog/manifest.ts'
import { type Change, type CatalogStore, type OpenSource, type SourceSpec, SourceDown, type Watch } from '../../catalog/ports.ts'
import type { Resource } from '../../catalog/record.ts'
import { resourceOf } from '../../catalog/resource.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { redactSecrets } from '../../guards/secrets.ts'
import { consented } from './consent.ts'
import { opened } from './secrets.ts'
import { connectorNamed } from './sources.ts'
import { toldOf } from './told.ts'

/** What surrounds a scan. */
export interface Scanning extends Watch {
  readonly root: string
  /** ISO time of the scan. */
  readonly now: string
  /** Whoever runs a worker trusts its queue. */
  readonly trusted?: boolean
}

/** What a scan gave. */
export interface Scanned {
  readonly source: string
  readonly resources: number
  readonly changes: readonly Change[]
  readonly diagnostics: readonly Diagnostic[]
  /** It could not be looked at; what was known before is still there. */
  readonly failed: boolean
}

/** Scans one source and publishes what it holds now. */
export async function scanSource(store: CatalogStore, spec: SourceSpec, scanning: Scanning): Promise<Scanned> {
  try {
    const { resources, diagnostics } = await lookAt(spec, scanning)
    const changes = await store.publish(spec.name, resources, scanning.now)
    return { source: spec.name, resources: resources.length, changes, diagnostics, failed: false }
  } catch (error) {
    // A store that cannot be written says so again when the failure is kept.
    if (!(error instanceof SourceDown) && !(error instanceof CatalogError)) throw error
    const { message } = error
    await store.failed(spec.name, message, scanning.now)
    const known = (await store.sources()).find((state) => state.spec.name === spec.name)?.scanned !== undefined
    return { source: spec.name, resources: 0, changes: [], failed: true, diagnostics: [{ code: 'catalog/down', severity: 'warning', path: spec.name, message: `${spec.name}: ${message}`, hint: known ? 'What was known of it stays. Scan again when it is back.' : `Nothing is known of it yet. Scan again when it is there, add it again with another location, or forget it: fovea catalog rm ${spec.name}` }] }
  }
}

/** What a source holds now, as records of a first revision. */
export async function lookAt(spec: SourceSpec, { root, now, trusted = false, ...watch }: Scanning): Promise<{ resources: Resource[]; diagnostics: Diagnostic[] }> {
  if (!trusted && !await consented(root, spec)) throw new SourceDown(`it was not added on this machine, and scanning it would ${spec.type === 'mcp' || spec.type === 'functions' ? 'run its program' : 'open what its registration names'}: look at it with "fovea catalog list --json" and, if that is what you want, add it yourself with "fovea catalog add"`)
  const source = opened(spec, root)
  try {
    return await found(source, now, watch)
  } catch (error) {
    if (watch.signal?.aborted === true) throw error
    // Whatever a connector stumbles over is a failure of this source alone.
    throw new SourceDown(toldOf((error as Error).message, source))
  }
}

async function found(source: OpenSource, now: string, watch: Watch): Promise<{ resources: Resource[]; diagnostics: Diagnostic[] }> {
  const connector = await connectorNamed(source.type).load()
  const resources = new Map<string, Resource>()
  const diagnostics: Diagnostic[] = []
  for await (const one of connector.scan(source, watch)) {
    if (!('kind' in one)) diagnostics.push({ ...one, message: `${source.name}: ${toldOf(one.message, source)}` })
    else if (!keep(resources, resourceOf(clean(owned(one, source)), now))) diagnostics.push({ code: 'catalog/twice', severity: 'warning', path: source.name, message: `${source.name}: two resources are called ${one.place.path.join('.')}; the first one counts` })
    watch.progress(resources.size)
  }
  return { resources: [...resources.values()].sort((a, b) => (a.overview.id < b.overview.id ? -1 : 1)), diagnostics }
}

/** Whether it is the first of its id. */
function keep(resources: Map<string, Resource>, resource: Resource): boolean {
  if (resources.has(resource.overview.id)) return false
  resources.set(resource.overview.id, resource)
  return true
}

const owned = (found: Descriptor, { owner }: SourceSpec): Descriptor => (found.owner !== undefined || owner === undefined ? found : { ...found, owner })

/** Comments, defaults and samples are texts of people: a secret in them is redacted before it is kept. */
function clean(descriptor: Descriptor): Descriptor {
  const text = JSON.stringify(descriptor)
  return redactSecrets(text).found.length === 0 ? descriptor : deepClean(descriptor) as Descriptor
}

function deepClean(value: unknown): unknown {
  if (typeof value === 'string') return redactSecrets(value).text
  if (Array.isArray(value)) return value.map(deepClean)
  return value === null || typeof value !== 'object' ? value : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, deepClean(inner)]))
}
