// Groups and windows, the plain way.
import type { Value } from '../catalog/ports.ts'
import { evaluator } from './evaluate.ts'
import { orderBy, totalKeys } from './order.ts'
import type { Measure, StepOf } from './step.ts'
import { compare, keyOf, keyOfAll, whole } from './value.ts'
import { type Watch, watched } from './watch.ts'

type Row = readonly Value[]

/** One row for each group; without columns to group by there is one group, also of nothing. */
export function aggregateRows({ by, measures }: StepOf<'aggregate'>, rows: readonly Row[], watch: Watch): Row[] {
  const groups = grouped(rows, by, watch)
  if (by.length === 0 && groups.length === 0) groups.push([])
  const measured = measures.map((measure) => measurer(measure, watch))
  return groups.map((group) => [...by.map((index) => (group[0] as Row)[index] as Value), ...measured.map((measure) => measure(group))])
}

/** Rows that share the values of some columns; nulls are the same here. */
export function grouped(rows: readonly Row[], by: readonly number[], { look }: Watch): Row[][] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    look()
    const key = keyOfAll(by.map((index) => row[index] as Value))
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return [...groups.values()]
}

function measurer({ fn, arg, type }: Measure, watch: Watch): (group: readonly Row[]) => Value {
  if (arg === undefined) return (group) => group.length
  const value = watched(evaluator(arg), watch)
  return (group) => {
    const values = group.map(value).filter((one) => one !== null)
    return (MEASURES[fn] as (values: readonly Value[], isInt: boolean) => Value)(values, (fn === 'avg' ? arg.type : type) === 'int')
  }
}

const MEASURES: Readonly<Record<string, (values: readonly Value[], isInt: boolean) => Value>> = {
  count: (values) => values.length,
  count_distinct: (values) => new Set(values.map(keyOf)).size,
  sum: (values, isInt) => (values.length === 0 ? null : isInt ? whole(exact(values)) : numberOr(summed(values))),
  avg: (values, isInt) => (values.length === 0 ? null : isInt ? Number(exact(values)) / values.length : numberOr(summed(values) / values.length)),
  min: (values) => best(values, -1),
  max: (values) => best(values, 1),
}

const exact = (values: readonly Value[]): bigint => values.reduce<bigint>((sum, value) => sum + BigInt(value as number), 0n)

const numberOr = (value: number): Value => (Number.isNaN(value) ? null : value)

/** Neumaier's sum: what is lost by rounding is kept and added at the end. */
function summed(values: readonly Value[]): number {
  let [sum, lost] = [0, 0]
  for (const value of values as readonly number[]) {
    const next = sum + value
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum
    sum = next
  }
  return Number.isFinite(sum) ? sum + lost : sum
}

const best = (values: readonly Value[], sign: number): Value => values.reduce<Value>((found, value) => (found === null || compare(value, found) * sign > 0 ? value : found), null)

/** An order that looks up from time to time. */
export const watchedOrder = (order: (a: Row, b: Row) => number, { look }: Watch): ((a: Row, b: Row) => number) => (a, b) => {
  look()
  return order(a, b)
}

/** Rows with what windows say of them. */
export function windowRows({ partition, order, made, columns }: StepOf<'window'>, rows: readonly Row[], watch: Watch): Row[] {
  const own = columns.slice(0, columns.length - made.length)
  const total = watchedOrder(orderBy(totalKeys(order, own), own), watch)
  const same = orderBy(order, own)
  return grouped(rows, partition, watch).flatMap((group) => {
    const sorted = group.toSorted(total)
    const added = made.map((measure) => windowed(measure, sorted, same))
    return sorted.map((row, at) => [...row, ...added.map((values) => values[at] as Value)])
  })
}

function windowed({ fn, arg, back = 1, type }: Measure, rows: readonly Row[], same: (a: Row, b: Row) => number): Value[] {
  if (fn === 'row_number') return rows.map((_, at) => at + 1)
  if (fn === 'rank') return ranks(rows, same)
  const values = rows.map(evaluator(arg as NonNullable<typeof arg>))
  return fn === 'lag' ? values.map((_, at) => values[at - back] ?? null) : running(values, type === 'int')
}

function ranks(rows: readonly Row[], same: (a: Row, b: Row) => number): Value[] {
  let rank = 1
  return rows.map((row, at) => {
    if (at > 0 && same(rows[at - 1] as Row, row) !== 0) rank = at + 1
    return rank
  })
}

/** The sum of all values so far; null while there was none. */
function running(values: readonly Value[], isInt: boolean): Value[] {
  let sum: Value = null
  return values.map((value) => {
    if (value !== null) sum = sum === null ? value : isInt ? whole(BigInt(sum as number) + BigInt(value as number)) : (sum as number) + (value as number)
    return typeof sum === 'number' ? numberOr(sum) : sum
  })
}
