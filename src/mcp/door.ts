// What every server of ours does at its door: it listens on one address, knows its token, and reads no more than it allows.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import { type Load, TOO_HEAVY } from './load.ts'

/** Where to listen: port 0 is any that is free. Gives the port. */
export function listen(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(port, host, () => done((server.address() as { port: number }).port))
  })
}

/** `http://127.0.0.1:7000`. */
export const addressOf = (host: string, port: number): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** Why a request is not answered. */
export interface Refusal {
  readonly status: number
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Digests have one length and comparing them takes one time, whatever was sent. The scheme is written in capitals or not. */
export function isToken(sent: string | undefined, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest((sent ?? '').replace(/^bearer +/i, 'Bearer ')), digest(`Bearer ${token}`))
}

/** The body, or why it is not read: it is too long, or all bodies together are. One that is too long is let past to its end first: a connection that is closed while something comes in takes the answer with it. What it holds is free again when it was answered. */
export function textOf(request: IncomingMessage, over: AbortSignal, { most, load }: { most: number; load: Load }): Promise<string | Refusal> {
  return new Promise((done, fail) => {
    const chunks: Buffer[] = []
    let held = 0
    let long = false
    over.addEventListener('abort', () => load.free(held), { once: true })
    request.on('data', (chunk: Buffer) => {
      long ||= held + chunk.length > most
      const heavy = !long && !over.aborted && !load.hold(chunk.length)
      if (heavy) done(TOO_HEAVY)
      if (heavy || long) return void (chunks.length = 0)
      held += chunk.length
      chunks.push(chunk)
    })
    request.once('end', () => done(long ? tooLong(most) : Buffer.concat(chunks).toString('utf8'))).once('error', fail)
  })
}

const tooLong = (most: number): Refusal => ({ status: 413, message: `a request has at most ${most} bytes`, headers: { Connection: 'close' } })
