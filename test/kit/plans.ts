// Random schemas, data and plans, and what two results have in common. `pick(n)` draws a whole number below n: from fast-check in tests, from a seed in the benchmark.
import { resourceOf } from '../../src/catalog/resource.ts'
import type { Resource } from '../../src/catalog/record.ts'
import type { Table, Value } from '../../src/catalog/ports.ts'
import { check } from '../../src/ir/check.ts'
import { planOf } from '../../src/ir/read.ts'
import type { Plan } from '../../src/ir/step.ts'
import type { Column, Type } from '../../src/ir/type.ts'
import { keyOf } from '../../src/ir/value.ts'

export type Pick = (below: number) => number

/** A column of a random table: its type in each database, and its values. */
export interface RandomColumn { readonly name: string; readonly type: Type; readonly postgres: string; readonly sqlite: string; readonly mysql: string }
export interface RandomTable { readonly name: string; readonly columns: readonly RandomColumn[]; readonly rows: readonly (readonly Value[])[] }
export type Engine = 'pg' | 'sqlite' | 'mysql'

const KINDS: readonly Omit<RandomColumn, 'name'>[] = [
  { type: 'int', postgres: 'integer', sqlite: 'INTEGER', mysql: 'int' }, { type: 'int', postgres: 'bigint', sqlite: 'BIGINT', mysql: 'bigint' }, { type: 'num', postgres: 'double precision', sqlite: 'REAL', mysql: 'double' },
  { type: 'num', postgres: 'numeric(9,2)', sqlite: 'DECIMAL(9,2)', mysql: 'decimal(9,2)' }, { type: 'str', postgres: 'text', sqlite: 'TEXT', mysql: 'text' }, { type: 'str', postgres: 'varchar(40)', sqlite: 'VARCHAR(40) COLLATE NOCASE', mysql: 'varchar(40)' },
  { type: 'bool', postgres: 'boolean', sqlite: 'BOOLEAN', mysql: 'tinyint(1)' }, { type: 'ts', postgres: 'timestamptz', sqlite: 'DATETIME', mysql: 'datetime(6)' }, { type: 'ts', postgres: 'timestamp', sqlite: 'TIMESTAMP', mysql: 'datetime(3)' }, { type: 'date', postgres: 'date', sqlite: 'DATE', mysql: 'date' },
]

const NAMES = ['a', 'b', 'c', 'd', 'Größe', 'select', 'two words', 'q"uote', 'e', 'f', 'g', 'h']

const INTS: readonly Value[] = [0, 1, -1, 2, 3, 7, 10, 100, 2147483647, -2147483648]
const VALUES: Readonly<Record<Exclude<Type, 'any'>, readonly Value[]>> = {
  int: INTS,
  num: [0, -0, 1, -1, 0.5, -2.25, 3, 1000.75, 1048576.5],
  str: ['', 'a', 'A', 'ab', 'Ab', ' a', 'a ', 'é', 'Ω', '日本', '😀', '\u{ffff}', 'a%b', 'a_b', 'x\\y', 'ZZ', "it's", '[a]*?', 'İ'],
  bool: [true, false],
  ts: ['2024-01-31T23:59:59.999000Z', '2024-02-29T00:00:00.000000Z', '1999-12-31T12:00:00.500000Z', '2024-02-01T00:00:00.000000Z', '1970-01-01T00:00:00.000000Z'],
  date: ['2024-01-31', '2024-02-29', '1999-12-31', '0001-01-01', '9999-12-31'],
}
const BIG: readonly Value[] = [9223372036854775807n, -9223372036854775808n, 9007199254740993n, 4611686018427387904n]

/** Two tables that hold every value of every kind: where databases differ, they differ here. */
export const EVERY_VALUE: readonly RandomTable[] = ['t0', 't1'].map((name) => {
  const columns = KINDS.map((kind, at) => ({ name: `k${at}`, ...kind }))
  const all = columns.map(({ type, postgres }) => [...VALUES[type as Exclude<Type, 'any'>], ...(postgres === 'bigint' ? BIG : []), null])
  return { name, columns, rows: Array.from({ length: Math.max(...all.map((values) => values.length)) }, (_, at) => all.map((values) => values[at % values.length] as Value)) }
})

const one = <T>(pick: Pick, list: readonly T[]): T => list[pick(list.length)] as T
const chance = (pick: Pick, percent: number): boolean => pick(100) < percent

