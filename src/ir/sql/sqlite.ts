// SQLite: columns are read by their declared type, texts compare as bytes, and whole numbers that overflow stop the query instead of turning into doubles.
import { sql } from 'kysely'
import type { Expression } from '../expression.ts'
import { type Part, partsOf } from '../like.ts'
import type { Measure } from '../step.ts'
import type { Type } from '../type.ts'
import { between, cases, commas, type Dialect, ordered, type Sql, type Term } from './dialect.ts'

const term = (body: Sql): Term => ({ native: '', sql: body })

/** Columns of numbers that may hold anything: what is no such number must count as null before it is used. */
const LOOSE: Readonly<Record<string, Sql>> = { 'loose int': sql`('integer')`, 'loose num': sql`('integer', 'real')` }

const isLoose = ({ native }: Term): boolean => Object.hasOwn(LOOSE, native)

/** A value that is of its type, or null. */
const sure = (one: Term): Sql => (isLoose(one) ? sql`case when typeof(${one.sql}) in ${LOOSE[one.native] as Sql} then ${one.sql} end` : one.sql)

const NAMES: Readonly<Partial<Record<Type, Sql>>> = { int: sql`integer`, num: sql`real` }

/** A column in the form of plans. SQLite keeps any value in any column: numbers leave as they are, so that others among them are told, and are looked at where they are used. */
function column(name: Sql, declared: string, type: Type): Term {
  const upper = declared.toUpperCase()
  if (type === 'int') return upper.includes('INT') ? { native: 'loose int', sql: name } : term(sql`cast(${name} as integer)`)
  if (type === 'num') return /REAL|FLOA|DOUB/.test(upper) && !upper.includes('INT') ? { native: 'loose num', sql: name } : { native: 'loose num', sql: sql`case when typeof(${name}) in ('integer', 'real') then cast(${name} as real) else ${name} end` }
  if (type === 'bool') return term(sql`(${name} <> 0)`)
  if (type === 'ts') return term(sql`strftime('%Y-%m-%dT%H:%M:%f000Z', ${name}, 'auto')`)
  if (type === 'date') return term(sql`strftime('%Y-%m-%d', ${name}, 'auto')`)
  if (/BLOB|BINARY|BYTEA/.test(upper)) return term(sql`case when ${name} is not null then lower(hex(${name})) end`)
  return term(/CHAR|CLOB|TEXT/.test(upper) ? name : sql`cast(${name} as text)`)
}

const isText = (type: Type | undefined): boolean => type === 'str' || type === 'any'
/** A column may have been declared with a collation that folds letters. */
const binary = (body: Sql, type: Type | undefined): Sql => (isText(type) ? sql`${body} collate binary` : body)

/** A whole number that overflows becomes a double here; `abs` of the smallest number is the one error that a query can raise itself. */
const guarded = (body: Sql): Sql => sql`case when typeof(${body}) = 'real' then abs(-9223372036854775808) else ${body} end`

function calculates(op: string, type: Type, [a, b]: readonly Sql[]): Sql {
  const body = sql`(${a as Sql} ${sql.raw(op)} ${b as Sql})`
  return type === 'int' ? guarded(body) : body
}

