// The catalogue of a PostgreSQL as facts of its tables.
import type { Watch } from '../../catalog/ports.ts'
import type { Database } from '../../drivers/database.ts'
import type { Choice } from '../sql/choose.ts'
import { type ColumnFacts, type ForeignKey, grouped, type TableFacts } from '../sql/facts.ts'
import { asker } from '../sql/source.ts'
import { type Attribute, COLUMNS, type Constraint, CONSTRAINTS, type EnumRow, ENUMS, type GrantRow, GRANTS, type IndexRow, INDEXES, type NullRow, NULLS, type Relation, RELATIONS } from './queries.ts'

/** Everything that was asked, gathered by table. */
interface Gathered {
  readonly relations: ReadonlyMap<number, Relation>
  readonly attributes: ReadonlyMap<number, readonly Attribute[]>
  readonly constraints: ReadonlyMap<number, readonly Constraint[]>
  readonly indexes: ReadonlyMap<number, readonly IndexRow[]>
  readonly enums: ReadonlyMap<number, readonly EnumRow[]>
  readonly grants: ReadonlyMap<number, readonly GrantRow[]>
  /** By schema, table and column. */
  readonly nulls: ReadonlyMap<string, number>
}

/** The facts of all tables that are wanted, in the order of their names. */
export async function* tablesOf(database: Database, wanted: Choice, watch: Watch): AsyncIterable<TableFacts> {
  const all = await gather(database, watch)
  for (const relation of all.relations.values()) {
    if (wanted([relation.schema, relation.name])) yield factsOf(relation, all)
  }
}

async function gather(database: Database, watch: Watch): Promise<Gathered> {
  const ask = asker(database, watch)
  const oidOf = ({ oid }: { readonly oid: number }): number => oid
  const relations = new Map((await ask<Relation>(RELATIONS)).map((relation) => [relation.oid, relation]))
  return {
    relations,
    attributes: grouped(await ask<Attribute>(COLUMNS), oidOf),
    constraints: grouped(await ask<Constraint>(CONSTRAINTS), oidOf),
    indexes: grouped(await ask<IndexRow>(INDEXES), oidOf),
    enums: grouped(await ask<EnumRow>(ENUMS), oidOf),
    grants: grouped(await ask<GrantRow>(GRANTS), oidOf),
    nulls: new Map((await ask<NullRow>(NULLS)).map(({ schema, name, col, rate }) => [keyOf(schema, name, col), rate])),
  }
}

const keyOf = (...names: readonly string[]): string => names.join('\0')

const WHAT = { r: 'table', v: 'view', m: 'materialized view', f: 'foreign table', p: 'partitioned table' } as const

function factsOf({ oid, schema, name, kind, owner, rows, comment, readable }: Relation, all: Gathered): TableFacts {
  const constraints = all.constraints.get(oid) ?? []
  const names = namesOf(oid, all)
  const keys = (wanted: Constraint['kind']): string[][] => constraints.flatMap((one) => (one.kind === wanted ? [names(one.columns)] : []))
  return {
    path: [schema, name], what: WHAT[kind], owner, readable,
    ...(comment === null ? {} : { comment }), ...(rows === null ? {} : { rows }),
    columns: (all.attributes.get(oid) ?? []).map((attribute) => columnOf(attribute, all, keyOf(schema, name))),
    primaryKey: keys('p')[0] ?? [],
    unique: distinct([...keys('u'), ...(all.indexes.get(oid) ?? []).flatMap((index) => (index.unique ? [names(index.columns).slice(0, index.keys)] : []))]),
    foreignKeys: constraints.flatMap((one) => foreignKeyOf(one, names, all)),
    indexes: (all.indexes.get(oid) ?? []).flatMap((index) => (index.partial ? [] : [{ method: index.method, columns: names(index.columns).slice(0, index.keys) }])),
    checks: constraints.flatMap(({ text }) => (text === null ? [] : [text.replace(/^CHECK /, '')])),
    grants: (all.grants.get(oid) ?? []).map(({ who, rights }) => `${who}: ${rights}`),
  }
}

const distinct = (lists: readonly string[][]): string[][] => [...new Map(lists.map((list) => [JSON.stringify(list), list])).values()]

/** Names of the columns with the numbers of a list. An expression has the number 0 and an empty name, so that nothing is taken for the first column of its index. */
function namesOf(oid: number, all: Gathered): (numbers: string | null) => string[] {
  const byNumber = new Map((all.attributes.get(oid) ?? []).map(({ at, name }) => [at, name]))
  return (numbers) => (JSON.parse(numbers ?? '[]') as number[]).map((at) => byNumber.get(at) ?? '')
}

function columnOf({ name, type, domain, nn, comment, generated, enum: values }: Attribute, all: Gathered, table: string): ColumnFacts {
  const nulls = all.nulls.get(keyOf(table, name))
  const labels = values === null ? undefined : (all.enums.get(values) ?? []).map(({ label }) => label)
  return {
    name, type: labels === undefined ? type : `enum ${type}`, nn,
    ...(nulls === undefined ? {} : { nulls }), ...(comment === null ? {} : { comment }), ...(domain === null ? {} : { domain }), ...(generated === null ? {} : { generated }), ...(labels === undefined ? {} : { values: labels }),
  }
}

function foreignKeyOf({ kind, columns, target, targets }: Constraint, names: (numbers: string | null) => string[], all: Gathered): ForeignKey[] {
  const to = target === null ? undefined : all.relations.get(target)
  if (kind !== 'f' || to === undefined) return []
  return [{ columns: names(columns), to: [to.schema, to.name], toColumns: namesOf(to.oid, all)(targets) }]
}
