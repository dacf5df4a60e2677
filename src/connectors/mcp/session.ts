// A conversation with one MCP server: started, used and ended within its time, whatever the server does. Adding the source was the user's consent to start its command.
import { delimiter } from 'node:path'
import type { Client, Transport } from '@modelcontextprotocol/client'
import { type OpenSource, SourceDown } from '../../catalog/ports.ts'
import type { Stop } from '../../core/ports.ts'
import { absolutePath } from '../../disk/program.ts'
import { shownAddress } from '../../drivers/address.ts'
import { mustBePrivate, withoutSecrets } from '../calls/credentials.ts'
import { wholeMs } from '../calls/http.ts'
import { nameOf } from '../schema/tree.ts'
import { commandOf } from './command.ts'

const MOST_BYTES = 32_000_000

/** When a conversation ends at the latest. */
export interface Until {
  readonly milliseconds: number
  readonly signal?: Stop | undefined
}

/** What is asked in a conversation; `signal` ends what is under way. */
export type Work<T> = (client: Client, signal: AbortSignal) => Promise<T>

/** Connects, works and closes. Everything that goes wrong is a SourceDown without secrets. */
export async function conversation<T>(source: OpenSource, until: Until, work: Work<T>): Promise<T> {
  const milliseconds = wholeMs(until.milliseconds)
  const timeout = AbortSignal.timeout(milliseconds)
  const signal = until.signal instanceof AbortSignal ? AbortSignal.any([timeout, until.signal]) : timeout
  try {
    const { client, transport } = await connected(source, signal, milliseconds)
    return await Promise.race([work(client, signal), ended(signal)]).finally(() => parted(client, transport, signal))
  } catch (error) {
    throw new SourceDown(faultOf(error, source, signal.aborted ? milliseconds : undefined))
  }
}

interface Line {
  readonly client: Client
  readonly transport: Transport
}

/** A server over HTTP is asked which era of the protocol it speaks. One that is started is greeted in the way that nearly all know, so that it is started once; only one that refuses is started again for the newer way. */
async function connected(source: OpenSource, signal: AbortSignal, timeout: number): Promise<Line> {
  const eras: readonly Era[] = isHttp(source) ? ['auto'] : ['legacy', 'auto']
  for (const era of eras) {
    const line = await lineTo(source, era)
    try {
      await Promise.race([line.client.connect(line.transport, { signal, timeout }), ended(signal)])
      return line
    } catch (error) {
      await parted(line.client, line.transport, signal)
      if (era === eras.at(-1) || signal.aborted || !refusedWithWords(error)) throw error
    }
  }
  throw new Error('it speaks no version of the protocol that is known here')
}

type Era = 'auto' | 'legacy'

/** A server that is not there, or leaves without a word, is not started twice. */
const refusedWithWords = (error: unknown): boolean => typeof (error as { code?: unknown }).code === 'number'

async function lineTo(source: OpenSource, mode: Era): Promise<Line> {
  const { Client } = await import('@modelcontextprotocol/client')
  return { client: new Client({ name: 'fovea', version: '1.0.0' }, { versionNegotiation: { mode } }), transport: isHttp(source) ? await overHttp(source) : await overStdio(source) }
}

const isHttp = ({ address }: OpenSource): boolean => /^https?:\/\//i.test(address)

const ended = (signal: AbortSignal): Promise<never> => new Promise((_, fail) => {
  if (signal.aborted) fail(new Error('ended'))
  signal.addEventListener('abort', () => fail(new Error('ended')), { once: true })
})

/** Hangs up. A child that did not answer in time is not asked to leave. */
async function parted(client: Client, transport: Transport, signal: AbortSignal): Promise<void> {
  if (signal.aborted) killed(transport)
  await client.close().catch(() => {})
  await transport.close().catch(() => {})
}

function killed(transport: Transport): void {
  const pid = (transport as { readonly pid?: number | null }).pid
  if (typeof pid !== 'number') return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has left by itself.
  }
}

async function overStdio(source: OpenSource): Promise<Transport> {
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio')
  // The library tries versions on a second process of its own class, which could outlive us: a class of ours has one process, whose id is known.
  class OneChild extends StdioClientTransport {}
  const { command, args } = commandOf(source.address)
  // The library adds HOME and the like; of the rest of our environment the child sees only the references that the source names. It is started in the folder of the source, so a relative place in the PATH
  // would let that folder supply the program.
  return new OneChild({ command, args: [...args], env: { PATH: absolutePath().join(delimiter), ...source.credentials }, cwd: source.root, stderr: 'ignore', maxBufferSize: MOST_BYTES })
}

async function overHttp({ address, credentials }: OpenSource): Promise<Transport> {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  const { token, ...more } = credentials
  const headers = { ...more, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
  mustBePrivate(new URL(address), { headers, query: [] })
  return new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers }, fetch: boundedFetch })
}

/** A fetch whose answers end at a size, and come from the host that was asked: headers that hold secrets would travel on. */
const boundedFetch = async (url: string | URL, init?: RequestInit): Promise<Response> => {
  const response = await stayed(new URL(url), init)
  if (response.body === null) return response
  let bytes = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > MOST_BYTES) controller.error(new Error(`it answered more than ${MOST_BYTES} bytes`))
      else controller.enqueue(chunk)
    },
  })
  return new Response(response.body.pipeThrough(counted), { status: response.status, statusText: response.statusText, headers: response.headers })
}

/** What a message calls the server. What a reference leads to is not shown: it may be anything. */
function nameFor(source: OpenSource): string {
  if (source.address !== source.location) return `the MCP server of ${source.location}`
  return isHttp(source) ? `the MCP server at ${shownAddress(source.address)}` : `the MCP server "${commandOf(source.address).command}"`
}

const MOST_REDIRECTS = 5

async function stayed(url: URL, init: RequestInit = {}): Promise<Response> {
  let at = url
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    const response = await fetch(at, { ...init, redirect: 'manual' })
    const to = [301, 302, 303, 307, 308].includes(response.status) ? response.headers.get('location') : null
    if (to === null) return response
    await response.body?.cancel()
    if (!URL.canParse(to, at.href) || new URL(to, at.href).origin !== url.origin) throw new SourceDown(`the MCP server at ${shownAddress(url.href)} redirects to another host, which is not followed`)
    at = new URL(to, at.href)
  }
  throw new SourceDown(`the MCP server at ${shownAddress(url.href)} redirects more than ${MOST_REDIRECTS} times`)
}

function faultOf(error: unknown, source: OpenSource, late: number | undefined): string {
  if (error instanceof SourceDown) return error.message
  const who = nameFor(source)
  if (late !== undefined) return `${who} did not answer within ${late} ms`
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (code === 'ENOENT') return `${who} cannot be started: there is no such program`
  return `${who} failed: ${withoutSecrets(nameOf(message, 200) ?? 'it gave no cause', source)}`
}