function valueFor(pick: Pick, { type, postgres }: RandomColumn): Value {
  if (chance(pick, 18)) return null
  return postgres === 'bigint' && chance(pick, 6) ? one(pick, BIG) : one(pick, VALUES[type as Exclude<Type, 'any'>])
}

/** Two or three tables; some are empty, some hold the same row twice. */
export function randomTables(pick: Pick): RandomTable[] {
  return Array.from({ length: 2 + pick(2) }, (_, at) => {
    const columns = Array.from({ length: 2 + pick(6) }, (_, index) => ({ name: NAMES[(index + at) % NAMES.length] as string, ...one(pick, KINDS) }))
    const rows = Array.from({ length: chance(pick, 10) ? 0 : 1 + pick(14) }, () => columns.map((column) => valueFor(pick, column)))
    return { name: `t${at}`, columns, rows: [...rows, ...(chance(pick, 40) ? rows.slice(0, 2) : [])] }
  })
}

const SCHEMAS: Readonly<Record<Engine, string>> = { pg: 'public', sqlite: 'main', mysql: 'fovea' }

/** What the catalogue says of random tables in a database. */
export const resourcesFor = (tables: readonly RandomTable[], engine: Engine): Resource[] => tables.map(({ name, columns, rows }) => resourceOf({
  kind: 'tabular', place: { ns: 'db', engine, source: 'x', path: [SCHEMAS[engine], name] }, rows: rows.length, cap: ['scan', 'filter', 'project', 'aggregate', 'join', 'sort', 'limit', 'window'],
  columns: columns.map((column) => ({ name: column.name, type: column[engine === 'pg' ? 'postgres' : engine] })),
}, '2024-01-01T00:00:00Z'))

/** A plan over the tables, as it is written. The ids are those of PostgreSQL; `forEngine` changes them. */
export function randomPlan(pick: Pick, tables: readonly RandomTable[]): Written {
  const resources = resourcesFor(tables, 'pg')
  const draft: Draft = { pick, steps: [], resources, fresh: 0 }
  let current = scan(draft)
  for (let left = 1 + pick(6); left > 0; left--) current = grow(draft, current)
  return { steps: draft.steps, output: current }
}

export interface Written { readonly steps: readonly Record<string, unknown>[]; readonly output: string }
interface Draft { readonly pick: Pick; readonly steps: Record<string, unknown>[]; readonly resources: readonly Resource[]; fresh: number }

export const forEngine = (written: Written, engine: Engine): Written => JSON.parse(JSON.stringify(written).replaceAll('res:db.pg.x.public.', `res:db.${engine}.x.${SCHEMAS[engine]}.`)) as Written

/** The checked plan; throws when a random plan is wrong, because the generator makes only right ones. */
export function checkedFor(written: Written, resources: readonly Resource[]): Plan {
  const { plan, problems } = check(planOf(written), resources)
  if (plan === undefined) throw new Error(`${problems.map(({ place, message }) => `${place}: ${message}`).join('\n')}\n${JSON.stringify(written)}`)
  return plan
}

const columnsAfter = (draft: Draft, id: string): readonly Column[] => checkedFor({ steps: draft.steps, output: id }, draft.resources).steps.find((step) => step.id === id)?.columns ?? []

function add(draft: Draft, step: Record<string, unknown>): string {
  const id = `s${draft.steps.length}`
  draft.steps.push({ id, ...step })
  return id
}

const scan = (draft: Draft): string => add(draft, { op: 'scan', resource: one(draft.pick, draft.resources).overview.id })

function grow(draft: Draft, input: string): string {
  const columns = columnsAfter(draft, input)
  const make = one(draft.pick, [filter, filter, derive, derive, project, aggregate, aggregate, join, sort, union, window])
  return make(draft, input, columns)
}

type Grow = (draft: Draft, input: string, columns: readonly Column[]) => string

const filter: Grow = (draft, input, columns) => add(draft, { op: 'filter', input, where: expression(draft.pick, 'bool', columns, 3) })

const name = (draft: Draft): string => `${one(draft.pick, ['x', 'New', 'ö'])}${draft.fresh++}`

const derive: Grow = (draft, input, columns) => add(draft, { op: 'derive', input, columns: Object.fromEntries(Array.from({ length: 1 + draft.pick(2) }, () => [name(draft), expression(draft.pick, one(draft.pick, ['int', 'num', 'str', 'bool', 'date', 'ts'] as const), columns, 3)])) })

const project: Grow = (draft, input, columns) => {
  const kept = columns.filter(() => chance(draft.pick, 70))
  return add(draft, { op: 'project', input, columns: (kept.length === 0 ? columns : kept).map((column) => (chance(draft.pick, 15) ? { as: name(draft), col: column.name } : column.name)) })
}

