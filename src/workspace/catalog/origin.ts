// A document says where an API is, and it may change after somebody trusted it with a secret. So where the API is at that moment becomes part of the registration, and of the consent to it.
import type { SourceSpec } from '../../catalog/ports.ts'
import { opened } from './secrets.ts'
import { connectorNamed } from './sources.ts'

/** Types whose documents say where secrets go. */
const TELLING = new Set(['openapi', 'graphql'])

/** The registration with the origins to which its secrets may go. Nothing is added when its document cannot be read now: then no secret is sent. */
export async function withOrigin(spec: SourceSpec, root: string): Promise<SourceSpec> {
  const { type, secrets, options } = spec
  if (!TELLING.has(type) || Object.keys(secrets).length === 0 || options['server'] !== undefined || options['origin'] !== undefined) return spec
  const origins = await originsOf(spec, root).catch(() => [])
  return origins.length === 0 ? spec : { ...spec, options: { ...options, origin: origins.join(' ') } }
}

async function originsOf(spec: SourceSpec, root: string): Promise<string[]> {
  const connector = await connectorNamed(spec.type).load()
  const origins = new Set<string>()
  for await (const found of connector.scan(opened(spec, root), { progress: () => {} })) {
    const server = 'kind' in found && found.call?.by === 'http' ? found.call.server : ''
    if (URL.canParse(server)) origins.add(new URL(server).origin)
  }
  return [...origins].sort()
}
