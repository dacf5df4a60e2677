import fc from 'fast-check'
import { buildSchema, parse, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { folderOf, recordOf, scanned, sourceAt } from '../../../test/kit/catalog-source.ts'
import { json, web } from '../../../test/kit/web.ts'
import type { Descriptor } from '../../catalog/descriptor.ts'
import { type Limits, type OpenSource, SourceDown, type Table } from '../../catalog/ports.ts'
import { graphql } from './index.ts'
import { queryOf } from './run.ts'

const SHOP = `
"""Everything of the shop"""
type Query {
  "Orders, newest first"
  orders(first: Int = 10, status: Status, ids: [ID!]): OrderConnection! @auth(role: "x")
  order(id: ID!): Order
  people: [Person!]!
  search(text: String!): [Hit]
  count: Int
  old: Int @deprecated(reason: "use count")
}
type Mutation { createOrder(input: OrderInput!): Order }
type Subscription { orderPaid(id: ID!): Order }
input OrderInput { note: String }
enum Status { OPEN PAID }
scalar DateTime
union Hit = Order | Person
interface Node { id: ID! }
type OrderConnection { edges: [OrderEdge] pageInfo: PageInfo }
type OrderEdge { node: Order cursor: String }
type PageInfo { endCursor: String }
type Order implements Node { id: ID! status: Status! at: DateTime buyer: Person! lines: [Line!] note(lang: String!): String tags: [String] }
type Line { id: ID! product: Product amount: Float }
"What is sold"
type Product { id: ID! name: String }
type Person implements Node { id: ID! name: String friends: [Person] boss: Person }
`

async function scan(text = SHOP, more: Partial<OpenSource> = {}): Promise<ReadonlyMap<string, Descriptor>> {
  const { descriptors } = await scanned(graphql, sourceAt(folderOf({ 'schema.graphql': text }), 'schema.graphql', { name: 'shop', ...more }))
  return new Map(descriptors.map((one) => [one.place.path.at(-1) ?? '', one]))
}

const shop = await scan()

describe('fields of a schema', () => {
  test('are queries with arguments and columns', () => {
    expect(shop.get('orders')).toEqual({
      kind: 'api', place: { ns: 'api', engine: 'graphql', source: 'shop', path: ['Query', 'orders'] }, title: 'query orders', description: 'Orders, newest first', tags: ['returns:Order'],
      inputs: [{ name: 'first', in: 'argument', type: 'Int', default: '10' }, { name: 'status', in: 'argument', type: 'Status', values: ['OPEN', 'PAID'] }, { name: 'ids', in: 'argument', type: '[ID!]' }],
      columns: [{ name: 'node.id', type: 'id' }, { name: 'node.status', type: 'enum', values: ['OPEN', 'PAID'] }, { name: 'node.at', type: 'date-time' }, { name: 'node.buyer.id', type: 'id', description: 'Of Person' }, { name: 'node.lines[].id', type: 'id[]', description: 'Of Line' }, { name: 'node.tags', type: 'string[]' }],
      call: { by: 'http', method: 'QUERY', server: '', path: '', rows: ['data', 'orders', 'edges'], auth: 'none' }, cap: ['call', 'limit'], access: { secrets: [] },
    })
    expect(shop.get('people')?.columns).toEqual([{ name: 'id', type: 'id', nn: true, pk: true }, { name: 'name', type: 'string' }, { name: 'friends[].id', type: 'id[]', description: 'Of Person' }, { name: 'boss.id', type: 'id', description: 'Of Person' }])
  })

  test('are mutations that cannot be called and subscriptions', () => {
    expect(shop.get('createOrder')).toMatchObject({ cap: [], tags: ['returns:Order', 'writes'] })
    expect(shop.get('orderPaid')).toMatchObject({ cap: ['subscribe'], title: 'subscription orderPaid' })
  })

  test('say when they are deprecated, and give unions by their members', () => {
    expect(shop.get('old')).toMatchObject({ tags: ['returns:Int', 'deprecated'], description: 'Deprecated: use count', columns: [{ name: 'value', type: 'integer' }] })
    expect(shop.get('search')?.columns).toEqual([{ name: '__typename', type: 'string', values: ['Order', 'Person'] }])
  })

  test('lead to types that are listed when no query gives them', () => expect([...shop.values()].filter(({ tags }) => tags?.includes('type')).map(({ title, description }) => [title, description])).toEqual([['type Line', undefined], ['type Product', 'What is sold']]))

  test('are records with ids of their own', () => expect([...shop.values()].map((one) => recordOf(one).overview.id)).toContain('res:api.graphql.shop.Query.orders'))
})

test('every query that is made is valid in its schema', () => {
  const schema = buildSchema(SHOP.replace('@auth(role: "x")', ''))
  for (const one of [...shop.values()].filter(({ cap }) => cap.includes('call'))) {
    const { details } = recordOf(one)
    const args = Object.fromEntries((details.inputs ?? []).map(({ name }) => [name, 1]))
    for (const given of [args, {}].slice(0, details.inputs?.some(({ required }) => required) === true ? 1 : 2)) expect([one.title, validate(schema, parse(queryOf(recordOf(one), details.call as never, given)))]).toEqual([one.title, []])
  }
})

describe('a query', () => {
  const LIMITS: Limits = { rows: 10, bytes: 10_000, milliseconds: 5000 }
  let answer: unknown = {}
  const serving = web((_, response) => json(response, answer))
  const run = async (name: string, args = {}, more: Partial<OpenSource> = {}): Promise<Table> => {
    const { origin } = await serving
    const source = sourceAt('/', 'schema.graphql', { credentials: { token: 'canary-gq' }, options: { server: `${origin}/graphql` }, ...more })
    return (graphql.run as NonNullable<typeof graphql.run>)(source, { by: 'call', resource: recordOf(shop.get(name) as Descriptor), args }, LIMITS)
  }

  test('is posted with variables and gives rows', async () => {
    answer = { data: { orders: { edges: [{ node: { id: 'a', status: 'OPEN', buyer: { id: 'p' }, lines: [{ id: 'l' }] } }] } } }
    expect(await run('orders', { status: 'OPEN' })).toEqual({ columns: ['node.id', 'node.status', 'node.at', 'node.buyer.id', 'node.lines[].id', 'node.tags'], rows: [['a', 'OPEN', null, 'p', '["l"]', null]] })
    expect((await serving).asked[0]).toMatchObject({ method: 'POST', url: '/graphql', headers: { authorization: 'Bearer canary-gq' } })
    expect(JSON.parse((await serving).asked[0]?.body ?? '')).toEqual({ query: 'query($status: Status) { orders(status: $status) { edges { node { id status at buyer { id } lines { id } tags } } } }', variables: { status: 'OPEN' } })
  })

  test('fails with the cause and without the secret', async () => {
    answer = { errors: [{ message: 'no canary-gq here' }] }
    await expect(run('count')).rejects.toThrow(/failed: no \*\*\* here$/)
    await expect(run('count', {}, { options: {} })).rejects.toThrow(/server=https/)
    await expect(run('createOrder', { input: {} })).rejects.toThrow(/can change data/)
    await expect(run('order')).rejects.toThrow(new SourceDown('query order needs id'))
  })
})

describe('hostile schemas', () => {
  test.each([
    ['no schema', 'hello', /is no valid GraphQL schema: Syntax Error/], ['an unknown type', 'type Query { a: Nowhere }', /Unknown type: "Nowhere"/], ['deep nesting', `type Query { a: ${'['.repeat(300_000)}Int`, /nested too deeply|Syntax Error/],
  ])('%s is refused with words', async (_, text, message) => expect(scan(text)).rejects.toThrow(message))

  test('a schema without queries says so', async () => expect((await scanned(graphql, sourceAt(folderOf({ 'a.graphql': 'type A { b: Int }' }), 'a.graphql'))).diagnostics).toMatchObject([{ code: 'graphql/no-operations' }]))

  test('damaged schemas are read or refused, and nothing else happens', async () => {
    await fc.assert(fc.asyncProperty(fc.nat(SHOP.length), fc.nat(30), fc.string(), async (at, length, instead) => {
      try {
        for (const one of (await scan(SHOP.slice(0, at) + instead + SHOP.slice(at + length))).values()) recordOf(one)
      } catch (error) {
        if (!(error instanceof SourceDown)) throw error
      }
    }), { numRuns: 80 })
  })
})
