// The server over streamable HTTP. Everything that could come from a web page or another machine is refused before anything is read: another host name, another
// origin, another path, no token, a body that is too long. There are no CORS headers: a browser has no business here.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node'
import { type AuthInfo, classifyInboundRequest, createMcpHandler, isInitializeRequest, localhostAllowedHostnames, type McpHttpHandler, type Server, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server'
import { isRecord } from '../core/json.ts'
import { isEvery } from './address.ts'
import { Crowd, MANNERS, type Manners } from './crowd.ts'
import { addressOf, isToken, listen, type Refusal, textOf } from './door.ts'
import { type Caller, Load, MOST, type Most } from './load.ts'
import { idIn, jsonIn } from './sieve.ts'

/** How a server listens. */
export interface Hosting {
  /** Makes a server for one request, or for one client of the 2025 era. */
  factory(): Server
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
  /** What clients must send; undefined lets everybody on this machine in. */
  readonly token: string | undefined
  /** What it bears, where that is not the usual. */
  readonly manners?: Manners
  readonly most?: Most
}

/** A server that listens. */
export interface Listening {
  readonly url: string
  readonly handler: McpHttpHandler
  /** Lets nobody in any more, and waits for the calls that are under way, but not for longer than some milliseconds. */
  drain(patience: number): Promise<void>
  close(): Promise<void>
}

/** Longest request: arguments are words and paths. */
const MOST_BYTES = 1 << 20

/** Where the protocol is spoken. */
const PATH = '/mcp'

/** Streams that wait for news, of which there are none: a client may open one, and each keeps a connection. */
const MOST_STREAMS = 256

/** Listens until it is closed. */
export async function overHttp(hosting: Hosting): Promise<Listening> {
  const { factory, manners = MANNERS, most = MOST } = hosting
  const handler = createMcpHandler(() => factory(), { legacy: 'reject', maxRequestBodySize: MOST_BYTES, maxSubscriptions: MOST_STREAMS })
  const modern = toNodeHandler(handler, { maxRequestBodySize: MOST_BYTES })
  const sessions = new Sessions(factory)
  const load = new Load(most)
  const crowd = new Crowd((request, response, over) => {
    void answer(request, response, over).catch(() => refuse(response, { status: 500, message: 'this request failed' }))
  }, manners)
  const answer = async (request: IncomingMessage, response: ServerResponse, over: AbortSignal): Promise<void> => {
    const wrong = refusalOf(request, hosting) ?? crowd.refusalOf(request.socket)
    if (wrong !== undefined) return refuse(response, wrong)
    crowd.letIn(request.socket)
    const text = request.method === 'POST' ? await textOf(request, over, { most: MOST_BYTES, load }) : undefined
    if (typeof text === 'object') return refuse(response, text)
    const read = text === undefined ? { value: undefined } : jsonIn(text, 'a body')
    if ('said' in read) return sendJson(response, { status: 400 }, read.answer)
    const body = read.value
    const caller = callerOf(request, body)
    const full = load.takeUntil(over, caller, callsIn(body))
    if (full !== undefined) return refuse(response, full, idIn(body))
    if (over.aborted) return
    identify(request, caller, over)
    if (isModern(request, body)) return modern(request as Parameters<typeof modern>[0], response as unknown as Parameters<typeof modern>[1], body)
    return sessions.answer(request, response, body)
  }
  const port = await listen(crowd.server, hosting)
  // Nobody is reached under the address that stands for all; on this machine there is always this one.
  const host = isEvery(hosting.host) ? '127.0.0.1' : hosting.host
  const drain = async (patience: number): Promise<void> => {
    crowd.server.close()
    await load.close(patience)
  }
  const close = async (): Promise<void> => {
    // What was refused just now should be heard.
    await drain(FAREWELL_MS)
    await Promise.all([sessions.close(), handler.close()])
    await crowd.end()
  }
  return { url: `${addressOf(host, port)}${PATH}`, handler, drain, close }
}

const FAREWELL_MS = 250

/** Why a request is not answered; undefined when it is. */
function refusalOf({ headers, method = '', url = '', socket }: IncomingMessage, { host, token }: Hosting): Refusal | undefined {
  const names = [...new Set([...localhostAllowedHostnames(), ...(isEvery(host) ? [] : [nameOf(host)])])]
  const reached = [...new Set([...names, nameOf(socket.localAddress ?? '')])]
  // A name that leads here from outside is how a web page reaches a server that only listens here. A number leads nowhere else.
  if (!validateHostHeader(headers.host, reached).ok) return { status: 403, message: `this server does not answer to that host name; it answers to ${reached.join(', ')}` }
  if (!validateOriginHeader(headers.origin, names).ok) return { status: 403, message: 'this server does not answer to web pages' }
  if (url.split('?', 1)[0] !== PATH) return { status: 404, message: `the protocol is spoken at ${PATH}` }
  if (!METHODS.includes(method)) return { status: 405, message: `use ${METHODS.join(', ')}`, headers: { Allow: METHODS.join(', ') } }
  if (token !== undefined && !isToken(headers.authorization, token)) return { status: 401, message: 'send "Authorization: Bearer" and the token that fovea serve printed', headers: { 'WWW-Authenticate': 'Bearer' } }
  return undefined
}

/** What the protocol uses: to ask, to wait for news, to end a session. */
const METHODS: readonly string[] = ['GET', 'POST', 'DELETE']

/** An address as it stands in a header: one of the old kind may come as one of the new, which stand in brackets. */
function nameOf(address: string): string {
  const plain = address.toLowerCase().replace(/^::ffff:(?=[\d.]+$)/, '')
  return plain.includes(':') ? `[${plain}]` : plain
}

/** Refuses in words of the protocol, beside the status. */
function refuse(response: ServerResponse, { status, message, headers = {} }: Refusal, id: string | number | null = null): void {
  sendJson(response, { status, headers }, { jsonrpc: '2.0', error: { code: status === 404 ? -32_601 : -32_000, message }, id })
}

function sendJson(response: ServerResponse, { status, headers = {} }: Omit<Refusal, 'message'>, body: unknown): void {
  if (response.headersSent) return void response.end()
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

/** What is work for the other thread; everything else is answered at once, also when the server is full. */
const WORK = new Set(['tools/call', 'resources/read', 'prompts/get', 'completion/complete', 'context/feedback'])

/** How many calls a body holds: clients of the 2025 era may send several. */
const callsIn = (body: unknown): number => (Array.isArray(body) ? body : [body]).filter((message) => isRecord(message) && WORK.has(String(message['method']))).length

/** In the era of sessions a session; in the one without, a connection of a program that says its name. */
function callerOf({ headers, socket: { remoteAddress = '', remotePort = 0 } }: IncomingMessage, body: unknown): Caller {
  const session = headerOf(headers['mcp-session-id'])
  if (session !== undefined) return { client: session, house: session }
  const params = isRecord(body) && isRecord(body['params']) ? body['params'] : {}
  const info = isRecord(params['_meta']) ? params['_meta']['io.modelcontextprotocol/clientInfo'] : undefined
  const name = isRecord(info) && typeof info['name'] === 'string' ? info['name'] : ''
  return { client: `${remoteAddress} ${remotePort}`, house: `${remoteAddress} ${name.slice(0, 80)}` }
}

/** Says who asks, on the way that the library has for it, and whether they are still there. */
function identify(request: IncomingMessage, { client }: Caller, gone: AbortSignal): void {
  const auth: AuthInfo = { token: '', clientId: client, scopes: [], extra: { gone } }
  Object.assign(request, { auth })
}

const headerOf = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)

function isModern({ method = '', headers }: IncomingMessage, body: unknown): boolean {
  const protocolVersionHeader = headerOf(headers['mcp-protocol-version'])
  const mcpMethodHeader = headerOf(headers['mcp-method'])
  const { kind } = classifyInboundRequest({ httpMethod: method, ...(protocolVersionHeader === undefined ? {} : { protocolVersionHeader }), ...(mcpMethodHeader === undefined ? {} : { mcpMethodHeader }), ...(body === undefined ? {} : { body }) })
  return kind !== 'legacy'
}

/** Clients of the 2025 era that may be connected at once; of those that ask nothing, the one that was quiet longest goes first. */
const MOST_SESSIONS = 256

interface Session {
  readonly transport: NodeStreamableHTTPServerTransport
  /** Requests that are not answered yet. */
  asked: number
}

/** Connections of the 2025 era: a client says who it is once, and then by a number. Nothing of the workspace is kept in them; they carry progress and wishes to stop. */
class Sessions {
  /** The one that was quiet longest first. */
  private readonly open = new Map<string, Session>()

  constructor(private readonly factory: () => Server) {}

  async answer(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const id = headerOf(request.headers['mcp-session-id'])
    if (id === undefined && request.method === 'POST' && isInitializeRequest(body)) return this.begin(request, response, body)
    const session = id === undefined ? undefined : this.open.get(id)
    if (id === undefined || session === undefined) return refuse(response, id === undefined ? { status: 400, message: 'begin with initialize' } : { status: 404, message: 'there is no such session: begin again with initialize' })
    this.open.delete(id)
    this.open.set(id, session)
    // The stream for news is no question: it stays open as long as the client likes.
    if (request.method === 'POST') {
      session.asked += 1
      response.once('close', () => { session.asked -= 1 })
    }
    return session.transport.handleRequest(request, response, body)
  }

  async close(): Promise<void> {
    await Promise.all([...this.open.values()].map(({ transport }) => transport.close()))
  }

  private async begin(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    if (!this.makeRoom()) return refuse(response, { status: 503, message: `this server has ${MOST_SESSIONS} sessions, and all of them are waiting for answers: try again in a few seconds`, headers: { 'Retry-After': '3' } }, idIn(body))
    const transport = new NodeStreamableHTTPServerTransport({ sessionIdGenerator: () => randomUUID(), onsessioninitialized: (id) => void this.open.set(id, { transport, asked: 0 }) })
    const server = this.factory()
    await server.connect(transport)
    const closed = transport.onclose
    // The transport has this one place for it, and the server took it first.
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    transport.onclose = () => {
      if (transport.sessionId !== undefined) this.open.delete(transport.sessionId)
      closed?.()
    }
    return transport.handleRequest(request, response, body)
  }

  private makeRoom(): boolean {
    if (this.open.size < MOST_SESSIONS) return true
    for (const [id, { transport, asked }] of this.open) {
      if (asked > 0) continue
      this.open.delete(id)
      void transport.close()
      return true
    }
    return false
  }
}
