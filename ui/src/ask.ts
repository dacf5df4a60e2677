// Asks the server. Every answer is JSON or text; progress comes before it, line by line.
import { effect, signal } from '@preact/signals'
import { dropToken, token } from './token.ts'

/** Questions that are under way. */
const underWay = signal(0)

// Shown by the pointer, everywhere, without drawing anything anew.
effect(() => { document.documentElement.toggleAttribute('data-asking', underWay.value > 0) })

/** The server said what is wrong and what to do next. */
export class Told extends Error {
  override readonly name = 'Told'

  constructor(message: string, readonly status: number) {
    super(message)
  }
}

/** How a question is asked. */
export interface Asking {
  readonly signal?: AbortSignal
  /** Files read so far. */
  readonly progress?: (files: number) => void
  /** Sent with POST: something is changed by it. */
  readonly body?: Readonly<Record<string, unknown>>
}

/** An address that is longer than this is sent as JSON: servers do not take long ones. */
const MOST_QUERY = 6000

/** The answer to a question: `ask<PlanView>('/plan.json', query)`. */
export async function ask<T>(page: string, query: URLSearchParams = new URLSearchParams(), asking: Asking = {}): Promise<T> {
  return JSON.parse(await askText(page, query, asking)) as T
}

/** The same as it came. */
export async function askText(page: string, query: URLSearchParams = new URLSearchParams(), asking: Asking = {}): Promise<string> {
  underWay.value = underWay.peek() + 1
  try {
    return await answerTo(page, query, asking)
  } finally {
    underWay.value = underWay.peek() - 1
  }
}

async function answerTo(page: string, query: URLSearchParams, { signal, progress, body }: Asking): Promise<string> {
  const long = query.toString().length > MOST_QUERY
  const sent = body ?? (long ? objectOf(query) : undefined)
  const answer = await fetch(sent === undefined || !long ? withQuery(page, query) : page, {
    headers: { Authorization: `Bearer ${token.value ?? ''}`, Accept: 'application/x-ndjson', ...(sent === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(sent === undefined ? {} : { method: 'POST', body: JSON.stringify(sent) }), ...(signal === undefined ? {} : { signal }), cache: 'no-store', redirect: 'error',
  }).catch((error: unknown) => { throw signal?.aborted === true ? error : new Told('the studio does not answer: start "fovea ui" again', 0) })
  if (answer.headers.get('Content-Type')?.startsWith('application/x-ndjson') !== true) throw refused(answer.status, await answer.text())
  const { status, text } = await heard(answer, progress)
  if (status !== 200) throw refused(status, text)
  return text
}

const withQuery = (page: string, query: URLSearchParams): string => (query.size === 0 ? page : `${page}?${query}`)

/** A query as the body of a request. */
export const objectOf = (query: URLSearchParams): Record<string, unknown> => Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name).length > 1 ? query.getAll(name) : query.get(name)]))

/** Reads lines of progress until the one that begins the answer. */
async function heard(answer: Response, progress: ((files: number) => void) | undefined): Promise<{ status: number; text: string }> {
  const reader = (answer.body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new TextDecoderStream()).getReader()
  const parts: string[] = []
  let status = 0
  for (;;) {
    const { value, done } = await reader.read()
    if (value !== undefined) parts.push(value)
    while (status === 0 && (parts.at(-1) ?? '').includes('\n')) {
      const all = parts.splice(0).join('')
      const end = all.indexOf('\n')
      const line = JSON.parse(all.slice(0, end)) as { files?: number; status?: number }
      if (line.files !== undefined) progress?.(line.files)
      status = line.status ?? 0
      parts.push(all.slice(end + 1))
    }
    if (done) return { status, text: parts.join('') }
  }
}

function refused(status: number, text: string): Told {
  if (status === 401) dropToken()
  return new Told(messageIn(text) ?? `the studio answered ${status}`, status)
}

function messageIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { error?: string }).error
  } catch {
    return undefined
  }
}
