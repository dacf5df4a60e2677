// The SQL of snippets, judged by the grammar of the database that it is written for.
import { placeOf } from '../../catalog/id.ts'
import type { Resource } from '../../catalog/record.ts'
import { postgresFault, sqliteFault, type TableOutline } from '../../drivers/sql-grammar.ts'

/** What a grammar said: nothing wrong, what is wrong, or that there is none for this database. */
export type Judged = { readonly fault?: string } | 'no grammar'

/** Judges the SQL of a resource; tables of the same source are known to it. */
export async function judgeSql(sql: string, resource: Resource, neighbours: readonly Resource[]): Promise<Judged> {
  const engine = placeOf(resource.overview.uri)?.engine
  if (engine !== 'pg' && engine !== 'sqlite') return 'no grammar'
  const tables = namedIn(sql, neighbours)
  const fault = await (engine === 'pg' ? postgresFault : sqliteFault)(sql, tables)
  return fault === undefined ? {} : { fault: fault.message }
}

/** The tables whose names stand in a text: a database may have thousands. */
function namedIn(sql: string, resources: readonly Resource[]): TableOutline[] {
  const text = sql.toLowerCase().replaceAll('""', '"')
  return resources.flatMap(({ overview, details }) => {
    const path = placeOf(overview.uri)?.path ?? []
    return text.includes((path.at(-1) ?? '').toLowerCase().replaceAll('""', '"')) ? [{ path, columns: details.columns.map(({ name }) => name) }] : []
  })
}