const aggregate: Grow = (draft, input, columns) => {
  const by = columns.filter(() => chance(draft.pick, 35)).map((column) => column.name)
  const measures = Object.fromEntries(Array.from({ length: 1 + draft.pick(3) }, () => [name(draft), measure(draft.pick, columns)]))
  return add(draft, { op: 'aggregate', input, by, measures })
}

/** Doubles are summed only as they were stored: those sums are exact in any order. */
const summable = (columns: readonly Column[]): readonly Column[] => columns.filter(({ type, origin }) => type === 'int' || (type === 'num' && origin !== undefined))

function measure(pick: Pick, columns: readonly Column[]): unknown {
  const fn = one(pick, ['count', 'count', 'count_distinct', 'sum', 'avg', 'min', 'max'])
  if (fn === 'count' && chance(pick, 50)) return ['count']
  const fit = fn === 'sum' || fn === 'avg' ? summable(columns) : fn === 'min' || fn === 'max' ? columns.filter(({ type }) => type !== 'bool') : columns
  return fit.length === 0 ? ['count'] : [fn, { col: one(pick, fit).name }]
}

const join: Grow = (draft, input, columns) => {
  const right = scan(draft)
  const others = columnsAfter(draft, right)
  const pairs = columns.flatMap((a) => others.filter((b) => b.type === a.type || (a.type === 'int' && b.type === 'num')).map((b) => [a.name, b.name]))
  if (pairs.length === 0) return filter(draft, input, columns)
  const on = chance(draft.pick, 25) ? [one(draft.pick, pairs), one(draft.pick, pairs)] : [one(draft.pick, pairs)]
  return add(draft, { op: 'join', left: input, right, kind: one(draft.pick, ['inner', 'left']), on, prefix: `r${draft.fresh++}_` })
}

const keys = (pick: Pick, columns: readonly Column[]): unknown[] => [...new Set(Array.from({ length: 1 + pick(2) }, () => one(pick, columns).name))].map((col) => ({ col, dir: one(pick, ['asc', 'desc']), nulls: one(pick, ['first', 'last']) }))

const sort: Grow = (draft, input, columns) => {
  const sorted = add(draft, { op: 'sort', input, keys: keys(draft.pick, columns) })
  if (chance(draft.pick, 30)) return sorted
  const before = chance(draft.pick, 25) ? filter(draft, sorted, columns) : sorted
  return add(draft, { op: 'limit', input: before, rows: draft.pick(8), ...(chance(draft.pick, 30) ? { offset: draft.pick(3) } : {}) })
}

const union: Grow = (draft, input, columns) => {
  const other = filter(draft, input, columns)
  return add(draft, { op: 'union', inputs: chance(draft.pick, 50) ? [input, other] : [other, input], distinct: chance(draft.pick, 40) })
}

const window: Grow = (draft, input, columns) => {
  const { pick } = draft
  const sums = summable(columns)
  const column = (): unknown => one(pick, [['row_number'], ['rank'], ['lag', { col: one(pick, columns).name }, 1 + pick(2)], sums.length === 0 ? ['rank'] : ['sum', { col: one(pick, sums).name }]])
  return add(draft, { op: 'window', input, partition: columns.filter(() => chance(pick, 20)).map(({ name: own }) => own), order: keys(pick, columns), columns: Object.fromEntries(Array.from({ length: 1 + pick(2) }, () => [name(draft), column()])) })
}

const literal = (pick: Pick, type: Exclude<Type, 'any'>): unknown => {
  const value = one(pick, VALUES[type])
  if (type === 'str' || type === 'bool') return value
  return chance(pick, 3) && type === 'int' ? { int: String(one(pick, BIG)) } : { [type]: value }
}

type Make = (pick: Pick, columns: readonly Column[], depth: number) => unknown

