// Standard input before the protocol sees it: a line that is no message of JSON-RPC is answered as the protocol says, because the library would drop it without a word.
import { type Readable, Transform } from 'node:stream'
import { parseJSONRPCMessage } from '@modelcontextprotocol/server'
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

/** The lines of an input that are messages; the others are refused. The next are read when it is time for them. */
export function sieve(input: Readable, refuse: (refusal: Refusal) => void, time: () => Promise<void> = async () => {}): Readable {
  let parts: Buffer[] = []
  let size = 0
  // A part of a line; of one that is too long nothing is kept.
  const keep = (part: Buffer): void => {
    if (size <= MOST_BYTES && size + part.length > MOST_BYTES) refuse(refused(-32600, null, `a line of more than ${MOST_BYTES} bytes`))
    size += part.length
    if (size > MOST_BYTES) parts = []
    else parts.push(part)
  }
  return input.pipe(new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        keep(chunk.subarray(from, end + 1))
        from = end + 1
        const line = Buffer.concat(parts)
        parts = []
        size = 0
        const refusal = refusalOf(line.toString('utf8').trim())
        if (refusal === undefined) this.push(line)
        else refuse(refusal)
      }
      keep(chunk.subarray(from))
      void time().then(() => done())
    },
  }))
}

/** Why a line cannot be used; undefined when it can, or is empty. */
export function refusalOf(line: string): Refusal | undefined {
  if (line === '') return undefined
  const value = parsed(line)
  if (value === undefined) return refused(-32700, null, 'a line that is not JSON')
  if (nestsTooDeep(line)) return refused(-32600, isRecord(value) ? idIn(value['id']) : null, `JSON that nests deeper than ${MOST_NESTED} levels`)
  try {
    parseJSONRPCMessage(value)
    return undefined
  } catch {
    if (isRecord(value) && value['method'] === undefined && ('result' in value || 'error' in value)) return { said: 'the client sent an answer that is not JSON-RPC 2.0: it was left out' }
    return refused(-32600, isRecord(value) ? idIn(value['id']) : null, 'JSON that is no message of JSON-RPC 2.0: one object with jsonrpc, method and, for a request, id')
  }
}

const refused = (code: number, id: string | number | null, what: string): Refusal =>
  ({ said: `the client sent ${what}; it was told so`, answer: { jsonrpc: '2.0', id, error: { code, message: `${code === -32700 ? 'Parse error' : 'Invalid Request'}: this is ${what}` } } })

const idIn = (id: unknown): string | number | null => (typeof id === 'string' || (typeof id === 'number' && Number.isInteger(id)) ? id : null)

/** No JSON means undefined. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
