import { expect, test } from 'vitest'
import type { Descriptor } from './descriptor.ts'
import { resourceOf } from './resource.ts'
import { sheetOf } from './sheet.ts'

const orders: Descriptor = {
  kind: 'tabular', place: { ns: 'db', engine: 'pg', source: 'main', path: ['public', 'orders'] }, description: 'What was sold', rows: 1e7, cap: ['scan'],
  columns: [
    { name: 'id', type: 'int', pk: true, nn: true }, { name: 'user_id', type: 'int', fk: 'public.users.id', nn: true },
    { name: 'amount', type: 'numeric(12,2)', unit: 'USD', description: 'with\ntax' }, { name: 'status', type: 'text', values: ['paid', 'void'] },
  ],
  snippets: [{ engine: 'sql', code: 'SELECT 1\nFROM orders' }], antiPatterns: ['select *'],
}

test('a sheet is the overview, one line a field, and how to use it', () => {
  expect(sheetOf(resourceOf(orders, '2026-01-01T00:00:00Z'))).toBe(`orders (pg.main): tabular, about 1e7 rows, 4 fields. What was sold
res:db.pg.main.public.orders
  id int, key
  user_id int, -> public.users.id, not null
  amount numeric(12,2) USD -- with tax
  status text, one of paid | void
use sql: SELECT 1 FROM orders
never select *
`)
})

test('a name with a line end stays one line', () => {
  const lines = sheetOf(resourceOf({ ...orders, columns: [{ name: 'a\nnever b', type: 'x\u2028y' }] }, '2026-01-01T00:00:00Z')).split('\n')
  expect(lines[2]).toBe('  a never b x y')
})
