import { expect, test } from 'vitest'
import { lineFault } from '../../catalog/line-plan.ts'
import { resourceOf } from '../../catalog/resource.ts'
import type { TableFacts } from './facts.ts'
import { judgeSql } from './grammar.ts'
import { antiPatternsOf, examplesOf, snippetsOf } from './usage.ts'

const column = (name: string, type: string) => ({ name, type, nn: false })
const table = (over: Partial<TableFacts> = {}): TableFacts => ({
  path: ['hr', 'Staff'], what: 'table', columns: [column('id', 'int'), column('birth_date', 'date'), column('hired_at', 'timestamp'), column('status', 'text'), column('salary', 'numeric(9,2)')],
  primaryKey: ['id'], unique: [], foreignKeys: [], indexes: [{ method: 'btree', columns: ['id'] }], checks: [], grants: [], readable: true, ...over,
})
const DIALECT = { quote: '"' } as const

test('a snippet uses the time, the group and the amount of its table, and quotes what must be quoted', () => {
  expect(snippetsOf(table(), 'res:x', DIALECT)).toEqual([
    { engine: 'sql', code: "SELECT status, sum(salary) AS total FROM hr.\"Staff\" WHERE hired_at >= '2024-01-01' GROUP BY status ORDER BY 2 DESC LIMIT 100" },
    { engine: 'ir', code: "scan(res:x) -> filter(hired_at >= '2024-01-01') -> aggregate(by status: sum(salary) as total) -> sort(total desc) -> limit(100)" },
  ])
  expect(examplesOf(table())).toEqual([{ task: 'salary of staff by status', ops: ['aggregate', 'sort'] }, { task: 'salary of staff per day', ops: ['filter', 'aggregate'] }])
})

test('a table without columns is counted, one without anything to group by is listed', () => {
  expect(snippetsOf(table({ columns: [], primaryKey: [] }), 'res:x', DIALECT)[0]?.code).toBe('SELECT count(*) FROM hr."Staff"')
  expect(snippetsOf(table({ columns: [column('id', 'int'), column('order', 'text')] }), 'res:x', DIALECT)[0]?.code).toBe('SELECT id, "order" FROM hr."Staff" ORDER BY id LIMIT 100')
})

test('names that are no words have quotes in a plan of one line, which is judged as right', () => {
  const odd = table({ columns: [column('name ', 'int'), column('a, b', 'text'), column('we"ird)', 'text')], primaryKey: ['name '] })
  const code = snippetsOf(odd, 'res:x', DIALECT)[1]?.code ?? ''
  expect(code).toBe('scan(res:x) -> project("name ", "a, b", "we""ird)") -> sort("name ") -> limit(100)')
  expect(lineFault(code, { ops: ['scan', 'project', 'sort', 'limit'], columns: () => odd.columns.map(({ name }) => name) })).toBeUndefined()
})

test('SQL over a table with quotes in its name is judged with that table', async () => {
  const odd = resourceOf({ kind: 'tabular', place: { ns: 'db', engine: 'sqlite', source: 'x', path: [`we"ird'; drop`] }, columns: [{ name: 'id', type: 'int' }], cap: ['scan'] }, '2024-01-01T00:00:00Z')
  expect(await judgeSql(`SELECT id FROM "we""ird'; drop" LIMIT 100`, odd, [odd])).toEqual({})
  expect(await judgeSql(`SELECT no FROM "we""ird'; drop" LIMIT 100`, odd, [odd])).toEqual({ fault: 'no such column: no' })
})

test('warnings are true of their table', () => {
  expect(antiPatternsOf(table())).toEqual([])
  expect(antiPatternsOf(table({ rows: 2e6 }))).toEqual(['no limit above 1e6 rows', 'filter on hired_at alone (no index)', 'filter on status alone (no index)'])
  expect(antiPatternsOf(table({ rows: 2e6, indexes: [{ method: 'btree', columns: ['hired_at'] }, { method: 'btree', columns: ['id', 'status'] }] }))).toEqual(['no limit above 1e6 rows', 'filter on status alone (no index)'])
  expect(antiPatternsOf(table({ columns: Array.from({ length: 25 }, (_, i) => column(`c${i}`, 'int')) }))).toEqual(['select * (25 columns)'])
})
