import { beforeEach, describe, expect, test } from 'vitest'
import { recordOf, sourceAt } from '../../../test/kit/catalog-source.ts'
import { json, web, type Web } from '../../../test/kit/web.ts'
import { type Limits, type OpenSource, SourceDown, type Table } from '../../catalog/ports.ts'
import type { Resource } from '../../catalog/record.ts'
import { probeServer, runCall } from './run.ts'
import { described } from './scan.ts'

const LIMITS: Limits = { rows: 100, bytes: 100_000, milliseconds: 5000 }
const SECRET = 'canary-7f3a'

const pages: Record<string, (web: Web) => readonly [unknown, number?, Record<string, string>?]> = {
  '/v1/orders': () => ['{"data":[{"id":12345678901234567890,"buyer":{"name":"Ann"},"lines":[{"id":1},{"id":2}],"at":"2026-01-02T03:04:05+02:00","more":{"a":[1]}},{"id":2}],"next":null}'],
  '/v1/orders/a%2Fb': () => [{ id: 7 }],
  '/v1/moved': () => ['', 302, { location: '/v1/orders/a%2Fb' }],
  '/v1/away': () => ['', 302, { location: 'http://localhost:1/x' }],
  '/v1/circle': () => ['', 302, { location: '/v1/circle' }],
  '/v1/denied': () => [{ error: SECRET }, 401],
  '/v1/busy': () => [{}, 429, { 'retry-after': '7' }],
  '/v1/text': () => ['hello'],
  '/v1/other': () => [{ rows: [] }],
  '/v1/large': () => [JSON.stringify('x'.repeat(1_200_000))],
}

const server = await web((asked, response) => {
  if (asked.url.startsWith('/v1/slow')) return
  const [body, status = 200, headers = {}] = pages[asked.url.split('?')[0] ?? '']?.(server) ?? [{}, 404]
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  json(response, body, status)
})
beforeEach(() => { server.asked.length = 0 })

