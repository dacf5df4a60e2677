import { expect, test } from 'vitest'
import { unitOf } from './unit.ts'

test.each([
  [{ name: 'price_usd', type: 'numeric(4,2)' }, 'USD'], [{ name: 'took_ms', type: 'integer' }, 'ms'], [{ name: 'rate', type: 'numeric', comment: 'Price of one rental in USD' }, 'USD'],
  [{ name: 'size', type: 'bigint', comment: 'unit: bytes' }, 'bytes'], [{ name: 'label_ms', type: 'text' }, undefined], [{ name: 'items', type: 'integer', comment: 'Items in stock' }, undefined],
])('%o', (column, unit) => expect(unitOf(column)).toBe(unit))
