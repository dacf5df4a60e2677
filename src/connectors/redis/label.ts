// Which locations are Redis. A label is known before its connector is loaded.
import type { ConnectorLabel } from '../index.ts'

/** Redis and what speaks like it. */
export const redisLabel: Omit<ConnectorLabel, 'load'> = { type: 'redis', title: 'Redis or Valkey', claims: (location) => /^(?:rediss?|valkey):\/\//i.test(location) }
