// What every server of ours does at its door: it listens on one address, knows its token, and reads no more than it allows.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import { MOST_NESTED, nestsTooDeep } from '../core/json.ts'
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

/** Digests have one length and comparing them takes one time, whatever was sent. */
export function isToken(sent: string | undefined, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(sent ?? ''), digest(`Bearer ${token}`))
}

/** The body, or why it is not read: it is too long, all bodies together are, or it nests deeper than anything that walks it could follow. The rest is let past, so that the sender hears why. What it holds is free again when it was answered. */
export function textOf(request: IncomingMessage, over: AbortSignal, { most, load }: { most: number; load: Load }): Promise<string | Refusal> {
  return new Promise((done, fail) => {
    const chunks: Buffer[] = []
    let held = 0
    over.addEventListener('abort', () => load.free(held), { once: true })
    request.on('data', (chunk: Buffer) => {
      const wrong = held + chunk.length > most ? tooLong(most) : over.aborted || load.hold(chunk.length) ? undefined : TOO_HEAVY
      if (wrong !== undefined) {
        chunks.length = 0
        return done(wrong)
      }
      held += chunk.length
      chunks.push(chunk)
    })
    request.once('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      done(nestsTooDeep(text) ? TOO_DEEP : text)
    }).once('error', fail)
  })
}

const tooLong = (most: number): Refusal => ({ status: 413, message: `a request has at most ${most} bytes`, headers: { Connection: 'close' } })

const TOO_DEEP: Refusal = { status: 400, message: `a request nests at most ${MOST_NESTED} levels deep` }
