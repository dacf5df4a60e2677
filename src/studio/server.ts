// The studio's server. It answers this machine only, pages of its own only, and questions only to whoever has the token. Nothing is kept in cookies, so nothing is
// sent along by itself, and other programs on this machine that serve pages learn nothing.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { MOST_NESTED, nestsTooDeep } from '../core/json.ts'
import { Crowd, MANNERS, type Manners } from '../mcp/crowd.ts'
import { addressOf, isToken, listen, type Refusal, textOf } from '../mcp/door.ts'
import { Load, MOST, type Most } from '../mcp/load.ts'
import type { Thread } from '../mcp/thread.ts'
import type { Ask, Reply } from './contract.ts'
import type { Served } from './files.ts'

/** How a studio listens. */
export interface Hosting {
  readonly thread: Pick<Thread<Ask, Reply>, 'ask'>
  readonly files: ReadonlyMap<string, Served>
  readonly token: string
  /** 0 for any that is free. */
  readonly port: number
  /** What it bears, where that is not the usual. */
  readonly manners?: Manners
  readonly most?: Most
}

/** A studio that listens. */
export interface Listening {
  /** `http://127.0.0.1:7000`. */
  readonly origin: string
  /** Lets nobody in any more, and waits for the questions that are under way, but not for longer than some milliseconds. */
  drain(patience: number): Promise<void>
  close(): Promise<void>
}

const HOST = '127.0.0.1'

/** Longest request: a task is text. */
const MOST_BYTES = 1 << 20

/** On every answer. Nothing is loaded from elsewhere, nothing runs that the build did not put there, and no other page may show this one. */
const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer', 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Resource-Policy': 'same-origin', 'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
}

/** Listens until it is closed. */
export async function overLoopback(hosting: Hosting): Promise<Listening> {
  const { manners = MANNERS, most = MOST } = hosting
  const load = new Load(most)
  const crowd = new Crowd((request, response, over) => {
    void respond(request, response, over).catch(() => send(response, refused({ status: 500, message: 'this request failed' })))
  }, manners, HEADERS)
  const port = await listen(crowd.server, { host: HOST, port: hosting.port })
  const origins = [HOST, 'localhost'].map((host) => addressOf(host, port))
  const respond = async (request: IncomingMessage, response: ServerResponse, over: AbortSignal): Promise<void> => {
    const wrong = strangerOf(request, origins) ?? crowd.refusalOf(request.socket)
    if (wrong !== undefined) return send(response, refused(wrong))
    const path = pathOf(request)
    const file = hosting.files.get(path) ?? (/\.\w+$/.test(path) ? undefined : hosting.files.get('/index.html'))
    if (file !== undefined && isReading(request)) return sendFile(request, response, file)
    if (!isToken(request.headers.authorization, hosting.token)) return send(response, refused({ status: 401, message: 'open the address that fovea ui printed: it carries the token', headers: { 'WWW-Authenticate': 'Bearer' } }))
    crowd.letIn(request.socket)
    return converse(request, response, { thread: hosting.thread, load, over })
  }
  const drain = async (patience: number): Promise<void> => {
    crowd.server.close()
    await load.close(patience)
  }
  return { origin: origins[0] as string, drain, close: () => crowd.end() }
}

const isReading = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD'

/** Not decoded: no address of ours needs that. */
const pathOf = ({ url = '/' }: IncomingMessage): string => (url.split(/[?#]/, 1)[0] === '/' ? '/index.html' : (url.split(/[?#]/, 1)[0] ?? '/'))

/** Whoever comes by another name, or from another page. */
function strangerOf({ headers, method = '' }: IncomingMessage, origins: readonly string[]): Refusal | undefined {
  // A name that leads here from outside is how a web page reaches a server that only listens here.
  if (!origins.includes(`http://${headers.host ?? ''}`)) return { status: 403, message: 'this server does not answer to that host name' }
  if (headers.origin !== undefined && !origins.includes(headers.origin)) return { status: 403, message: 'this server does not answer to other web pages' }
  if (!['GET', 'HEAD', 'POST'].includes(method)) return { status: 405, message: 'use GET or POST', headers: { Allow: 'GET, HEAD, POST' } }
  return undefined
}

/** Answers a question: as JSON, or line by line with its progress for whoever accepts that. */
async function converse(request: IncomingMessage, response: ServerResponse, { thread, load, over }: Pick<Hosting, 'thread'> & { load: Load; over: AbortSignal }): Promise<void> {
  const ask = await askOf(request, over, load)
  if ('status' in ask) return send(response, refused(ask))
  const client = `${request.socket.remotePort ?? 0}`
  const full = load.takeUntil(over, { client, house: client })
  if (full !== undefined) return send(response, refused(full))
  if (over.aborted) return
  const lines = request.headers.accept === 'application/x-ndjson'
  if (lines) response.writeHead(200, { ...HEADERS, 'Content-Type': 'application/x-ndjson; charset=utf-8', 'Cache-Control': 'no-store' })
  const line = (value: unknown): void => void response.write(`${JSON.stringify(value)}\n`)
  try {
    const reply = await thread.ask(ask, { client, signal: over, progress: (files) => { if (lines) line({ files }) } })
    if (!lines) return send(response, reply)
    line({ status: reply.status, type: reply.type, length: reply.body.length })
    response.end(reply.body)
  } catch (error) {
    if (over.aborted) return
    throw error
  }
}

/** What was said: in the address, or as an object of JSON. */
async function askOf(request: IncomingMessage, over: AbortSignal, load: Load): Promise<Ask | Refusal> {
  const path = pathOf(request)
  if (isReading(request)) return { path, said: saidIn(new URLSearchParams((request.url ?? '').split('#', 1)[0]?.split('?').slice(1).join('?'))), changes: false }
  const body = await textOf(request, over, { most: MOST_BYTES, load })
  if (typeof body === 'object') return body
  if (nestsTooDeep(body)) return { status: 400, message: `a request nests at most ${MOST_NESTED} levels deep` }
  const said = objectIn(body)
  return said === undefined ? { status: 400, message: 'send an object of JSON' } : { path, said, changes: true }
}

/** A name that is said several times is a list. */
function saidIn(query: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name).length > 1 ? query.getAll(name) : query.get(name)]))
}

function objectIn(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body === '' ? '{}' : body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Record<string, unknown> : undefined
  } catch {
    return undefined
  }
}

const refused = ({ status, message, headers }: Refusal): Reply & { headers?: Refusal['headers'] } => ({ status, type: 'application/json', body: JSON.stringify({ error: message }), ...(headers === undefined ? {} : { headers }) })

function send(response: ServerResponse, { status, type, body, headers = {} }: Reply & { headers?: Refusal['headers'] }): void {
  if (response.headersSent) return void response.end()
  response.writeHead(status, { ...HEADERS, 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store', ...headers })
  response.end(response.req.method === 'HEAD' ? undefined : body)
}

function sendFile({ method }: IncomingMessage, response: ServerResponse, { type, body, forever }: Served): void {
  response.writeHead(200, { ...HEADERS, 'Content-Type': type, 'Content-Length': body.length, 'Cache-Control': forever ? 'public, max-age=31536000, immutable' : 'no-cache' })
  response.end(method === 'HEAD' ? undefined : body)
}
