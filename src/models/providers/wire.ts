// The way to a server. Libraries say what is sent; where it goes, how long it may be silent and how much it may say is decided here.
import { ModelError } from '../post.ts'

/** Larger answers are not what was asked for. */
const MOST_BYTES = 1 << 25

/** What holds for every request. */
export interface Wire {
  readonly address: URL
  /** Undefined: the headers of keys are left out. */
  readonly key: string | undefined
  /** Milliseconds without a byte after which the server is given up. */
  readonly patience: number
  /** Told why an answer was given up: libraries may hide the cause. */
  fault(why: ModelError): void
}

/** A fetch that asks the one address that was agreed upon: neither code nor key follows anywhere else. */
export const wired = ({ address, key, patience, fault }: Wire): typeof fetch => async (_, init = {}) => {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(new DOMException('silent', 'TimeoutError')), patience)
  // The connection keeps the program alive; when it is gone, nobody waits any more.
  timer.unref()
  const signal = AbortSignal.any([silence.signal, ...(init.signal ? [init.signal] : [])])
  try {
    const response = await fetch(address, { ...init, headers: keyed(init.headers, key), redirect: 'error', signal })
    if (response.body === null) clearTimeout(timer)
    return new Response(response.body?.pipeThrough(watched(timer, fault)) ?? null, { status: response.status, headers: response.headers })
  } catch (error) {
    clearTimeout(timer)
    throw error
  }
}

function keyed(given: RequestInit['headers'], key: string | undefined): Headers {
  const headers = new Headers(given)
  if (key === undefined) for (const name of ['authorization', 'x-api-key']) headers.delete(name)
  return headers
}

function tooLarge(fault: Wire['fault']): ModelError {
  const error = new ModelError(`the answer is too large: more than ${MOST_BYTES >> 20} MB`)
  fault(error)
  return error
}

/** Every piece gives the server more time, until it has said too much. */
function watched(timer: NodeJS.Timeout, fault: Wire['fault']): TransformStream<Uint8Array, Uint8Array> {
  let size = 0
  return new TransformStream({
    transform(part, out) {
      timer.refresh()
      size += part.length
      if (size > MOST_BYTES) throw tooLarge(fault)
      out.enqueue(part)
    },
    flush: () => clearTimeout(timer),
  })
}