const GLOB = (part: Part): string => (part === 'any' ? '*' : part === 'one' ? '?' : /[*?[]/.test(part.sign) ? `[${part.sign}]` : part.sign)

const CUTS: Readonly<Record<string, (moment: Sql) => Sql>> = {
  day: (moment) => sql`substr(${moment}, 1, 10)`,
  month: (moment) => sql`(substr(${moment}, 1, 7) || '-01')`,
  year: (moment) => sql`(substr(${moment}, 1, 4) || '-01-01')`,
}

const CALLS: Readonly<Record<string, (args: readonly Sql[], terms: readonly Term[], types: readonly Type[]) => Sql>> = {
  and: (args) => between(args, sql`and`), or: (args) => between(args, sql`or`), not: ([one]) => sql`(not ${one})`, is_null: ([one]) => sql`(${one} is null)`,
  in: ([one, ...list], _, [type]) => (list.length === 0 ? sql`(1 = 0)` : sql`(${binary(one as Sql, type)} in (${commas(list)}))`),
  case: (args) => cases(args),
  coalesce: (args) => (args.length === 1 ? (args[0] as Sql) : sql`coalesce(${commas(args)})`),
  '/': ([a, b]) => sql`(${a} / ${b})`,
  div: ([a, b]) => guarded(sql`(${a} / ${b})`),
  mod: ([a, b]) => sql`(${a} % ${b})`,
  date_trunc: ([, moment], [unit]) => (CUTS[unit?.literal as string] as (typeof CUTS)[string])(moment as Sql),
  lower: ([one]) => sql`lower(${one})`, upper: ([one]) => sql`upper(${one})`, length: ([one]) => sql`length(${one})`,
  substring: ([one], [, start, length]) => sql`substr(${one}, ${sql.lit(start?.literal)}, ${sql.lit(length?.literal)})`,
  concat: (args) => between(args, sql`||`),
  // LIKE folds letters here; GLOB does not, and its signs can be written for any pattern.
  like: ([one], [, pattern]) => sql`(${one} glob ${partsOf(pattern?.literal as string).map(GLOB).join('')})`,
}

function casts(from: Type, to: Type, one: Sql): Sql {
  if (from === 'ts' && to === 'date') return sql`substr(${one}, 1, 10)`
  if (from === 'date' && to === 'ts') return sql`(${one} || 'T00:00:00.000000Z')`
  if (from === 'int' && to === 'num') return sql`cast(${one} as real)`
  return from === 'int' && to === 'str' ? sql`cast(${one} as text)` : one
}

const CASTS: readonly string[] = ['ts>date', 'date>ts', 'date>str', 'int>num', 'int>str', 'bool>int']

/** Each guard writes its inside twice. */
const DEEP = 3

const depthOf = (expression: Expression): number =>
  (expression.kind !== 'fn' ? 0 : Math.max(0, ...expression.args.map(depthOf)) + (expression.type === 'int' && ['+', '-', '*', 'div'].includes(expression.fn) ? 1 : 0))

function measured({ fn }: Measure, arg: Sql | undefined, type: Type | undefined): Sql {
  if (arg === undefined) return sql`count(*)`
  if (fn === 'count_distinct') return sql`count(distinct ${binary(arg, type)})`
  return sql`${sql.raw(fn)}(${fn === 'min' || fn === 'max' ? binary(arg, type) : arg})`
}

/** How SQLite writes plans. */
export const sqlite: Dialect = {
  name: 'sqlite',
  ops: new Set(['scan', 'filter', 'project', 'derive', 'join', 'aggregate', 'sort', 'limit', 'union', 'window']),
  supports: (expression) => (expression.fn !== 'cast' || CASTS.includes(`${expression.args[0]?.type}>${expression.type}`)) && depthOf(expression) <= DEEP,
  column,
  literal(value, type) {
    const bound = typeof value === 'boolean' ? Number(value) : value
    return { ...term(NAMES[type] === undefined ? sql`${bound}` : sql`cast(${bound} as ${NAMES[type]})`), literal: value }
  },
  call({ fn, args, type }, terms) {
    const [types, parts] = [args.map((one) => one.type as Type), terms.map(sure)]
    if (/^[=<>!]/.test(fn)) return term(sql`(${binary(parts[0] as Sql, types[0])} ${sql.raw(fn === '!=' ? '<>' : fn)} ${parts[1]})`)
    if (/^[+*-]$/.test(fn)) return term(calculates(fn, type, parts))
    return term(fn === 'cast' ? casts(types[0] as Type, type, parts[0] as Sql) : (CALLS[fn] as (typeof CALLS)[string])(parts, terms, types))
  },
  // The second half says no more than the first; an index can serve it.
  equals: (a, b, type) => (isLoose(a) || isLoose(b) ? sql`${sure(a)} = ${sure(b)} and ${a.sql} = ${b.sql}` : sql`${binary(a.sql, type)} = ${b.sql}`),
  measure: (measure, arg) => term(measured(measure, arg && sure(arg), measure.arg?.type as Type | undefined)),
  window({ fn, back }, arg, over) {
    if (fn === 'lag') return term(sql`lag(${sure(arg as Term)}, ${sql.lit(back)}) over ${over}`)
    return term(fn === 'sum' ? sql`sum(${sure(arg as Term)}) over ${over}` : sql`${sql.raw(fn)}() over ${over}`)
  },
  group: (one, type) => binary(sure(one), type),
  order: (one, type, key) => ordered(binary(sure(one), type), key),
  plain: (one, type) => term(binary(sure(one), type)),
  output: (one) => one.sql,
  hints: (where, columns) => partsOfAnd(where).flatMap((part) => hintOf(part, columns)),
}

const partsOfAnd = (where: Expression): readonly Expression[] => (where.kind === 'fn' && where.fn === 'and' ? where.args.flatMap(partsOfAnd) : [where])

/** `total > 5` of a column as it is: true wherever the same is true of what is surely a number, and an index can serve it. */
function hintOf(part: Expression, columns: readonly Term[]): Sql[] {
  if (part.kind !== 'fn' || !['=', '<', '<=', '>', '>='].includes(part.fn)) return []
  const [column, value] = part.args as [Expression, Expression]
  const own = column.kind === 'col' ? columns[column.index] : undefined
  if (own === undefined || !isLoose(own) || value.kind !== 'lit' || value.type === 'null') return []
  return [sql`(${own.sql} ${sql.raw(part.fn)} ${sqlite.literal(value.value, value.type).sql})`]
}
