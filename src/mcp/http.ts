// The server over streamable HTTP. Everything that could come from a web page or another machine is refused before anything is read: another host name, another
// origin, another path, no token, a body that is too long. There are no CORS headers: a browser has no business here.
import { randomUUID } from 'node:crypto'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node'
import { classifyInboundRequest, createMcpHandler, isInitializeRequest, localhostAllowedHostnames, type McpHttpHandler, type Server, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server'
import { addressOf, isToken, listen, type Refusal, textOf } from './door.ts'

/** How a server listens. */
export interface Hosting {
  /** Makes a server for one request, or for one client of the 2025 era. */
  factory(): Server
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
  /** What clients must send; undefined lets everybody on this machine in. */
  readonly token: string | undefined
}

/** A server that listens. */
export interface Listening {
  readonly url: string
  readonly handler: McpHttpHandler
  close(): Promise<void>
}

/** Longest request: arguments are words and paths. */
const MOST_BYTES = 1 << 20

/** Where the protocol is spoken. */
const PATH = '/mcp'

/** Listens until it is closed. */
export async function overHttp(hosting: Hosting): Promise<Listening> {
  const handler = createMcpHandler(() => hosting.factory(), { legacy: 'reject', maxRequestBodySize: MOST_BYTES })
  const modern = toNodeHandler(handler, { maxRequestBodySize: MOST_BYTES })
  const sessions = new Sessions(hosting.factory)
  const server = createHttpServer((request, response) => {
    void answer(request, response).catch(() => refuse(response, { status: 500, message: 'this request failed' }))
  })
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const wrong = refusalOf(request, hosting)
    if (wrong !== undefined) return refuse(response, wrong)
    const body = request.method === 'POST' ? await bodyOf(request) : undefined
    if (body === TOO_LONG) return refuse(response, { status: 413, message: `a request has at most ${MOST_BYTES} bytes`, headers: { Connection: 'close' } })
    if (isModern(request, body)) return modern(request as Parameters<typeof modern>[0], response as unknown as Parameters<typeof modern>[1], body)
    return sessions.answer(request, response, body)
  }
  const port = await listen(server, hosting)
  const close = async (): Promise<void> => {
    await Promise.all([sessions.close(), handler.close()])
    server.closeAllConnections()
    await new Promise((done) => { server.close(done) })
  }
  return { url: `${addressOf(hosting.host, port)}${PATH}`, handler, close }
}

/** Why a request is not answered; undefined when it is. */
function refusalOf({ headers, url = '' }: IncomingMessage, { host, token }: Hosting): Refusal | undefined {
  const names = [...new Set([...localhostAllowedHostnames(), host])]
  // A name that leads here from outside is how a web page reaches a server that only listens here.
  if (!validateHostHeader(headers.host, names).ok) return { status: 403, message: 'this server does not answer to that host name' }
  if (!validateOriginHeader(headers.origin, names).ok) return { status: 403, message: 'this server does not answer to web pages' }
  if (url.split('?', 1)[0] !== PATH) return { status: 404, message: `the protocol is spoken at ${PATH}` }
  if (token !== undefined && !isToken(headers.authorization, token)) return { status: 401, message: 'send "Authorization: Bearer" and the token that fovea serve printed', headers: { 'WWW-Authenticate': 'Bearer' } }
  return undefined
}

function refuse(response: ServerResponse, { status, message, headers = {} }: Refusal): void {
  if (response.headersSent) return void response.end()
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: status === 404 ? -32_601 : -32_000, message }, id: null }))
}

const TOO_LONG = Symbol('too long')

/** The body as JSON; what is no JSON stays text, and the protocol says what is wrong with it. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const text = await textOf(request, MOST_BYTES)
  if (text === undefined) return TOO_LONG
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const headerOf = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)

function isModern({ method = '', headers }: IncomingMessage, body: unknown): boolean {
  const protocolVersionHeader = headerOf(headers['mcp-protocol-version'])
  const mcpMethodHeader = headerOf(headers['mcp-method'])
  const { kind } = classifyInboundRequest({ httpMethod: method, ...(protocolVersionHeader === undefined ? {} : { protocolVersionHeader }), ...(mcpMethodHeader === undefined ? {} : { mcpMethodHeader }), ...(body === undefined ? {} : { body }) })
  return kind !== 'legacy'
}

/** Clients of the 2025 era that may be connected at once; the one that was quiet longest goes first. */
const MOST_SESSIONS = 64

/** Connections of the 2025 era: a client says who it is once, and then by a number. Nothing of the workspace is kept in them; they carry progress and wishes to stop. */
class Sessions {
  private readonly open = new Map<string, NodeStreamableHTTPServerTransport>()

  constructor(private readonly factory: () => Server) {}

  async answer(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const id = headerOf(request.headers['mcp-session-id'])
    if (id === undefined && request.method === 'POST' && isInitializeRequest(body)) return this.begin(request, response, body)
    const transport = id === undefined ? undefined : this.open.get(id)
    if (id === undefined || transport === undefined) return refuse(response, id === undefined ? { status: 400, message: 'begin with initialize' } : { status: 404, message: 'there is no such session: begin again with initialize' })
    this.open.delete(id)
    this.open.set(id, transport)
    return transport.handleRequest(request, response, body)
  }

  async close(): Promise<void> {
    await Promise.all([...this.open.values()].map((transport) => transport.close()))
  }

  private async begin(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const transport = new NodeStreamableHTTPServerTransport({ sessionIdGenerator: () => randomUUID(), onsessioninitialized: (id) => this.keep(id, transport) })
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

  private keep(id: string, transport: NodeStreamableHTTPServerTransport): void {
    this.open.set(id, transport)
    const [[oldest, quiet] = ['', undefined]] = this.open
    if (this.open.size <= MOST_SESSIONS || quiet === undefined) return
    this.open.delete(oldest)
    void quiet.close()
  }
}
