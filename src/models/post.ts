import { setTimeout as pause } from 'node:timers/promises'

/** A model that could not be asked, or answered with something else. The message never holds a key. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
}

/** One question to a server. */
export interface Question {
  readonly address: URL
  readonly key?: string | undefined
  readonly body: unknown
  readonly signal?: AbortSignal | undefined
}

/** How long to wait, in milliseconds, and how often to try. */
const PATIENCE = 30_000
const ATTEMPTS = 3
const FIRST_PAUSE = 250
const LONGEST_PAUSE = 10_000
/** Larger answers are not what was asked for. */
const MOST_BYTES = 1 << 26

/** Asks with JSON and gives back JSON. A server that is busy or stumbles is asked again, a little later each time. */
export async function post(question: Question): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    const answer = await guarded(question, () => send(question))
    if (answer.status === 200) return parsed(question, answer.text)
    if (!mayPass(answer.status) || attempt === ATTEMPTS) throw failure(question, `answered ${answer.status}${said(answer.text)}`)
    await guarded(question, () => pause(Math.min(LONGEST_PAUSE, answer.wait ?? FIRST_PAUSE * 2 ** attempt), undefined, question.signal === undefined ? {} : { signal: question.signal }))
  }
}

interface Answer {
  readonly status: number
  readonly text: string
  /** Milliseconds that the server asks for. */
  readonly wait?: number
}

const mayPass = (status: number): boolean => status === 429 || status >= 500

/** Sends within the time that a server has. A timer of our own: Node 20 may forget a timeout that is only reachable through AbortSignal.any. */
async function send(question: Question): Promise<Answer> {
  const { signal } = question
  const limit = new AbortController()
  const stop = (): void => limit.abort(signal?.reason)
  if (signal?.aborted) stop()
  const timer = setTimeout(() => limit.abort(new DOMException('the time is over', 'TimeoutError')), PATIENCE)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    return await exchange(question, limit.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

async function exchange({ address, key, body }: Question, signal: AbortSignal): Promise<Answer> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
    // Another address was not agreed upon: neither code nor key follows there.
    redirect: 'error',
    signal,
  })
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return { status: response.status, text: await textOf(response), ...(Number.isFinite(seconds) ? { wait: Math.max(0, seconds) * 1000 } : {}) }
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > MOST_BYTES) throw new ModelError('the answer is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Runs a step and turns what went wrong into words. */
async function guarded<T>(question: Question, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    throw failure(question, error instanceof ModelError ? error.message : causeOf(error, question.signal))
  }
}

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there', ENOTFOUND: 'there is no such host', EAI_AGAIN: 'its name could not be looked up', ECONNRESET: 'it hung up', UND_ERR_SOCKET: 'it hung up',
}

/** Why a server could not be asked, in words. */
export function causeOf(error: unknown, signal: AbortSignal | undefined): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string; message?: string } }
  if (signal?.aborted === true) return (signal.reason as { name?: string } | undefined)?.name === 'TimeoutError' ? 'the time for it was over' : 'was stopped'
  if (name === 'TimeoutError') return `gave no answer within ${PATIENCE / 1000} s`
  return CAUSES[cause?.code ?? ''] ?? (cause?.message === 'unexpected redirect' ? 'leads to another address, which is not followed' : `the system said ${cause?.code ?? name ?? 'nothing'}`)
}

function parsed(question: Question, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw failure(question, 'answered with something that is not JSON')
  }
}

/** The host and what happened; a server may repeat the key in its answer, we do not. */
export function failure({ address, key }: Pick<Question, 'address' | 'key'>, what: string): ModelError {
  const message = `${address.host}: ${what}`
  return new ModelError(key === undefined ? message : message.replaceAll(key, '…'))
}

/** The words of an error answer, in brackets; nothing when there are none. */
export function said(text: string): string {
  const word = /"(?:message|error|detail)"\s*:\s*"((?:[^"\\]|\\.){1,300})"/.exec(text)?.[1]
  return word === undefined ? '' : ` (${word.replaceAll(/\\[nrt]|\s+/g, ' ').replaceAll(/\\(.)/g, '$1').slice(0, 200)})`
}
