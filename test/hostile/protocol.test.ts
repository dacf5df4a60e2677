// Whoever speaks to a server may send anything. It is answered with a sentence, in time that does not depend on it, and the next one is answered as if nothing had been.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MOST_NESTED, nestsTooDeep } from '../../src/core/json.ts'
import type { Answer } from '../../src/mcp/call.ts'
import { answer } from '../../src/mcp/desk.ts'
import { overHttp, type Listening } from '../../src/mcp/http.ts'
import { foveaServer } from '../../src/mcp/server.ts'
import { type Refusal, sieve } from '../../src/mcp/sieve.ts'
import { ThreadClerk } from '../../src/mcp/thread.ts'
import { COMPAT, TOOLS } from '../../src/mcp/tools.ts'
import { deskFor } from '../../src/studio/desk.ts'
import { QUESTIONS } from '../../src/studio/pages/index.ts'
import { overLoopback } from '../../src/studio/server.ts'
import { put } from '../walks/run.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'fovea-protocol-')))
put(root, { 'src/a.ts': 'export function alpha() {\n  return 1\n}\n', 'README.md': '# A\n' })
afterAll(() => { rmSync(root, { recursive: true, force: true }) })

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
const call = (id: unknown, args: string): string => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":"tools/call","params":{"name":"search","arguments":${args}}}`

describe('every argument of every tool', () => {
  const WRONG: readonly unknown[] = [null, true, -1, 1e308, Infinity, {}, [], [[]], [{}], [1], '', '\0', '\u202e\u001b[31m', '../../etc/passwd', '/etc/passwd', '__proto__', 'a#'.repeat(400), '{'.repeat(200), 'x'.repeat(60_000), Array.from({ length: 201 }, () => 'x'), JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}')]
  const asked = (name: string, args: Readonly<Record<string, unknown>>): Promise<Answer> => answer({ kind: 'tool', name, args }, { root, named: true, frozen: true }, () => {})
  const cases = [...TOOLS, ...COMPAT].flatMap(({ name, inputSchema }) => Object.keys(inputSchema.properties ?? {}).map((argument): [string, string] => [name, argument]))

  test.each(cases)('%s %s takes nothing that breaks it', async (tool, argument) => {
    for (const value of WRONG) {
      const { text, failed } = await asked(tool, { target: 'src/a.ts', query: 'alpha', alias: 'x', budget: 300, type: 'file', [argument]: value })
      // What it does not know is refused; what it knows is either used or refused in words.
      expect(text, `${JSON.stringify(value)?.slice(0, 60)}`).not.toMatch(/in a way it should not|is not a function|undefined|Maximum call stack/)
      if (failed === true) expect(text.length).toBeLessThan(260)
    }
    expect(({} as Record<string, unknown>)['polluted']).toBe(undefined)
  })

  test.each([
    ['get_context', { task: 'x'.repeat(50_001) }, 'task has at most 50000 characters, not 50001: say it shorter'],
    ['search', { query: 'x'.repeat(4001) }, 'query has at most 4000 characters, not 4001: say it shorter'],
    ['get_context', { focus: Array.from({ length: 201 }, () => 'a') }, 'focus names at most 200 things at once, not 201: ask in several calls'],
    ['get_context', { focus: ['*a'.repeat(900)] }, 'a pattern has at most 1000 characters'],
    ['catalog', { ids: Array.from({ length: 300_000 }, () => 'res:x') }, 'ids names at most 200 things'],
  ])('%s %.40j is told how much is too much', async (tool, args, words) => {
    expect(await asked(tool, args)).toMatchObject({ failed: true, text: expect.stringContaining(words) as string })
  })

  test('a rating for every path there is would be work for hours: so many and no more', async () => {
    const ratings = Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`p${i}`, 1]))
    expect((await answer({ kind: 'tool', name: 'feedback', args: { ratings } }, { root, named: true, frozen: false }, () => {})).text).toContain('ratings names at most 200 things')
  })
})

