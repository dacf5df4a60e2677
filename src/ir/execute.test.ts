import { describe, expect, test } from 'vitest'
import { shop, SHOP } from '../../test/kit/shop.ts'
import type { Table } from '../catalog/ports.ts'
import type { Resource } from '../catalog/record.ts'
import { resourceOf } from '../catalog/resource.ts'
import { checked } from './check.ts'
import { compile } from './compile.ts'
import { execute, type Hands } from './execute.ts'
import { planOf } from './read.ts'

const FILE: Resource = resourceOf({ kind: 'file', place: { ns: 'file', engine: '', source: 'here', path: ['orders.csv'] }, cap: ['scan'], columns: [{ name: 'id', type: 'int' }, { name: 'customer_id', type: 'int' }, { name: 'amount', type: 'number' }] }, '2024-01-01T00:00:00Z')
const USER: Resource = resourceOf({ kind: 'api', place: { ns: 'api', engine: '', source: 'api', path: ['user'] }, cap: ['call'], columns: [{ name: 'name', type: 'string' }], inputs: [{ name: 'id', in: 'path', type: 'integer', required: true }], call: { by: 'http', method: 'GET', server: '', path: '/users/{id}', rows: [] } }, '2024-01-01T00:00:00Z')
const scan = { id: 'o', op: 'scan', resource: FILE.overview.id }

async function run(steps: readonly unknown[], over: Partial<Hands> = {}) {
  const calls: unknown[] = []
  const result = await execute(compile(checked(planOf({ steps }), [...shop(), FILE, USER])), {
    most: { result: 100, held: 100 }, piece: async () => SHOP['orders'] as Table,
    call: async (_, args) => (calls.push(args), { columns: ['name'], rows: args['id'] === 3 ? [] : [[`user ${args['id']}`]] }), ...over,
  })
  return { ...result, calls }
}

describe('a run', () => {
  test('calls once for each set of arguments, puts answers beside their rows, drops rows without an answer, and asks nothing for a null that must be given', async () => {
    const { table, calls } = await run([scan, { id: 'u', op: 'call', resource: USER.overview.id, input: 'o', args: { id: { col: 'customer_id' } } }, { id: 'p', op: 'project', columns: ['id', 'name'] }])
    expect(calls).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
    expect(table.rows).toEqual([[1, 'user 1'], [2, 'user 1'], [3, 'user 2'], [4, 'user 2']])
  })

  test('makes no more calls than it may', async () => {
    await expect(run([scan, { id: 'u', op: 'call', resource: USER.overview.id, input: 'o', args: { id: { col: 'customer_id' } }, max_calls: 2 }])).rejects.toThrow('the step u would make 3 calls of res:api.api.user, and it may make 2: filter its input, or raise max_calls (at most 1000)')
  })

  test('cuts a result and says so, but never gives a part for the whole', async () => {
    expect((await run([scan], { most: { result: 2, held: 100 } })).table).toMatchObject({ rows: [[1, 1, 10], [2, 1, 5.5]], cut: 'rows' })
    await expect(run([scan, { id: 'a', op: 'aggregate', measures: { n: ['count'] } }], { most: { result: 2, held: 3 } })).rejects.toThrow('here gives more than 3 rows for the step o, and the rest of the plan needs all of them')
    expect((await run([scan, { id: 'l', op: 'limit', rows: 2 }], { most: { result: 5, held: 3 } })).table.rows).toHaveLength(2)
  })

  test('a join that explodes ends it', async () => {
    await expect(run([scan, { id: 'x', op: 'scan', resource: FILE.overview.id }, { id: 'd', op: 'derive', input: 'o', columns: { one: 1 } }, { id: 'e', op: 'derive', input: 'x', columns: { one: 1 } }, { id: 'j', op: 'join', left: 'd', right: 'e', on: ['one'], prefix: 'r_' }], { most: { result: 9, held: 20 } })).rejects.toThrow('the join j makes more than 20 rows')
  })

  test('texts that grow end it, and so does one that is too long', async () => {
    const doubled = Array.from({ length: 40 }, (_, at) => ({ id: `d${at}`, op: 'derive', columns: { [`t${at + 1}`]: ['concat', { col: `t${at}` }, { col: `t${at}` }] } }))
    const steps = [scan, { id: 's', op: 'derive', columns: { t0: ['cast', { col: 'id' }, 'str'] } }, ...doubled]
    await expect(run(steps, { most: { result: 9, held: 20, bytes: 100_000 } })).rejects.toThrow('the steps that run here make more than 100000 bytes of texts: make shorter ones, filter earlier, or raise --max-bytes')
    await expect(run(steps)).rejects.toThrow('a concat makes a text of more than 16777216 signs')
  })

  test('a result ends at the bytes, and every step looks up while it works', async () => {
    const wide = { piece: async () => ({ columns: ['id', 'customer_id', 'amount'], rows: Array.from({ length: 2000 }, (_, at) => [at, at % 7, at]) }) }
    const { table } = await run([scan, { id: 'd', op: 'derive', columns: { t: ['cast', { col: 'id' }, 'str'] } }, { id: 'p', op: 'project', columns: ['t', { as: 'again', col: 't' }] }, { id: 'l', op: 'limit', rows: 90 }], { ...wide, most: { result: 100, held: 5000, bytes: 9000 } })
    expect(table).not.toHaveProperty('cut')
    const more = await run([scan, { id: 'd', op: 'derive', columns: { t: ['cast', { col: 'id' }, 'str'] } }, { id: 'p', op: 'project', columns: ['t', { as: 'again', col: 't' }, { as: 'more', col: 't' }] }], { ...wide, most: { result: 5000, held: 5000, bytes: 9000 } })
    expect(more.table).toMatchObject({ cut: 'bytes', rows: { length: expect.any(Number) as number } })
    expect(more.table.rows.length).toBeLessThan(2000)
    for (const step of [{ op: 'filter', where: ['>', { col: 'id' }, 1] }, { op: 'derive', columns: { n: 1 } }, { op: 'sort', keys: [{ col: 'amount', dir: 'desc', nulls: 'last' }] }, { op: 'aggregate', by: ['id'], measures: { n: ['count'] } }, { op: 'window', partition: ['customer_id'], order: [{ col: 'id', nulls: 'last' }], columns: { n: ['row_number'] } }, { op: 'union', inputs: ['o', 'o'], distinct: true }]) {
      let looks = 0
      await run([scan, { id: 'x', ...step }], { ...wide, most: { result: 5000, held: 5000 }, stopped: () => { looks++ } })
      expect([step.op, looks > 6]).toEqual([step.op, true])
    }
  })

  test('tells of values that are not of their type, and stops when it is told', async () => {
    const { table, notes } = await run([scan], { piece: async () => ({ columns: ['id', 'customer_id', 'amount'], rows: [[1, 'many', '2.5']] }) })
    expect({ rows: table.rows, notes }).toEqual({ rows: [[1, null, 2.5]], notes: ['1 of the values in customer_id (step o) are not of type int: they count as null'] })
    await expect(run([scan], { stopped: () => { throw new Error('stopped') } })).rejects.toThrow('stopped')
  })
})
