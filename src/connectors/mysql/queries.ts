// What MySQL and MariaDB are asked: single tables of information_schema without joins, because these have no indexes.

/** Databases of the server itself. */
export const SYSTEM = ['information_schema', 'mysql', 'performance_schema', 'sys']

/** The databases that there are. */
export const SCHEMAS = 'select schema_name as name from information_schema.schemata order by schema_name'

const marks = (schemas: readonly string[]): string => schemas.map(() => '?').join(', ')

/** Tables and views. */
export const tablesIn = (schemas: readonly string[]): string => `
select table_schema as db, table_name as name, table_type as kind, table_rows as "rows", table_comment as comment, create_options as options
from information_schema.tables where table_schema in (${marks(schemas)}) and table_type in ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED') order by table_schema, table_name`

/** A row of tablesIn. */
export interface TableRow {
  readonly db: string
  readonly name: string
  readonly kind: string
  readonly rows: number | null
  readonly comment: string
  readonly options: string | null
}

/** Columns in the order of their tables. */
export const columnsIn = (schemas: readonly string[]): string => `
select table_schema as db, table_name as tbl, column_name as name, column_type as type, is_nullable as nullable, column_comment as comment, generation_expression as "generated"
from information_schema.columns where table_schema in (${marks(schemas)}) order by table_schema, table_name, ordinal_position`

/** A row of columnsIn. */
export interface ColumnRow {
  readonly db: string
  readonly tbl: string
  readonly name: string
  readonly type: string
  readonly nullable: 'YES' | 'NO'
  readonly comment: string
  readonly generated: string | null
}

/** Indexes, a row for each column; the name is null for an expression. */
export const indexesIn = (schemas: readonly string[]): string => `
select table_schema as db, table_name as tbl, index_name as name, non_unique as repeats, column_name as col, index_type as method
from information_schema.statistics where table_schema in (${marks(schemas)}) order by table_schema, table_name, index_name, seq_in_index`

/** A row of indexesIn. */
export interface IndexRow {
  readonly db: string
  readonly tbl: string
  readonly name: string
  readonly repeats: number
  readonly col: string | null
  readonly method: string
}

/** Foreign keys, a row for each pair of columns. */
export const foreignKeysIn = (schemas: readonly string[]): string => `
select table_schema as db, table_name as tbl, constraint_name as name, column_name as col, referenced_table_schema as target_db, referenced_table_name as target, referenced_column_name as target_col
from information_schema.key_column_usage where table_schema in (${marks(schemas)}) and referenced_table_name is not null order by table_schema, table_name, constraint_name, ordinal_position`

/** A row of foreignKeysIn. */
export interface ForeignKeyRow {
  readonly db: string
  readonly tbl: string
  readonly name: string
  readonly col: string
  readonly target_db: string
  readonly target: string
  readonly target_col: string
}

/** Checks as MariaDB names them, with their table. */
export const mariaChecksIn = (schemas: readonly string[]): string => `
select constraint_schema as db, table_name as tbl, check_clause as text from information_schema.check_constraints where constraint_schema in (${marks(schemas)}) order by constraint_schema, table_name, constraint_name`

/** Checks as MySQL 8 does: the table is known to another list. */
export const mysqlChecksIn = (schemas: readonly string[]): string => `
select c.constraint_schema as db, t.table_name as tbl, c.check_clause as text from information_schema.check_constraints c join information_schema.table_constraints t
on t.constraint_schema = c.constraint_schema and t.constraint_name = c.constraint_name and t.constraint_type = 'CHECK' where c.constraint_schema in (${marks(schemas)}) order by 1, 2, c.constraint_name`

/** A row of checks. */
export interface CheckRow {
  readonly db: string
  readonly tbl: string
  readonly text: string
}

/** Who may do what with tables, with single columns, and with all of a database; as far as whoever asks may know. */
export const grantsIn = (schemas: readonly string[]): string => `
select table_schema as db, table_name as tbl, grantee as who, lower(privilege_type) as what, null as col from information_schema.table_privileges where table_schema in (${marks(schemas)})
union all select table_schema, table_name, grantee, lower(privilege_type), column_name from information_schema.column_privileges where table_schema in (${marks(schemas)})
union all select table_schema, null, grantee, lower(privilege_type), null from information_schema.schema_privileges where table_schema in (${marks(schemas)})
order by 1, 2, 3, 4, 5`

/** A row of grantsIn; without a table it is of the whole database. */
export interface GrantRow {
  readonly db: string
  readonly tbl: string | null
  readonly who: string
  readonly what: string
  readonly col: string | null
}