describe('standard input', () => {
  /** What comes through, and what is refused. */
  async function sifted(...chunks: readonly (string | Uint8Array)[]): Promise<{ lines: string[]; refusals: Refusal[] }> {
    const input = new PassThrough()
    const refusals: Refusal[] = []
    const out = sieve(input, (refusal) => refusals.push(refusal))
    for (const chunk of chunks) input.write(chunk)
    input.end()
    const parts: Buffer[] = []
    for await (const part of out) parts.push(part as Buffer)
    return { lines: Buffer.concat(parts).toString().split('\n').filter((line) => line !== ''), refusals }
  }
  const codes = (refusals: readonly Refusal[]): unknown[] => refusals.map(({ answer: told }) => [told?.id, told?.error.code])

  test('nesting without end is refused with its id, and the next message comes through', async () => {
    const { lines, refusals } = await sifted(`${call(7, `{"query":${nested(100_000)}}`)}\n${call(8, '{"query":"x"}')}\n`)
    expect(codes(refusals)).toEqual([[7, -32600]])
    expect(refusals[0]?.answer?.error.message).toContain(`nests deeper than ${MOST_NESTED} levels`)
    expect(lines).toEqual([call(8, '{"query":"x"}')])
  })

  test('a line of 20 MB is told once, nothing of it is kept, and the next message comes through', async () => {
    const { lines, refusals } = await sifted(...Array.from({ length: 20 }, () => Buffer.alloc(1 << 20, 'x')), `\n${call(8, '{}')}\n`)
    expect(codes(refusals)).toEqual([[null, -32600]])
    expect(lines).toEqual([call(8, '{}')])
  })

  test('what arrives in halves is one message; bytes that are no UTF-8, batches, empty batches and nothing at all are none', async () => {
    const whole = call(1, '{"query":"é"}')
    const bytes = Buffer.from(`${whole}\n`)
    const { lines, refusals } = await sifted(bytes.subarray(0, 100), bytes.subarray(100), `[${whole}]\n`, '[]\n', Buffer.from([0, 0xff, 0xc0, 10]), '\n\n', 'null\n', `{"jsonrpc":"2.0","id":${nested(3)},"method":"ping"}\n`)
    expect(lines).toEqual([whole])
    expect(codes(refusals)).toEqual([[null, -32600], [null, -32600], [null, -32700], [null, -32600], [null, -32600]])
  })

  test('brackets in words are words', () => {
    expect(nestsTooDeep(JSON.stringify({ task: `${'['.repeat(500)}"\\${'{'.repeat(500)}` }))).toBe(false)
    expect([nestsTooDeep(nested(MOST_NESTED)), nestsTooDeep(nested(MOST_NESTED + 1))]).toEqual([false, true])
    expect(nestsTooDeep('[]'.repeat(1000))).toBe(false)
  })
})

