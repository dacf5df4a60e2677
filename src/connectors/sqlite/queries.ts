// What SQLite is asked: a few questions over all tables. Its pragmas are tables too, so that one question answers for thousands.

/** Tables, views and virtual tables; not what SQLite or a full-text index keeps for itself. */
export const TABLES = `
select l.name, l.type, l.wr as "without", s.sql from pragma_table_list l join sqlite_schema s on s.name = l.name and s.type in ('table', 'view')
where l.schema = 'main' and l.type in ('table', 'view', 'virtual') and l.name not like 'sqlite\\_%' escape '\\' order by l.name`

/** A row of TABLES. */
export interface TableRow {
  readonly name: string
  readonly type: 'table' | 'view' | 'virtual'
  /** 1 when it has no rowid. */
  readonly without: number
  readonly sql: string
}

/** The columns of a kind of tables; `hidden` is 2 or 3 for generated ones and 1 for what a virtual table hides. */
export const COLUMNS = `
select l.name as "table", c.name, c.type, c."notnull" as nn, c.pk, c.hidden from pragma_table_list l, pragma_table_xinfo(l.name) c
where l.schema = 'main' and l.type = ? and l.name not like 'sqlite\\_%' escape '\\' and c.hidden <> 1 order by l.name, c.cid`

/** The columns of one table. */
export const COLUMNS_OF_ONE = 'select ?1 as "table", c.name, c.type, c."notnull" as nn, c.pk, c.hidden from pragma_table_xinfo(?1) c where c.hidden <> 1 order by c.cid'

/** A row of COLUMNS. */
export interface ColumnRow {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly nn: number
  readonly pk: number
  readonly hidden: number
}

/** Foreign keys, one row for each pair of columns; `to` is null when the key of the other table is meant. */
export const FOREIGN_KEYS = `
select l.name as "table", f.id, f."table" as target, f."from", f."to" from pragma_table_list l, pragma_foreign_key_list(l.name) f
where l.schema = 'main' and l.type = 'table' order by l.name, f.id desc, f.seq`

/** A row of FOREIGN_KEYS. */
export interface ForeignKeyRow {
  readonly table: string
  readonly id: number
  readonly target: string
  readonly from: string
  readonly to: string | null
}

/** Indexes, one row for each column; the name is null for an expression. */
export const INDEXES = `
select l.name as "table", i.name as "index", i."unique", i.origin, i.partial, c.name from pragma_table_list l, pragma_index_list(l.name) i, pragma_index_info(i.name) c
where l.schema = 'main' and l.type = 'table' order by l.name, i.seq desc, c.seqno`

/** A row of INDEXES. */
export interface IndexRow {
  readonly table: string
  readonly index: string
  readonly unique: number
  readonly origin: 'c' | 'u' | 'pk'
  readonly partial: number
  readonly name: string | null
}

/** What ANALYZE counted, where it ever ran. */
export const COUNTED = "select tbl as \"table\", max(cast(stat as integer)) as rows from sqlite_stat1 group by tbl"

/** Whether it did. */
export const WAS_COUNTED = "select 1 from sqlite_schema where name = 'sqlite_stat1'"

/** Beyond this the highest rowid is taken: counting would read the whole table. */
export const MOST_COUNTED = 1000
