import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { folderOf, recordOf, scanned, sourceAt } from '../../../test/kit/catalog-source.ts'
import type { Descriptor } from '../../catalog/descriptor.ts'
import { SourceDown } from '../../catalog/ports.ts'
import { openapi } from './index.ts'
import { described } from './scan.ts'

const SHOP = `openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: 'https://user:pw@{region}.shop.example/v1/?x=1', variables: { region: { default: eu } } }]
security: [{ key: [] }]
paths:
  /orders:
    get:
      operationId: listOrders
      tags: [orders]
      summary: List **orders**
      description: Newest first.
      parameters:
        - { name: status, in: query, schema: { $ref: '#/components/schemas/Status' } }
        - { name: limit, in: query, schema: { type: integer, default: 20 } }
        - { name: cursor, in: query, schema: { type: string } }
        - { name: ids, in: query, style: form, explode: false, schema: { type: array, items: { type: integer } } }
        - { name: Accept, in: header, schema: { type: string } }
      responses:
        200:
          content:
            application/json:
              schema:
                type: object
                properties:
                  data: { type: array, items: { $ref: '#/components/schemas/Order' } }
                  next_cursor: { type: string }
    post:
      operationId: createOrder
      deprecated: true
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } }
      responses: { '201': { content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } } }
  /orders/{order_id}:
    parameters: [{ name: order_id, in: path, required: true, schema: { type: string, format: uuid } }]
    get:
      x-stability-level: beta
      security: [{ login: [] }]
      responses: { '200': { content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    login: { type: http, scheme: bearer }
  schemas:
    Status: { type: string, enum: [open, paid, sent] }
    Person: { type: object, required: [id], properties: { id: { type: integer, format: int64 }, name: { type: [string, 'null'] }, friends: { type: array, items: { $ref: '#/components/schemas/Person' } }, boss: { $ref: '#/components/schemas/Person' } } }
    Order:
      allOf:
        - { type: object, required: [id, status], properties: { id: { type: string, format: uuid, description: Of the order }, status: { $ref: '#/components/schemas/Status' } } }
        - { type: object, properties: { buyer: { $ref: '#/components/schemas/Person' }, at: { type: string, format: date-time }, __proto__: { type: string } } }
`

async function shop(options = {}): Promise<ReadonlyMap<string, Descriptor>> {
  const { descriptors, diagnostics } = await scanned(openapi, sourceAt(folderOf({ 'openapi.yaml': SHOP }), 'openapi.yaml', { name: 'shop', options }))
  expect(diagnostics).toEqual([])
  return new Map(descriptors.map((one) => [one.place.path.join(' '), one]))
}

describe('operations', () => {
  test('have their id by operationId, or by method and path', async () => expect([...(await shop()).values()].map((one) => recordOf(one).overview.id)).toEqual(['res:api.shop.listOrders', 'res:api.shop.createOrder', 'res:api.shop.GET.orders.{order_id}']))

  test('say what they take', async () => {
    expect((await shop()).get('listOrders')?.inputs).toEqual([
      { name: 'status', in: 'query', type: 'string', values: ['open', 'paid', 'sent'] },
      { name: 'limit', in: 'query', type: 'integer', default: '20' },
      { name: 'cursor', in: 'query', type: 'string' },
      { name: 'ids', in: 'query', type: 'integer[]', separator: ',' },
    ])
    expect((await shop()).get('createOrder')?.inputs?.map(({ name, in: place, required }) => [name, place, required])).toEqual([
      ['id', 'body', true], ['status', 'body', true], ['at', 'body', undefined], ['__proto__', 'body', undefined], ['buyer.id', 'body', undefined], ['buyer.name', 'body', undefined], ['buyer.friends', 'body', undefined], ['buyer.boss', 'body', undefined],
    ])
  })

  test('say what a row of their answer holds, and where the rows are', async () => {
    const list = (await shop()).get('listOrders')
    expect(list?.columns.map(({ name, type }) => `${name}:${type}`)).toEqual(['id:uuid', 'status:string', 'at:date-time', '__proto__:string', 'buyer.id:int64', 'buyer.name:string', 'buyer.friends:object<Person>[]', 'buyer.friends[].id:int64[]', 'buyer.boss:object<Person>'])
    expect(list?.columns[0]).toEqual({ name: 'id', type: 'uuid', nn: true, pk: true, description: 'Of the order' })
    expect(list?.call).toEqual({ by: 'http', method: 'GET', server: 'https://eu.shop.example/v1', path: '/orders', rows: ['data'], auth: 'header', auth_name: 'X-Key' })
  })

  test('have tags by which producers and consumers find each other, and words', async () => {
    const all = await shop()
    expect(all.get('listOrders')).toMatchObject({ title: 'GET /orders', description: 'List orders. Newest first.', tags: ['orders', 'returns:Order'] })
    expect(all.get('createOrder')?.tags).toEqual(['returns:Order', 'takes:Order', 'writes', 'deprecated'])
    expect(all.get('GET orders {order_id}')).toMatchObject({ lifecycle: 'experimental', call: { auth: 'bearer' }, access: { secrets: ['ada://secret/api:shop/login'] } })
  })

  test('can be called when they read, or when the source allows their method', async () => {
    const caps = async (options = {}): Promise<unknown> => Object.fromEntries([...(await shop(options))].map(([name, { cap }]) => [name, cap]))
    expect(await caps()).toEqual({ listOrders: ['call', 'filter', 'limit'], createOrder: [], 'GET orders {order_id}': ['call'] })
    expect(await caps({ allow: 'post' })).toMatchObject({ createOrder: ['call'] })
  })

  test('bring a command to try and a warning about pages', async () => {
    const all = await shop()
    expect(all.get('GET orders {order_id}')?.snippets).toEqual([{ engine: 'bash', code: 'curl -H "Authorization: Bearer $TOKEN" "https://eu.shop.example/v1/orders/ORDER_ID"' }])
    expect(all.get('listOrders')?.antiPatterns).toEqual(['one answer is one page: ask for the next with cursor'])
  })

  test('of Swagger 2 are read the same way', async () => {
    const swagger = { swagger: '2.0', host: 'pets.example', basePath: '/api', schemes: ['http', 'https'], securityDefinitions: { k: { type: 'apiKey', in: 'query', name: 'key' } }, security: [{ k: [] }], paths: { '/pets': { get: { parameters: [{ name: 'tags', in: 'query', type: 'array', items: { type: 'string', enum: ['a'] } }], responses: { 200: { schema: { type: 'array', items: { $ref: '#/definitions/Pet' } } } } }, put: { parameters: [{ in: 'body', name: 'pet', required: true, schema: { $ref: '#/definitions/Pet' } }] } } }, definitions: { Pet: { properties: { id: { type: 'integer' } }, required: ['id'] } } }
    const { descriptors: [get, put] } = await scanned(openapi, sourceAt(folderOf({ 'swagger.json': JSON.stringify(swagger) }), 'swagger.json'))
    expect(get).toMatchObject({ call: { server: 'https://pets.example/api', auth: 'query', auth_name: 'key', rows: [] }, inputs: [{ name: 'tags', type: 'string[]', separator: ',', values: ['a'] }], columns: [{ name: 'id', type: 'integer' }], tags: ['returns:Pet'] })
    expect(put?.inputs).toEqual([{ name: 'id', in: 'body', type: 'integer', required: true }])
  })
})