describe('HTTP', () => {
  let server: Listening
  let studio: Awaited<ReturnType<typeof overLoopback>>
  const clerk = new ThreadClerk({ root, named: true, frozen: true })
  beforeAll(async () => {
    server = await overHttp({ factory: () => foveaServer({ clerk, compat: false }), host: '127.0.0.1', port: 0, token: 'secret' })
    const desk = deskFor({ root, frozen: true })
    studio = await overLoopback({ port: 0, token: 'secret', files: new Map(), thread: { ask: (ask) => desk(ask, () => {}) } as Parameters<typeof overLoopback>[0]['thread'] })
  })
  afterAll(async () => { await Promise.all([server.close(), studio.close(), clerk.close()]) })

  /** What comes back for bytes that may be no request. */
  const dialled = (address: string, bytes: string): Promise<string> => new Promise((done, fail) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () => socket.write(bytes))
    let heard = ''
    socket.on('data', (chunk: Buffer) => { heard += String(chunk) }).once('close', () => done(heard)).once('error', fail)
  })
  const posted = (address: string, body: string): Promise<Response> => fetch(address, { method: 'POST', body, headers: { Authorization: 'Bearer secret', 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' } })

  test('a body that is no message is answered as over standard input: no JSON by -32700, too deep by -32600 with its id', async () => {
    const told = async (body: string): Promise<unknown> => {
      const { id, error } = await (await posted(server.url, body)).json() as { id: unknown; error: { code: number } }
      return [id, error.code]
    }
    for (const body of ['{bad', '', 'x']) expect(await told(body)).toEqual([null, -32700])
    expect(await told(call('seven', `{"query":${nested(100_000)}}`))).toEqual(['seven', -32600])
  })

  test.each([
    ['a head that is too long', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(40_000)}`, '431'],
    ['a body that is too long', `POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer secret\r\nContent-Length: 3000000\r\n\r\n${'y'.repeat(2_000_000)}`, '413'],
  ])('whoever goes on sending %s hears the whole answer', async (_, bytes, status) => {
    // Its own side stays open, and it listens only when it has said everything.
    const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(bytes))
    const closed = new Promise<string>((done, fail) => {
      let heard = ''
      socket.once('error', fail).once('close', () => done(heard)).pause().on('data', (chunk: Buffer) => { heard += String(chunk) })
    })
    for (let i = 0; i < 10; i++) {
      await pause(10)
      socket.write('y'.repeat(100_000))
    }
    socket.end()
    socket.resume()
    expect(await closed).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*\\}(?:\\r\\n0\\r\\n\\r\\n)?$`))
  })

  test('a body that nests without end is refused on both servers, again and again, and the next one is heard', async () => {
    for (let i = 0; i < 3; i++) {
      expect([(await posted(server.url, call(1, `{"query":${nested(100_000)}}`))).status, (await posted(`${studio.origin}/plan.json`, `{"task":${nested(100_000)}}`)).status]).toEqual([400, 400])
    }
    expect((await posted(`${studio.origin}/plan.json`, '{"budget":"500"}')).status).toBe(200)
  })

  test.each([
    ['no HTTP at all', 'garbage\r\n\r\n', '400 Bad Request'], ['a head that is too long', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`, '431 Request Header Fields Too Large'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', '400 Bad Request'], ['a length and chunks', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', '400 Bad Request'],
    ['a line end in a name', 'GET / HTTP/1.1\r\nHost: x\r\nA\nB: c\r\n\r\n', '400 Bad Request'], ['no host', 'GET / HTTP/1.1\r\n\r\n', '400 Bad Request'],
  ])('%s is answered in JSON with the headers of every answer', async (_, bytes, status) => {
    for (const address of [server.url, studio.origin]) {
      const heard = await dialled(address, bytes)
      expect(heard).toContain(`HTTP/1.1 ${status}\r\n`)
      if (address === studio.origin && !bytes.startsWith('GET / HTTP/1.1\r\n\r\n')) expect(heard).toMatch(/Content-Security-Policy: default-src 'none'[\s\S]*X-Content-Type-Options: nosniff[\s\S]*\{"error":"[^"]+"\}$/)
    }
  })

  test.each(['//[.json?x=1', '/plan.json?__proto__=1', '/plan.json?constructor=1', '/plan.json?budget=%', '/plan.json?budget=1&budget=2', `/plan.json?task=${'a'.repeat(9000)}`, '/plan.json?%00=%ff', '/__proto__', '/plan.json?pin=%7B%7B%7B%7B', `/plan.json?${'x&'.repeat(3000)}`, '/plan.json#x?y=1'])('the question %.60s is answered, never with "this failed"', async (target) => {
    const heard = await dialled(studio.origin, `GET ${target} HTTP/1.1\r\nHost: ${new URL(studio.origin).host}\r\nAuthorization: Bearer secret\r\nConnection: close\r\n\r\n`)
    expect(Number(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1])).toBeLessThan(500)
  })

  test('every field of every question of the studio: what it cannot be is a mistake of the sender', async () => {
    const desk = deskFor({ root, frozen: true })
    for (const [path, { fields, changes }] of QUESTIONS) for (const name of Object.keys(fields)) for (const value of [null, {}, [[]], -1, 'x'.repeat(50_001), Array.from({ length: 300 }, () => 'a'), '\0', '__proto__']) {
      const { status, body } = await desk({ path, said: { [name]: value } as Record<string, unknown>, changes: changes === true }, () => {})
      expect(status, `${path} ${name} ${JSON.stringify(value).slice(0, 40)} ${body.slice(0, 200)}`).toBeLessThan(500)
    }
  })
})
