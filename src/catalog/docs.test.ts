import fc from 'fast-check'
import { expect, test } from 'vitest'
import { docsOf } from './docs.ts'
import type { Descriptor } from './descriptor.ts'
import { resourceOf } from './resource.ts'
import { visibleTo } from './rights.ts'
import { roleOf } from './roles.ts'

const ORDERS: Descriptor = {
  kind: 'tabular', place: { ns: 'db', engine: 'pg', source: 'main', path: ['public', 'orders'] }, rows: 1e7, owner: 'team.analytics', tags: ['sales'], lifecycle: 'stable', description: 'What was sold',
  columns: [{ name: 'id', type: 'int', nn: true, pk: true }, { name: 'user_id', type: 'int', fk: 'public.users.id' }, { name: 'amount', type: 'numeric(12,2)', unit: 'USD', description: 'gross' }, { name: 'status', type: 'text', values: ['paid', 'open'] }],
  cap: ['scan', 'filter'], constraints: { primary_key: ['id'], checks: ['amount > 0'], retention: '365d' }, cost: { latency_ms_p50: 120 },
  snippets: [{ engine: 'sql', code: 'select sum(amount)\nfrom orders' }], antiPatterns: ['select *'], examples: [{ task: 'daily revenue', ops: ['filter', 'agg'] }], quality: { freshness_sla_s: 120 },
}
const written = (...all: Descriptor[]): string => [...docsOf(all.map((one) => resourceOf(one, '2026-02-01T00:00:00Z')))].join('')

test('a card says what is needed to use a resource', () => expect(written(ORDERS)).toBe(`# Resources

1 resource in 1 source.
- main: 1 resource, tabular

## main

### orders (pg.main)

What was sold

- id: \`res:db.pg.main.public.orders\`
- uri: \`ada://any/db/pg:main/public.orders\`
- kind: tabular
- rows: 1e7
- columns: 4
- can: scan, filter
- tags: sales, pii:none, lifecycle:stable
- owner: team.analytics
- cost: 120 ms
- access: any
- fresh within: 120 s
- revision: 1, 2026-02-01T00:00:00Z

| column | type | key | about |
| --- | --- | --- | --- |
| \`id\` | \`int\` | primary, not null |  |
| \`user_id\` | \`int\` | to \`public.users.id\` |  |
| \`amount\` | \`numeric(12,2)\` |  | gross; in USD |
| \`status\` | \`text\` |  | one of \`paid\`, \`open\` |

Rules:

- key \`id\`
- check \`amount > 0\`
- kept for 365d

Examples:

- daily revenue: filter, agg

sql:

\`\`\`sql
select sum(amount)
from orders
\`\`\`

Avoid:

- select \\*
`))

test('the order of a scan does not matter', () => {
  const users = { ...ORDERS, place: { ...ORDERS.place, path: ['public', 'users'] } }
  expect(written(ORDERS, users)).toBe(written(users, ORDERS))
})

test('only what the role sees', () => {
  const view = visibleTo([resourceOf(ORDERS, '2026-02-01T00:00:00Z')], roleOf('r', { columns: { deny: ['*.amount'] } }))
  expect([...docsOf(view)].join('')).not.toMatch(/amount/)
})

// Hostile text: whatever a source says, a card has the same lines, cells and fences as one with harmless text.
const frame = (text: string): string[] => {
  const lines: string[] = []
  let fence = ''
  for (const line of text.split('\n')) {
    const run = /^`{3,}/.exec(line)?.[0] ?? ''
    if (fence !== '') {
      if (run.length >= fence.length && line.trim() === run) fence = ''
      continue
    }
    if (run !== '') fence = run
    else lines.push(line.startsWith('|') ? `row of ${line.match(/(?:\\[^\n]|[^|\\\n])+/g)?.length ?? 0}` : (/^(?:#+ |- )/.exec(line)?.[0] ?? (line === '' ? '' : 'text')))
  }
  return [...lines, `fence ${fence}`]
}
const hostile = fc.oneof(
  fc.string({ unit: fc.constantFrom('`', '|', '\\', '\n', '\r', '#', '-', ' ', 'a', '<', '[', '\u2028', '\u202e', '~', '*', '\u001b', '\ud800', '```') }), fc.constantFrom('\n## evil\n', '``` \n# evil', 'a\\|b', '\\', '|||', '---', '1. x', '<script>'),
).map((text) => `x${text}y`)
const hostileEverywhere = (text: string): Descriptor => ({
  ...ORDERS, title: text, description: text, owner: text, tags: [text, `b${text}`], antiPatterns: [text], examples: [{ task: text, ops: [text] }], snippets: [{ engine: text, code: text }],
  columns: [{ name: text, type: text, unit: text, description: text, fk: text, index: text, values: [text] }], inputs: [{ name: text, in: 'query', type: text, description: text, default: text }], constraints: { checks: [text], retention: text },
})

test('no text of a source breaks a table, a fence or a line', () => {
  const harmless = frame(written(hostileEverywhere('xy')))
  fc.assert(fc.property(hostile, (text) => {
    const page = written(hostileEverywhere(text))
    expect(frame(page)).toEqual(harmless)
    expect(page).not.toMatch(/[\u001b\u202e\u2028\ud800]/)
  }), { numRuns: 150 })
})
