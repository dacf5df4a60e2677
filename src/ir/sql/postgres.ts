// PostgreSQL: texts by the C collation, times in UTC, doubles without NaN, divisions that never fail.
import { sql } from 'kysely'
import type { Value } from '../../catalog/ports.ts'
import type { Measure } from '../step.ts'
import type { Type } from '../type.ts'
import { between, cases, commas, type Dialect, ordered, type Sql, type Term } from './dialect.ts'

const term = (native: string, body: Sql): Term => ({ native, sql: body })
const text = (body: Sql): Term => term('text', body)
/** A text that was made here: texts of columns with different collations may have met in it, so it says its own. */
const madeText = (body: Sql): Term => term('text_c', sql`(${body} collate "C")`)
const bool = (body: Sql): Term => term('bool', body)
const int = (body: Sql): Term => term('int8', body)

/** The native type that each type becomes when values of several natives meet. */
const PLAIN: Readonly<Record<Type, string>> = { int: 'int8', num: 'float8', str: 'text', bool: 'bool', ts: 'timestamp', date: 'date', any: 'text' }
const NAMES: Readonly<Record<string, Sql>> = {
  int8: sql`bigint`, float8: sql`double precision`, numeric: sql`numeric`, text: sql`text`, bool: sql`boolean`, timestamp: sql`timestamp`, timestamptz: sql`timestamptz`, date: sql`date`,
}

/** The same value as another native type; a literal is written as that type from the start. */
function as(native: string, one: Term): Sql {
  if (one.native === native || (native === 'text' && one.native === 'text_c')) return one.sql
  if (one.literal !== undefined) return literalAs(native, one.literal)
  if (one.native === 'timestamptz' && native === 'timestamp') return sql`(${one.sql} at time zone 'UTC')`
  return sql`cast(${one.sql} as ${NAMES[native] as Sql})`
}

function literalAs(native: string, value: Value): Sql {
  // A time without a zone is UTC for a timestamp; a timestamptz needs to be told.
  const bound = typeof value === 'string' && native === 'timestamp' ? value.replace(/Z$/, '') : native === 'numeric' && value !== null ? String(value) : value
  return sql`cast(${bound} as ${NAMES[native] as Sql})`
}

/** How a column is read, so that it has one of the natives above. Plain types stay as they are: an index can serve them. */
function column(name: Sql, declared: string, type: Type): Term {
  const lower = declared.trim().toLowerCase()
  if (type === 'int') return term(/^(?:bigint|int8|bigserial)/.test(lower) ? 'int8' : /^(?:int|smallint|serial|smallserial)/.test(lower) ? 'int4' : 'int8', /^(?:big|small|int|serial)/.test(lower) ? name : sql`cast(${name} as bigint)`)
  if (type === 'num') return numberColumn(name, lower)
  if (type === 'ts') return term(/with time zone|timestamptz/.test(lower) ? 'timestamptz' : 'timestamp', name)
  if (type === 'str') return text(/^(?:text|varchar|character varying)/.test(lower) ? name : sql`cast(${name} as text)`)
  if (type === 'any') return text(lower.startsWith('bytea') ? sql`encode(${name}, 'hex')` : sql`cast(${name} as text)`)
  return term(type, name)
}

