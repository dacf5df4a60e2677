// The catalogue of a MySQL or a MariaDB as facts of its tables.
import { SourceDown, type Watch } from '../../catalog/ports.ts'
import type { Database } from '../../drivers/database.ts'
import type { Choice } from '../sql/choose.ts'
import { type ColumnFacts, type ForeignKey, grouped, type TableFacts } from '../sql/facts.ts'
import { asker } from '../sql/source.ts'
import { grantLines } from './grants.ts'
import { type CheckRow, type ColumnRow, columnsIn, type ForeignKeyRow, foreignKeysIn, type GrantRow, grantsIn, type IndexRow, indexesIn, mariaChecksIn, mysqlChecksIn, SCHEMAS, SYSTEM, type TableRow, tablesIn } from './queries.ts'

type Ask = ReturnType<typeof asker>

interface Gathered {
  readonly columns: ReadonlyMap<string, readonly ColumnRow[]>
  readonly indexes: ReadonlyMap<string, readonly IndexRow[]>
  readonly foreignKeys: ReadonlyMap<string, readonly ForeignKeyRow[]>
  readonly checks: ReadonlyMap<string, readonly CheckRow[]>
  readonly grants: ReadonlyMap<string, readonly GrantRow[]>
}

/** The facts of all tables that are wanted, in the order of their names. */
export async function* tablesOf(database: Database, wanted: Choice, watch: Watch): AsyncIterable<TableFacts> {
  const ask = asker(database, watch)
  const schemas = (await ask<{ name: string }>(SCHEMAS)).map(({ name }) => name).filter((name) => !SYSTEM.includes(name.toLowerCase()) && wanted.schema(name))
  if (schemas.length === 0) return
  const tables = await ask<TableRow>(tablesIn(schemas), ...schemas)
  const all = await gather(ask, schemas)
  for (const table of tables) {
    if (wanted([table.db, table.name])) yield factsOf(table, all)
  }
}

const keyOf = ({ db, tbl }: { readonly db: string; readonly tbl: string | null }): string => JSON.stringify([db, tbl])

async function gather(ask: Ask, schemas: readonly string[]): Promise<Gathered> {
  return {
    columns: grouped(await ask<ColumnRow>(columnsIn(schemas), ...schemas), keyOf),
    indexes: grouped(await ask<IndexRow>(indexesIn(schemas), ...schemas), keyOf),
    foreignKeys: grouped(await ask<ForeignKeyRow>(foreignKeysIn(schemas), ...schemas), keyOf),
    checks: grouped(await checksOf(ask, schemas), keyOf),
    grants: grouped(await ask<GrantRow>(grantsIn(schemas), ...schemas, ...schemas, ...schemas), keyOf),
  }
}

/** Each server has its own list of checks, and old ones have none. */
async function checksOf(ask: Ask, schemas: readonly string[]): Promise<CheckRow[]> {
  for (const questionOf of [mariaChecksIn, mysqlChecksIn]) {
    try {
      return await ask<CheckRow>(questionOf(schemas), ...schemas)
    } catch (error) {
      if (!(error instanceof SourceDown)) throw error
    }
  }
  return []
}

function factsOf({ db, name, kind, rows, comment, options }: TableRow, all: Gathered): TableFacts {
  const key = keyOf({ db, tbl: name })
  const indexes = [...grouped(all.indexes.get(key) ?? [], (row) => row.name).values()]
  const checks = (all.checks.get(key) ?? []).map(({ text }) => text)
  const documents = new Set(checks.flatMap((text) => JSON_CHECK.exec(text)?.[1] ?? []))
  const what = kind === 'VIEW' ? 'view' : /partitioned/i.test(options ?? '') ? 'partitioned table' : 'table'
  return {
    path: [db, name], what, readable: true, ...(comment === '' || what === 'view' ? {} : { comment }), ...(rows === null || what === 'view' ? {} : { rows: Number(rows) }),
    columns: (all.columns.get(key) ?? []).map((column) => columnOf(column, documents)),
    primaryKey: indexes.find(([first]) => first?.name === 'PRIMARY')?.map(({ col }) => col ?? '') ?? [],
    unique: indexes.flatMap((parts) => (Number(parts[0]?.repeats) === 0 && parts[0]?.name !== 'PRIMARY' && parts.every(({ col }) => col !== null) ? [parts.map(({ col }) => col ?? '')] : [])),
    foreignKeys: [...grouped(all.foreignKeys.get(key) ?? [], (row) => row.name).values()].map(foreignKeyOf),
    indexes: indexes.map((parts) => ({ method: (parts[0]?.method ?? 'btree').toLowerCase(), columns: parts.map(({ col }) => col ?? '') })),
    checks: checks.filter((text) => !JSON_CHECK.test(text)).map((text) => (/^\(.*\)$/s.test(text) ? text : `(${text})`)),
    grants: grantLines(all.grants.get(key) ?? [], all.grants.get(keyOf({ db, tbl: null })) ?? []),
  }
}

/** MariaDB keeps JSON as text with a check. */
const JSON_CHECK = /^json_valid\(`(.+)`\)$/

function columnOf({ name, type, nullable, comment, generated }: ColumnRow, documents: ReadonlySet<string>): ColumnFacts {
  const values = /^enum\(/i.test(type) ? [...type.matchAll(/'((?:[^']|'')*)'/g)].map(([, value = '']) => value.replaceAll("''", "'")) : undefined
  return {
    name, type: documents.has(name) ? 'json' : type, nn: nullable === 'NO',
    ...(comment === '' ? {} : { comment }), ...(generated === null || generated === '' ? {} : { generated }), ...(values === undefined ? {} : { values }),
  }
}

const foreignKeyOf = (pairs: readonly ForeignKeyRow[]): ForeignKey =>
  ({ columns: pairs.map(({ col }) => col), to: [pairs[0]?.target_db ?? '', pairs[0]?.target ?? ''], toColumns: pairs.map(({ target_col }) => target_col) })