const empty = (schema: unknown): unknown => ({ openapi: '3.0.0', paths: { '/a': { get: { responses: { 200: { content: { 'application/json': { schema } } } } } } } })
const columnsOf = (schema: unknown): string[] => [...described(empty(schema), sourceAt('/', 'a.json'), { progress() {} })].flatMap((one) => ('severity' in one ? [one.code] : one.columns.map(({ name, type }) => `${name}:${type}`)))

describe('rows', () => {
  const items = { type: 'array', items: { type: 'object', properties: { x: { type: 'integer' } } } }
  const rowsIn = (schema: unknown): unknown => [...described(empty(schema), sourceAt('/', 'a.json'), { progress() {} })].map((one) => ('severity' in one ? one : (one.call as { rows: unknown }).rows))[0]
  test.each([
    ['a list', items, []],
    ['an envelope', { properties: { data: { properties: { items } }, meta: {} } }, ['data', 'items']],
    ['a list beside counts', { properties: { total_count: { type: 'integer' }, artifacts: items } }, ['artifacts']],
    ['an object that holds two lists', { properties: { cast: items, crew: items } }, []],
    ['an object with a list of its own', { properties: { id: { type: 'integer' }, name: { type: 'string' }, values: { type: 'array', items: { type: 'string' } } } }, []],
    ['an envelope of one', { properties: { data: { properties: { id: { type: 'integer' } } } } }, ['data']],
  ])('%s', (_, schema, path) => expect(rowsIn(schema)).toEqual(path))
})

