// A connection to NATS for the time of a scan or a run.
import type { JetStreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { type OpenSource, SourceDown } from '../../catalog/ports.ts'
import { downOf } from '../../drivers/failure.ts'
import { addressOf } from '../sql/source.ts'

const CONNECT_MS = 5000
const ANSWER_MS = 5000

/** Connects, lets streams be asked, and closes whatever happens. What goes wrong is a SourceDown without credentials. */
export async function withStreams<T>(source: OpenSource, use: (streams: JetStreamManager) => Promise<T>): Promise<T> {
  const { streams, close } = await connected(source)
  try {
    return await use(streams)
  } catch (error) {
    throw downFrom(error, source)
  } finally {
    await close()
  }
}

/** An open connection; whoever opens it closes it. */
export async function connected(source: OpenSource): Promise<{ streams: JetStreamManager; close: () => Promise<void> }> {
  const connection = await opened(source)
  const close = (): Promise<void> => connection.close().catch(() => {})
  try {
    const { jetstreamManager } = await import('@nats-io/jetstream')
    return { streams: await jetstreamManager(connection, { timeout: ANSWER_MS }), close }
  } catch (error) {
    await close()
    throw downFrom(error, source)
  }
}

async function opened(source: OpenSource): Promise<NatsConnection> {
  const { connect, credsAuthenticator } = await import('@nats-io/transport-node')
  if (!URL.canParse(source.address) || !/^(?:nats|tls):\/\//i.test(source.address)) throw new SourceDown('its address cannot be read; it looks like nats://localhost:4222')
  const { hostname, port, username, password, protocol } = new URL(addressOf(source))
  const { token, creds } = source.credentials
  try {
    return await connect({
      servers: `${hostname}:${port === '' ? '4222' : port}`, name: 'fovea', timeout: CONNECT_MS, reconnect: false, maxReconnectAttempts: 0,
      ...(username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }), ...(token === undefined ? {} : { token }),
      ...(creds === undefined ? {} : { authenticator: credsAuthenticator(new TextEncoder().encode(creds)) }), ...(protocol === 'tls:' ? { tls: {} } : {}),
    })
  } catch (error) {
    throw downFrom(error, source)
  }
}

const RULES: readonly (readonly [RegExp, string])[] = [
  [/authoriz|authentic/i, 'it did not accept the user, the password or the token'],
  [/permission/i, 'its user may not ask JetStream ($JS.API.>)'],
  [/jetstream.*not.*enabled|no responders|503/i, 'JetStream is not enabled there; start the server with -js'],
  [/timeout|timed out/i, 'it did not answer in time'],
  [/connection refused/i, 'nothing listens there; start the server, or look at the host and the port'],
]

/** Any failure as one that may be shown; the inner cause often says more than the outer. */
export function downFrom(error: unknown, source: OpenSource): SourceDown {
  if (error instanceof SourceDown) return error
  const { message = '', code, cause } = error as { message?: string; code?: string; cause?: { message?: string; code?: string } }
  return new SourceDown(downOf({ code: cause?.code ?? code ?? '', message: `${message} ${cause?.message ?? ''}`.trim() }, source.address, RULES).message)
}
