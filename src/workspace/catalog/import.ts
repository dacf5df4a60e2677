// Records of elsewhere become part of this catalogue: all of them were checked before the first is kept.
import type { Change, SourceSpec } from '../../catalog/ports.ts'
import type { Resource } from '../../catalog/record.ts'
import { importedLabel } from '../../connectors/imported/label.ts'
import { readExport } from '../../connectors/imported/read.ts'
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

/** Takes over an export, source by source. A source that is known keeps its registration; another one is registered as imported. */
export async function importCatalog({ store }: OpenCatalog, { root, path, shown, now }: Importing): Promise<readonly Imported[]> {
  const sources = bySource(readExport(path, shown))
  const known = new Set((await store.sources()).map(({ spec }) => spec.name))
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
