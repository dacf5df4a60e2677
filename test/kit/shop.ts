// A small shop for tests of plans: customers, orders, and what the catalogue says of them.
import type { Descriptor } from '../../src/catalog/descriptor.ts'
import type { Table } from '../../src/catalog/ports.ts'
import type { Resource } from '../../src/catalog/record.ts'
import { resourceOf } from '../../src/catalog/resource.ts'

const CAPS: Descriptor['cap'] = ['scan', 'filter', 'project', 'aggregate', 'join', 'sort', 'limit', 'window']

/** The tables of the shop in a database; `rows` is how many orders the catalogue believes there are. */
export function shop(engine: 'pg' | 'sqlite' | 'mysql' = 'pg', rows = 1000): Resource[] {
  const place = (table: string) => ({ ns: 'db' as const, engine, source: 'main', path: [engine === 'sqlite' ? 'main' : 'public', table] })
  return [
    resourceOf({
      kind: 'tabular', place: place('orders'), rows, cap: CAPS, cost: { latency_ms_p50: 120, egress_mb: 0.4 }, antiPatterns: ['select *', 'no limit above 1e6 rows'],
      columns: [{ name: 'id', type: 'int', nn: true, pk: true }, { name: 'customer_id', type: 'int', fk: 'public.customers.id' }, { name: 'created_at', type: 'timestamptz', index: 'btree' }, { name: 'amount', type: 'numeric(12,2)', unit: 'USD' }, { name: 'status', type: 'text' }],
    }, NOW),
    resourceOf({ kind: 'tabular', place: place('customers'), rows: 100, cap: CAPS, columns: [{ name: 'id', type: 'int', nn: true, pk: true }, { name: 'city', type: 'text' }, { name: 'email', type: 'text', pii: 'email' }] }, NOW),
  ]
}

const NOW = '2024-01-01T00:00:00Z'

/** The rows of the shop. */
export const SHOP: Readonly<Record<string, Table>> = {
  orders: { columns: ['id', 'customer_id', 'created_at', 'amount', 'status'], rows: [
    [1, 1, '2024-05-01T08:00:00Z', 10, 'paid'], [2, 1, '2024-05-01T23:30:00Z', 5.5, 'paid'], [3, 2, '2024-05-01T10:00:00Z', 7, 'open'], [4, 2, '2024-05-02T10:00:00Z', 20.25, 'paid'],
    [5, 3, '2024-05-02T11:00:00Z', 1, 'paid'], [6, null, '2024-05-02T11:00:00Z', 3, 'paid'], [7, 3, '2024-05-02T12:00:00Z', null, 'paid'],
  ] },
  customers: { columns: ['id', 'city', 'email'], rows: [[1, 'Oslo', 'a@example.org'], [2, 'Riga', 'b@example.org'], [3, 'Oslo', 'c@example.org'], [4, 'Bern', 'd@example.org']] },
}

/** The rows of a resource of the shop, for the interpreter. */
export const shopWorld = { scan: ({ overview }: Resource): Table => SHOP[overview.id.slice(overview.id.lastIndexOf('.') + 1)] as Table }

/** Revenue by city and day, as it stands in the guide. */
export const revenuePlan = (orders: string, customers: string): string => `version: 1
task: revenue by city per day
steps:
  - { id: orders, op: scan, resource: '${orders}', columns: [id, customer_id, created_at, amount, status] }
  - { id: paid, op: filter, input: orders, where: ['=', { col: status }, paid] }
  - { id: customers, op: scan, resource: '${customers}', columns: [id, city] }
  - { id: sold, op: join, left: paid, right: customers, on: [[customer_id, id]], prefix: c_ }
  - { id: days, op: derive, input: sold, columns: { day: [date_trunc, day, { col: created_at }] } }
  - { id: revenue, op: aggregate, input: days, by: [c_city, day], measures: { orders: [count], revenue: [sum, { col: amount }] } }
  - { id: result, op: sort, input: revenue, keys: [{ col: day, dir: asc, nulls: last }, { col: revenue, dir: desc, nulls: last }] }
`
