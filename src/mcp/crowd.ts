// Who is at the door. A connection costs memory and a number that the system has few of, whatever comes over it, so there are only so many; who never says a whole
// request, rests too long or does not take its answer has to go; and when all are there, those who do nothing make room for whoever comes.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Refusal } from './door.ts'

/** What a server bears; times are milliseconds. */
export interface Manners {
  /** Connections at once. */
  readonly connections: number
  /** Requests of one connection that are not answered yet: they may be sent one behind the other. */
  readonly requests: number
  /** Until the head of a request is there. */
  readonly head: number
  /** Until all of it is there. */
  readonly whole: number
  /** Between two requests. */
  readonly rest: number
  /** Until an answer is taken. */
  readonly taken: number
  /** Bytes of answers that were not taken yet, of all connections. */
  readonly untaken: number
  /** How often is looked. */
  readonly look: number
}

/** A slow network is borne, somebody who is gone is not. */
export const MANNERS: Manners = { connections: 1024, requests: 64, head: 10_000, whole: 30_000, rest: 30_000, taken: 60_000, untaken: 64 << 20, look: 5000 }

/** Beyond what is borne, connections are still taken, so that they hear why they are not; these many. */
const TOLD = 256

/** How long the system waits before it asks whether a silent peer is still there. */
const ALIVE_MS = 60_000

/** What is no HTTP is refused, and may go on for so long before its connection is closed. */
const FAREWELL_MS = 2000

interface Guest {
  /** Requests that are not answered yet, each with what ends it. */
  readonly asked: Map<ServerResponse, () => void>
  /** Was let in once: the others leave first. */
  known: boolean
  /** Came when nobody could leave. */
  readonly over: boolean
  /** Was told that it is not heard: whatever else it sent is not heard either. */
  told: boolean
  /** Since when something lies there that was not taken. */
  waits: number | undefined
}

/** Answers a request; `over` says when it was answered, or cannot be any more. */
export type Listener = (request: IncomingMessage, response: ServerResponse, over: AbortSignal) => void

/** The connections of a server. */
export class Crowd {
  private readonly guests = new Map<Socket, Guest>()
  /** Connections without a request under way, the one that has been so longest first. */
  private readonly idle = { strangers: new Set<Socket>(), known: new Set<Socket>() }
  readonly server: Server
  private readonly stopped: Promise<void>

