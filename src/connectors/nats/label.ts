// Which locations are NATS. A label is known before its connector is loaded.
import type { ConnectorLabel } from '../index.ts'

/** NATS with JetStream. */
export const natsLabel: Omit<ConnectorLabel, 'load'> = { type: 'nats', title: 'NATS JetStream', claims: (location) => /^(?:nats|tls):\/\//i.test(location) }
