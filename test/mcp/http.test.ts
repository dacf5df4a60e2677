import { request as httpRequest } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterAll, describe, expect, test } from 'vitest'
import { overHttp } from '../../src/mcp/http.ts'
import { folder, fovea, PROJECT, tokensOf } from '../walks/run.ts'
import { call, connectedTo, ERAS, served } from './client.ts'

const server = await served([folder(PROJECT)])
afterAll(async () => { await server.stop() })

const HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }

/** A request with whatever headers, which `fetch` would not send. */
function status(headers: Readonly<Record<string, string>>, { path = '/mcp', body = '{}', method = 'POST', url = server.url } = {}): Promise<{ status: number; headers: Readonly<Record<string, unknown>>; text: string }> {
  return new Promise((done, fail) => {
    const { hostname, port } = new URL(url)
    const sent = httpRequest({ hostname, port, path, method, headers: { ...HEADERS, ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).once('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() }))
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

test.each(['PUT', 'OPTIONS', 'PATCH', 'HEAD'])('%s is no method of the protocol', async (method) => {
  expect(await status(bearer, { method, body: '' })).toMatchObject({ status: 405, headers: { allow: 'GET, POST, DELETE' } })
})

test('the scheme of the token is written as one likes, the token is not', async () => {
  for (const scheme of ['bearer', 'BEARER', 'Bearer ']) expect((await status({ Authorization: `${scheme} ${server.token}` })).status).toBe(400)
  for (const sent of [server.token, `Basic ${server.token}`, `Bearer ${server.token.toLowerCase()}x`, 'bearer']) expect((await status({ Authorization: sent })).status).toBe(401)
})

test('on every address of this machine, the one that was reached is a name of the server, and others are told its names', async () => {
  const every = await overHttp({ factory: () => { throw new Error('nobody asks') }, host: '0.0.0.0', port: 0, token: undefined })
  try {
    expect(every.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/)
    const address = Object.values(networkInterfaces()).flat().find((one) => one?.family === 'IPv4' && !one.internal)?.address ?? '127.0.0.2'
    const url = every.url.replace('127.0.0.1', address)
    expect((await status({}, { url })).status).toBe(400)
    for (const host of ['evil.example', `${address}.evil.example`, '0.0.0.0']) expect(await status({ Host: host }, { url })).toMatchObject({ status: 403, text: expect.stringContaining(`it answers to localhost, 127.0.0.1, [::1], ${address}"`) as string })
    expect((await status({ Origin: `http://${address}` }, { url })).status).toBe(403)
  } finally {
    await every.close()
  }
})

test.each([
  [['--port', '99999'], {}, 2, '--port is a number up to 65535, not 99999'],
  [['--host', '192.0.2.1'], {}, 1, '192.0.2.1:0 cannot be listened on: this machine does not have that address; choose another --host'],
  [['nope'], {}, 2, 'there is no folder nope: name the project, as in fovea serve ~/src/project'],
  [[], { FOVEA_TOKEN: 'short' }, 2, 'FOVEA_TOKEN has 5 characters, which can be guessed: give 16 or more'],
  [[], { FOVEA_TOKEN: 'with a space in its middle' }, 2, 'FOVEA_TOKEN has a space'],
])('fovea serve %j %j says what is wrong and what to do', async (args, env, exit, words) => {
  const { code, err } = await fovea(['serve', ...args], { env })
  expect([code, err]).toEqual([exit, expect.stringContaining(words) as string])
})

test('whoever lets other machines in is warned', async () => {
  const [open, local] = [await served([folder(PROJECT), '--host', '0.0.0.0']), await served([folder(PROJECT)])]
  await Promise.all([open.stop(), local.stop()])
  expect(open.err()).toContain('warning: 0.0.0.0 can be reached from other machines, under every address of this one, and nothing on the way is encrypted')
  expect(local.err()).toBe('')
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
