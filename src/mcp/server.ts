// The protocol: what clients may ask, and how a clerk's answers look on the wire. Nothing is kept between two calls.
import { fromJsonSchema, ProtocolError, ProtocolErrorCode, type RequestTypeMap, ResourceNotFoundError, type ResultTypeMap, Server, type ServerContext, type ServerOptions } from '@modelcontextprotocol/server'
import { VERSION, visible } from '../workspace/index.ts'
import { shown } from './arguments.ts'
import type { Answer, Call, Clerk, Watch } from './call.ts'
import { COMPAT, INSTRUCTIONS, PROMPTS, RESOURCES, TEMPLATES, TOOLS } from './tools.ts'

/** How a server is made. */
export interface Serving {
  readonly clerk: Clerk
  /** The names of the seeds are listed too. */
  readonly compat: boolean
}

/** The requests that are answered. */
export type Method = 'tools/list' | 'tools/call' | 'resources/list' | 'resources/templates/list' | 'resources/read' | 'prompts/list' | 'prompts/get' | 'completion/complete'

/** One function for each of them. */
export type Handlers = { readonly [M in Method]: (request: RequestTypeMap[M], context: ServerContext) => Promise<ResultTypeMap[M]> | ResultTypeMap[M] }

/** Lists are the same for everybody, as long as this version runs. */
const LISTS = { ttlMs: 3_600_000, cacheScope: 'public' } as const

/** What a server says it can do, and how long its lists hold. */
export const OPTIONS: ServerOptions = {
  capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} }, instructions: INSTRUCTIONS,
  cacheHints: { 'tools/list': LISTS, 'prompts/list': LISTS, 'resources/list': LISTS, 'resources/templates/list': LISTS, 'server/discover': LISTS, 'resources/read': { ttlMs: 0, cacheScope: 'private' } },
}

/** The server of Fovea, with the seeds' method when their names are wanted. */
export function foveaServer(serving: Serving): Server {
  const server = createServer(handlersOf(serving))
  if (serving.compat) listenForFeedback(server, serving.clerk)
  return server
}

/** A server for one connection, or for one request over HTTP. Everything that costs something is with the clerk. */
export function createServer(handlers: Handlers, options: ServerOptions = OPTIONS): Server {
  const server = new Server({ name: 'fovea', title: 'Fovea', version: VERSION }, options)
  // The table is typed entry by entry; the loop only hands the pairs on.
  for (const [method, handler] of Object.entries(handlers)) server.setRequestHandler(method as 'tools/list', handler as Handlers['tools/list'])
  return server
}

/** The seeds' own method for feedback, which is no tool. */
function listenForFeedback(server: Server, clerk: Clerk): void {
  server.setRequestHandler('context/feedback', { params: fromJsonSchema<Record<string, unknown>>({ type: 'object' }) }, async (params, context) => {
    const { text, failed, meta = {} } = await clerk.ask({ kind: 'tool', name: 'feedback', args: params }, watchOf(context))
    if (failed) throw new ProtocolError(ProtocolErrorCode.InvalidParams, text)
    return { ...meta }
  })
}

/** What a server answers with the help of a clerk. */
export function handlersOf({ clerk, compat }: Serving): Handlers {
  const tools = compat ? [...TOOLS, ...COMPAT] : [...TOOLS]
  const ask = (call: Call, context: ServerContext): Promise<Answer> => clerk.ask(call, watchOf(context))
  return {
    'tools/list': () => ({ tools }),
    'tools/call': async ({ params }, context) => {
      if (!tools.some(({ name }) => name === params.name)) throw unknown('tool', params.name, tools)
      return written(await ask({ kind: 'tool', name: params.name, args: params.arguments ?? {} }, context))
    },
    'resources/list': () => ({ resources: [...RESOURCES] }),
    'resources/templates/list': () => ({ resourceTemplates: [...TEMPLATES] }),
    'resources/read': async ({ params: { uri } }, context) => {
      const { text, failed, meta } = await ask({ kind: 'resource', name: uri, args: {} }, context)
      if (failed) throw new ResourceNotFoundError(uri, text)
      return { contents: [{ uri, mimeType: 'text/plain', text }], ...(meta === undefined ? {} : { _meta: { fovea: meta } }) }
    },
    'prompts/list': () => ({ prompts: [...PROMPTS] }),
    'prompts/get': async ({ params: { name, arguments: args = {} } }, context) => {
      const prompt = PROMPTS.find((known) => known.name === name)
      if (prompt === undefined) throw unknown('prompt', name, PROMPTS)
      const { text, failed } = await ask({ kind: 'prompt', name, args }, context)
      if (failed) throw new ProtocolError(ProtocolErrorCode.InvalidParams, text)
      return { description: prompt.description ?? '', messages: [{ role: 'user', content: { type: 'text', text } }] }
    },
    'completion/complete': async ({ params: { argument } }, context) => {
      if (argument.name !== 'path' && argument.name !== 'symbol') return { completion: { values: [] } }
      const { data } = await ask({ kind: 'complete', name: argument.name, args: { value: argument.value } }, context)
      return { completion: { values: (data?.['values'] ?? []) as string[], total: Number(data?.['total'] ?? 0), hasMore: data?.['hasMore'] === true } }
    },
  }
}

const unknown = (what: string, name: string, known: readonly { name: string }[]): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no ${what} ${visible(shown(name))}; there are ${known.map((one) => one.name).join(', ')}`)

/** Context is text: clients that see data beside it drop the text or show both. Data comes only when JSON was asked for. */
const written = ({ text, failed, data, meta }: Answer) => ({
  content: [{ type: 'text' as const, text }], ...(failed ? { isError: true } : {}), ...(data === undefined ? {} : { structuredContent: { ...data } }), ...(meta === undefined ? {} : { _meta: { fovea: meta } }),
})

/** Who asked: progress goes to them, if they want it. */
function watchOf({ mcpReq, http }: ServerContext): Watch {
  const progressToken = mcpReq._meta?.progressToken
  const { clientId: client = '', extra } = http?.authInfo ?? {}
  // Whoever closed the connection cannot be answered, in the era of sessions too: answers are not kept for later.
  const gone = extra?.['gone']
  return {
    client, signal: gone instanceof AbortSignal ? AbortSignal.any([mcpReq.signal, gone]) : mcpReq.signal,
    progress: (files) => {
      if (progressToken === undefined) return
      void mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: files, message: `${files} files read` } }).catch(() => {})
    },
  }
}
