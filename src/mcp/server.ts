// The protocol: what clients may ask, and how a clerk's answers look on the wire. Nothing is kept between two calls.
import { ProtocolError, ProtocolErrorCode, Server, type ServerContext, type Tool } from '@modelcontextprotocol/server'
import { VERSION } from '../workspace/index.ts'
import type { Answer, Clerk, Watch } from './call.ts'
import { COMPAT, INSTRUCTIONS, TOOLS } from './tools.ts'

/** How a server is made. */
export interface Serving {
  readonly clerk: Clerk
  /** The names of the seeds are listed too. */
  readonly compat: boolean
}

/** Lists are the same for everybody, as long as this version runs. */
const LISTS = { ttlMs: 3_600_000, cacheScope: 'public' } as const

/** A server for one connection, or for one request over HTTP. Everything that costs something is with the clerk. */
export function createServer({ clerk, compat }: Serving): Server {
  const tools = compat ? [...TOOLS, ...COMPAT] : TOOLS
  const server = new Server({ name: 'fovea', title: 'Fovea', version: VERSION }, {
    capabilities: { tools: {} }, instructions: INSTRUCTIONS, cacheHints: { 'tools/list': LISTS, 'server/discover': LISTS },
  })
  server.setRequestHandler('tools/list', () => ({ tools: [...tools] }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = known(tools, params.name)
    return written(await clerk.ask({ kind: 'tool', name: tool.name, args: params.arguments ?? {} }, watchOf(context)))
  })
  return server
}

function known(tools: readonly Tool[], name: string): Tool {
  const tool = tools.find((candidate) => candidate.name === name)
  if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${JSON.stringify(name.slice(0, 80))}; there are ${tools.map((one) => one.name).join(', ')}`)
  return tool
}

/** Context is text: clients that see data beside it drop the text or show both. Data comes only when JSON was asked for. */
const written = ({ text, failed, data, meta }: Answer) => ({
  content: [{ type: 'text' as const, text }], ...(failed ? { isError: true } : {}), ...(data === undefined ? {} : { structuredContent: { ...data } }), ...(meta === undefined ? {} : { _meta: { fovea: meta } }),
})

/** Who asked: progress goes to them, if they want it. */
function watchOf({ mcpReq }: ServerContext): Watch {
  const progressToken = mcpReq._meta?.progressToken
  return {
    signal: mcpReq.signal,
    progress: (files) => {
      if (progressToken === undefined) return
      void mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: files, message: `${files} files read` } }).catch(() => {})
    },
  }
}
