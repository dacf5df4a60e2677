// A connector looked at as the catalogue does, without a catalogue.
import type { Descriptor } from '../../src/catalog/descriptor.ts'
import type { Connector, OpenSource } from '../../src/catalog/ports.ts'
import { resourceOf } from '../../src/catalog/resource.ts'
import { ResourceSchema } from '../../src/catalog/record-schema.ts'
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import type { Resource } from '../../src/catalog/record.ts'

/** A source as it is after its references were resolved. */
export const sourceAt = (type: string, address: string, more: Partial<OpenSource> = {}): OpenSource =>
  ({ name: 'main', type, location: 'env:ADDRESS', secrets: {}, options: {}, address, credentials: {}, root: '/', ...more })

/** All that a scan finds. */
export async function found(connector: Connector, source: OpenSource): Promise<{ descriptors: Descriptor[]; diagnostics: Diagnostic[] }> {
  const all: (Descriptor | Diagnostic)[] = []
  for await (const one of connector.scan(source, { progress: () => {} })) all.push(one)
  return { descriptors: all.filter((one): one is Descriptor => 'kind' in one), diagnostics: all.filter((one): one is Diagnostic => 'severity' in one) }
}

/** The records of all that a scan finds, by id; each is valid. */
export async function records(connector: Connector, source: OpenSource): Promise<Map<string, Resource>> {
  const { descriptors } = await found(connector, source)
  return new Map(descriptors.map((descriptor) => {
    const resource = ResourceSchema.parse(resourceOf(descriptor, '2024-01-01T00:00:00Z')) as Resource
    return [resource.overview.id, resource]
  }))
}
