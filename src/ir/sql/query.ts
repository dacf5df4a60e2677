// From steps to one query: each step is a named part (`with`), so that what runs in a database reads like the plan.
import { type Dialect as KyselyDialect, DummyDriver, Kysely, MysqlAdapter, MysqlQueryCompiler, PostgresAdapter, PostgresQueryCompiler, sql, SqliteAdapter, SqliteQueryCompiler } from 'kysely'
import { placeOf } from '../../catalog/id.ts'
import type { Value } from '../../catalog/ports.ts'
import type { Expression } from '../expression.ts'
import { totalKeys } from '../order.ts'
import { type Key, type Plan, type Step, stepOf, type StepOf } from '../step.ts'
import type { Column } from '../type.ts'
import { between, commas, type Dialect, type Sql, type Term, termOf } from './dialect.ts'

/** A query and what is bound to it. */
export interface Query {
  readonly sql: string
  readonly parameters: readonly Value[]
}

/** A step that was written: the name of its part, the types of its columns there, and the order in which its rows are to come. */
interface Part {
  readonly name: string
  readonly columns: readonly Column[]
  readonly natives: readonly string[]
  readonly order: readonly Key[]
}

interface Writer {
  readonly plan: Plan
  readonly dialect: Dialect
  readonly parts: Sql[]
}

/** The query of a step and of all that it is made from, for one database. `rows` ends it early. */
export function queryOf(plan: Plan, root: Step, dialect: Dialect, rows?: number): Query {
  const writer: Writer = { plan, dialect, parts: [] }
  const last = write(root, writer)
  const whole = sql`with ${sql.join(writer.parts, sql`,\n`)}\nselect ${named(outputs(last, dialect), last.columns)} from ${sql.id(last.name)}${orderOf(last, dialect)}${rows === undefined ? sql`` : sql` limit ${sql.lit(rows)}`}`
  const { sql: text, parameters } = whole.compile(COMPILERS[dialect.name])
  return { sql: text, parameters: parameters as readonly Value[] }
}

/** Columns as they leave the database. */
const outputs = (part: Part, dialect: Dialect): Term[] => columnTerms(part).map((term, at) => {
  const left = dialect.output(term, (part.columns[at] as Column).type)
  return left === term.sql ? term : { sql: left, native: '' }
})

const compiler = (createAdapter: KyselyDialect['createAdapter'], createQueryCompiler: KyselyDialect['createQueryCompiler']): Kysely<unknown> =>
  new Kysely<unknown>({ dialect: { createAdapter, createQueryCompiler, createDriver: () => new DummyDriver(), createIntrospector: () => { throw new TypeError('queries are only written here') } } })

const COMPILERS = {
  postgres: compiler(() => new PostgresAdapter(), () => new PostgresQueryCompiler()),
  sqlite: compiler(() => new SqliteAdapter(), () => new SqliteQueryCompiler()),
  mysql: compiler(() => new MysqlAdapter(), () => new MysqlQueryCompiler()),
}

const columnTerms = ({ name, columns, natives }: Part, alias = name): Term[] => columns.map((column, at) => ({ sql: sql.id(alias, column.name), native: natives[at] as string, plain: column.name }))

const orderOf = (part: Part, dialect: Dialect): Sql =>
  (part.order.length === 0 ? sql`` : sql` order by ${keysOf(part, part.order, dialect)}`)

const keysOf = (part: Part, keys: readonly Key[], dialect: Dialect): Sql => {
  const terms = columnTerms(part)
  return commas(keys.map((key) => dialect.order(terms[key.index] as Term, (part.columns[key.index] as Column).type, key)))
}

function write(step: Step, writer: Writer): Part {
  const inputs = step.inputs.map((id) => write(stepOf(writer.plan, id), writer))
  if (step.op === 'sort') return { ...(inputs[0] as Part), order: totalKeys(step.keys, step.columns) }
  const { body, natives, order = [] } = (WRITERS[step.op] as Write)(step, inputs, writer)
  // A table without a schema could be taken for a part of the same name.
  const name = `${step.id}${step.op === 'scan' && pathOf(step, writer.dialect).length < 2 ? '_rows' : ''}`
  writer.parts.push(sql`${sql.id(name)} as (${body})`)
  return { name, columns: step.columns, natives, order }
}

interface Body {
  readonly body: Sql
  readonly natives: readonly string[]
  readonly order?: readonly Key[]
}

type Write = (step: Step, inputs: readonly Part[], writer: Writer) => Body

/** The parts of a table's name; the schema of SQLite goes without saying elsewhere. */
function pathOf({ resource }: StepOf<'scan'>, { name }: Dialect): readonly string[] {
  const path = placeOf(resource.overview.uri)?.path ?? []
  return name === 'sqlite' && path.length < 2 ? ['main', ...path] : path
}

const named = (terms: readonly Term[], columns: readonly Column[]): Sql => commas(terms.map((term, at) => {
  const { name } = columns[at] as Column
  return term.plain === name ? term.sql : sql`${term.sql} as ${sql.id(name)}`
}))

/** Columns of a part as they are, without saying their own names again. */
const listed = (part: Part): Sql => commas(part.columns.map(({ name }) => sql.id(name)))

function scan(step: StepOf<'scan'>, { dialect }: Writer): Body {
  const terms = step.columns.map((column) => {
    const origin = column.origin?.column as string
    const own = sql.id(origin)
    const term = dialect.column(own, step.resource.details.columns.find(({ name }) => name === origin)?.type ?? '', column.type)
    return term.sql === own ? { ...term, plain: origin } : term
  })
  return { body: sql`select ${named(terms, step.columns)} from ${sql.id(...pathOf(step, dialect))}`, natives: terms.map(({ native }) => native) }
}

