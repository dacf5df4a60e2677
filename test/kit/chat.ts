// Models that write, for tests: real servers on this machine that speak as each provider does, in streams, and ask for tools.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it arrived. */
export interface ChatAsked {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  // The bodies of providers differ: tests look into them as they like.
  readonly body: Record<string, never> & { readonly model: string; readonly stream: boolean; readonly messages: readonly Record<string, unknown>[]; readonly tools: readonly Record<string, unknown>[] }
}

/** One answer of a server: pieces of text, then calls of tools. */
export interface Say {
  readonly text?: readonly string[]
  readonly calls?: readonly { readonly name: string; readonly input: string }[]
  /** Tokens in and out. */
  readonly usage?: readonly [number, number]
  /** `stop`, or `tool_calls` with calls, unless told. */
  readonly reason?: string
  /** Ends the connection after the text: `cut` hangs up, `end` closes the stream in order, `silent` says nothing more. */
  readonly breaks?: 'cut' | 'end' | 'silent'
}

/** An answer that is not a stream. */
export interface Refuse {
  readonly status: number
  readonly body?: string
  readonly headers?: Record<string, string>
}

type Turn = Say | Refuse | ((asked: ChatAsked) => Say | Refuse)

/** How a provider writes a stream. */
export type Tongue = 'openai' | 'anthropic' | 'ollama'

/** A server that listens, and what it was asked. */
export interface ChatServer {
  readonly url: string
  readonly asked: ChatAsked[]
  close(): Promise<void>
}

const event = (data: unknown, name?: string): string => `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

function* likeOpenai({ text = [], calls = [], usage, reason, breaks }: Say, whole: boolean): Iterable<string> {
  const chunk = (delta: unknown, finish: string | null = null): string => event({ id: 'chat-1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })
  yield chunk({ role: 'assistant', content: '' })
  for (const piece of text) yield chunk({ content: piece })
  if (breaks !== undefined) return
  for (const [index, { name, input }] of calls.entries()) {
    const halves = whole ? [input] : [input.slice(0, 5), input.slice(5)]
    yield chunk({ tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name, arguments: halves[0] } }] })
    for (const half of halves.slice(1)) yield chunk({ tool_calls: [{ index, function: { arguments: half } }] })
  }
  yield chunk({}, reason ?? (calls.length > 0 ? 'tool_calls' : 'stop'))
  if (usage !== undefined) yield event({ id: 'chat-1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage: { prompt_tokens: usage[0], completion_tokens: usage[1], total_tokens: usage[0] + usage[1] } })
  yield event('[DONE]')
}

function* likeAnthropic({ text = [], calls = [], usage = [0, 0], reason, breaks }: Say): Iterable<string> {
  const say = (type: string, rest: object): string => event({ type, ...rest }, type)
  yield say('message_start', { message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, stop_sequence: null, usage: { input_tokens: usage[0], output_tokens: 1 } } })
  yield say('ping', {})
  let index = 0
  if (text.length > 0) {
    yield say('content_block_start', { index, content_block: { type: 'text', text: '' } })
    for (const piece of text) yield say('content_block_delta', { index, delta: { type: 'text_delta', text: piece } })
    if (breaks !== undefined) return
    yield say('content_block_stop', { index: index++ })
  }
  for (const [i, { name, input }] of calls.entries()) {
    yield say('content_block_start', { index, content_block: { type: 'tool_use', id: `toolu_${i}`, name, input: {} } })
    for (const half of [input.slice(0, 5), input.slice(5)]) yield say('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: half } })
    yield say('content_block_stop', { index: index++ })
  }
  yield say('message_delta', { delta: { stop_reason: reason ?? (calls.length > 0 ? 'tool_use' : 'end_turn'), stop_sequence: null }, usage: { output_tokens: usage[1] } })
  yield say('message_stop', {})
}

const TONGUES: Readonly<Record<Tongue, (say: Say) => Iterable<string>>> = { openai: (say) => likeOpenai(say, false), ollama: (say) => likeOpenai(say, true), anthropic: likeAnthropic }

/** The bytes of one answer. */
export const streamOf = (tongue: Tongue, say: Say): Buffer => Buffer.from([...TONGUES[tongue](say)].join(''))

/** Starts a server on a free port of this machine that says the turns one after the other, the last one for ever. */
export async function startChat(tongue: Tongue, turns: readonly Turn[]): Promise<ChatServer> {
  const asked: ChatAsked[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const one: ChatAsked = { path: request.url ?? '', headers: request.headers, body: JSON.parse(Buffer.concat(parts).toString() || '{}') as ChatAsked['body'] }
      const turn = turns[Math.min(asked.length, turns.length - 1)] as Turn
      asked.push(one)
      reply(typeof turn === 'function' ? turn(one) : turn, response, tongue)
    })
  })
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done) })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked,
    close: () => new Promise((done) => {
      server.close(() => done())
      server.closeAllConnections()
    }),
  }
}

function reply(turn: Say | Refuse, response: ServerResponse, tongue: Tongue): void {
  if ('status' in turn) {
    response.writeHead(turn.status, { 'content-type': 'application/json', ...turn.headers }).end(turn.body ?? '')
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const piece of TONGUES[tongue](turn)) response.write(piece)
  if (turn.breaks === 'cut') setTimeout(() => response.destroy(), 30)
  else if (turn.breaks !== 'silent') response.end()
}