  /** `headers` stand on answers that no listener gives, too: what is no HTTP is refused here. */
  constructor(listener: Listener, private readonly manners: Manners = MANNERS, headers: Readonly<Record<string, string>> = {}) {
    const { connections, head, whole, rest, look } = manners
    this.server = createServer({ headersTimeout: head, requestTimeout: whole, keepAliveTimeout: rest, connectionsCheckingInterval: look, keepAlive: true, keepAliveInitialDelay: ALIVE_MS })
    this.server.maxConnections = connections + TOLD
    this.server.on('connection', (socket) => this.enter(socket))
    this.server.on('request', (request, response) => {
      const over = this.begin(request.socket, response)
      if (over !== undefined) listener(request, response, over)
    })
    const refused = new WeakSet<Socket>()
    this.server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
      // What still comes in is let past: a connection that is closed while something does takes the answer with it.
      if (refused.has(socket)) return
      // Behind an answer that has begun another one would be read as a part of it.
      const begun = [...(this.guests.get(socket)?.asked.keys() ?? [])].some(({ headersSent }) => headersSent)
      if (!socket.writable || begun) return void socket.destroy()
      refused.add(socket)
      socket.end(refusalFor(error.code ?? '', headers))
      setTimeout(() => socket.destroy(), FAREWELL_MS).unref()
    })
    const clock = setInterval(() => this.look(performance.now()), look).unref()
    this.stopped = new Promise((done) => {
      this.server.once('close', () => {
        clearInterval(clock)
        done()
      })
    })
  }

  /** Lets nobody in any more and ends every connection; done when all are gone. */
  async end(): Promise<void> {
    this.server.close()
    this.server.closeAllConnections()
    await this.stopped
  }

  /** Why a connection is not heard, which ends it; undefined when it is. */
  refusalOf(socket: Socket): Refusal | undefined {
    const guest = this.guests.get(socket)
    if (guest === undefined || (!guest.over && guest.asked.size <= this.manners.requests)) return undefined
    guest.told = true
    const { connections, requests } = this.manners
    return guest.over ? { status: 503, message: `this server has ${connections} connections, and all of them are in use: try again in a few seconds`, headers: { 'Retry-After': '3', Connection: 'close' } }
      : { status: 429, message: `this connection has ${requests} requests that are not answered yet, and no more are taken: wait for the answers`, headers: { 'Retry-After': '1', Connection: 'close' } }
  }

  /** Somebody who has the token. */
  letIn(socket: Socket): void {
    const guest = this.guests.get(socket)
    if (guest !== undefined) guest.known = true
  }

  private enter(socket: Socket): void {
    const over = this.guests.size >= this.manners.connections && !this.makeRoom()
    const guest: Guest = { asked: new Map(), known: false, over, told: false, waits: undefined }
    this.guests.set(socket, guest)
    this.idle.strangers.add(socket)
    socket.once('close', () => {
      this.guests.delete(socket)
      this.busy(socket)
      // An answer that waits behind another one does not hear that the connection is closed.
      for (const end of guest.asked.values()) end()
    })
  }

  /** Whoever has done nothing for longest leaves, strangers first. */
  private makeRoom(): boolean {
    const [socket] = this.idle.strangers.size > 0 ? this.idle.strangers : this.idle.known
    if (socket === undefined) return false
    this.guests.delete(socket)
    this.busy(socket)
    socket.destroy()
    return true
  }

  private begin(socket: Socket, response: ServerResponse): AbortSignal | undefined {
    const guest = this.guests.get(socket)
    if (guest === undefined || guest.told) return undefined
    const over = new AbortController()
    const end = (): void => {
      guest.asked.delete(response)
      over.abort(new Error('the client closed the connection'))
      if (guest.asked.size === 0 && this.guests.has(socket)) (guest.known ? this.idle.known : this.idle.strangers).add(socket)
    }
    guest.asked.set(response, end)
    this.busy(socket)
    response.once('close', end)
    return over.signal
  }

  private busy(socket: Socket): void {
    this.idle.strangers.delete(socket)
    this.idle.known.delete(socket)
  }

  /** Who has not taken an answer since too long has to go, because it lies in our memory; and when too much lies there, those with most of it. */
  private look(now: number): void {
    for (const [socket, guest] of this.guests) {
      guest.waits = socket.writableLength === 0 ? undefined : (guest.waits ?? now)
      if (guest.waits !== undefined && now - guest.waits >= this.manners.taken) socket.destroy()
    }
    const untaken = [...this.guests].map(([socket, guest]) => ({ socket, bytes: untakenBy(socket, guest) })).sort((a, b) => a.bytes - b.bytes)
    let all = untaken.reduce((sum, { bytes }) => sum + bytes, 0)
    for (let most = untaken.pop(); most !== undefined && all > this.manners.untaken; most = untaken.pop()) {
      all -= most.bytes
      most.socket.destroy()
    }
  }
}

/** Answers wait for those before them, each by itself; only the first of them has the connection. */
const untakenBy = (socket: Socket, { asked }: Guest): number => socket.writableLength + [...asked.keys()].reduce((sum, response) => sum + (response.socket === null ? response.writableLength : 0), 0)

/** What is wrong with bytes that are no request, by the code of the parser. */
const FAULTS: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'the head of this request is too long'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Payload Too Large', 'the chunks of this request say too much'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'this request did not come to an end'],
}

/** A whole answer to what is no HTTP, or stopped to be. */
function refusalFor(code: string, headers: Readonly<Record<string, string>>): string {
  const [status, message] = Object.hasOwn(FAULTS, code) ? FAULTS[code] as readonly [string, string] : ['400 Bad Request', 'this is not a request of HTTP']
  const body = JSON.stringify({ error: message })
  const lines = Object.entries({ ...headers, 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': String(body.length), Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`
}
