// MySQL and MariaDB. A session is read-only, a question is prepared (one statement, bound parameters), and rows are taken until there are enough.
import type { Connection, FieldPacket } from 'mysql2'
import { type Database, DatabaseError, decimalOf, Gathering, type Limits, mustRead, type Table, timeOf, type Value, wholeOf } from './database.ts'
import { inTime, LONGEST_MS } from './deadline.ts'
import { connectMs } from './address.ts'
import { downOf, mustParse, questionFailed, tooSlow } from './failure.ts'

const REFUSED = [
  [/^ER_ACCESS_DENIED(?:_NO_PASSWORD)?_ERROR$/, 'it refused the user or the password'],
  [/^ER_DBACCESS_DENIED_ERROR$/, 'this user may not use that database'],
  [/^ER_BAD_DB_ERROR$/, 'it has no such database; look at the last part of the address'],
  [/SECURE_TRANSPORT|insecure transport/i, 'it wants TLS; add ?sslmode=require to the address'],
  [/HANDSHAKE_NO_SSL_SUPPORT|does not support secure/i, 'it offers no TLS; remove sslmode from the address'],
  [/^ER_HOST_/, 'it does not let this machine in'],
  [/^ER_CON_COUNT_ERROR$/, 'it has no connection left'],
] as const

/** Opens a MySQL or a MariaDB by its address, for reading. */
export async function openMysql(address: string): Promise<Database> {
  mustParse(address, 'mysql://user@host:3306/database')
  const session = await connected(address)
  return {
    query: (sql, parameters, limits) => query(session, { sql, parameters, limits, address }),
    lost: () => session.lost,
    close: () => ended(session),
  }
}

interface Session {
  readonly connection: Connection
  lost: boolean
  /** How long a statement may take, as the server wants to be told. */
  timeout(milliseconds: number): string
  bind(value: Value): unknown
}

async function connected(address: string): Promise<Session> {
  const { createConnection, TypedParameter } = await import('mysql2')
  const connection = createConnection({ ...placeOf(address), connectTimeout: connectMs(address), rowsAsArray: true, supportBigNumbers: true, bigNumberStrings: true, dateStrings: true, jsonStrings: true, charset: 'utf8mb4', disableEval: true, timezone: 'Z' })
  // A server that goes away between two questions must not end the program.
  connection.on('error', () => {})
  try {
    await done(connection, "set session time_zone = '+00:00'")
    await done(connection, 'set session transaction read only')
    const [[version = ''] = []] = await asked(connection, 'select version()')
    const isMaria = /mariadb/i.test(String(version))
    const session: Session = {
      connection, lost: false,
      timeout: (milliseconds) => (isMaria ? `max_statement_time = ${milliseconds / 1000}` : `max_execution_time = ${Math.ceil(milliseconds)}`),
      bind: (value) => (typeof value === 'bigint' || Number.isSafeInteger(value) ? TypedParameter.BIGINT(value as bigint | number) : value),
    }
    connection.on('error', () => { session.lost = true })
    return session
  } catch (error) {
    connection.destroy()
    throw downOf(error, address, REFUSED)
  }
}

/** Only what names the place is taken from an address: its other parameters could loosen what a session may do. */
function placeOf(address: string): { host: string; port: number; user: string; password: string; database?: string; ssl?: { rejectUnauthorized: boolean } } {
  const { hostname, port, username, password, pathname, searchParams } = new URL(address)
  const database = decodeURIComponent(pathname.slice(1))
  const mode = (searchParams.get('sslmode') ?? searchParams.get('ssl-mode') ?? '').toLowerCase()
  return {
    host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 3306 : Number(port), user: decodeURIComponent(username), password: decodeURIComponent(password),
    ...(database === '' ? {} : { database }),
    ...(mode === '' || mode.startsWith('disable') ? {} : { ssl: { rejectUnauthorized: mode.startsWith('verify') } }),
  }
}

interface Question {
  readonly sql: string
  readonly parameters: readonly Value[]
  readonly limits: Limits
  readonly address: string
}

/** A SELECT may write a file on the server, and a remark may hold a statement: neither belongs to a question. */
const WRITES = /\binto\s+(?:outfile|dumpfile|@)|\/\*!|\/\*M!/i

/** The server ended the query itself: MariaDB by its 1969, MySQL by its 3024. Names of errors differ between drivers. */
const OUT_OF_TIME = new Set([1969, 3024])

async function query(session: Session, question: Question): Promise<Table> {
  mustRead(question.sql)
  if (WRITES.test(question.sql)) throw new DatabaseError('a source is only read: a query writes to no file and to no variable', 'question')
  const { limits, address } = question
  try {
    return await inTime(gathered(session, question), limits, () => giveUp(session))
  } catch (error) {
    throw OUT_OF_TIME.has((error as { errno?: number }).errno ?? 0) ? tooSlow(limits.milliseconds) : questionFailed(error, address)
  }
}

async function gathered(session: Session, { sql, parameters, limits }: Question): Promise<Table> {
  const { connection, timeout, bind } = session
  await done(connection, `set session ${timeout(Math.min(limits.milliseconds, LONGEST_MS))}, sql_select_limit = ${Math.min(limits.rows + 1, Number.MAX_SAFE_INTEGER)}`)
  const gathering = new Gathering(limits)
  return new Promise((finish, fail) => {
    let fields: FieldPacket[] = []
    let full = false
    const end = (): void => finish(gathering.table(fields.map(({ name }) => name)))
    connection.execute(sql, parameters.map(bind) as string[])
      .on('fields', (found: FieldPacket[]) => { fields = found })
      .on('result', (row: unknown) => {
        if (full || gathering.add((row as unknown[]).map((cell, at) => valueOf(cell, fields[at]?.columnType)))) return
        full = true
        // The rest would cross the wire for nobody.
        giveUp(session)
        end()
      })
      .on('error', fail).on('end', end)
  })
}

const LONGLONG = 8
const DECIMALS = new Set([0, 246])
const TIMES = new Set([7, 12])

/** What came over the wire as a value; numbers that may be long came as texts. */
function valueOf(cell: unknown, type: number | undefined): Value {
  if (cell === null || cell === undefined) return null
  if (cell instanceof Uint8Array) return `\\x${Buffer.from(cell).toString('hex')}`
  if (typeof cell === 'object') return JSON.stringify(cell)
  if (typeof cell !== 'string' || type === undefined) return cell as Value
  if (type === LONGLONG) return wholeOf(cell)
  return DECIMALS.has(type) ? decimalOf(cell) : TIMES.has(type) ? timeOf(cell) : cell
}

const asked = (connection: Connection, sql: string): Promise<Value[][]> => new Promise((finish, fail) => {
  connection.query(sql, (error, rows) => { if (error === null) finish(rows as unknown as Value[][]); else fail(error) })
})

const done = async (connection: Connection, sql: string): Promise<void> => { await asked(connection, sql) }

function giveUp(session: Session): void {
  session.lost = true
  session.connection.destroy()
}

const ended = ({ connection, lost }: Session): Promise<void> => new Promise((finish) => {
  if (lost) return finish()
  connection.once('end', finish)
  connection.end(() => finish())
})
