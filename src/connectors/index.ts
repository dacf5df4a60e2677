// Every type of source that can be scanned. Adding one is adding a file and a line here. A connector is loaded when a source of its type is opened, because drivers are large.
import type { Connector } from '../catalog/ports.ts'
import { importedLabel } from './imported/label.ts'
import { asyncApiLabel, functionsLabel, graphqlLabel, mcpLabel, openApiLabel, skillsLabel } from './labels.ts'
import { mysqlLabel, postgresLabel, sqliteLabel } from './sql/labels.ts'
import { filesLabel } from './files/label.ts'
import { natsLabel } from './nats/label.ts'
import { redisLabel } from './redis/label.ts'

/** What is known of a connector before it is loaded. */
export interface ConnectorLabel extends Pick<Connector, 'type' | 'title' | 'claims'> {
  load(): Promise<Connector>
}

/** All connectors, in the order in which they are asked whether a location is theirs. */
export const CONNECTORS: readonly ConnectorLabel[] = [
  { ...openApiLabel, load: async () => (await import('./openapi/index.ts')).openapi },
  { ...asyncApiLabel, load: async () => (await import('./asyncapi/index.ts')).asyncapi },
  { ...graphqlLabel, load: async () => (await import('./graphql/index.ts')).graphql },
  { ...skillsLabel, load: async () => (await import('./skills/index.ts')).skills },
  { ...mcpLabel, load: async () => (await import('./mcp/index.ts')).mcp },
  { ...functionsLabel, load: async () => (await import('./functions/index.ts')).functions },
  { ...postgresLabel, load: async () => (await import('./postgres/index.ts')).postgres },
  { ...mysqlLabel, load: async () => (await import('./mysql/index.ts')).mysql },
  { ...sqliteLabel, load: async () => (await import('./sqlite/index.ts')).sqlite },
  { ...natsLabel, load: async () => (await import('./nats/index.ts')).nats },
  { ...redisLabel, load: async () => (await import('./redis/index.ts')).redis },
  { ...filesLabel, load: async () => (await import('./files/index.ts')).files },
  { ...importedLabel, load: async () => (await import('./imported/index.ts')).imported },
]
