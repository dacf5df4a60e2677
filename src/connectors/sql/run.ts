// The two things that all databases do alike beside a scan: looking whether a table is still there, and running the SQL of a plan.
import type { Diagnostic } from '../../core/diagnostic.ts'
import type { Limits, OpenSource, Piece, Table } from '../../catalog/ports.ts'
import { placeOf } from '../../catalog/id.ts'
import type { Resource } from '../../catalog/record.ts'
import { type Database, mustRead } from '../../drivers/database.ts'
import type { Dialect } from './names.ts'
import { quoted, quotedPath } from './names.ts'
import { using } from './kept.ts'

/** How a kind of database is opened, and how its SQL is called and written. */
export interface Kind {
  readonly name: 'postgres' | 'sqlite' | 'mysql'
  readonly dialect: Dialect
  readonly open: (source: OpenSource) => Promise<Database>
}

const PROBE: Limits = { rows: 1, bytes: 1_000_000, milliseconds: 10_000 }

/** Asks a table for no rows of the columns that the catalogue knows; undefined when it answers. */
export async function probeTable(kind: Kind, source: OpenSource, { overview, details }: Resource): Promise<Diagnostic | undefined> {
  const path = placeOf(overview.uri)?.path ?? []
  const columns = details.columns.map(({ name }) => quoted(name, kind.dialect))
  const sql = `select ${columns.length === 0 ? '1' : columns.join(', ')} from ${quotedPath(path, kind.dialect)} where 1 = 0`
  try {
    await using(source, kind.open, (database) => database.query(sql, [], PROBE))
    return undefined
  } catch (error) {
    return { code: 'catalog/unreachable', severity: 'error', path: overview.id, message: `${overview.id} cannot be read: ${(error as Error).message}`, hint: `scan it again: fovea catalog scan ${source.name}` }
  }
}

/** Runs the SQL of a plan; other pieces are not for databases. */
export async function runSql(kind: Kind, source: OpenSource, piece: Piece, limits: Limits): Promise<Table> {
  if (piece.by !== 'sql' || piece.dialect !== kind.name) throw new TypeError(`${source.name} runs SQL for ${kind.name}, not ${piece.by === 'sql' ? `SQL for ${piece.dialect}` : `a piece by "${piece.by}"`}`)
  mustRead(piece.sql)
  return using(source, kind.open, (database) => database.query(piece.sql, piece.parameters, limits))
}
