import { request as httpRequest } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { folder, fovea, PROJECT, tokensOf } from '../walks/run.ts'
import { call, connectedTo, ERAS, served } from './client.ts'

const server = await served([folder(PROJECT)])
afterAll(async () => { await server.stop() })

const HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }

/** A request with whatever headers, which `fetch` would not send. */
function status(headers: Readonly<Record<string, string>>, { path = '/mcp', body = '{}', method = 'POST' } = {}): Promise<{ status: number; headers: object }> {
  return new Promise((done, fail) => {
    const { hostname, port } = new URL(server.url)
    const sent = httpRequest({ hostname, port, path, method, headers: { ...HEADERS, ...headers } }, (response) => {
      response.resume()
      done({ status: response.statusCode ?? 0, headers: response.headers })
    })
    sent.on('error', fail)
    sent.end(body)
  })
}

const bearer = { Authorization: `Bearer ${server.token}` }

describe.each(ERAS)('over HTTP, %s era', (era) => {
  test('answers as over standard input and output', async () => {
    const client = await connectedTo(server, era)
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('get_context')
    const { text } = await call(client, 'get_context', { task: 'close all sessions', budget: 400 })
    expect(text).toContain('closeAll')
    expect(tokensOf(text)).toBeLessThanOrEqual(400)
  })
})

test('only the right host, origin, path and token are let in', async () => {
  expect((await status({})).status).toBe(401)
  expect((await status({ Authorization: 'Bearer wrong' })).status).toBe(401)
  expect((await status({ ...bearer, Host: 'evil.example' })).status).toBe(403)
  expect((await status({ ...bearer, Origin: 'http://evil.example' })).status).toBe(403)
  expect((await status({ ...bearer, Origin: 'null' })).status).toBe(403)
  expect((await status(bearer, { path: '/' })).status).toBe(404)
  expect((await status(bearer, { body: 'x'.repeat(2 << 20) })).status).toBe(413)
  const { headers } = await status(bearer)
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
})

test('eight clients at once get each their own answer', async () => {
  const clients = await Promise.all(Array.from({ length: 8 }, (_, i) => connectedTo(server, ERAS[i % 2] as (typeof ERAS)[number])))
  const targets = ['class=Sessions', 'fn=logout', 'src/auth/sessions.ts#audit', 'file=README.md']
  const alone = await Promise.all(targets.map(async (target) => (await call(clients[0] as (typeof clients)[number], 'zoom', { target })).text))
  const together = await Promise.all(Array.from({ length: 64 }, async (_, i) => (await call(clients[i % 8] as (typeof clients)[number], 'zoom', { target: targets[i % 4] })).text))
  together.forEach((text, i) => expect(text).toBe(alone[i % 4]))
})

test('without a token only on this machine', async () => {
  const { code, err } = await fovea(['serve', '--host', '0.0.0.0', '--no-token'])
  expect([code, err]).toEqual([2, expect.stringContaining('can be reached from other machines') as string])
})

test('ends when it is told to', async () => {
  expect(await (await served([folder(PROJECT)])).stop()).toBe(0)
})
