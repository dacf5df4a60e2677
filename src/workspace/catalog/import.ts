// Records of elsewhere become part of this catalogue: all of them were checked before the first is kept.
import type { Change, SourceSpec } from '../../catalog/ports.ts'
import type { Resource } from '../../catalog/record.ts'
import { importedLabel } from '../../connectors/imported/label.ts'
import { readExport } from '../../connectors/imported/read.ts'
import { UsageError } from '../../core/field.ts'
import { consent } from './consent.ts'
import { locationOf } from './files.ts'
import type { OpenCatalog } from './open.ts'

/** Where an export lies, and where it goes. */
export interface Importing {
  readonly root: string
  readonly path: string
  readonly shown: string
  readonly now: string
}

/** What was taken over, by source. */
export interface Imported {
  readonly source: string
  readonly resources: number
  readonly changes: readonly Change[]
}

/** Takes over an export, source by source. A source that was imported before is replaced; one that is registered here is not, since records say where its secrets are sent. */
export async function importCatalog({ store }: OpenCatalog, { root, path, shown, now }: Importing): Promise<readonly Imported[]> {
  const sources = bySource(readExport(path, shown))
  const known = new Map((await store.sources()).map(({ spec }) => [spec.name, spec.type]))
  const live = [...sources.keys()].find((name) => (known.get(name) ?? importedLabel.type) !== importedLabel.type)
  if (live !== undefined) throw new UsageError(`${shown} holds the source "${live}", which is registered here as ${known.get(live) ?? ''}: look at it with "fovea catalog scan ${live}", or forget it with "fovea catalog rm ${live}" and import again. Nothing was changed`)
  const all: Imported[] = []
  for (const [name, resources] of sources) {
    if (!known.has(name)) await register(name)
    all.push({ source: name, resources: resources.length, changes: await store.publish(name, resources, now) })
  }
  return all

  async function register(name: string): Promise<void> {
    const spec: SourceSpec = { name, type: importedLabel.type, location: locationOf(root, path), secrets: {}, options: {} }
    await consent(root, spec)
    await store.register(spec)
  }
}

function bySource(resources: readonly Resource[]): ReadonlyMap<string, readonly Resource[]> {
  const sources = new Map<string, Resource[]>()
  for (const resource of resources) {
    const held = sources.get(resource.source) ?? []
    held.push(resource)
    sources.set(resource.source, held)
  }
  return sources
}