const sub = (type: Exclude<Type, 'any'>): Make => (pick, columns, depth) => expression(pick, type, columns, depth - 1)
const call = (fn: string, ...types: Exclude<Type, 'any'>[]): Make => (pick, columns, depth) => [fn, ...types.map((type) => sub(type)(pick, columns, depth))]
const compared: Make = (pick, columns, depth) => {
  const type = one(pick, ['int', 'num', 'str', 'ts', 'date', 'bool'] as const)
  return [one(pick, ['=', '!=', '<', '<=', '>', '>=']), sub(type)(pick, columns, depth), chance(pick, 15) && type === 'num' ? sub('int')(pick, columns, depth) : sub(type)(pick, columns, depth)]
}
const listed: Make = (pick, columns, depth) => {
  const type = one(pick, ['int', 'str', 'num', 'date', 'ts'] as const)
  return ['in', sub(type)(pick, columns, depth), [...Array.from({ length: pick(4) }, () => literal(pick, type)), ...(chance(pick, 20) ? [null] : [])]]
}
const shared = (type: Exclude<Type, 'any'>): Make[] => [
  (pick, columns, depth) => ['case', ...Array.from({ length: 1 + pick(2) }, () => [sub('bool')(pick, columns, depth), sub(type)(pick, columns, depth)]).flat(), ...(chance(pick, 60) ? [sub(type)(pick, columns, depth)] : [])],
  call('coalesce', type, type),
]

const MAKES: Readonly<Record<Exclude<Type, 'any'>, readonly Make[]>> = {
  bool: [compared, compared, compared, listed, call('and', 'bool', 'bool'), call('or', 'bool', 'bool', 'bool'), call('not', 'bool'), (pick, columns, depth) => ['is_null', sub(one(pick, ['int', 'num', 'str', 'bool', 'ts', 'date'] as const))(pick, columns, depth)],
    (pick, columns, depth) => ['like', sub('str')(pick, columns, depth), one(pick, ['a%', '%b', '_', '%', '', 'A_', '%\\%%', 'x\\\\y', '[a]%', '__', '%😀', 'a\\_b'])]],
  int: [call('+', 'int', 'int'), call('-', 'int', 'int'), call('*', 'int', 'int'), call('div', 'int', 'int'), call('mod', 'int', 'int'), call('-', 'int'), call('length', 'str'), (pick, columns, depth) => ['cast', sub(one(pick, ['num', 'bool', 'str'] as const))(pick, columns, depth), 'int'], ...shared('int')],
  num: [call('+', 'num', 'num'), call('-', 'num', 'int'), call('*', 'num', 'num'), call('/', 'num', 'num'), call('/', 'int', 'int'), (pick, columns, depth) => ['cast', sub('int')(pick, columns, depth), 'num'], ...shared('num')],
  str: [call('lower', 'str'), call('upper', 'str'), call('concat', 'str', 'str'), (pick, columns, depth) => ['substring', sub('str')(pick, columns, depth), 1 + pick(3), pick(4)], (pick, columns, depth) => ['cast', sub(one(pick, ['int', 'date', 'num'] as const))(pick, columns, depth), 'str'], ...shared('str')],
  ts: [(pick, columns, depth) => ['cast', sub('date')(pick, columns, depth), 'ts'], ...shared('ts')],
  date: [(pick, columns, depth) => ['date_trunc', one(pick, ['day', 'month', 'year']), sub(one(pick, ['ts', 'date'] as const))(pick, columns, depth)], (pick, columns, depth) => ['cast', sub('ts')(pick, columns, depth), 'date'], ...shared('date')],
}

/** A random expression of a type: a column, a literal, or a function of such. */
export function expression(pick: Pick, type: Exclude<Type, 'any'>, columns: readonly Column[], depth: number): unknown {
  const own = columns.filter((column) => column.type === type)
  if (depth <= 0 || chance(pick, 30)) return own.length > 0 && chance(pick, 80) ? { col: one(pick, own).name } : chance(pick, 8) ? ['cast', null, type] : literal(pick, type)
  return one(pick, MAKES[type])(pick, columns, depth)
}

/** Whether two results hold the same rows, as often; in the same order when `ordered`. Numbers may differ in the last digits. */
export function sameRows(a: Table, b: Table, ordered: boolean): boolean {
  if (a.columns.join('\0') !== b.columns.join('\0') || a.rows.length !== b.rows.length) return false
  const [left, right] = ordered ? [a.rows, b.rows] : [sorted(a.rows), sorted(b.rows)]
  return left.every((row, at) => row.every((value, column) => near(value, (right[at] as readonly Value[])[column] as Value)))
}

const sorted = (rows: Table['rows']): Table['rows'] => rows.map((row) => [row.map(roundKey).join('\u0001'), row] as const).sort(([x], [y]) => (x < y ? -1 : x > y ? 1 : 0)).map(([, row]) => row)

const roundKey = (value: Value): string => (typeof value === 'number' && !Number.isInteger(value) ? `#${value.toPrecision(11)}` : keyOf(value))

const near = (a: Value, b: Value): boolean => keyOf(a) === keyOf(b) || (typeof a === 'number' && typeof b === 'number' && Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b)))
