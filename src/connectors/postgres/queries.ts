// What PostgreSQL is asked: seven questions about the whole catalogue, however many tables there are.

/** Schemas of the system; what a session made for itself is not there for others. */
const OWN = String.raw`n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'`

/** Tables, views and their like; of a partitioned table only the parent. `stat` sums up the leaves of partitioned tables, whose own estimate is often missing. */
export const RELATIONS = `
with recursive tree as (
  select c.oid as root, c.oid as leaf from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'p' and not c.relispartition and ${OWN}
  union all select t.root, i.inhrelid from tree t join pg_inherits i on i.inhparent = t.leaf
), leaves as (
  select t.root, sum(greatest(c.reltuples, pg_stat_get_live_tuples(c.oid), 0)) as rows from tree t join pg_class c on c.oid = t.leaf where c.relkind <> 'p' group by t.root
)
select c.oid::int8 as oid, n.nspname as schema, c.relname as name, c.relkind::text as kind, pg_get_userbyid(c.relowner) as owner,
  case when c.relkind = 'p' then coalesce(l.rows, 0) when c.relkind = 'v' then null when c.reltuples >= 0 and c.relpages > 0 then c.reltuples
    when c.relkind in ('r', 'm') then greatest(c.reltuples, pg_stat_get_live_tuples(c.oid), 0) end::float8 as rows,
  d.description as comment, has_any_column_privilege(c.oid, 'select') or has_table_privilege(c.oid, 'select') as readable
from pg_class c join pg_namespace n on n.oid = c.relnamespace
  left join leaves l on l.root = c.oid
  left join pg_description d on d.classoid = 'pg_class'::regclass and d.objoid = c.oid and d.objsubid = 0
where c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition and ${OWN}
order by n.nspname, c.relname`

/** A row of RELATIONS. */
export interface Relation {
  readonly oid: number
  readonly schema: string
  readonly name: string
  readonly kind: 'r' | 'v' | 'm' | 'f' | 'p'
  readonly owner: string
  readonly rows: number | null
  readonly comment: string | null
  readonly readable: boolean
}

/** Columns in the order of their tables. Of a domain the type below is given, because that is what values are compared as. */
export const COLUMNS = `
select a.attrelid::int8 as oid, a.attnum as at, a.attname as name, format_type(coalesce(b.oid, a.atttypid), case when b.oid is null then a.atttypmod else t.typtypmod end) as type,
  case when b.oid is not null then format_type(a.atttypid, null) end as domain, a.attnotnull or t.typnotnull as nn,
  d.description as comment, case when a.attgenerated <> '' then pg_get_expr(v.adbin, v.adrelid) end as generated,
  case when t.typtype = 'e' then t.oid::int8 when b.typtype = 'e' then b.oid::int8 end as enum
from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace join pg_type t on t.oid = a.atttypid
  left join pg_type b on t.typtype = 'd' and b.oid = t.typbasetype
  left join pg_attrdef v on v.adrelid = a.attrelid and v.adnum = a.attnum and a.attgenerated <> ''
  left join pg_description d on d.classoid = 'pg_class'::regclass and d.objoid = a.attrelid and d.objsubid = a.attnum
where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition and ${OWN}
order by a.attrelid, a.attnum`

/** A row of COLUMNS. */
export interface Attribute {
  readonly oid: number
  readonly at: number
  readonly name: string
  readonly type: string
  readonly domain: string | null
  readonly nn: boolean
  readonly comment: string | null
  readonly generated: string | null
  readonly enum: number | null
}

/** Primary, unique and foreign keys by the numbers of their columns, and checks as text. */
export const CONSTRAINTS = `
select k.conrelid::int8 as oid, k.contype::text as kind, k.conkey as columns, nullif(k.confrelid, 0)::int8 as target, k.confkey as targets,
  case when k.contype = 'c' then pg_get_constraintdef(k.oid, true) end as text
from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
where k.contype in ('p', 'u', 'f', 'c') and not c.relispartition and ${OWN}
order by k.conrelid, k.contype, k.conname`

/** A row of CONSTRAINTS; lists are JSON texts. */
export interface Constraint {
  readonly oid: number
  readonly kind: 'p' | 'u' | 'f' | 'c'
  readonly columns: string | null
  readonly target: number | null
  readonly targets: string | null
  readonly text: string | null
}

/** Indexes that can be used, by the numbers of their columns; 0 stands for an expression. */
export const INDEXES = `
select i.indrelid::int8 as oid, m.amname as method, i.indkey::int2[] as columns, i.indnkeyatts as keys,
  i.indisunique and i.indpred is null and i.indexprs is null and not i.indisprimary as "unique", i.indpred is not null as partial
from pg_index i join pg_class x on x.oid = i.indexrelid join pg_am m on m.oid = x.relam join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
where i.indisvalid and not c.relispartition and ${OWN}
order by i.indrelid, x.relname`

/** A row of INDEXES. */
export interface IndexRow {
  readonly oid: number
  readonly method: string
  readonly columns: string
  readonly keys: number
  readonly unique: boolean
  readonly partial: boolean
}

/** What enums may say, in their order. */
export const ENUMS = 'select enumtypid::int8 as oid, enumlabel as label from pg_enum order by enumtypid, enumsortorder'

/** A row of ENUMS. */
export interface EnumRow {
  readonly oid: number
  readonly label: string
}

/** Who was given what, on tables and on single columns; what owners have by default is not said. */
export const GRANTS = `
select g.oid, g.who, string_agg(g.what || coalesce('(' || g.cols || ')', ''), ', ' order by g.what) as rights from (
  select c.oid::int8 as oid, case when x.grantee = 0 then 'public' else pg_get_userbyid(x.grantee) end as who, lower(x.privilege_type) as what, null as cols
  from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) x
  where c.relacl is not null and c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition and ${OWN} and x.grantee <> c.relowner
  union all
  select c.oid::int8, case when x.grantee = 0 then 'public' else pg_get_userbyid(x.grantee) end, lower(x.privilege_type), string_agg(a.attname, ', ' order by a.attnum)
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace, aclexplode(a.attacl) x
  where a.attacl is not null and not a.attisdropped and not c.relispartition and ${OWN} and x.grantee <> c.relowner
  group by 1, 2, 3
) g group by g.oid, g.who order by g.oid, g.who`

/** A row of GRANTS. */
export interface GrantRow {
  readonly oid: number
  readonly who: string
  readonly rights: string
}

/** Which part of a column is missing, as ANALYZE saw it; only of tables that whoever asks may read. */
export const NULLS = `
select schemaname as schema, tablename as name, attname as col, max(null_frac)::float8 as rate from pg_stats
where null_frac > 0 and schemaname not in ('pg_catalog', 'information_schema') group by 1, 2, 3`

/** A row of NULLS. */
export interface NullRow {
  readonly schema: string
  readonly name: string
  readonly col: string
  readonly rate: number
}
