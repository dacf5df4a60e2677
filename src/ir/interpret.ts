// The plain interpreter: what a plan means. Slow and simple on purpose: everything that is compiled is measured against it.
import type { Table, Value } from '../catalog/ports.ts'
import type { Resource } from '../catalog/record.ts'
import { aggregateRows, grouped, watchedOrder, windowRows } from './aggregate.ts'
import { answered, argumentSets } from './calls.ts'
import { evaluator } from './evaluate.ts'
import { orderBy, totalKeys } from './order.ts'
import type { Plan, Step, StepOf } from './step.ts'
import { shownTime } from './time.ts'
import type { Column } from './type.ts'
import { keyOfAll, readAs } from './value.ts'
import { FREE, type Watch, watched } from './watch.ts'

type Row = readonly Value[]

/** Where the rows of resources come from. */
export interface World {
  /** The rows of a resource with the columns that are asked for. */
  scan(resource: Resource, columns: readonly string[]): Table
  /** The answer to a call. */
  answer?(resource: Resource, args: Readonly<Record<string, Value>>): Table
}

/** The result of a plan. */
export function interpret(plan: Plan, world: World): Table {
  const done = new Map<string, readonly Row[]>()
  for (const step of plan.steps) done.set(step.id, rowsOf(step, step.inputs.map((id) => done.get(id) as readonly Row[]), world))
  return shown(plan.steps.find(({ id }) => id === plan.output) as Step, done.get(plan.output) as readonly Row[])
}

function rowsOf(step: Step, inputs: readonly (readonly Row[])[], world: World): readonly Row[] {
  if (step.op === 'scan') return read(world.scan(step.resource, step.columns.map(originOf)), step.columns).rows
  if (step.op === 'call' || step.op === 'invoke') return called(step, inputs[0], world)
  return apply(step, inputs)
}

/** The name that a column has where it lives. */
export const originOf = ({ name, origin }: Column): string => origin?.column ?? name

function called(step: StepOf<'call' | 'invoke'>, input: readonly Row[] | undefined, { answer }: World): readonly Row[] {
  if (answer === undefined) throw new TypeError(`the plan calls ${step.resource.overview.id}, and nobody answers`)
  const sets = argumentSets(step, input)
  return answered(step, input, sets.map((args) => answer(step.resource, args))).rows
}

/** A step that needs nothing but rows. It ends when its watch says so. */
export function apply(step: Exclude<Step, { op: 'scan' | 'call' | 'invoke' }>, inputs: readonly (readonly Row[])[], watch = FREE): readonly Row[] {
  const rows = inputs[0] as readonly Row[]
  switch (step.op) {
    case 'filter': return filtered(step, rows, watch)
    case 'project': return rows.map((row) => step.picks.map((index) => row[index] as Value))
    case 'derive': return derived(step, rows, watch)
    case 'join': return joined(step, [rows, inputs[1] as readonly Row[]], watch)
    case 'aggregate': return aggregateRows(step, rows, watch)
    case 'sort': return rows.toSorted(watchedOrder(orderBy(totalKeys(step.keys, step.columns), step.columns), watch))
    case 'limit': return rows.slice(step.offset, step.offset + step.rows)
    case 'union': return step.distinct ? grouped(inputs.flat(), step.columns.map((_, index) => index), watch).map((group) => group[0] as Row) : inputs.flat()
    case 'window': return windowRows(step, rows, watch)
  }
}

function filtered({ where }: StepOf<'filter'>, rows: readonly Row[], watch: Watch): Row[] {
  const holds = watched(evaluator(where), watch)
  return rows.filter((row) => holds(row) === true)
}

function derived({ made }: StepOf<'derive'>, rows: readonly Row[], watch: Watch): Row[] {
  const values = made.map((one) => watched(evaluator(one), watch))
  return rows.map((row) => {
    const added = values.map((value) => value(row))
    watch.made(added)
    return [...row, ...added]
  })
}

/** More rows than a run may hold. */
export class TooManyRows extends Error {
  override readonly name = 'TooManyRows'
}

/** Null is never the same as anything; a left join keeps rows that meet nobody. */
function joined({ id, on, kind, columns }: StepOf<'join'>, [left, right]: readonly [readonly Row[], readonly Row[]], watch: Watch): Row[] {
  const { most } = watch
  const [leftKey, rightKey] = [0, 1].map((side) => watched(keyBy(on.map((pair) => evaluator(pair[side] as (typeof pair)[0]))), watch)) as [KeyOf, KeyOf]
  const partners = groupsBy(right, rightKey)
  const rows: Row[] = []
  for (const row of left) {
    const key = leftKey(row)
    const met = key === undefined ? undefined : partners.get(key)
    for (const other of met ?? (kind === 'left' ? [Array.from({ length: columns.length - row.length }, () => null)] : [])) rows.push([...row, ...other])
    if (rows.length > most) throw new TooManyRows(`the join ${id} makes more than ${most} rows: filter its inputs, join on a key, or raise the cap`)
  }
  return rows
}

type KeyOf = (row: Row) => string | undefined

const keyBy = (parts: readonly ((row: Row) => Value)[]): KeyOf => (row) => {
  const values = parts.map((part) => part(row))
  return values.includes(null) ? undefined : keyOfAll(values)
}

function groupsBy(rows: readonly Row[], key: KeyOf): Map<string | undefined, Row[]> {
  const groups = new Map<string | undefined, Row[]>()
  for (const row of rows) {
    const own = key(row)
    const group = groups.get(own)
    if (group === undefined) groups.set(own, [row])
    else group.push(row)
  }
  return groups
}

/** Rows of a source, by the names that columns have there, in the values of a plan, and how many values were none of their type: those are null. */
export function read(table: Table, columns: readonly Column[], nameOf: (column: Column) => string = originOf): { readonly rows: readonly Row[]; readonly misfits: ReadonlyMap<string, number> } {
  const places = columns.map((column, at) => {
    const found = table.columns.indexOf(nameOf(column))
    return found >= 0 ? found : table.columns.length === columns.length ? at : -1
  })
  const misfits = new Map<string, number>()
  const rows = table.rows.map((row) => columns.map(({ type, name }, at): Value => {
    const value = readAs(type, row[places[at] as number] ?? null)
    if (value === undefined) misfits.set(name, (misfits.get(name) ?? 0) + 1)
    return value ?? null
  }))
  return { rows, misfits }
}

/** Rows as they are given out: with the names of columns, and times without empty fractions. */
export function shown({ columns }: Step, rows: readonly Row[]): Table {
  const times = columns.flatMap(({ type }, at) => (type === 'ts' ? [at] : []))
  return { columns: columns.map(({ name }) => name), rows: times.length === 0 ? rows : rows.map((row) => row.map((value, at) => (times.includes(at) && typeof value === 'string' ? shownTime(value) : value))) }
}
