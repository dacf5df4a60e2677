import { expect, test } from 'vitest'
import { skeletonOf } from '../../core/skeleton.ts'
import { scanResource } from './resource.ts'

const TEXT = `orders (pg.main): tabular, about 1e7 rows, 4 fields. What was sold
res:db.pg.main.public.orders
  id int, key
  user_id int, -> public.users.id
  amount numeric(12,2) USD -- with tax
  note text
use sql: SELECT 1 FROM orders
never select *
`

test('a shape is the overview with its keys', () => {
  expect(skeletonOf(scanResource(TEXT), TEXT, { level: 'shape' })).toContain(`orders (pg.main): tabular, about 1e7 rows, 4 fields. What was sold
res:db.pg.main.public.orders
  id int, key
  user_id int, -> public.users.id
`)
})

test('a detail has what is explained and how it is used, and leaves out bare fields', () => {
  const detail = skeletonOf(scanResource(TEXT), TEXT, { level: 'detail' })
  expect(detail).toContain('  amount numeric(12,2) USD -- with tax\n')
  expect(detail).toContain('never select *\n')
  expect(detail).not.toContain('note text')
})

test('fields can be asked for by name', () => {
  expect(scanResource(TEXT).tiles[0]).toMatchObject({ name: 'orders', kind: 'type' })
  expect(scanResource(TEXT).tiles[0]?.body?.tiles.map(({ name }) => name)).toEqual(['amount', 'note', '', ''])
})
