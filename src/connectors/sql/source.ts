// A source as a database: opened, asked and closed; what goes wrong becomes a SourceDown without credentials.
import type { Diagnostic } from '../../core/diagnostic.ts'
import type { Descriptor } from '../../catalog/descriptor.ts'
import { type OpenSource, SourceDown, type Watch } from '../../catalog/ports.ts'
import { CATALOGUE_LIMITS, type Database, DatabaseError, type Table } from '../../drivers/database.ts'
import { describe, type Scene } from './describe.ts'
import type { TableFacts } from './facts.ts'
import { opened } from './kept.ts'

/** What there is in a database, counted while it is found. */
export async function* scanned(open: () => Promise<Database>, watch: Watch, find: (database: Database) => AsyncIterable<Descriptor | Diagnostic>): AsyncIterable<Descriptor | Diagnostic> {
  const database = await opened(open)
  let found = 0
  try {
    for await (const one of find(database)) {
      yield one
      watch.progress(++found)
    }
  } finally {
    await database.close()
  }
}

/** Tables as descriptors; what could not be read stays a diagnostic. */
export async function* described(tables: AsyncIterable<TableFacts | Diagnostic>, scene: Scene): AsyncIterable<Descriptor | Diagnostic> {
  for await (const one of tables) yield 'severity' in one ? one : describe(one, scene)
}

/** How a message begins when a question about a catalogue failed. */
export const UNREADABLE = 'its catalogue cannot be read: '

/** Answers to questions about a catalogue, each row as an object with the names of its columns. */
export function asker(database: Database, { signal, milliseconds = CATALOGUE_LIMITS.milliseconds }: Pick<Watch, 'signal'> & { readonly milliseconds?: number } = {}): <Row>(sql: string, ...parameters: readonly (string | number)[]) => Promise<Row[]> {
  const limits = { ...CATALOGUE_LIMITS, milliseconds, ...(signal === undefined ? {} : { signal }) }
  return async <Row>(sql: string, ...parameters: readonly (string | number)[]) => {
    try {
      return rowsOf<Row>(await database.query(sql, parameters, limits))
    } catch (error) {
      throw error instanceof DatabaseError ? new SourceDown(`${UNREADABLE}${error.message}`) : error
    }
  }
}

const rowsOf = <Row>({ columns, rows }: Table): Row[] => rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])) as Row)

/** The address with the user and the password that are kept apart from it. */
export function addressOf({ address, credentials }: OpenSource): string {
  const { user, password } = credentials
  if ((user === undefined && password === undefined) || !URL.canParse(address)) return address
  const url = new URL(address)
  if (user !== undefined) url.username = user
  if (password !== undefined) url.password = password
  return url.href
}
