// The tools of an MCP server as skills: their schemas become inputs and columns.
import type { Tool } from '@modelcontextprotocol/client'
import type { Descriptor } from '../../catalog/descriptor.ts'
import type { OpenSource, Watch } from '../../catalog/ports.ts'
import type { Column } from '../../catalog/record.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { columnOf, fieldsOf, inputOf } from '../schema/fields.ts'
import { Refs } from '../schema/refs.ts'
import { type Rows, rowsOf } from '../schema/rows.ts'
import { shapeOf } from '../schema/shape.ts'
import { member, nameOf, wordsOf } from '../schema/tree.ts'
import { refTroubles } from '../schema/troubles.ts'
import { conversation, type Until } from './session.ts'

const SCAN_MS = 60_000
const MOST_TOOLS = 5000
const STEPS = 500_000
const REACH = { depth: 4, most: 120 }

/** The tools that a server lists. */
export async function* scanMcp(source: OpenSource, watch: Watch): AsyncIterable<Descriptor | Diagnostic> {
  const tools = await toolsOf(source, { milliseconds: SCAN_MS, signal: watch.signal })
  const names = new Set<string>()
  for (const tool of tools.slice(0, MOST_TOOLS)) {
    const name = nameOf(tool.name, 120)
    if (name === undefined || names.has(name)) continue
    names.add(name)
    const refs = { input: new Refs(tool.inputSchema, STEPS), output: new Refs(tool.outputSchema, STEPS) }
    yield descriptorOf(tool, name, source, refs)
    yield* refTroubles(refs.input, name)
    watch.progress(names.size)
  }
  if (tools.length > MOST_TOOLS) yield { code: 'mcp/too-many', severity: 'warning', path: source.name, message: `only the first ${MOST_TOOLS} tools of ${source.name} were taken` }
}

/** Asks a server for its tools. */
export const toolsOf = (source: OpenSource, until: Until): Promise<readonly Tool[]> => conversation(source, until, async (client, signal) => (await client.listTools(undefined, { signal, timeout: until.milliseconds })).tools)

function descriptorOf(tool: Tool, name: string, source: OpenSource, { input, output }: { input: Refs; output: Refs }): Descriptor {
  const description = wordsOf(tool.description, 600)
  const reads = onlyReads(tool)
  return {
    kind: 'skill', place: { ns: 'skill', engine: 'mcp', source: source.name, path: [name] }, title: nameOf(tool.title ?? tool.annotations?.title, 120) ?? name,
    ...(description === undefined ? {} : { description }), tags: [reads ? 'reads' : 'writes', ...(tool.annotations?.openWorldHint === true ? ['open-world'] : [])],
    inputs: fieldsOf(shapeOf(tool.inputSchema, input), input, REACH).filter((field) => field.name !== '').map((field) => inputOf(field, 'argument')), columns: columnsOf(tool, output),
    call: { by: 'mcp', tool: tool.name }, cap: reads || mayWrite(source) ? ['invoke'] : [], ...(source.owner === undefined ? {} : { owner: source.owner }),
    access: { secrets: Object.keys(source.secrets).map((secret) => `ada://secret/mcp:${source.name}/${secret}`) },
  }
}

/** What a tool says of itself: only the word of the server stands for it. */
export const onlyReads = ({ annotations }: Tool): boolean => annotations?.readOnlyHint === true

/** Whether the source was added with the option `allow=writes`. */
export const mayWrite = ({ options }: OpenSource): boolean => (options['allow'] ?? '').split(/[\s,]+/).includes('writes')

/** Where the rows are in the structured answer of a tool; undefined when it gives text. */
export function rowsIn(tool: Tool, refs: Refs): Rows | undefined {
  return member(tool, 'outputSchema') === undefined ? undefined : rowsOf(shapeOf(tool.outputSchema, refs), refs)
}

function columnsOf(tool: Tool, refs: Refs): Column[] {
  const rows = rowsIn(tool, refs)
  const fields = rows === undefined ? [] : fieldsOf(rows.row, refs, { ...REACH, keys: true }).filter(({ name, type }) => name !== '' || type !== 'any')
  return fields.length === 0 ? [{ name: 'text', type: 'string' }] : fields.map((field) => columnOf(field.name === '' ? { ...field, name: 'value' } : field))
}