const row = { properties: { id: { type: 'integer' }, 'buyer': { properties: { name: { type: 'string' } } }, lines: { type: 'array', items: { properties: { id: { type: 'integer' } } } }, at: { type: 'string', format: 'date-time' }, more: { type: 'object' } } }
const ok = (schema: unknown): unknown => ({ responses: { 200: { content: { 'application/json': { schema } } } } })
const list = { properties: { data: { type: 'array', items: row }, next: {} } }
const document = {
  openapi: '3.0.0', servers: [{ url: `${server.origin}/v1` }], security: [{ k: [] }], components: { securitySchemes: { k: { type: 'http', scheme: 'bearer' }, q: { type: 'apiKey', in: 'query', name: 'api key' }, b: { type: 'http', scheme: 'basic' }, h: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  paths: {
    '/orders': {
      get: { operationId: 'list', parameters: [{ name: 'q', in: 'query' }, { name: 'ids', in: 'query', explode: false, schema: { type: 'array', items: { type: 'integer' } } }, { name: 'many', in: 'query', schema: { type: 'array' } }, { name: 'X-Trace', in: 'header' }, { name: 'c', in: 'cookie' }], ...ok(list) as object },
      post: { operationId: 'find', parameters: [{ name: 'id', in: 'query' }], requestBody: { content: { 'application/json': { schema: { properties: { id: { type: 'integer' }, by: { properties: { city: { type: 'string' }, ['__proto__']: { type: 'string' } } } } } } } }, ...ok(list) as object },
    },
    '/orders/{id}': { get: { operationId: 'one', parameters: [{ name: 'id', in: 'path', required: true }], security: [{ q: [] }], ...ok(row) as object } },
    ...Object.fromEntries(['moved', 'away', 'circle', 'denied', 'busy', 'text', 'large', 'slow', 'other'].map((name) => [`/${name}`, { get: { operationId: name, security: name === 'moved' ? [{ b: [] }] : name === 'text' ? [{ h: [] }] : [{ k: [] }], ...ok(name === 'other' ? list : row) as object } }])),
  },
}

const source = (more: Partial<OpenSource> = {}): OpenSource => sourceAt('/', 'openapi.json', { credentials: { token: SECRET }, ...more, options: { origin: server.origin, ...more.options } })
const resources = new Map<string, Resource>([...described(document, source(), { progress() {} })].flatMap((one) => ('severity' in one ? [] : [[one.place.path[0] ?? '', recordOf(one)] as const])))
const resource = (name: string): Resource => resources.get(name) as Resource
const run = (name: string, args: Record<string, unknown> = {}, { from = source(), limits = LIMITS } = {}): Promise<Table> => runCall(from, { by: 'call', resource: resource(name), args }, limits)

describe('a call', () => {
  test('gives the rows of the answer by the names of its columns', async () => {
    expect(await run('list')).toEqual({
      columns: ['id', 'lines', 'lines[].id', 'at', 'more', 'buyer.name'],
      rows: [[12345678901234567890n, '[{"id":1},{"id":2}]', '[1,2]', '2026-01-02T01:04:05.000Z', '{"a":[1]}', 'Ann'], [2, null, null, null, null, null]],
    })
  })

  test('puts arguments where they belong', async () => {
    await run('list', { q: 'a b&c=é', ids: [1, 2], many: ['x', 'y'], 'X-Trace': 't', c: 'd;e' })
    expect(server.asked[0]?.url).toBe('/v1/orders?q=a+b%26c%3D%C3%A9&ids=1%2C2&many=x&many=y')
    expect(server.asked[0]?.headers).toMatchObject({ 'x-trace': 't', cookie: 'c=d%3Be', authorization: `Bearer ${SECRET}` })
    expect((await run('one', { id: 'a/b' })).rows[0]?.[0]).toBe(7)
    expect(server.asked[1]?.url).toBe(`/v1/orders/a%2Fb?api+key=${SECRET}`)
  })

  test('shows the secret as the document asks', async () => {
    await run('moved', {}, { from: source({ credentials: { user: 'u', password: 'p' } }) })
    expect(server.asked[0]?.headers.authorization).toBe(`Basic ${Buffer.from('u:p').toString('base64')}`)
    await run('text', {}, { from: source({ credentials: { h: 'by scheme', token: 'no' } }) }).catch(() => {})
    expect(server.asked.at(-1)?.headers['x-key']).toBe('by scheme')
  })

  test('is cut at the limits', async () => {
    expect(await run('list', {}, { limits: { ...LIMITS, rows: 1 } })).toMatchObject({ cut: 'rows', rows: [expect.anything()] })
    expect(await run('list', {}, { limits: { ...LIMITS, bytes: 100 } })).toMatchObject({ cut: 'bytes', rows: [expect.anything()] })
  })

  test('that can change data is made when the source allows its method, and sends its body', async () => {
    await expect(run('find', { 'body.id': 1 })).rejects.toThrow(/can change data.*allow=POST/)
    expect(server.asked).toEqual([])
    await run('find', { id: 'q', 'body.id': 1, 'by.city': 'Oslo', 'by.__proto__': 'x' }, { from: source({ options: { allow: 'POST' } }) })
    expect(server.asked[0]).toMatchObject({ method: 'POST', url: '/v1/orders?id=q', body: '{"id":1,"by":{"city":"Oslo","__proto__":"x"}}' })
  })

  test.each([
    ['an argument is missing', 'one', {}, 'GET /orders/{id} needs id'],
    ['an argument is unknown', 'one', { id: 1, x: 2 }, 'GET /orders/{id} takes no "x"; it takes id'],
    ['a part of the path would lead elsewhere', 'one', { id: '..' }, '"id" is a part of the path and cannot be ".."'],
    ['a header would be split', 'list', { 'X-Trace': 'a\r\nb: c' }, '"X-Trace" goes into a header, which cannot hold all of its characters'],
  ])('is not made when %s', async (_, name, args, message) => {
    await expect(run(name, args)).rejects.toThrow(new SourceDown(message))
    expect(server.asked).toEqual([])
  })

  test.each([
    ['away', /redirects to another host/], ['circle', /redirects more than 5 times/], ['denied', /answered 401: the secret of the source is missing or is not accepted/],
    ['busy', /answered 429: too many requests, try again in 7 s/], ['text', /answered something that is no JSON/], ['large', /answered more than 1000000 bytes/], ['other', /answered without "data"/],
  ])('of %s fails with the cause and without the secret', async (name, message) => {
    const error = await run(name).then(() => new Error('it did not fail'), (fault: Error) => fault)
    expect(error.message).toMatch(message)
    expect(error.name).toBe('SourceDown')
    expect(error.message).not.toContain(SECRET)
  })

  test('follows redirects at its own host', async () => expect((await run('moved')).rows[0]?.[0]).toBe(7))

  test('ends at its time', async () => expect(run('slow', {}, { limits: { ...LIMITS, milliseconds: 59.5 } })).rejects.toThrow(/did not answer within 60 ms/))

  test('ends when nobody waits for it any more', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 30)
    await expect(run('slow', {}, { limits: { ...LIMITS, signal: stop.signal } })).rejects.toThrow(/did not answer/)
  })

  test('sends the secret only where the API was when the source was added', async () => {
    for (const [origin, words] of [['https://api.example', `its address changed from https://api.example to ${server.origin}`], ['', `no secret is sent to ${server.origin}`]] as const) {
      await expect(run('list', {}, { from: source({ options: { origin } }) })).rejects.toThrow(words)
    }
    expect(server.asked).toEqual([])
  })

  test('sends no secret over the open net', async () => {
    await expect(run('list', {}, { from: source({ options: { server: 'http://api.example' } }) })).rejects.toThrow(/is not encrypted, so no secret is sent there/)
  })

  test('needs an address', async () => {
    await expect(runCall(source(), { by: 'call', resource: { ...resource('list'), details: { ...resource('list').details, call: { by: 'http', method: 'GET', server: '', path: '/x', rows: [] } } }, args: {} }, LIMITS)).rejects.toThrow(/server=https/)
  })
})

describe('a probe', () => {
  test('is quiet when the server answers, whatever it says', async () => expect(await probeServer(source(), resource('list'))).toBeUndefined())
  test('says when nobody answers', async () => expect(await probeServer(source({ options: { server: 'http://127.0.0.1:9' } }), resource('list'))).toMatchObject({ code: 'api/unreachable', message: expect.stringContaining('http://127.0.0.1:9/ does not answer') as unknown }))
})
