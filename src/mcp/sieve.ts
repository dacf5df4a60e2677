// Standard input before the protocol sees it: a line that is no message of JSON-RPC is answered as the protocol says, because the library would drop it without a word.
import { type Readable, Transform } from 'node:stream'
import { type JSONRPCMessage, parseJSONRPCMessage } from '@modelcontextprotocol/server'
import { isRecord, MOST_NESTED, nestsTooDeep } from '../core/json.ts'

/** Why a line is no message, and what its sender is told. */
export interface Refusal {
  /** For people, on standard error. */
  readonly said: string
  /** For the sender; absent for a broken answer, because answers are not answered. */
  readonly answer?: { readonly jsonrpc: '2.0'; readonly id: string | number | null; readonly error: { readonly code: number; readonly message: string } }
}

/** A line longer than this is let past, and its sender is told. */
const MOST_BYTES = 10 * 1024 * 1024

/** Who listens behind the sieve. */
export interface Behind {
  /** A message comes through. */
  heard?(message: JSONRPCMessage): void
  /** It is time for the next ones. */
  ready?(): Promise<void>
  /** Nothing comes any more, and it may end. */
  done?(): Promise<void>
}

/** The lines of an input that are messages; the others are refused. The last one may lack its line end. */
export function sieve(input: Readable, refuse: (refusal: Refusal) => void, behind: Behind = {}): Readable {
  let parts: Buffer[] = []
  let size = 0
  // A part of a line; of one that is too long nothing is kept.
  const keep = (part: Buffer): void => {
    if (size <= MOST_BYTES && size + part.length > MOST_BYTES) refuse(refused(-32600, null, `a line of more than ${MOST_BYTES} bytes`))
    size += part.length
    if (size > MOST_BYTES) parts = []
    else parts.push(part)
  }
  /** What was kept is a line: it comes through, or is refused. */
  const sift = (through: (line: Buffer) => void): void => {
    const line = Buffer.concat(parts)
    parts = []
    size = 0
    const read = messageIn(line.toString('utf8').trim())
    if (read !== undefined && 'said' in read) return refuse(read)
    if (read !== undefined) behind.heard?.(read)
    through(line)
  }
  return input.pipe(new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        keep(chunk.subarray(from, end + 1))
        from = end + 1
        sift((line) => this.push(line))
      }
      keep(chunk.subarray(from))
      void Promise.resolve(behind.ready?.()).then(() => done())
    },
    flush(done) {
      if (size > 0) sift((line) => this.push(`${String(line)}\n`))
      void Promise.resolve(behind.done?.()).then(() => done())
    },
  }))
}

/** The message of a line, or why it is none; undefined when the line is empty. */
export function messageIn(line: string): JSONRPCMessage | Refusal | undefined {
  if (line === '') return undefined
  const read = jsonIn(line, 'a line')
  if ('said' in read) return read
  const { value } = read
  try {
    return parseJSONRPCMessage(value)
  } catch {
    if (isRecord(value) && value['method'] === undefined && ('result' in value || 'error' in value)) return { said: 'the client sent an answer that is not JSON-RPC 2.0: it was left out' }
    return refused(-32600, idIn(value), 'JSON that is no message of JSON-RPC 2.0: one object with jsonrpc, method and, for a request, id')
  }
}

/** A text as JSON, or why it is none that is read. */
export function jsonIn(text: string, what: string): { readonly value: unknown } | Required<Refusal> {
  const value = parsed(text)
  if (value === undefined) return refused(-32700, null, `${what} that is not JSON`)
  return nestsTooDeep(text) ? refused(-32600, idIn(value), `JSON that nests deeper than ${MOST_NESTED} levels`) : { value }
}

const refused = (code: number, id: string | number | null, what: string): Required<Refusal> =>
  ({ said: `the client sent ${what}; it was told so`, answer: { jsonrpc: '2.0', id, error: { code, message: `${code === -32700 ? 'Parse error' : 'Invalid Request'}: this is ${what}` } } })

/** The id of what may be a message. */
export function idIn(value: unknown): string | number | null {
  const id = isRecord(value) ? value['id'] : null
  return typeof id === 'string' || (typeof id === 'number' && Number.isInteger(id)) ? id : null
}

/** No JSON means undefined. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
