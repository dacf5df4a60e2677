// More than a server can hold: who is told so, who has to go, and that the others are answered meanwhile.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { MANNERS } from '../../dist/mcp/crowd.js'
import { overHttp } from '../../dist/mcp/http.js'
import { MOST } from '../../dist/mcp/load.js'
import { foveaServer } from '../../dist/mcp/server.js'
import { BIN, folder, PROJECT } from '../walks/run.ts'
import { call, connectedTo, ERAS, type Era, served } from './client.ts'

type Hosting = Parameters<typeof overHttp>[0]
type Watch = Parameters<Parameters<typeof foveaServer>[0]['clerk']['ask']>[1]

/** A server whose calls are answered when the test says so. */
async function hosted(limits: { readonly most?: Partial<Hosting['most']>; readonly manners?: Partial<Hosting['manners']> } = {}) {
  const asked: { readonly watch: Watch; answer(text?: string): void }[] = []
  const arrived = new Set<() => void>()
  const clerk = {
    ask: (_call: unknown, watch: Watch) => new Promise<{ text: string }>((done, fail) => {
      asked.push({ watch, answer: (text = 'done') => done({ text }) })
      watch.signal.addEventListener('abort', () => fail(watch.signal.reason as Error))
      for (const tell of arrived) tell()
    }),
    close: async () => {},
  }
  const listening = await overHttp({ factory: () => foveaServer({ clerk, compat: false }), host: '127.0.0.1', port: 0, token: 'secret', most: { ...MOST, ...limits.most }, manners: { ...MANNERS, ...limits.manners } })
  onTestFinished(() => listening.close())
  /** Waits until so many calls have reached the clerk. */
  const until = (count: number): Promise<void> => new Promise((done) => {
    const look = (): void => { if (asked.length >= count) done() }
    arrived.add(look)
    look()
  })
  return { ...listening, asked, until, server: { url: listening.url, token: 'secret' } }
}

type Hosted = Awaited<ReturnType<typeof hosted>>

const META = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} }
const HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', Authorization: 'Bearer secret' }

let ids = 0

/** How one message is sent in each era: alone, or in a session that was begun before. */
async function sender({ url }: Hosted, era: Era, name = 'test') {
  const post = (body: object, headers: Record<string, string> = {}, signal?: AbortSignal): Promise<Response> => fetch(url, { method: 'POST', headers: { ...HEADERS, ...headers }, body: JSON.stringify({ jsonrpc: '2.0', id: `m${++ids}`, ...body }), ...(signal === undefined ? {} : { signal }) })
  if (era === 'modern') {
    const meta = { ...META, 'io.modelcontextprotocol/clientInfo': { name, version: '1' } }
    return (method: string, params: object = {}, signal?: AbortSignal) => post({ method, params: { ...params, _meta: meta } }, { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method, ...('name' in params ? { 'Mcp-Name': String(params.name) } : {}) }, signal)
  }
  const begun = await post({ method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name, version: '1' } } })
  const session = { 'Mcp-Session-Id': begun.headers.get('mcp-session-id') ?? '', 'MCP-Protocol-Version': '2025-11-25' }
  await begun.text()
  return (method: string, params: object = {}, signal?: AbortSignal) => post({ method, params }, session, signal)
}

const SEARCH = { name: 'search', arguments: { query: 'x' } }

/** A connection that says these bytes. */
async function dialled({ url }: Pick<Hosted, 'url'>, bytes = ''): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  await once(socket, 'connect')
  socket.write(bytes)
  onTestFinished(() => { socket.destroy() })
  return socket
}

