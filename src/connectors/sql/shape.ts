// What the columns of a table are good for: what can be filtered, counted by, added up or ordered in time.
import { shortType } from '../../catalog/types.ts'
import type { ColumnFacts, TableFacts } from './facts.ts'

/** The columns that a typical question of a table uses. */
export interface Shape {
  /** The key, when it is one column. */
  readonly key?: ColumnFacts
  /** When something happened. */
  readonly time?: ColumnFacts
  /** What can be added up. */
  readonly amount?: ColumnFacts
  /** Prices and sizes are not added up: their mean says more. */
  readonly mean?: boolean
  /** What rows can be counted by. */
  readonly group?: ColumnFacts
}

/** The shape of a table; the same table always has the same. */
export function shapeOf(table: TableFacts): Shape {
  const keys = new Set([...table.primaryKey, ...table.foreignKeys.flatMap(({ columns }) => columns)])
  const own = table.columns.filter(({ name }) => !keys.has(name))
  const key = table.primaryKey.length === 1 ? table.columns.find(({ name }) => name === table.primaryKey[0]) : undefined
  const amount = amountOf(own)
  return clean({ key, time: timeOf(table.columns), amount, mean: amount !== undefined && MEAN.test(amount.name), group: groupOf(table, own) })
}

const MEAN = /rate|price|score|percent|ratio|minutes|hours|days|age$|length|weight|temperature|latitude|longitude/i

const timeOf = (columns: readonly ColumnFacts[]): ColumnFacts | undefined => {
  // Nobody asks for those who were born lately.
  const times = columns.filter(({ name, type }) => ['ts', 'date'].includes(shortType(type)) && !/birth|born|dob/i.test(name))
  return times.find(({ name }) => !/update|modif|delete|change/i.test(name)) ?? times[0]
}

/** Money before other measures, and neither ids nor years. */
function amountOf(columns: readonly ColumnFacts[]): ColumnFacts | undefined {
  const numbers = columns.filter(({ name, type }) => ['num', 'int'].includes(shortType(type)) && !/(?:^|_)(?:id|year|no|number|code|rank|position)$/i.test(name) && !name.endsWith('Id'))
  return numbers.find(({ name }) => /amount|total|price|cost|sum|revenue|rate|quantity/i.test(name)) ?? numbers.find(({ type }) => shortType(type) === 'num') ?? numbers[0]
}

function groupOf(table: TableFacts, own: readonly ColumnFacts[]): ColumnFacts | undefined {
  const pointing = new Set(table.foreignKeys.filter(({ columns }) => columns.length === 1).flatMap(({ columns }) => columns))
  return own.find(({ values }) => values !== undefined)
    ?? own.find(({ name, type }) => /status|state|kind|type|category|country|city|rating/i.test(name) && shortType(type) === 'str')
    ?? table.columns.find(({ name }) => pointing.has(name))
    ?? own.find(({ type }) => shortType(type) === 'bool')
}

function clean(shape: { [K in keyof Shape]: Shape[K] | undefined }): Shape {
  return Object.fromEntries(Object.entries(shape).filter(([, part]) => part !== undefined && part !== false)) as Shape
}
