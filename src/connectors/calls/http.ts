// One HTTP request that only its own host can answer: bounded in time and bytes, and no message repeats a header or a parameter, since these can hold secrets.
import { SourceDown } from '../../catalog/ports.ts'
import type { Stop } from '../../core/ports.ts'
import { shownAddress } from '../../drivers/address.ts'

const MOST_REDIRECTS = 5

/** What is asked. */
export interface Ask {
  readonly url: URL
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Where an answer ends. */
export interface Bounds {
  readonly bytes: number
  readonly milliseconds: number
  readonly signal?: Stop | undefined
}

/** The text of a good answer. Throws a SourceDown for every other. */
export async function received(ask: Ask, bounds: Bounds): Promise<string> {
  const shown = `${ask.method} ${shownAddress(ask.url.href)}`
  const signal = signalOf(bounds)
  try {
    const response = await answered(ask, signal)
    if (!response.ok) throw new SourceDown(`${shown} answered ${response.status}${hintOf(response)}`)
    return await textOf(response, bounds.bytes, shown)
  } catch (error) {
    if (error instanceof SourceDown) throw error
    throw new SourceDown(signal.aborted ? `${shown} did not answer within ${wholeMs(bounds.milliseconds)} ms` : `${shown} cannot be reached: ${networkCause(error)}`)
  }
}

/** A time limit as timers take it: whole, and not beyond what they can hold. */
export const wholeMs = (milliseconds: number): number => Math.max(1, Math.min(Math.ceil(milliseconds), 2 ** 31 - 1))

function signalOf({ milliseconds, signal }: Bounds): AbortSignal {
  const timeout = AbortSignal.timeout(wholeMs(milliseconds))
  return signal instanceof AbortSignal ? AbortSignal.any([timeout, signal]) : timeout
}

/** Follows redirects as long as they stay at the host that was asked: a secret must not travel on. */
async function answered(ask: Ask, signal: AbortSignal): Promise<Response> {
  let { url, method, body } = ask
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    const response = await fetch(url, { method, headers: { ...ask.headers }, redirect: 'manual', signal, ...(body === undefined ? {} : { body }) })
    const to = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    if (to === null) return response
    await response.body?.cancel()
    const next = URL.canParse(to, url.href) ? new URL(to, url.href) : undefined
    if (next === undefined || next.origin !== url.origin) throw new SourceDown(`${ask.method} ${shownAddress(ask.url.href)} redirects to another host, which is not followed`)
    if (response.status !== 307 && response.status !== 308 && method !== 'HEAD') [method, body] = ['GET', undefined]
    url = next
  }
  throw new SourceDown(`${ask.method} ${shownAddress(ask.url.href)} redirects more than ${MOST_REDIRECTS} times`)
}

function hintOf({ status, headers }: Response): string {
  if (status === 401 || status === 403) return ': the secret of the source is missing or is not accepted'
  const wait = Number(headers.get('retry-after'))
  return status === 429 ? `: too many requests${wait > 0 ? `, try again in ${wait} s` : ''}` : ''
}

async function textOf(response: Response, most: number, shown: string): Promise<string> {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > most) throw new SourceDown(`${shown} answered more than ${most} bytes: ask for less, or raise the limit`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** Node says the cause in a code two levels down. */
function networkCause(error: unknown): string {
  const cause = (error as { cause?: { code?: unknown } }).cause
  const code = typeof cause?.code === 'string' ? cause.code : undefined
  return code === 'ECONNREFUSED' ? 'nothing listens there' : code === 'ENOTFOUND' ? 'there is no such host' : code ?? 'the connection failed'
}
