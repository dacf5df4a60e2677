// Who is at the door. A connection costs memory and a number that the system has few of, whatever comes over it, so there are only so many; who never says a whole
// request, rests too long or does not take its answer has to go; and when all are there, those who do nothing make room for whoever comes.
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
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
  /** How often is looked. */
  readonly look: number
}

/** A slow network is borne, somebody who is gone is not. */
export const MANNERS: Manners = { connections: 1024, requests: 64, head: 10_000, whole: 30_000, rest: 30_000, taken: 60_000, look: 5000 }

/** Beyond what is borne, connections are still taken, so that they hear why they are not; these many. */
const TOLD = 256

/** How long the system waits before it asks whether a silent peer is still there. */
const ALIVE_MS = 60_000

interface Guest {
  /** Requests that are not answered yet. */
  asked: number
  /** Was let in once: the others leave first. */
  known: boolean
  /** Came when nobody could leave. */
  readonly over: boolean
  /** Was told that it is not heard: whatever else it sent is not heard either. */
  told: boolean
  /** Since when something lies there that was not taken. */
  waits: number | undefined
}

/** The connections of a server. */
export class Crowd {
  private readonly guests = new Map<Socket, Guest>()
  /** Connections without a request under way, the one that has been so longest first. */
  private readonly idle = { strangers: new Set<Socket>(), known: new Set<Socket>() }
  readonly server: Server

  constructor(listener: RequestListener, private readonly manners: Manners = MANNERS) {
    const { connections, head, whole, rest, look } = manners
    this.server = createServer({ headersTimeout: head, requestTimeout: whole, keepAliveTimeout: rest, connectionsCheckingInterval: look, keepAlive: true, keepAliveInitialDelay: ALIVE_MS })
    this.server.maxConnections = connections + TOLD
    this.server.on('connection', (socket) => this.enter(socket))
    this.server.on('request', (request, response) => {
      if (this.begin(request.socket, response)) listener(request, response)
    })
    const clock = setInterval(() => this.look(performance.now()), look).unref()
    this.server.once('close', () => clearInterval(clock))
  }

  /** Why a connection is not heard, which ends it; undefined when it is. */
  refusalOf(socket: Socket): Refusal | undefined {
    const guest = this.guests.get(socket)
    if (guest === undefined || (!guest.over && guest.asked <= this.manners.requests)) return undefined
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
    this.guests.set(socket, { asked: 0, known: false, over, told: false, waits: undefined })
    this.idle.strangers.add(socket)
    socket.once('close', () => {
      this.guests.delete(socket)
      this.busy(socket)
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

  private begin(socket: Socket, response: ServerResponse): boolean {
    const guest = this.guests.get(socket)
    if (guest === undefined || guest.told) return false
    guest.asked += 1
    this.busy(socket)
    response.once('close', () => {
      guest.asked -= 1
      if (guest.asked === 0 && this.guests.has(socket)) (guest.known ? this.idle.known : this.idle.strangers).add(socket)
    })
    return true
  }

  private busy(socket: Socket): void {
    this.idle.strangers.delete(socket)
    this.idle.known.delete(socket)
  }

  /** Who has not taken an answer since too long has to go: the answer lies in our memory. */
  private look(now: number): void {
    for (const [socket, guest] of this.guests) {
      guest.waits = socket.writableLength === 0 ? undefined : (guest.waits ?? now)
      if (guest.waits !== undefined && now - guest.waits >= this.manners.taken) socket.destroy()
    }
  }
}
