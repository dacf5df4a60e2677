import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { folderOf, recordOf, scanned, sourceAt } from '../../../test/kit/catalog-source.ts'
import { SourceDown } from '../../catalog/ports.ts'
import { asyncapi } from './index.ts'
import { described } from './scan.ts'

const TWO = `asyncapi: 2.6.0
info: { title: Orders, version: '1' }
servers:
  prod: { url: 'kafka://user:pw@broker.example:9092', protocol: kafka }
channels:
  orders/{region}/placed:
    description: When an order is **placed**
    parameters: { region: { schema: { type: string, enum: [eu, us] } } }
    subscribe:
      tags: [{ name: orders }]
      message: { $ref: '#/components/messages/Placed' }
  orders/commands:
    publish:
      security: [{ x: [] }]
      message:
        oneOf:
          - { name: Cancel, payload: { type: object, required: [id], properties: { id: { type: string }, why: { type: string } } } }
          - { name: Ship, payload: { type: object, required: [id], properties: { id: { type: string }, by: { type: string } } } }
          - { name: Old, schemaFormat: 'application/vnd.apache.avro;version=1.9.0', payload: { type: record } }
components:
  messages:
    Placed:
      name: OrderPlaced
      summary: An order
      headers: { type: object, properties: { trace: { type: string } } }
      payload: { type: object, required: [id], properties: { id: { type: string, format: uuid }, lines: { type: array, items: { properties: { product_id: { type: integer } } } } } }
`

const THREE = { asyncapi: '3.0.0', servers: { main: { host: 'nats.example:4222', protocol: 'nats' } }, channels: { placed: { address: 'orders.placed', messages: { OrderPlaced: { payload: { schemaFormat: 'application/vnd.aai.asyncapi+json;version=3.0.0', schema: { properties: { id: { type: 'string' } } } } } } }, silent: { address: null } }, operations: { a: { action: 'send', channel: { $ref: '#/channels/placed' }, summary: 'Tells of orders' }, b: { action: 'receive', channel: { $ref: '#/channels/placed' } } } }

const scan = (text: string): ReturnType<typeof scanned> => scanned(asyncapi, sourceAt(folderOf({ 'asyncapi.yaml': text }), 'asyncapi.yaml', { name: 'shop' }))

describe('channels', () => {
  test('of version 2 are resources with the fields of their messages', async () => {
    const { descriptors: [placed, commands], diagnostics } = await scan(TWO)
    expect(placed).toEqual({
      kind: 'bus', place: { ns: 'bus', engine: 'kafka', source: 'shop', path: ['orders', '{region}', 'placed'] }, title: 'orders/{region}/placed', description: 'When an order is placed. An order',
      tags: ['orders', 'message:OrderPlaced', 'protocol:kafka', 'server:prod@kafka://broker.example:9092'], inputs: [{ name: 'region', in: 'path', type: 'string', required: true, values: ['eu', 'us'] }],
      columns: [{ name: 'id', type: 'uuid', nn: true }, { name: 'lines', type: 'object[]' }, { name: 'lines[].product_id', type: 'integer[]' }, { name: 'headers.trace', type: 'string' }], cap: ['subscribe'],
    })
    expect(commands).toMatchObject({ cap: ['publish'], columns: [{ name: 'id', type: 'string' }, { name: 'why', type: 'string' }, { name: 'by', type: 'string' }], access: { secrets: ['ada://secret/bus:shop'] } })
    expect(commands?.columns[0]).not.toHaveProperty('nn')
    expect(diagnostics).toMatchObject([{ code: 'asyncapi/other-schema' }])
    expect(recordOf(placed as never).overview.id).toBe('res:bus.kafka.shop.orders.{region}.placed')
  })

  test('of version 3 are the same, seen from the other side', async () => {
    const { descriptors } = await scan(JSON.stringify(THREE))
    expect(descriptors).toMatchObject([{ title: 'orders.placed', description: 'Tells of orders', cap: ['publish', 'subscribe'], columns: [{ name: 'id' }], tags: ['message:OrderPlaced', 'protocol:nats', 'server:main@nats.example:4222'] }, { title: 'silent', cap: [] }])
  })

  test.each([['another document', 'openapi: 3.0.0', /is no AsyncAPI document/], ['an old version', 'asyncapi: 1.2.0', /is AsyncAPI 1\.2\.0; versions 2 and 3/]])('%s is refused with words', async (_, text, message) => expect(scan(text)).rejects.toThrow(message))

  test('a document without channels says so', async () => expect((await scan('asyncapi: 2.0.0')).diagnostics).toMatchObject([{ code: 'asyncapi/no-channels' }]))

  test('random and damaged documents are read or refused, and nothing else happens', async () => {
    const keys = fc.constantFrom('channels', 'publish', 'subscribe', 'message', 'oneOf', 'payload', 'properties', 'headers', 'traits', 'parameters', 'servers', '$ref', 'type', 'operations', 'channel', 'action', 'address', 'messages', '__proto__')
    const { tree } = fc.letrec((tie) => ({ tree: fc.oneof({ depthSize: 'medium' }, fc.constantFrom(null, 1, 'send', '#/channels/a', '#', 'http://x'), fc.array(tie('tree'), { maxLength: 3 }), fc.dictionary(keys, tie('tree'), { maxKeys: 4, noNullPrototype: true })) }))
    const channels = fc.dictionary(fc.constantFrom('a', 'b'), fc.oneof(tree, fc.record({ publish: tree, subscribe: fc.record({ message: tree }), messages: tree, parameters: tree, servers: tree }, { requiredKeys: [] })))
    fc.assert(fc.property(fc.record({ asyncapi: fc.constantFrom('2.0.0', '3.0.0'), channels, operations: tree, servers: tree }, { requiredKeys: ['asyncapi'] }), (document) => {
      for (const one of described(document, sourceAt('/', 'a.json'), { progress() {} })) if (!('severity' in one)) recordOf(one)
    }), { numRuns: 200 })
    await fc.assert(fc.asyncProperty(fc.nat(TWO.length), fc.nat(30), fc.string(), async (at, length, instead) => {
      await scan(TWO.slice(0, at) + instead + TWO.slice(at + length)).catch((error: unknown) => { if (!(error instanceof SourceDown)) throw error })
    }), { numRuns: 50 })
  })
})