describe('hostile documents', () => {
  test('references to other documents are not followed', () => expect(columnsOf({ properties: { a: { $ref: 'https://evil.example/a.json' }, b: { type: 'integer' } } })).toEqual(['a:any', 'b:integer', 'schema/remote-ref']))

  test('circles end', () => {
    expect(columnsOf({ $ref: '#/paths/~1a/get/responses/200/content/application~1json/schema' })).toEqual([])
    expect(columnsOf({ allOf: [{ $ref: '#/paths/~1a/get/responses/200/content/application~1json/schema' }], properties: { a: {} } })).toEqual(['a:any'])
  })

  test('nesting of ten thousand levels ends', () => {
    const deep = Array.from({ length: 10_000 }).reduce<unknown>((inner) => ({ type: 'object', properties: { a: inner }, allOf: [inner] }), { type: 'string' })
    expect(columnsOf(deep).length).toBeLessThan(200)
  })

  test('huge enumerations, names and descriptions are cut', () => {
    const [one] = described(empty({ properties: { ['n'.repeat(100_000)]: { enum: Array.from({ length: 100_000 }, String), description: 'word '.repeat(100_000) } } }), sourceAt('/', 'a.json'), { progress() {} })
    expect(JSON.stringify(one).length).toBeLessThan(3000)
  })

  test('names hold nothing that acts on a terminal', () => expect(columnsOf({ properties: { 'a\u001B[31m\u202Eb': { type: 'string' } } })).toEqual(['a [31m b:string']))

  test('operations of the same operationId stay apart and are told', () => {
    const found = [...described({ openapi: '3.0.0', paths: { '/a': { get: { operationId: 'x' }, head: { operationId: 'x' } }, '/b': { get: { operationId: 'y/z' }, head: { operationId: 'y.z' } } } }, sourceAt('/', 'a.json'), { progress() {} })]
    expect(found.map((one) => ('severity' in one ? one.code : one.place.path.join(' ')))).toEqual(['x', 'openapi/same-id', 'HEAD a', 'y z', 'openapi/same-id', 'HEAD b'])
  })

  test.each([
    ['no document', 'hello', /is no OpenAPI document/],
    ['another document', '{"a":1}', /is no OpenAPI document/],
    ['a version to come', '{"openapi":"4.0"}', /is OpenAPI 4\.0/],
    ['damaged JSON', `{"openapi":"3.0.0","paths":{${' '.repeat(1_000_001)}`, /is no valid JSON/],
    ['YAML of too many entries', `openapi: 3.0.0\n${'a:\n'.repeat(600_000)}`, /holds more than 1000000 entries of YAML/],
    ['a bomb of aliases', `openapi: 3.0.0\na: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghij'].map((name, at) => `${name}: &${name} [${Array.from({ length: 9 }, () => `*${'abcdefghij'[at]}`).join(',')}]`).join('\n')}`, /is no valid YAML/],
  ])('%s is refused with words', async (_, text, message) => {
    await expect(scanned(openapi, sourceAt(folderOf({ 'openapi.json': text }), 'openapi.json'))).rejects.toThrow(message)
  })

  test('a file that is not there is refused without its absolute path', async () => {
    await expect(scanned(openapi, sourceAt(folderOf({}), 'openapi.json'))).rejects.toThrow(new SourceDown('openapi.json cannot be read: it does not exist'))
  })

  test('a document without paths says so', () => expect([...described({ openapi: '3.1.0' }, sourceAt('/', 'a.json'), { progress() {} })]).toMatchObject([{ code: 'openapi/no-operations' }]))
})

/** A document in which any part may be of any type. */
const keys = fc.constantFrom('paths', '/a', '/a/{id}', 'get', 'post', 'parameters', 'responses', '200', 'content', 'application/json', 'schema', 'type', 'properties', 'items', '$ref', 'allOf', 'oneOf', 'enum', 'required', 'name', 'in', 'servers', 'url', 'security', 'tags', 'operationId', '__proto__', 'constructor', 'components', 'requestBody', 'description', 'variables', 'default')
const scalars = fc.oneof(fc.constantFrom('object', 'array', 'string', 'query', 'path', '#', '#/paths', '#/components/x', '../x', 'https://x/{y}', null, true, '\u0000'), fc.integer(), fc.string())
const { tree } = fc.letrec((tie) => ({ tree: fc.oneof({ depthSize: 'medium', withCrossShrink: true }, scalars, fc.array(tie('tree'), { maxLength: 3 }), fc.dictionary(keys, tie('tree'), { maxKeys: 5, noNullPrototype: true })) }))
const operation = fc.record({ parameters: tree, responses: fc.oneof(tree, fc.record({ 200: fc.record({ content: fc.record({ 'application/json': fc.record({ schema: tree }) }) }) })), requestBody: tree, security: tree, tags: tree, servers: tree }, { requiredKeys: [] })

test('random documents give records or are refused, and nothing else happens', () => {
  fc.assert(fc.property(fc.oneof(tree, fc.record({ openapi: fc.constant('3.0.0'), servers: tree, components: tree, paths: fc.dictionary(fc.constantFrom('/a', '/{id}'), fc.dictionary(fc.constantFrom('get', 'post', 'parameters'), fc.oneof(operation, tree))) }), fc.record({ swagger: fc.constant('2.0'), host: tree, definitions: tree, paths: fc.dictionary(keys, fc.dictionary(keys, fc.oneof(operation, tree))) })), (document) => {
    try {
      for (const one of described(document, sourceAt('/', 'a.json'), { progress() {} })) if (!('severity' in one)) recordOf(one)
    } catch (error) {
      if (!(error instanceof SourceDown)) throw error
    }
  }), { numRuns: 300 })
})

test('damaged texts are read or refused, and nothing else happens', async () => {
  await fc.assert(fc.asyncProperty(fc.nat(SHOP.length), fc.nat(30), fc.string(), async (at, length, instead) => {
    const { dataOf } = await import('../documents/read.ts')
    try {
      for (const one of described(await dataOf(SHOP.slice(0, at) + instead + SHOP.slice(at + length), 'a.yaml'), sourceAt('/', 'a.yaml'), { progress() {} })) if (!('severity' in one)) recordOf(one)
    } catch (error) {
      if (!(error instanceof SourceDown)) throw error
    }
  }), { numRuns: 80 })
})
