import { describe, expect, test } from 'vitest'
import { csvOf, jsonOf } from './table-text.ts'
import { planOn } from './plan-on.ts'

const ROWS = { columns: ['id', 'said'], rows: [[1, 'a, "b"'], [2, null], [3, ''], [4, ' x']] as const }

describe('rows for the clipboard', () => {
  test('CSV quotes what could be taken for more than itself; null is nothing', () => expect(csvOf(ROWS)).toBe('id,said\n1,"a, ""b"""\n2,\n3,""\n4," x"\n'))
  test('JSON is a list of objects', () => expect(JSON.parse(jsonOf(ROWS))).toEqual([{ id: 1, said: 'a, "b"' }, { id: 2, said: null }, { id: 3, said: '' }, { id: 4, said: ' x' }]))
})

describe('a plan to begin with', () => {
  const resource = (over: object, details: object): Parameters<typeof planOn>[0] => ({ version: 1, source: 's', overview: { id: "res:db.x.'quoted'", cap: ['scan'], ...over }, details: { columns: [{ name: 'a b', type: 'int' }], ...details } }) as never
  test('reads some columns of a table', () => expect(planOn(resource({}, {}))).toContain(`op: scan, resource: "res:db.x.'quoted'", columns: ["a b"]`))
  test('has the inputs that a call needs', () => expect(planOn(resource({ cap: ['call'] }, { inputs: [{ name: 'city', in: 'query', type: 'string', required: true }, { name: 'page', in: 'query', type: 'int' }] }))).toContain('op: call, resource: "res:db.x.\'quoted\'", args: {"city":""}'))
})

