// The facts of a table become a descriptor, in one way for all databases.
import { costOf } from '../../catalog/cost.ts'
import type { Descriptor } from '../../catalog/descriptor.ts'
import { idOf, type Place } from '../../catalog/id.ts'
import type { SourceSpec } from '../../catalog/ports.ts'
import type { Cap, Column } from '../../catalog/record.ts'
import type { ColumnFacts, TableFacts } from './facts.ts'
import { columnReference, type Dialect, tableReference } from './names.ts'
import { piiOf } from './pii.ts'
import { unitOf } from './unit.ts'
import { antiPatternsOf, examplesOf, snippetsOf } from './usage.ts'

/** Where the tables are. */
export interface Scene {
  readonly engine: 'pg' | 'sqlite' | 'mysql'
  readonly source: Pick<SourceSpec, 'name' | 'owner'>
  readonly dialect: Dialect
}

const CAPS: readonly Cap[] = ['scan', 'filter', 'project', 'aggregate', 'join', 'sort', 'limit', 'window']

/** What the catalogue is told of a table. */
export function describe(table: TableFacts, scene: Scene): Descriptor {
  const place: Place = { ns: 'db', engine: scene.engine, source: scene.source.name, path: table.path }
  const columns = columnsOf(table, place)
  const owner = scene.source.owner ?? table.owner
  return {
    kind: 'tabular', place, columns, cap: table.readable ? CAPS : [], tags: tagsOf(table),
    ...(table.comment === undefined ? {} : { description: short(table.comment) }),
    ...(table.rows === undefined ? {} : { rows: table.rows, cost: costOf(table.columns, table.rows) }),
    ...(owner === undefined ? {} : { owner }),
    examples: examplesOf(table), snippets: snippetsOf(table, idOf(place), scene.dialect), antiPatterns: antiPatternsOf(table),
    constraints: constraintsOf(table, columns, place),
    quality: qualityOf(table),
    access: { secrets: scene.engine === 'sqlite' ? [] : [`ada://secret/${scene.engine}:${scene.source.name}`], ...(table.grants.length === 0 ? {} : { grants: table.grants.slice(0, MOST_LINES) }) },
  }
}

const tagsOf = (table: TableFacts): string[] => [
  ...(table.what === 'table' ? [] : [table.what.replaceAll(' ', '-')]),
  ...(table.path.length > 1 ? [`schema:${table.path[0]}`] : []),
  ...(table.readable ? [] : ['not-readable']),
]

function columnsOf(table: TableFacts, place: Place): Column[] {
  const pointing = new Map(table.foreignKeys.flatMap(({ columns, to, toColumns }) => columns.map((name, at) => [name, columnReference(to, toColumns[at] ?? '', place)] as const)).reverse())
  const indexed = new Map(table.indexes.flatMap(({ columns: [first], method }) => (first === undefined ? [] : [[first, method] as const])).reverse())
  const key = new Set(table.primaryKey)
  return table.columns.map((column) => columnOf(column, { pk: key.has(column.name), fk: pointing.get(column.name), index: indexed.get(column.name) }))
}

interface Roles {
  readonly pk: boolean
  readonly fk: string | undefined
  readonly index: string | undefined
}

function columnOf(column: ColumnFacts, { pk, fk, index }: Roles): Column {
  const { name, type, nn, comment, domain, values, generated } = column
  const pii = piiOf(name)
  const unit = unitOf(column)
  const description = [comment, domain === undefined ? undefined : `domain ${domain}`, generated === undefined ? undefined : `generated: ${generated}`].filter((part) => part !== undefined && part !== '').join('; ')
  return {
    name, type: short(type), ...(nn || pk ? { nn: true } : {}), ...(pk ? { pk } : {}), ...(fk === undefined ? {} : { fk }), ...(index === undefined ? {} : { index }), ...(unit === undefined ? {} : { unit }),
    ...(description === '' ? {} : { description: short(description) }), ...(values === undefined ? {} : { values: values.slice(0, MOST_VALUES).map(short) }), ...(pii === undefined ? {} : { pii }),
  }
}

/** Texts of a database may be of any length; a card is read by people and models. */
const LONGEST = 1000
const MOST_VALUES = 50
const MOST_LINES = 100

const short = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`)

function qualityOf({ columns }: TableFacts): NonNullable<Descriptor['quality']> {
  const rates = columns.flatMap(({ name, nulls }) => (nulls === undefined || nulls <= 0 ? [] : [[name, Math.max(0.01, Math.round(nulls * 100) / 100)] as const]))
  return rates.length === 0 ? {} : { null_rate: Object.fromEntries(rates) }
}

function constraintsOf(table: TableFacts, columns: readonly Column[], place: Place): NonNullable<Descriptor['constraints']> {
  const kinds = [...new Set(columns.flatMap(({ pii }) => pii ?? []))]
  const { primaryKey, unique, foreignKeys, checks } = table
  return {
    ...(kinds.length === 0 ? {} : { pii: kinds.join(',') }),
    ...(primaryKey.length === 0 ? {} : { primary_key: [...primaryKey] }),
    ...(unique.length === 0 ? {} : { unique: unique.map((names) => [...names]) }),
    ...(foreignKeys.length === 0 ? {} : { foreign_keys: foreignKeys.map(({ columns: own, to, toColumns }) => ({ columns: [...own], to: tableReference(to, place), to_columns: [...toColumns] })) }),
    ...(checks.length === 0 ? {} : { checks: checks.slice(0, MOST_LINES).map(short) }),
  }
}
