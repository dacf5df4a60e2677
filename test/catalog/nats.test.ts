// NATS JetStream as a source, with a real server.
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ResourceSchema } from '../../src/catalog/record-schema.ts'
import { nats } from '../../src/connectors/nats/index.ts'
import { type Service, startNats } from '../kit/services/index.ts'
import { opened, rowsOf, scanned } from '../kit/source.ts'

const PASSWORD = 'pw-canary-82'
let server: Service
let connection: NatsConnection
beforeAll(async () => {
  server = await startNats({ user: 'ann', password: PASSWORD })
  connection = await connect({ servers: `127.0.0.1:${server.port}`, user: 'ann', pass: PASSWORD })
  await fill(connection)
})
afterAll(async () => {
  await connection.close()
  await server.stop()
})

async function fill(to: NatsConnection): Promise<void> {
  const manager = await jetstreamManager(to)
  await manager.streams.add({ name: 'ORDERS', subjects: ['orders.>'], description: 'All orders', max_age: 3600 * 1e9, max_msgs: 1000, storage: 'memory' })
  await manager.streams.add({ name: 'EMPTY', subjects: ['empty.*'], storage: 'memory', retention: 'workqueue' })
  await manager.streams.add({ name: 'KV_settings', subjects: ['$KV.settings.>'], max_msgs_per_subject: 3, storage: 'memory', allow_rollup_hdrs: true, deny_delete: true })
  await manager.consumers.add('ORDERS', { durable_name: 'billing', filter_subject: 'orders.paid' })
  const stream = jetstream(to)
  for (let i = 1; i <= 20; i++) await stream.publish(i % 2 === 0 ? 'orders.paid' : 'orders.new', JSON.stringify({ id: i, amount: i / 4, email: `p${i}@example.org`, at: '2024-01-05T10:00:00Z' }))
  await stream.publish('orders.odd', 'value-canary, no JSON')
  await manager.streams.deleteMessage('ORDERS', 5)
  for (const [key, value] of [['color', 'red'], ['color', 'blue'], ['size', '{"w":2}'], ['gone', 'x']] as const) await stream.publish(`$KV.settings.${key}`, value)
  const { headers } = await import('@nats-io/transport-node')
  const gone = headers()
  gone.set('KV-Operation', 'DEL')
  await stream.publish('$KV.settings.gone', '', { headers: gone })
}

const source = (more: Parameters<typeof opened>[2] = {}): ReturnType<typeof opened> => opened('/', `nats://127.0.0.1:${server.port}`, { name: 'bus', type: 'nats', location: 'nats://localhost', credentials: { user: 'ann', password: PASSWORD }, ...more })

describe('NATS JetStream', () => {
  test('streams and buckets are described by what the server says', async () => {
    const { descriptors, remarks, record } = await scanned(nats, source())
    expect(remarks).toEqual([])
    expect(descriptors.map(({ kind, title, rows }) => [kind, title, rows]).sort()).toEqual([['bus', 'EMPTY', 0], ['bus', 'ORDERS', 20], ['kv', 'settings', 3]])
    const orders = record('ORDERS')
    expect(orders.overview).toMatchObject({ id: 'res:bus.nats.bus.ORDERS', uri: 'ada://any/bus/nats:bus/ORDERS', description: 'All orders. Read by billing.', cap: ['subscribe', 'publish', 'scan', 'limit'] })
    expect(orders.details.columns).toMatchObject([{ name: 'subject', values: ['orders.>'] }, { name: 'seq', pk: true }, { name: 'time' }, { name: 'payload' }])
    expect(orders.details.constraints).toEqual({ retention: 'limits, at most 3600 s, 1000 messages', checks: ['consumer billing reads orders.paid'] })
    for (const { place } of descriptors) expect(ResourceSchema.safeParse(record(place.path.join('/'))).error).toBeUndefined()
  })

  test('messages are looked at only when samples are asked for, and never kept', async () => {
    const { record } = await scanned(nats, source({ options: { samples: 'on' } }))
    expect(record('ORDERS').details.columns.slice(4).map(({ name, type, pii }) => [name, type, pii])).toEqual([['id', 'integer', undefined], ['amount', 'number', undefined], ['email', 'string', 'email'], ['at', 'timestamptz', undefined]])
    const all = JSON.stringify([await scanned(nats, source()), await scanned(nats, source({ options: { samples: 'on' } }))])
    expect(all).not.toMatch(/canary|example\.org/)
  })

  test('messages come as rows, within limits, and no consumer notices', async () => {
    const { record } = await scanned(nats, source({ options: { samples: 'on' } }))
    const all = await rowsOf(nats, source(), record('ORDERS'))
    expect(all.rows).toHaveLength(20)
    expect(all.rows[1]).toEqual(['orders.paid', 2, expect.stringMatching(/Z$/), expect.stringContaining('"id":2'), 2, 0.5, 'p2@example.org', '2024-01-05T10:00:00.000Z'])
    expect(all.rows.at(-1)?.slice(3)).toEqual(['value-canary, no JSON', null, null, null, null])
    expect(all.rows.map(([, seq]) => seq)).not.toContain(5)
    expect(await rowsOf(nats, source(), record('ORDERS'), { columns: ['id'], limits: { rows: 3 } })).toEqual({ columns: ['id'], rows: [[1], [2], [3]], cut: 'rows' })
    expect((await rowsOf(nats, source(), record('EMPTY'))).rows).toEqual([])
    const manager = await jetstreamManager(connection)
    expect((await manager.consumers.info('ORDERS', 'billing')).delivered.consumer_seq).toBe(0)
    expect((await manager.streams.info('ORDERS')).state.consumer_count).toBe(1)
  })

  test('a bucket gives its newest values', async () => {
    const { record } = await scanned(nats, source())
    const { rows } = await rowsOf(nats, source(), record('settings'), { columns: ['key', 'value'] })
    expect([...rows].sort()).toEqual([['color', 'blue'], ['size', '{"w":2}']])
  })

  test.each([
    ['a wrong password', { credentials: { user: 'ann', password: 'wrong-canary' } }, 'did not accept'],
    ['no password', { credentials: {} }, 'did not accept'],
    ['nobody there', { address: 'nats://127.0.0.1:1' }, 'nothing listens there'],
    ['no address', { address: 'somewhere' }, 'its address cannot be read'],
  ])('%s is told without credentials', async (_, more, words) => {
    const error = await scanned(nats, source(more)).then(() => undefined, (reason: Error) => reason)
    expect(error).toMatchObject({ name: 'SourceDown', message: expect.stringContaining(words) })
    expect(error?.message).not.toMatch(/canary/)
  })

  test('a probe tells what is gone and what cannot be reached', async () => {
    const { record } = await scanned(nats, source())
    expect(await nats.probe?.(source(), record('EMPTY'))).toBeUndefined()
    await (await jetstreamManager(connection)).streams.delete('EMPTY')
    expect(await nats.probe?.(source(), record('EMPTY'))).toMatchObject({ code: 'catalog/changed' })
    expect(await nats.probe?.(source({ address: 'nats://127.0.0.1:1' }), record('ORDERS'))).toMatchObject({ code: 'catalog/unreachable' })
  })
})