const rawCall = ({ url }: Pick<Hosted, 'url'>): string => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...SEARCH, _meta: META } })
  const headers = { ...HEADERS, Host: new URL(url).host, 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'search', 'Content-Length': String(body.length) }
  return `POST /mcp HTTP/1.1\r\n${Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}

/** All that comes over a connection until it is closed. */
async function heard(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).resume()
  if (!socket.closed) await once(socket, 'close')
  return Buffer.concat(chunks).toString()
}

describe.each(ERAS)('%s era', (era) => {
  test('a full server says 503 and when to ask again, in words of the protocol; lists are still given', async () => {
    const host = await hosted({ most: { all: 2 } })
    const [a, b] = [await sender(host, era, 'a'), await sender(host, era, 'b')]
    const under = [a('tools/call', SEARCH), b('tools/call', SEARCH)]
    await host.until(2)
    const refused = await b('tools/call', SEARCH)
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([503, '3', { jsonrpc: '2.0', id: expect.stringMatching(/^m\d+$/) as string, error: { code: -32_000, message: 'this server has 2 calls under way, and no more are taken: ask again in a few seconds' } }])
    expect(await (await b('tools/list')).text()).toContain('get_context')
    host.asked.forEach(({ answer }) => answer())
    for (const response of under) expect(await (await response).text()).toContain('done')
    const later = b('tools/call', SEARCH)
    await host.until(3)
    host.asked[2]?.answer()
    expect((await later).status).toBe(200)
  })

  test('a client with too many calls is told 429, and another is served', async () => {
    const host = await hosted({ most: { client: 3, house: 3 } })
    const [greedy, modest] = [await sender(host, era, 'greedy'), await sender(host, era, 'modest')]
    const under = Array.from({ length: 3 }, () => greedy('tools/call', SEARCH))
    await host.until(3)
    const refused = await Promise.all(Array.from({ length: 20 }, async () => (await greedy('tools/call', SEARCH)).status))
    expect(new Set(refused)).toEqual(new Set([429]))
    const served = modest('tools/call', SEARCH)
    await host.until(4)
    host.asked.forEach(({ answer }) => answer())
    expect((await served).status).toBe(200)
    await Promise.all(under.map(async (response) => (await response).text()))
  })

  test('whoever hangs up frees the place, and the work is not wanted any more', async () => {
    const host = await hosted({ most: { all: 1 } })
    const client = await sender(host, era)
    const stop = new AbortController()
    const gone = client('tools/call', SEARCH, stop.signal).then((response) => response.text())
    await host.until(1)
    const unwanted = once(host.asked[0]?.watch.signal as AbortSignal, 'abort')
    stop.abort()
    await expect(gone).rejects.toThrow()
    await unwanted
    const next = client('tools/call', SEARCH)
    await host.until(2)
    host.asked[1]?.answer()
    expect(await (await next).text()).toContain('done')
  })

  test('who ends lets calls under way end, and takes no more', async () => {
    const host = await hosted()
    const client = await sender(host, era)
    const under = client('tools/call', SEARCH)
    await host.until(1)
    const drained = host.drain(60_000)
    host.asked[0]?.answer()
    expect(await (await under).text()).toContain('done')
    await drained
    await expect(client('tools/call', SEARCH).then(({ status }) => { if (status === 503) throw new Error('refused') })).rejects.toThrow()
  })
})

describe('who does not keep to the manners', () => {
  test('an answer that is not taken does not stay: the place is free again', async () => {
    const host = await hosted({ most: { all: 1 }, manners: { taken: 20, look: 10 } })
    const slow = await dialled(host, rawCall(host))
    slow.pause()
    await host.until(1)
    // More than the system takes for a connection.
    host.asked[0]?.answer('x'.repeat(16 << 20))
    const client = await sender(host, 'modern')
    const next = (async () => {
      for (;;) {
        const response = await client('tools/call', SEARCH)
        if (response.status !== 503) return response
        await response.text()
      }
    })()
    await host.until(2)
    host.asked[1]?.answer()
    expect((await next).status).toBe(200)
  })

  test('when answers that are not taken are too long together, whoever has most of them has to go', async () => {
    const host = await hosted({ manners: { untaken: 16 << 20, look: 10, rest: 20 } })
    const most = await dialled(host, rawCall(host).repeat(2))
    most.pause()
    await host.until(2)
    const less = await dialled(host, rawCall(host))
    less.pause()
    await host.until(3)
    const gone = once(host.asked[1]?.watch.signal as AbortSignal, 'abort')
    // The second waits behind the first, which is never ready.
    for (const i of [2, 1]) host.asked[i]?.answer('x'.repeat((i === 1 ? 20 : 4) << 20))
    await gone
    expect((await heard(less)).length).toBeGreaterThan(4 << 20)
  })

  test.each([['says nothing', ''], ['says half a head', 'POST /mcp HTTP/1.1\r\nHost: 127'], ['says half a body', 'BODY']])('a connection that %s is closed', async (_what, said) => {
    const host = await hosted({ manners: { head: 50, whole: 50, look: 10 } })
    const half = await dialled(host, said === 'BODY' ? rawCall(host).slice(0, -10) : said)
    expect(await heard(half)).toMatch(/^HTTP\/1\.1 408 /)
    expect(host.asked).toEqual([])
  })

  test('a connection that rests is closed', async () => {
    const host = await hosted({ manners: { rest: 20 } })
    const socket = await dialled(host, rawCall(host))
    await host.until(1)
    host.asked[0]?.answer()
    expect(await heard(socket)).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('a flood of connections that do nothing keeps nobody out', async () => {
    const host = await hosted({ manners: { connections: 8 } })
    const client = await sender(host, 'modern')
    const flood = await Promise.all(Array.from({ length: 100 }, () => dialled(host)))
    expect((await client('tools/list')).status).toBe(200)
    await Promise.all(flood.slice(0, 80).map((socket) => heard(socket)))
  })

  test('when every connection is in use, the next one hears why it is not heard', async () => {
    const host = await hosted({ manners: { connections: 2 } })
    await dialled(host, rawCall(host))
    await dialled(host, rawCall(host))
    await host.until(2)
    const refused = await heard(await dialled(host, rawCall(host)))
    expect(refused).toMatch(/^HTTP\/1\.1 503 [\s\S]*Retry-After: 3[\s\S]*"this server has 2 connections, and all of them are in use/)
  })

  test('requests behind each other free their places when the connection is closed', async () => {
    const host = await hosted({ most: { all: 3 } })
    const socket = await dialled(host, rawCall(host).repeat(3))
    await host.until(3)
    const gone = Promise.all(host.asked.map(({ watch }) => once(watch.signal, 'abort')))
    socket.destroy()
    await gone
    const next = (await sender(host, 'modern'))('tools/call', SEARCH)
    await host.until(4)
    host.asked[3]?.answer()
    expect((await next).status).toBe(200)
  })

  test('requests behind each other on one connection are only so many', async () => {
    const host = await hosted({ manners: { requests: 4 } })
    const socket = await dialled(host, rawCall(host).repeat(6))
    await host.until(4)
    const all = heard(socket)
    host.asked.forEach(({ answer }) => answer())
    const statuses = [...(await all).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
    expect(statuses).toEqual(['200', '200', '200', '200', '429'])
    expect(host.asked.length).toBe(4)
  })

  test('bodies that are too long together are refused, one that is too long by itself as well', async () => {
    const host = await hosted({ most: { bytes: 100_000 } })
    const client = await sender(host, 'modern')
    expect((await client('tools/list', { long: 'x'.repeat(200_000) })).status).toBe(503)
    expect((await client('tools/list', { long: 'x'.repeat(50_000) })).status).toBe(200)
    expect((await client('tools/list', { long: 'x'.repeat(90_000) })).status).toBe(200)
  })
})

test('fifty clients at once get each their own answer, and nobody is refused', async () => {
  const server = await served([folder(PROJECT)])
  onTestFinished(async () => { await server.stop() })
  const clients = await Promise.all(Array.from({ length: 50 }, (_, i) => connectedTo(server, ERAS[i % 2] as Era)))
  const targets = ['class=Sessions', 'fn=logout', 'src/auth/sessions.ts#audit', 'file=README.md']
  const alone = await Promise.all(targets.map(async (target) => (await call(clients[0] as (typeof clients)[number], 'zoom', { target })).text))
  const together = await Promise.all(clients.flatMap((client, i) => [0, 1, 2].map(async (k) => (await call(client, 'zoom', { target: targets[(i + k) % 4] })).text === alone[(i + k) % 4])))
  expect(together).toEqual(together.map(() => true))
})

test('over standard input, a client that does not read is not heard until it does, and then gets every answer', async () => {
  const child = spawn(process.execPath, [BIN, 'mcp', folder(PROJECT)], { env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', FOVEA_CACHE: 'off' }, stdio: ['pipe', 'pipe', 'ignore'] })
  onTestFinished(() => { child.kill('SIGKILL') })
  const say = (message: object): boolean => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  say({ id: 'first', method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'deaf', version: '1' } } })
  await once(child.stdout, 'readable')
  say({ method: 'notifications/initialized' })
  const LISTS = 1500
  for (let i = 0; i < LISTS; i++) say({ id: i, method: 'tools/list', params: { _meta: { padding: 'x'.repeat(4000) } } })
  let isHeard = false
  child.stdin.write('\n', () => { isHeard = true })
  await pause(1500)
  expect(isHeard).toBe(false)
  let lines = 0
  await new Promise<void>((done) => {
    child.stdout.on('data', (chunk: Buffer) => {
      for (const byte of chunk) if (byte === 10) lines += 1
      if (lines === LISTS + 1) done()
    })
  })
  expect([lines, isHeard]).toEqual([LISTS + 1, true])
})
