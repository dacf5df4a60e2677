// The door through which records come into a store: what a connector says is checked against the schema once, when it is written.
import { byId, CatalogError } from './manifest.ts'
import type { Resource } from './record.ts'
import { ResourceSchema } from './record-schema.ts'

/** Refuses to publish what is no record of this source: a connector's mistake must not reach the store. Sorted by id. */
export function checkedResources(source: string, resources: readonly Resource[]): Resource[] {
  const seen = new Set<string>()
  for (const resource of resources) {
    const fault = faultIn(resource, source, seen)
    if (fault !== undefined) throw new CatalogError(`${idIn(resource)} of source "${source}" cannot be kept: ${fault}. Nothing was changed`)
    seen.add(resource.overview.id)
  }
  return byId(resources)
}

const idIn = (resource: Partial<Resource> | null): string => String(resource?.overview?.id ?? 'a record')

function faultIn(resource: Resource, source: string, seen: ReadonlySet<string>): string | undefined {
  const read = ResourceSchema.safeParse(resource)
  const [first] = read.error?.issues ?? []
  if (first !== undefined) return `${first.path.join('.') || 'it'}: ${first.message}`
  if (resource.source !== source) return `it says that it belongs to "${resource.source}"`
  return seen.has(resource.overview.id) ? 'it was found twice' : undefined
}

/** Which line cannot be a resource, as the end of a sentence; empty when each could be one. */
export function damagedLine(text: string): string {
  const at = text.split('\n').findIndex((line) => line !== '' && !isResource(line))
  return at < 0 ? '' : ` (line ${at + 1})`
}

function isResource(line: string): boolean {
  try {
    return ResourceSchema.safeParse(JSON.parse(line)).success
  } catch {
    return false
  }
}
