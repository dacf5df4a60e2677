// The schema of a SQLite as facts of its tables.
import type { Diagnostic } from '../../core/diagnostic.ts'
import type { Watch } from '../../catalog/ports.ts'
import type { Database } from '../../drivers/database.ts'
import type { Choice } from '../sql/choose.ts'
import { type ForeignKey, grouped, type Index, type TableFacts } from '../sql/facts.ts'
import { asker, UNREADABLE } from '../sql/source.ts'
import { type ColumnRow, COLUMNS, COLUMNS_OF_ONE, FOREIGN_KEYS, type ForeignKeyRow, type IndexRow, INDEXES, type TableRow, TABLES } from './queries.ts'
import { rowsOf } from './rows.ts'
import { readTable, type TableText } from './text.ts'

type Ask = ReturnType<typeof asker>

interface Gathered {
  readonly columns: ReadonlyMap<string, readonly ColumnRow[]>
  readonly foreignKeys: ReadonlyMap<string, readonly ForeignKeyRow[]>
  readonly indexes: ReadonlyMap<string, readonly IndexRow[]>
  readonly rows: ReadonlyMap<string, number>
  /** Names as they were declared, by their lower case: SQLite does not tell them apart. */
  readonly declared: ReadonlyMap<string, string>
}

/** Views over views can multiply without end as soon as somebody asks for their columns; a file of a hundred thousand tables answers in less. */
const PATIENCE_MS = 15_000

/** The facts of all tables that are wanted, and what could not be read. */
export async function* tablesOf(database: Database, wanted: Choice, watch: Watch): AsyncIterable<TableFacts | Diagnostic> {
  const ask = asker(database, { ...watch, milliseconds: PATIENCE_MS })
  const tables = (await ask<TableRow>(TABLES)).filter(({ name }) => wanted([name]))
  const tableOf = ({ table }: { readonly table: string }): string => table
  const { columns, broken } = await columnsOf(ask, tables)
  const all: Gathered = {
    columns: grouped(columns, tableOf),
    foreignKeys: grouped(await ask<ForeignKeyRow>(FOREIGN_KEYS), tableOf),
    indexes: grouped(await ask<IndexRow>(INDEXES), tableOf),
    rows: await rowsOf(ask, tables),
    declared: new Map(tables.map(({ name }) => [name.toLowerCase(), name])),
  }
  // Nothing more is asked, and the thread of a SQLite holds as much as everything that it told.
  await database.close()
  for (const table of tables) yield broken.get(table.name) ?? factsOf(table, all)
}

/** Columns of all tables. A view of something that is gone, or a virtual table without its module, fails alone. */
async function columnsOf(ask: Ask, tables: readonly TableRow[]): Promise<{ columns: ColumnRow[]; broken: Map<string, Diagnostic> }> {
  const columns = await ask<ColumnRow>(COLUMNS, 'table')
  const broken = new Map<string, Diagnostic>()
  for (const { name } of tables.filter(({ type }) => type !== 'table')) {
    try {
      columns.push(...await ask<ColumnRow>(COLUMNS_OF_ONE, name))
    } catch (error) {
      broken.set(name, { code: 'catalog/broken', severity: 'warning', path: name, message: `${name} was left out: ${(error as Error).message.replace(UNREADABLE, '')}` })
    }
  }
  return { columns, broken }
}

const WHAT = { table: 'table', view: 'view', virtual: 'virtual table' } as const

function factsOf({ name, type, sql }: TableRow, all: Gathered): TableFacts {
  const columns = all.columns.get(name) ?? []
  const text = readTable(type === 'table' ? sql : '')
  const indexes = [...grouped(all.indexes.get(name) ?? [], ({ index }) => index).values()]
  const rows = all.rows.get(name)
  return {
    path: [name], what: WHAT[type], readable: true, grants: [], checks: text.checks, ...(rows === undefined ? {} : { rows }),
    columns: columns.map((column) => columnOf(column, text)),
    primaryKey: keyOf(columns),
    unique: indexes.flatMap((parts) => (parts[0]?.unique === 1 && parts[0].origin !== 'pk' && parts[0].partial === 0 && parts.every((part) => part.name !== null) ? [namesOf(parts)] : [])),
    foreignKeys: [...grouped(all.foreignKeys.get(name) ?? [], ({ id }) => id).values()].map((pairs) => foreignKeyOf(pairs, all)),
    indexes: [...rowidIndex(columns), ...indexes.flatMap((parts) => (parts[0]?.partial === 0 ? [{ method: 'btree', columns: namesOf(parts) }] : []))],
  }
}

const namesOf = (parts: readonly IndexRow[]): string[] => parts.map(({ name }) => name ?? '')

const keyOf = (columns: readonly ColumnRow[]): string[] => columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk).map(({ name }) => name)

/** An INTEGER PRIMARY KEY is the order of the table itself. */
function rowidIndex(columns: readonly ColumnRow[]): Index[] {
  const [key, ...others] = columns.filter(({ pk }) => pk > 0)
  return key !== undefined && others.length === 0 && key.type.toLowerCase() === 'integer' ? [{ method: 'btree', columns: [key.name] }] : []
}

function columnOf({ name, type, nn }: ColumnRow, { generated, values }: TableText): TableFacts['columns'][number] {
  const expression = generated.get(name.toLowerCase())
  const allowed = values.get(name.toLowerCase())
  return { name, type: type === '' ? 'any' : type.toLowerCase(), nn: nn === 1, ...(expression === undefined ? {} : { generated: expression }), ...(allowed === undefined ? {} : { values: allowed }) }
}

function foreignKeyOf(pairs: readonly ForeignKeyRow[], all: Gathered): ForeignKey {
  const target = pairs[0]?.target ?? ''
  const to = all.declared.get(target.toLowerCase()) ?? target
  const key = keyOf(all.columns.get(to) ?? [])
  return { columns: pairs.map(({ from }) => from), to: [to], toColumns: pairs.map((pair, at) => pair.to ?? key[at] ?? 'rowid') }
}