function filter({ where }: StepOf<'filter'>, input: Part, dialect: Dialect): Body {
  const terms = columnTerms(input)
  const all = [termOf(where, terms, dialect).sql, ...(dialect.hints?.(where, terms) ?? [])]
  return { body: sql`select ${listed(input)} from ${sql.id(input.name)} where ${sql.join(all, sql` and `)}`, natives: input.natives, order: input.order }
}

function project({ picks, columns }: StepOf<'project'>, input: Part): Body {
  const terms = columnTerms(input)
  const kept = input.order.findIndex(({ index }) => !picks.includes(index))
  return {
    body: sql`select ${named(picks.map((index) => terms[index] as Term), columns)} from ${sql.id(input.name)}`, natives: picks.map((index) => input.natives[index] as string),
    order: input.order.slice(0, kept < 0 ? undefined : kept).map((key) => ({ ...key, index: picks.indexOf(key.index) })),
  }
}

function derive({ made, columns }: StepOf<'derive'>, input: Part, { dialect }: Writer): Body {
  const terms = made.map((expression) => termOf(expression, columnTerms(input), dialect))
  return { body: sql`select ${listed(input)}, ${named(terms, columns.slice(input.columns.length))} from ${sql.id(input.name)}`, natives: [...input.natives, ...terms.map(({ native }) => native)], order: input.order }
}

function join({ kind, on, columns }: StepOf<'join'>, [left, right]: readonly Part[], { dialect }: Writer): Body {
  const [a, b] = [columnTerms(left as Part), columnTerms(right as Part)]
  const keys = on.map(([one, other]) => dialect.equals(termOf(one, a, dialect), termOf(other, b, dialect), one.type as Column['type']))
  return { body: sql`select ${named([...a, ...b], columns)} from ${sql.id((left as Part).name)} ${sql.raw(kind)} join ${sql.id((right as Part).name)} on ${between(keys, sql`and`)}`, natives: [...(left as Part).natives, ...(right as Part).natives] }
}

function aggregate({ by, measures, columns }: StepOf<'aggregate'>, input: Part, { dialect }: Writer): Body {
  const terms = columnTerms(input)
  const keys = by.map((index) => terms[index] as Term)
  const measured = measures.map((measure) => dialect.measure(measure, measure.arg && termOf(measure.arg, terms, dialect)))
  const groups = keys.map((term, at) => dialect.group(term, (columns[at] as Column).type))
  return { body: sql`select ${named([...keys, ...measured], columns)} from ${sql.id(input.name)}${groups.length === 0 ? sql`` : sql` group by ${commas(groups)}`}`, natives: [...keys, ...measured].map(({ native }) => native) }
}

function union({ distinct, columns }: StepOf<'union'>, inputs: readonly Part[], { dialect }: Writer): Body {
  const types = columns.map(({ type }) => type)
  const rows = inputs.map((input) => columnTerms(input).map((term, at) => dialect.plain(term, types[at] as Column['type'])))
  const selects = rows.map((terms, at) => sql`select ${named(terms, columns)} from ${sql.id((inputs[at] as Part).name)}`)
  return { body: sql.join(selects, distinct ? sql` union ` : sql` union all `), natives: (rows[0] as Term[]).map(({ native }) => native) }
}

function window({ partition, order, made, columns }: StepOf<'window'>, input: Part, { dialect }: Writer): Body {
  const terms = columnTerms(input)
  const parts = partition.map((index) => dialect.group(terms[index] as Term, (input.columns[index] as Column).type))
  const over = (keys: readonly Key[], frame: Sql): Sql => sql`(${parts.length === 0 ? sql`` : sql`partition by ${commas(parts)} `}order by ${keysOf(input, keys, dialect)}${frame})`
  const total = totalKeys(order, input.columns)
  const added = made.map((measure) => {
    const arg: Expression | undefined = measure.arg
    const view = measure.fn === 'rank' ? over(order, sql``) : over(total, measure.fn === 'sum' ? sql` rows unbounded preceding` : sql``)
    return dialect.window(measure, arg && termOf(arg, terms, dialect), view)
  })
  return { body: sql`select ${listed(input)}, ${named(added, columns.slice(input.columns.length))} from ${sql.id(input.name)}`, natives: [...input.natives, ...added.map(({ native }) => native)] }
}

const first = (inputs: readonly Part[]): Part => inputs[0] as Part

const WRITERS = {
  scan: (step, _, writer) => scan(step as StepOf<'scan'>, writer),
  filter: (step, inputs, { dialect }) => filter(step as StepOf<'filter'>, first(inputs), dialect),
  project: (step, inputs) => project(step as StepOf<'project'>, first(inputs)),
  derive: (step, inputs, writer) => derive(step as StepOf<'derive'>, first(inputs), writer),
  join: (step, inputs, writer) => join(step as StepOf<'join'>, inputs, writer),
  aggregate: (step, inputs, writer) => aggregate(step as StepOf<'aggregate'>, first(inputs), writer),
  limit: (step, inputs, { dialect }) => {
    const { rows, offset } = step as StepOf<'limit'>
    const input = first(inputs)
    return { body: sql`select ${listed(input)} from ${sql.id(input.name)}${orderOf(input, dialect)} limit ${sql.lit(rows)}${offset === 0 ? sql`` : sql` offset ${sql.lit(offset)}`}`, natives: input.natives, order: input.order }
  },
  union: (step, inputs, writer) => union(step as StepOf<'union'>, inputs, writer),
  window: (step, inputs, writer) => window(step as StepOf<'window'>, first(inputs), writer),
} satisfies Partial<Record<Step['op'], Write>> as Readonly<Record<string, Write>>
