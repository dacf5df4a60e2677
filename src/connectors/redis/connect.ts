// A connection to Redis for the time of a scan or a run. Only commands that read are sent.
import type { Redis } from 'ioredis'
import { type OpenSource, SourceDown } from '../../catalog/ports.ts'
import { shownAddress } from '../../drivers/address.ts'
import { downOf } from '../../drivers/failure.ts'
import { addressOf } from '../sql/source.ts'

const CONNECT_MS = 5000
const COMMAND_MS = 15_000

/** Connects, lets it be used, and closes it whatever happens. */
export async function withRedis<T>(source: OpenSource, use: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = await connected(source)
  try {
    return await use(redis)
  } catch (error) {
    throw error instanceof SourceDown ? error : new SourceDown(downOf(failureOf(error), source.address, RULES).message)
  } finally {
    redis.disconnect()
  }
}

/** A connection that fails at once instead of trying for ever. */
export async function connected(source: OpenSource): Promise<Redis> {
  const { Redis: Client } = await import('ioredis')
  if (!URL.canParse(source.address) || !/^(?:redis|rediss|valkey):\/\//i.test(source.address)) throw new SourceDown('its address cannot be read; it looks like redis://localhost:6379/0')
  let [redis, cause]: [Redis | undefined, unknown] = [undefined, undefined]
  try {
    redis = new Client(addressOf(source).replace(/^valkey:/i, 'redis:'), {
      lazyConnect: true, enableReadyCheck: false, disableClientInfo: true, connectTimeout: CONNECT_MS, commandTimeout: COMMAND_MS, maxRetriesPerRequest: 0, retryStrategy: () => null, autoResendUnfulfilledCommands: false,
    })
    redis.on('error', (error) => { cause = error })
    await redis.connect()
    // Connecting alone does not say whether the password was right.
    await redis.call('PING')
    return redis
  } catch (error) {
    redis?.disconnect()
    throw new SourceDown(downOf(failureOf(cause ?? error), source.address, RULES).message)
  }
}

const RULES: readonly (readonly [RegExp, string])[] = [
  [/WRONGPASS|invalid (?:username-password|password)|AUTH failed/i, 'it did not accept the user or the password'],
  [/NOAUTH|Authentication required/i, 'it asks for a password; give one with --secret password=env:NAME'],
  [/NOPERM/i, 'its user may not do what reading needs (SCAN, TYPE, and the commands that read values)'],
  [/DB index is out of range|invalid DB index/i, 'it has no database of that number'],
  [/Command timed out|Connection is closed/i, 'it did not answer, or closed the connection'],
  [/LOADING/i, 'it is still loading its data; try again in a while'],
]

/** Errors of a server have no code; the first word of their message is one. */
function failureOf(error: unknown): unknown {
  const { message, code } = (error ?? {}) as { message?: string; code?: string }
  return { message: message ?? 'it failed without a reason', code: code ?? '' }
}

/** What a message may call a server. */
export const shownServer = (source: OpenSource): string => shownAddress(source.address)
