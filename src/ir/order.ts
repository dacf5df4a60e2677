// The order of rows. Ties are broken by all columns from left to right, so that an order is total: rows that still tie are the same row.
import type { Value } from '../catalog/ports.ts'
import type { Key } from './step.ts'
import type { Column } from './type.ts'
import { compare, keyOf } from './value.ts'

type Row = readonly Value[]
type Order = (a: Row, b: Row) => number

/** The keys with every other column behind them: ascending, nulls last. */
export const totalKeys = (keys: readonly Key[], columns: readonly Column[]): readonly Key[] =>
  [...keys, ...columns.map((_, index) => ({ index, desc: false, nullsFirst: false })).filter(({ index }) => !keys.some((key) => key.index === index))]

/** Compares rows by keys alone. */
export const orderBy = (keys: readonly Key[], columns: readonly Column[]): Order => (a, b) => {
  for (const key of keys) {
    const order = byKey(key, [a[key.index] as Value, b[key.index] as Value], columns[key.index]?.type === 'any')
    if (order !== 0) return order
  }
  return 0
}

function byKey({ desc, nullsFirst }: Key, [a, b]: readonly [Value, Value], opaque: boolean): number {
  if (a === null || b === null) return (Number(b === null) - Number(a === null)) * (nullsFirst ? 1 : -1)
  const order = opaque ? compare(keyOf(a), keyOf(b)) : compare(a, b)
  return desc ? -order : order
}
