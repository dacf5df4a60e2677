// How a table is used well: two ready snippets, and what costs too much. Both come from facts, so that a scan says the same twice.
import type { Dialect } from './names.ts'
import { quoted, quotedPath } from './names.ts'
import type { TableFacts } from './facts.ts'
import { shapeOf, type Shape } from './shape.ts'

interface Snippet {
  readonly engine: string
  readonly code: string
}

/** A question in SQL and the same as a plan. */
export function snippetsOf(table: TableFacts, id: string, dialect: Dialect): Snippet[] {
  if (table.columns.length === 0) return [{ engine: 'sql', code: `SELECT count(*) FROM ${quotedPath(table.path, dialect)}` }, { engine: 'ir', code: `scan(${id}) -> aggregate(count() as n)` }]
  const shape = shapeOf(table)
  return shape.group === undefined && shape.amount === undefined ? rowsOf(table, id, { shape, dialect }) : totalsOf(table, id, { shape, dialect })
}

interface Setting {
  readonly shape: Shape
  readonly dialect: Dialect
}

const FEW = 4

/** The newest rows, or the first ones by key, with the columns that say most. */
function rowsOf(table: TableFacts, id: string, { shape, dialect }: Setting): Snippet[] {
  const order = shape.time ?? shape.key
  const names = [...new Set([...table.primaryKey, ...(shape.time === undefined ? [] : [shape.time.name]), ...table.columns.map(({ name }) => name)])].slice(0, FEW)
  const way = shape.time === undefined ? '' : ' desc'
  const sql = `SELECT ${names.map((name) => quoted(name, dialect)).join(', ')} FROM ${quotedPath(table.path, dialect)}${order === undefined ? '' : ` ORDER BY ${quoted(order.name, dialect)}${way.toUpperCase()}`} LIMIT 100`
  const ir = [`scan(${id})`, `project(${names.map(inLine).join(', ')})`, ...(order === undefined ? [] : [`sort(${inLine(order.name)}${way})`]), 'limit(100)'].join(' -> ')
  return [{ engine: 'sql', code: sql }, { engine: 'ir', code: ir }]
}

/** Counts or sums by group, since a day where there is time. */
function totalsOf(table: TableFacts, id: string, { shape, dialect }: Setting): Snippet[] {
  const { group, amount, time, mean = false } = shape
  const [work, called] = mean ? ['avg', 'mean'] : ['sum', 'total']
  const name = (column: { readonly name: string }): string => quoted(column.name, dialect)
  const total = amount === undefined ? 'count(*) AS n' : `${work}(${name(amount)}) AS ${called}`
  const where = time === undefined ? '' : ` WHERE ${name(time)} >= '2024-01-01'`
  const sql = `SELECT ${group === undefined ? '' : `${name(group)}, `}${total} FROM ${quotedPath(table.path, dialect)}${where}${group === undefined ? '' : ` GROUP BY ${name(group)} ORDER BY 2 DESC LIMIT 100`}`
  const measure = amount === undefined ? 'count() as n' : `${work}(${inLine(amount.name)}) as ${called}`
  const ir = [
    `scan(${id})`, ...(time === undefined ? [] : [`filter(${inLine(time.name)} >= '2024-01-01')`]),
    `aggregate(${group === undefined ? '' : `by ${inLine(group.name)}: `}${measure})`, ...(group === undefined ? [] : [`sort(${amount === undefined ? 'n' : called} desc)`, 'limit(100)']),
  ].join(' -> ')
  return [{ engine: 'sql', code: sql }, { engine: 'ir', code: ir }]
}

/** A name in the line of a plan: one that is no plain word has quotes around it. */
const inLine = (name: string): string => (/^[\p{L}_][\p{L}\p{N}_$]*$/u.test(name) ? name : `"${name.replaceAll('"', '""')}"`)

const WIDE = 20
const MANY = 1e6
const SOME = 1e5

/** What not to do with a table, from its width, its rows and its indexes. */
export function antiPatternsOf(table: TableFacts): string[] {
  const { columns, rows = 0 } = table
  const shape = shapeOf(table)
  const led = new Set(table.indexes.map(({ columns: [first] }) => first))
  const slow = [shape.time, shape.group].flatMap((column) => (column === undefined || led.has(column.name) ? [] : [column.name]))
  return [
    ...(columns.length >= WIDE ? [`select * (${columns.length} columns)`] : []),
    ...(rows > MANY ? ['no limit above 1e6 rows'] : []),
    ...(rows > SOME && table.what !== 'view' ? slow.map((name) => `filter on ${name} alone (no index)`) : []),
    ...(table.what === 'partitioned table' && rows > SOME ? ['no filter on the partition key'] : []),
  ]
}

/** What people ask of such a table, as tasks with their operations. */
export function examplesOf(table: TableFacts): { task: string; ops: string[] }[] {
  const { key, time, amount, mean, group } = shapeOf(table)
  const name = spoken(table.path.at(-1) ?? '')
  const measure = amount === undefined ? `number of ${name}` : `${mean === true ? 'average ' : ''}${spoken(amount.name)} of ${name}`
  return [
    ...(group === undefined ? [] : [{ task: `${measure} by ${spoken(group.name)}`, ops: ['aggregate', 'sort'] }]),
    ...(time === undefined ? [] : [{ task: `${measure} per day`, ops: ['filter', 'aggregate'] }]),
    ...(key === undefined || (group !== undefined && time !== undefined) ? [] : [{ task: `one of ${name} by ${spoken(key.name)}`, ops: ['filter', 'limit'] }]),
  ]
}

const spoken = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ').toLowerCase()
