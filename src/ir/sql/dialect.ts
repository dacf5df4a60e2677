// What a database must be able to say so that a step can run there. A dialect says a function only when it means exactly what `evaluate.ts` does.
import { type RawBuilder, sql } from 'kysely'
import type { Value } from '../../catalog/ports.ts'
import type { Expression } from '../expression.ts'
import type { Key, Measure, Step } from '../step.ts'
import type { Type } from '../type.ts'

export type Sql = RawBuilder<unknown>

/** An expression in a database, with the type that it has there. */
export interface Term {
  readonly sql: Sql
  /** `int4`, `timestamptz`: what the database calls it, where that matters. */
  readonly native: string
  /** A literal can still become another type. */
  readonly literal?: Value
  /** The name that it has without being given one. */
  readonly plain?: string
}

type Fn = Extract<Expression, { kind: 'fn' }>

/** How one database writes plans. */
export interface Dialect {
  readonly name: 'postgres' | 'sqlite' | 'mysql'
  /** The operations that it may be given. */
  readonly ops: ReadonlySet<Step['op']>
  /** Whether a function means the same there with these arguments. */
  supports(expression: Fn): boolean
  /** A column as it is read from its table; `declared` is its type there. */
  column(column: Sql, declared: string, type: Type): Term
  literal(value: Value, type: Type): Term
  call(expression: Fn, args: readonly Term[]): Term
  equals(a: Term, b: Term, type: Type): Sql
  measure(measure: Measure, arg: Term | undefined): Term
  /** `over` is the window that a measure looks through. */
  window(measure: Measure, arg: Term | undefined, over: Sql): Term
  /** What rows are grouped by. */
  group(term: Term, type: Type): Sql
  order(term: Term, type: Type, key: Key): Sql
  /** One type for values that meet in a union. */
  plain(term: Term, type: Type): Term
  /** A value as it leaves the database. */
  output(term: Term, type: Type): Sql
  /** Conditions that follow from that of a filter, for the indexes of the database. */
  hints?(where: Expression, columns: readonly Term[]): readonly Sql[]
}

/** An expression over the columns of a step. */
export function termOf(expression: Expression, columns: readonly Term[], dialect: Dialect): Term {
  if (expression.kind === 'col') return columns[expression.index] as Term
  if (expression.kind === 'lit') return dialect.literal(expression.value, expression.type === 'null' ? 'str' : expression.type)
  return dialect.call(expression, expression.args.map((argument) => termOf(argument, columns, dialect)))
}

/** Whether all of an expression can be said in a dialect. */
export const sayable = (expression: Expression, dialect: Dialect): boolean => expression.kind !== 'fn' || (dialect.supports(expression) && expression.args.every((argument) => sayable(argument, dialect)))

export const commas = (parts: readonly Sql[]): Sql => sql.join(parts, sql`, `)

/** `order by` of a key in databases that know `nulls first`. */
export const ordered = (value: Sql, { desc, nullsFirst }: Key): Sql => sql`${value}${desc ? sql` desc` : sql``} nulls ${nullsFirst ? sql`first` : sql`last`}`

/** `a and b and c`, each in its own brackets where that is needed. */
export const between = (parts: readonly Sql[], word: Sql): Sql => sql`(${sql.join(parts, sql` ${word} `)})`

/** `case when … then … else … end` of conditions and values in turn. */
export function cases(parts: readonly Sql[]): Sql {
  const whens = parts.slice(0, -1).flatMap((part, at) => (at % 2 === 0 ? [sql`when ${part} then ${parts[at + 1] as Sql}`] : []))
  return whens.length === 0 ? (parts[0] as Sql) : sql`case ${sql.join(whens, sql` `)} else ${parts.at(-1) as Sql} end`
}
