// PostgreSQL. A session is read-only from its first statement, and a question runs as a cursor: the server accepts nothing but SELECT there, and no more rows cross the wire than are wanted.
import type { Client, CustomTypesConfig } from 'pg'
import { type Database, decimalOf, Gathering, type Limits, mustRead, type Table, timeOf, type Value, wholeOf } from './database.ts'
import { inTime, LONGEST_MS } from './deadline.ts'
import { connectMs } from './address.ts'
import { downOf, mustParse, questionFailed, tooSlow } from './failure.ts'

/** Whatever the defaults of the server are, a session of ours reads, speaks UTC and writes intervals as ISO does. */
const SESSION = "set default_transaction_read_only = on; set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'iso_8601'; set bytea_output = 'hex'; set extra_float_digits = 1; set application_name = 'fovea'"

/** What a PostgreSQL that lets nobody in means, in words. */
export const REFUSED = [
  [/^28P01 |^28P01$|password authentication failed|no password supplied|SASL: SCRAM/, 'it refused the user or the password'],
  [/^3D000/, 'it has no such database; look at the last part of the address'],
  [/no encryption|SSL off|requires? SSL/i, 'it wants TLS; add ?sslmode=require to the address'],
  [/does not support SSL/, 'it offers no TLS; remove sslmode from the address'],
  [/^28000/, 'it does not let this user in from here (pg_hba.conf)'],
  [/^53300/, 'it has no connection left'],
  [/^57P03/, 'it is starting up; try again in a moment'],
  [/timeout expired|Connection terminated due to connection timeout/, 'it did not answer in time; look at the host, the port and the firewall'],
  [/Connection terminated/, 'it closed the connection'],
] as const

/** Opens a PostgreSQL by its address, for reading. */
export async function openPostgres(address: string): Promise<Database> {
  const client = await connected(address)
  let lost = false
  client.once('end', () => { lost = true })
  const close = (): Promise<void> => {
    lost = true
    return client.end().catch(() => {})
  }
  return { query: (sql, parameters, limits) => query({ client, close }, { sql, parameters, limits, address }), lost: () => lost, close }
}

async function connected(address: string): Promise<Client> {
  mustParse(address, 'postgres://user@host:5432/database')
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: likeLibpq(address), connectionTimeoutMillis: connectMs(address), types: typesOf(pg.types) })
  // A server that goes away between two questions must not end the program.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(SESSION)
    return client
  } catch (error) {
    client.end().catch(() => {})
    throw downOf(error, address, REFUSED)
  }
}

/** An address means what it means to psql: `sslmode=require` encrypts, `verify-full` also asks who is there. */
export function likeLibpq(address: string): string {
  const url = new URL(address)
  if (!url.searchParams.has('sslmode') || url.searchParams.has('uselibpqcompat')) return address
  url.searchParams.set('uselibpqcompat', 'true')
  return url.href
}

interface Session {
  readonly client: Client
  close(): Promise<void>
}

interface Question {
  readonly sql: string
  readonly parameters: readonly Value[]
  readonly limits: Limits
  readonly address: string
}

async function query({ client, close }: Session, question: Question): Promise<Table> {
  mustRead(question.sql)
  const { limits, address } = question
  try {
    return await inTime(gathered(client, question), limits, () => { void close() })
  } catch (error) {
    throw (error as { code?: string }).code === '57014' ? tooSlow(limits.milliseconds) : questionFailed(error, address)
  }
}

async function gathered(client: Client, { sql, parameters, limits }: Question): Promise<Table> {
  await client.query(`begin transaction read only; set local statement_timeout = ${Math.max(1, Math.trunc(Math.min(limits.milliseconds, LONGEST_MS)))}`)
  try {
    await client.query({ text: `declare fovea no scroll cursor for ${sql}`, values: parameters.map(bound), queryMode: 'extended' } as { text: string; values: unknown[] })
    return await fetched(client, new Gathering(limits))
  } finally {
    await client.query('rollback').catch(() => {})
  }
}

/** Numbers travel as text: the server reads them as the type that the question asks for. */
const bound = (value: Value): unknown => (typeof value === 'bigint' ? String(value) : value)

async function fetched(client: Client, gathering: Gathering): Promise<Table> {
  for (;;) {
    const count = gathering.next()
    const { fields, rows } = await client.query<Value[]>({ text: `fetch ${count} from fovea`, rowMode: 'array' })
    const fits = rows.every((row) => gathering.add(row))
    if (!fits || rows.length < count) return gathering.table(fields.map(({ name }) => name))
  }
}

type Parse = (text: string) => Value
interface Parsers { getTypeParser(oid: number, format: 'text'): (text: string) => unknown }

const PARSE: Readonly<Record<number, Parse>> = {
  16: (text) => text === 't', 20: wholeOf, 21: Number, 23: Number, 26: Number, 700: Number, 701: Number, 1700: decimalOf, 1114: timeOf, 1184: timeOf,
}
const TEXT_ARRAY = 1009
/** Arrays of what is a number or a truth in JSON as well; all others are lists of texts. */
const PLAIN_ARRAYS = new Set([1000, 1005, 1007, 1021, 1022])
const ARRAYS = new Set([1001, 1002, 1009, 1014, 1015, 1016, 1028, 1115, 1182, 1183, 1185, 1187, 1231, 199, 2951, 3807])

function typesOf(builtin: Parsers): CustomTypesConfig {
  const listOf = (oid: number): Parse => {
    const parse = builtin.getTypeParser(oid, 'text')
    return (text) => JSON.stringify(parse(text))
  }
  const parserOf = (oid: number): Parse => PARSE[oid] ?? (PLAIN_ARRAYS.has(oid) ? listOf(oid) : ARRAYS.has(oid) ? listOf(TEXT_ARRAY) : (text) => text)
  return { getTypeParser: parserOf as CustomTypesConfig['getTypeParser'] }
}
