// MySQL and MariaDB: only what is certain. Their texts compare by collations that fold letters and spaces, so texts are compared here.
import { sql } from 'kysely'
import type { Type } from '../type.ts'
import { between, commas, type Dialect, type Sql, type Term } from './dialect.ts'

const term = (body: Sql): Term => ({ native: '', sql: body })

function column(name: Sql, declared: string, type: Type): Term {
  if (type === 'ts') return term(sql`date_format(${name}, '%Y-%m-%dT%H:%i:%s.%fZ')`)
  if (type === 'date') return term(sql`date_format(${name}, '%Y-%m-%d')`)
  if (type === 'bool') return term(sql`(${name} <> 0)`)
  if (/blob|binary/.test(declared.toLowerCase())) return term(sql`lower(hex(${name}))`)
  return term(type === 'num' && !/^(?:double|float|real)/i.test(declared) ? sql`cast(${name} as double)` : name)
}

const ORDERED: readonly string[] = ['=', '!=', '<', '<=', '>', '>=']

/** Unsigned numbers of 64 bits do not fit into a plan, and a filter could not tell. */
const isInt = (type: Type | 'null' | undefined): boolean => type === 'int'

const unsaid = (): never => {
  throw new TypeError('this step does not run in MySQL')
}

/** How MySQL and MariaDB write plans. */
export const mysql: Dialect = {
  name: 'mysql',
  ops: new Set(['scan', 'filter', 'project', 'limit']),
  supports: ({ fn, args }) => ['and', 'or', 'not', 'is_null'].includes(fn) || ((fn === 'in' || ORDERED.includes(fn)) && isInt(args[0]?.type)),
  column,
  literal: (value, type) => ({ ...term(isInt(type) ? sql`cast(${value} as signed)` : sql`${typeof value === 'boolean' ? Number(value) : value}`), literal: value }),
  call({ fn }, terms) {
    const [one, ...rest] = terms.map((part) => part.sql) as [Sql, ...Sql[]]
    if (fn === 'and' || fn === 'or') return term(between([one, ...rest], sql.raw(fn)))
    if (fn === 'not') return term(sql`(not ${one})`)
    if (fn === 'is_null') return term(sql`(${one} is null)`)
    if (fn === 'in') return term(rest.length === 0 ? sql`(1 = 0)` : sql`(${one} in (${commas(rest)}))`)
    return term(sql`(${one} ${sql.raw(fn === '!=' ? '<>' : fn)} ${rest[0]})`)
  },
  equals: unsaid, measure: unsaid, window: unsaid, group: unsaid, order: unsaid,
  plain: (one) => one,
  output: (one) => one.sql,
}
