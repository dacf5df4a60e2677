// A catalogue with planted names and values that a role must never meet, in every place where a record can hold them.
import type { Descriptor } from '../../src/catalog/descriptor.ts'
import { exportLines } from '../../src/catalog/export.ts'
import type { Column, Resource } from '../../src/catalog/record.ts'
import { resourceOf } from '../../src/catalog/resource.ts'

/** Looked for in everything that is printed. */
export const CANARY = /canary|zq7/i

const table = (source: string, path: string[], columns: Column[], over: Partial<Descriptor> = {}): Descriptor =>
  ({ kind: 'tabular', place: { ns: 'db', engine: 'pg', source, path }, columns, cap: ['scan', 'filter', 'project', 'aggregate', 'join', 'sort', 'limit', 'window'], rows: 5000, ...over })

const ORDERS = table('main', ['public', 'orders'], [
  { name: 'id', type: 'int', nn: true, pk: true }, { name: 'city', type: 'text', description: 'where it went' }, { name: 'amount', type: 'numeric(12,2)' }, { name: 'created_at', type: 'timestamp' },
  { name: 'canary_email', type: 'text', pii: 'contact', description: 'zq7 words', values: ['zq7value'], index: 'btree' }, { name: 'pay_id', type: 'int', fk: 'secret.canary_pay.id' },
], {
  description: 'Orders of the shop', tags: ['sales', 'by canary-email'], owner: 'team.shop',
  constraints: { primary_key: ['id'], unique: [['canary_email']], foreign_keys: [{ columns: ['pay_id'], to: 'secret.canary_pay', to_columns: ['id'] }], checks: ["canary_email <> ''", 'amount > 0'], pii: 'zq7pii' },
  snippets: [{ engine: 'sql', code: 'SELECT canary_email FROM public.orders LIMIT 5' }, { engine: 'sql', code: 'SELECT city, sum(amount) AS total FROM public.orders GROUP BY city LIMIT 5' }],
  antiPatterns: ['filter on canary_email alone (no index)', 'no limit'], examples: [{ task: 'orders by canary email', ops: ['filter'] }, { task: 'amount by city', ops: ['aggregate'] }],
  access: { policy: 'any', grants: ['zq7role: select'] }, quality: { null_rate: { canary_email: 0.7 }, samples: ['1,Oslo,zq7value'] },
})
const PAY = table('main', ['secret', 'canary_pay'], [{ name: 'id', type: 'int', pk: true }, { name: 'zq7_amount', type: 'numeric', values: ['zq7value'] }], { description: 'zq7 pay', snippets: [{ engine: 'sql', code: 'SELECT zq7_amount FROM secret.canary_pay' }] })
const VAULT = table('zq7vault', ['public', 'canary_keys'], [{ name: 'id', type: 'int' }])
const NOTES = table('main', ['public', 'notes'], [{ name: 'id', type: 'int', pk: true }, { name: 'text', type: 'text', description: 'see secret.canary_pay' }], { description: 'Copied from canary_pay every night', title: 'Notes on canary_pay' })
const FIND: Descriptor = {
  kind: 'api', place: { ns: 'api', engine: '', source: 'shop', path: ['findOrder'] }, description: 'Finds an order', columns: [{ name: 'id', type: 'integer' }, { name: 'canary_email', type: 'string' }], cap: ['call'],
  inputs: [{ name: 'canary_email', in: 'path', type: 'string', required: true }, { name: 'page', in: 'query', type: 'integer' }], call: { by: 'http', method: 'GET', server: 'https://shop.example', path: '/orders/{canary_email}', rows: ['zq7rows'] },
  snippets: [{ engine: 'bash', code: 'curl https://shop.example/orders/CANARY_EMAIL' }],
}

/** The policy that keeps them from a role. */
export const ANALYST = { allow: ['db.*', 'api.*', 'file.*'], deny: ['db.pg.main.secret.*', 'db.pg.zq7vault.*', 'db.sqlite.lite.canary*'], columns: { deny: ['*.canary_*', '*.zq7*', 'pii:*'] } }

/** The resources, with what changed last. */
export const canaryResources = (): readonly Resource[] => [ORDERS, PAY, VAULT, NOTES, FIND].map((one) => resourceOf(one, '2026-02-01T00:00:00Z')).map((one) => ({ ...one, overview: { ...one.overview, rev: 4, what_changed: ['+canary_email:str', '-zq7_old'] } }))

/** The same as a file that can be imported. */
export const canaryExport = (): string => [...exportLines(canaryResources())].join('')
