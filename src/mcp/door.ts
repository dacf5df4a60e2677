// What every server of ours does at its door: it listens on one address, knows its token, and reads no more than it allows.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'

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

/** The body; undefined when it is too long: the rest is let past, so that the sender hears why. */
export function textOf(request: IncomingMessage, most: number): Promise<string | undefined> {
  return new Promise((done, fail) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > most) return done(undefined)
      chunks.push(chunk)
    })
    request.once('end', () => done(Buffer.concat(chunks).toString('utf8'))).once('error', fail)
  })
}
