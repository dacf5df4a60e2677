// PostgreSQL for what Fovea itself keeps there: a few connections, transactions, and messages that show no credentials.
import type { Pool, PoolClient } from 'pg'
import { DatabaseError } from './database.ts'
import { shownAddress } from './address.ts'
import { downOf, mustParse, questionFailed } from './failure.ts'
import { likeLibpq, REFUSED } from './postgres.ts'

const CONNECT_MS = 10_000
const IDLE_MS = 10_000
const EXAMPLE = 'postgres://user@host:5432/database'

/** What a statement gave; numbers of the server are texts unless they fit into 32 bits. */
export type Row = Readonly<Record<string, unknown>>

/** Runs statements one after another. */
export interface Session {
  query(sql: string, parameters?: readonly unknown[]): Promise<readonly Row[]>
}

/** A connection of one's own: what it locks is free again when it ends, however it ends. */
export interface Reserved extends Session {
  release(): void
}

/** A database of our own, shared with others. */
export interface SharedDatabase extends Session {
  /** Its address, without a user and a password. */
  readonly shown: string
  /** Runs all or nothing. A transaction that met another one is begun again. */
  transaction<T>(act: (session: Session) => Promise<T>): Promise<T>
  /** A connection for long work; nobody else uses it until it is released. */
  reserve(): Promise<Reserved>
  close(): Promise<void>
}

/** Opens a PostgreSQL by its address. Nothing is sent before the first statement. */
export async function openShared(address: string, connections = 4): Promise<SharedDatabase> {
  mustParse(address, EXAMPLE)
  if (!/^postgres(?:ql)?:/i.test(address)) throw new DatabaseError(`its address is not one of PostgreSQL; that looks like ${EXAMPLE}`, 'down')
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({ connectionString: likeLibpq(address), max: connections, connectionTimeoutMillis: CONNECT_MS, idleTimeoutMillis: IDLE_MS, allowExitOnIdle: true, application_name: 'fovea' })
  // A server that goes away between two statements must not end the program.
  pool.on('error', () => {})
  const within = <T>(act: (client: PoolClient) => Promise<T>): Promise<T> => borrowed(pool, address, act)
  let closed: Promise<void> | undefined
  return {
    shown: shownAddress(address),
    query: (sql, parameters) => within((client) => asked(client, sql, parameters)),
    transaction: (act) => persistent(() => within((client) => whole(client, act))),
    reserve: () => reserved(pool, address),
    close: () => (closed ??= pool.end()),
  }
}

async function borrowed<T>(pool: Pool, address: string, act: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => { throw downOf(error, address, REFUSED) })
  let lost = false
  const lose = (): void => { lost = true }
  client.on('error', lose)
  try {
    return await act(client)
  } catch (error) {
    if (lost || isLoss(error)) throw downOf(error, address, REFUSED)
    // A script may have begun a transaction of its own; the next one to use this connection must not be in it.
    await client.query('rollback').catch(() => {})
    throw isOfServer(error) ? Object.assign(questionFailed(error, address), { code: error.code }) : error
  } finally {
    client.off('error', lose)
    client.release(lost)
  }
}

async function reserved(pool: Pool, address: string): Promise<Reserved> {
  const client = await pool.connect().catch((error: unknown) => { throw downOf(error, address, REFUSED) })
  client.on('error', () => {})
  // Its locks end with it, so it is not given to others afterwards.
  return { query: (sql, parameters) => asked(client, sql, parameters).catch((error: unknown) => { throw isLoss(error) ? downOf(error, address, REFUSED) : questionFailed(error, address) }), release: () => client.release(true) }
}

const isOfServer = (error: unknown): error is Error & { code: string } => error instanceof Error && typeof (error as { code?: unknown }).code === 'string' && !(error instanceof DatabaseError)
const isLoss = (error: unknown): boolean => /^(?:57P0[123]|ECONN.*|EPIPE)$/.test((error as { code?: string }).code ?? '') || /Connection terminated/.test((error as Error).message ?? '')

/** The rows of a statement, or of the last of several that have no parameters. */
async function asked(client: PoolClient, sql: string, parameters: readonly unknown[] = []): Promise<readonly Row[]> {
  const result = await client.query<Row>(sql, [...parameters])
  return (Array.isArray(result) ? (result as (typeof result)[]).at(-1)?.rows : result.rows) ?? []
}

async function whole<T>(client: PoolClient, act: (session: Session) => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await act({ query: (sql, parameters) => asked(client, sql, parameters) })
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

const ATTEMPTS = 5
/** Two transactions waited for each other, or one would not have seen the other. */
const MET = new Set(['40P01', '40001'])

async function persistent<T>(act: () => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (attempt === ATTEMPTS || !MET.has((error as { code?: string }).code ?? '')) throw error
    return persistent(act, attempt + 1)
  }
}
