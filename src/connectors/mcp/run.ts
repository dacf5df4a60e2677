// A tool of a plan, called for real. What the server says now of the tool decides, not what it said when it was scanned.
import type { CallToolResult, Tool } from '@modelcontextprotocol/client'
import { type Limits, type OpenSource, type Piece, SourceDown, type Table } from '../../catalog/ports.ts'
import type { Resource } from '../../catalog/record.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { branchOf, mustFit } from '../calls/arguments.ts'
import { withoutSecrets } from '../calls/credentials.ts'
import { wholeMs } from '../calls/http.ts'
import { tableOf } from '../calls/table.ts'
import { Refs } from '../schema/refs.ts'
import { listOf, member, nameOf } from '../schema/tree.ts'
import { mayWrite, onlyReads, rowsIn, toolsOf } from './scan.ts'
import { conversation } from './session.ts'

/** Calls a tool and gives the rows of its answer. */
export async function runTool(source: OpenSource, piece: Piece, limits: Limits): Promise<Table> {
  const { call, inputs = [] } = piece.by === 'call' ? piece.resource.details : {}
  if (piece.by !== 'call' || call?.by !== 'mcp') throw new TypeError(`a tool is invoked; it cannot run ${piece.by}`)
  mustFit(inputs, piece.args, piece.resource.overview.title)
  return conversation(source, limits, async (client, signal) => {
    const { tools } = await client.listTools(undefined, { signal, timeout: wholeMs(limits.milliseconds) })
    const tool = allowedTool(tools.find((one) => one.name === call.tool), call.tool, source)
    const result = await client.callTool({ name: call.tool, arguments: branchOf(piece.args) }, { signal, timeout: wholeMs(limits.milliseconds) })
    return tableFrom(result as CallToolResult, { tool, piece, source, limits })
  })
}

function allowedTool(tool: Tool | undefined, name: string, source: OpenSource): Tool {
  if (tool === undefined) throw new SourceDown(`the server has no tool "${name}" any more: scan the source again`)
  if (!onlyReads(tool) && !mayWrite(source)) throw new SourceDown(`the tool "${name}" does not say that it only reads, and plans only read; if it does, add the source again with the option allow=writes`)
  return tool
}

interface Answered {
  readonly tool: Tool
  readonly piece: Extract<Piece, { by: 'call' }>
  readonly source: OpenSource
  readonly limits: Limits
}

function tableFrom(result: CallToolResult, { tool, piece, source, limits }: Answered): Table {
  const text = textsOf(result).join('\n')
  if (result.isError === true) throw new SourceDown(`the tool "${tool.name}" failed: ${withoutSecrets(nameOf(text, 200) ?? 'it gave no cause', source)}`)
  const { columns } = piece.resource.details
  const layout = { path: rowsIn(tool, new Refs(tool.outputSchema))?.path ?? [], columns, shown: `the tool "${tool.name}"` }
  return result.structuredContent === undefined ? tableOf({ text }, { ...layout, path: [] }, limits) : tableOf(result.structuredContent, layout, limits)
}

const textsOf = (result: CallToolResult): string[] => listOf(result.content).flatMap((part) => (typeof member(part, 'text') === 'string' ? [member(part, 'text') as string] : []))

const PROBE_MS = 30_000
const FRESH_MS = 30_000
const asked = new Map<string, Promise<ReadonlySet<string> | string>>()

/** Whether the server still has a tool. The tools of one server share the question. */
export async function probeTool(source: OpenSource, { overview, details: { call } }: Resource): Promise<Diagnostic | undefined> {
  const names = await (asked.get(source.address) ?? ask(source))
  if (typeof names === 'string') return { code: 'mcp/unreachable', severity: 'error', path: overview.id, message: `${overview.id} cannot be reached: ${names}` }
  return call?.by === 'mcp' && !names.has(call.tool) ? { code: 'mcp/gone', severity: 'error', path: overview.id, message: `${overview.id} is gone: the server has no tool "${call.tool}"`, hint: 'Scan the source again.' } : undefined
}

function ask(source: OpenSource): Promise<ReadonlySet<string> | string> {
  const answer = toolsOf(source, { milliseconds: PROBE_MS }).then((tools) => new Set(tools.map(({ name }) => name)), (error: unknown) => (error instanceof Error ? error.message : 'it failed'))
  asked.set(source.address, answer)
  setTimeout(() => asked.delete(source.address), FRESH_MS).unref()
  return answer
}