/** Decimals of up to 15 digits are exact as doubles, so they may stay decimals; longer ones are read as what a plan can hold. */
function numberColumn(name: Sql, declared: string): Term {
  const digits = /^(?:numeric|decimal)\((\d+)/.exec(declared)?.[1]
  if (digits !== undefined && Number(digits) <= 15) return term('numeric', name)
  if (/^(?:double|float8)/.test(declared)) return term('float8', name)
  return term('float8', sql`cast(${declared.startsWith('money') ? sql`cast(${name} as numeric)` : name} as double precision)`)
}

/** The native type in which two values are compared. */
function meeting(a: Term, b: Term, type: Type): string {
  if (type === 'int' || a.native === b.native) return a.native
  if (type === 'str') return 'text'
  if (a.literal !== undefined) return b.native
  return b.literal !== undefined ? a.native : PLAIN[type]
}

const pair = (a: Term, b: Term, type: Type): readonly [Sql, Sql] => (type === 'int' ? [a.sql, b.sql] : [as(meeting(a, b, type), a), as(meeting(a, b, type), b)])

const collated = (body: Sql, type: Type): Sql => (type === 'str' || type === 'any' ? sql`${body} collate "C"` : body)

function compares(op: string, type: Type, [a, b]: readonly [Term, Term]): Term {
  const [left, right] = pair(a, b, type)
  // Equality does not depend on a collation, and without one an index of the column can be used. Texts that were made have one already, which must then hold for both.
  const isPlain = (op === '=' || op === '!=') && (a.literal !== undefined || b.literal !== undefined || a.native === b.native)
  return bool(sql`(${isPlain ? left : collated(left, type)} ${sql.raw(op === '!=' ? '<>' : op)} ${right})`)
}

function calculates(op: string, type: Type, [a, b]: readonly [Term, Term]): Term {
  if (type === 'int') return int(sql`(${as('int8', a)} ${sql.raw(op)} ${as('int8', b)})`)
  return term('float8', sql`nullif(${as('float8', a)} ${sql.raw(op)} ${as('float8', b)}, 'NaN')`)
}

const zeroless = (native: string, one: Term): Sql => sql`nullif(${as(native, one)}, 0)`

function cuts([unit, moment]: readonly [Term, Term]): Term {
  const day = moment.native === 'date' ? moment.sql : as('timestamp', moment)
  return term('date', unit.literal === 'day' ? sql`cast(${day} as date)` : sql`cast(date_trunc(${sql.lit(unit.literal)}, cast(${day} as timestamp)) as date)`)
}

function casts(from: Type, to: Type, one: Term): Term {
  if (from === 'num' && to === 'int') return int(sql`cast(trunc(${as('float8', one)}) as bigint)`)
  if (from === 'bool' && to === 'int') return int(sql`cast(cast(${one.sql} as int) as bigint)`)
  if (from === 'ts' && to === 'date') return term('date', sql`cast(${as('timestamp', one)} as date)`)
  if (from === 'date' && to === 'str') return text(sql`to_char(${one.sql}, 'YYYY-MM-DD')`)
  return term(PLAIN[to], as(PLAIN[to], one))
}

const made = (type: Type, body: Sql): Term => (PLAIN[type] === 'text' ? madeText(body) : term(PLAIN[type], body))

const all = (args: readonly Term[], type: Type): Sql[] => args.map((one) => as(PLAIN[type], one))

const CALLS: Readonly<Record<string, (args: readonly Term[], types: readonly Type[], type: Type) => Term>> = {
  and: (args) => bool(between(args.map((one) => one.sql), sql`and`)),
  or: (args) => bool(between(args.map((one) => one.sql), sql`or`)),
  not: ([one]) => bool(sql`(not ${(one as Term).sql})`),
  is_null: ([one]) => bool(sql`(${(one as Term).sql} is null)`),
  in: ([one, ...list], [type]) => bool(list.length === 0 ? sql`false` : sql`(${as(list.length > 0 ? meeting(one as Term, list[0] as Term, type as Type) : '', one as Term)} in (${commas(list.map((item) => pair(one as Term, item, type as Type)[1]))}))`),
  case: (args, _, type) => made(type, cases(args.map((one, at) => (at % 2 === 0 && at < args.length - 1 ? one.sql : as(PLAIN[type], one))))),
  coalesce: (args, _, type) => made(type, sql`coalesce(${commas(all(args, type))})`),
  '/': ([a, b]) => term('float8', sql`nullif(${as('float8', a as Term)} / ${zeroless('float8', b as Term)}, 'NaN')`),
  div: ([a, b]) => int(sql`(${as('int8', a as Term)} / ${zeroless('int8', b as Term)})`),
  mod: ([a, b]) => int(sql`(${as('int8', a as Term)} % ${zeroless('int8', b as Term)})`),
  date_trunc: (args) => cuts(args as [Term, Term]),
  lower: ([one]) => term('text_c', sql`lower(${(one as Term).sql} collate "C")`),
  upper: ([one]) => term('text_c', sql`upper(${(one as Term).sql} collate "C")`),
  length: ([one]) => int(sql`cast(char_length(${(one as Term).sql}) as bigint)`),
  substring: ([one, start, length]) => madeText(sql`substring(${(one as Term).sql} from ${sql.lit(start?.literal)} for ${sql.lit(length?.literal)})`),
  concat: (args) => madeText(between(args.map((one) => one.sql), sql`||`)),
  like: ([one, pattern]) => bool(sql`(${(one as Term).sql} like ${(pattern as Term).sql} escape '\\')`),
  cast: ([one], [from], to) => casts(from as Type, to, one as Term),
}

/** What a cast of a text gives depends on the database, and so do the digits of a double. */
const LOCAL_CASTS: readonly string[] = ['num>str', 'ts>str']

function measured({ fn, type }: Measure, arg: Term | undefined, argType: Type | undefined): Term {
  if (arg === undefined) return int(sql`count(*)`)
  if (fn === 'count') return int(sql`count(${arg.sql})`)
  if (fn === 'count_distinct') return int(sql`count(distinct ${arg.sql})`)
  // As the interpreter divides: a sum without rounding, then one division.
  if (fn === 'avg' && argType === 'int') return term('float8', sql`cast(sum(${arg.sql}) as double precision) / nullif(count(${arg.sql}), 0)`)
  if (fn === 'min' || fn === 'max') return term(argType === 'str' ? 'text_c' : arg.native, sql`${sql.raw(fn)}(${collated(arg.sql, argType as Type)})`)
  return summed(fn, type, arg)
}

/** Sums of decimals are exact; what comes out is a plan's number again. */
const summed = (fn: string, type: Type, arg: Term, over = sql``): Term =>
  (type === 'int' ? int(sql`cast(sum(${arg.sql})${over} as bigint)`) : term('float8', sql`nullif(cast(${sql.raw(fn)}(${arg.sql})${over} as double precision), 'NaN')`))

/** How PostgreSQL writes plans. */
export const postgres: Dialect = {
  name: 'postgres',
  ops: new Set(['scan', 'filter', 'project', 'derive', 'join', 'aggregate', 'sort', 'limit', 'union', 'window']),
  supports: ({ fn, args, type }) => fn !== 'cast' || !(['str', 'any'].includes(args[0]?.type ?? '') || LOCAL_CASTS.includes(`${args[0]?.type}>${type}`)),
  column,
  literal: (value, type) => ({ ...term(PLAIN[type], literalAs(PLAIN[type], value)), literal: value }),
  call({ fn, args, type }, terms) {
    const types = args.map((one) => one.type as Type)
    if (/^[=<>!]/.test(fn)) return compares(fn, types[0] as Type, terms as [Term, Term])
    if (/^[+*-]$/.test(fn)) return calculates(fn, type, terms as [Term, Term])
    return (CALLS[fn] as (typeof CALLS)[string])(terms, types, type)
  },
  equals: (a, b, type) => compares('=', type, [a, b]).sql,
  measure: (measure, arg) => measured(measure, arg, measure.arg?.type as Type | undefined),
  window({ fn, type, back }, arg, over) {
    if (fn === 'lag') return term((arg as Term).native, sql`lag(${(arg as Term).sql}, ${sql.lit(back)}) over ${over}`)
    return fn === 'sum' ? summed('sum', type, arg as Term, sql` over ${over}`) : int(sql`${sql.raw(fn)}() over ${over}`)
  },
  group: (one) => one.sql,
  order: (one, type, key) => ordered(collated(one.sql, type), key),
  plain: (one, type) => made(type, as(PLAIN[type], one)),
  // What is no time of a plan (before the year 1, infinity) leaves as a text that says so: it is counted as null, and that is told.
  output(one, type) {
    if (type === 'ts') return sql`coalesce(replace(to_char(${as('timestamp', one)}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z" BC'), ' AD', ''), cast(${one.sql} as text))`
    if (type === 'date') return sql`coalesce(replace(to_char(${one.sql}, 'YYYY-MM-DD BC'), ' AD', ''), cast(${one.sql} as text))`
    return type === 'num' ? as('float8', one) : one.sql
  },
}
