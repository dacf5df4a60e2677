// SQL read by the grammars of the databases themselves: PostgreSQL's own parser, and SQLite's on an empty database that has the tables and no rows.
// Nothing is sent anywhere and nothing is run.
import { sqliteHere } from './sqlite/engine.ts'

/** What is wrong with a statement. */
export interface SqlFault {
  readonly message: string
}

/** A table as a grammar must know it to judge a statement. */
export interface TableOutline {
  readonly path: readonly string[]
  readonly columns: readonly string[]
}

/** Longer texts are not snippets. */
const LONGEST = 100_000

/** What PostgreSQL's grammar says of a text that should be one query over one table or several; undefined when all is well. */
export async function postgresFault(sql: string, tables: readonly TableOutline[]): Promise<SqlFault | undefined> {
  if (sql.length > LONGEST) return { message: `it is longer than ${LONGEST} signs` }
  const { loadModule, parseSync } = await import('libpg-query')
  await loadModule()
  try {
    return queryFault(parseSync(sql), tables)
  } catch (error) {
    return { message: messageOf(error) }
  }
}

function queryFault(tree: { readonly stmts?: readonly { readonly stmt?: object }[] }, tables: readonly TableOutline[]): SqlFault | undefined {
  const statements = tree.stmts ?? []
  if (statements.length !== 1) return { message: `it holds ${statements.length} statements; a snippet is one` }
  const [kind = 'nothing', query] = Object.entries(statements[0]?.stmt ?? {})[0] ?? []
  if (kind !== 'SelectStmt') return { message: `a snippet only reads, and this is a ${kind.replace(/Stmt$/, '').toLowerCase()} statement` }
  return nameFault(query as object, tables)
}

/** Names are judged where they can mean only one thing: one known table in FROM, and no query inside. */
function nameFault(query: object, tables: readonly TableOutline[]): SqlFault | undefined {
  const [ranges, refs, labels] = [find(query, 'RangeVar'), find(query, 'ColumnRef'), find(query, 'ResTarget')]
  if (ranges.length !== 1 || find(query, 'SelectStmt').length > 0 || find(query, 'RangeFunction').length > 0) return undefined
  const { schemaname, relname } = ranges[0] as { schemaname?: string; relname?: string }
  const table = tables.find(({ path }) => path.at(-1) === relname && (schemaname === undefined || path.length === 1 || path.at(-2) === schemaname))
  if (table === undefined) return undefined
  const known = new Set([...table.columns, ...labels.flatMap((target) => ('name' in target ? [String(target.name)] : []))])
  const unknown = refs.map(lastName).find((name) => name !== undefined && !known.has(name))
  return unknown === undefined ? undefined : { message: `${table.path.join('.')} has no column ${unknown}` }
}

/** The name that a reference ends with; undefined for `*`. */
function lastName(ref: object): string | undefined {
  const last = ('fields' in ref && Array.isArray(ref.fields) ? ref.fields : []).at(-1) as { String?: { sval?: string } } | undefined
  return last?.String?.sval
}

/** All nodes of a kind inside a tree. */
function find(tree: unknown, kind: string): object[] {
  const found: object[] = []
  const open: unknown[] = [tree]
  while (open.length > 0) {
    const node = open.pop()
    if (node === null || typeof node !== 'object') continue
    for (const [key, inner] of Object.entries(node)) {
      if (key === kind && inner !== null) found.push(inner as object)
      open.push(inner)
    }
  }
  return found
}

/** What SQLite says of a query over tables that are made for the question and hold nothing; undefined when all is well. */
export async function sqliteFault(sql: string, tables: readonly TableOutline[]): Promise<SqlFault | undefined> {
  if (sql.length > LONGEST) return { message: `it is longer than ${LONGEST} signs` }
  const { Database } = sqliteHere()
  const database = new Database(':memory:')
  try {
    for (const { path, columns } of tables) database.exec(`CREATE TABLE ${quoted(path.at(-1) ?? '')} (${columns.length === 0 ? 'x' : columns.map(quoted).join(', ')})`)
    database.all(`EXPLAIN ${sql}`)
    return undefined
  } catch (error) {
    return { message: messageOf(error) }
  } finally {
    database.close()
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""').replaceAll('\0', '')}"`

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, 300)
