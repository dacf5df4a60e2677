// Reads an AsyncAPI 2 or 3 document: each channel is a resource of kind bus, with the fields of its messages.
import type { Descriptor } from '../../catalog/descriptor.ts'
import { type OpenSource, SourceDown, type Watch } from '../../catalog/ports.ts'
import type { Column, Input } from '../../catalog/record.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { dataOf, shownPlace, textOfSource } from '../documents/read.ts'
import { columnOf, fieldsOf } from '../schema/fields.ts'
import { Refs } from '../schema/refs.ts'
import { shapeOf, typeOf } from '../schema/shape.ts'
import { entriesOf, isTree, listOf, member, nameOf, present, scalarOf, textOf, valuesOf, wordsOf } from '../schema/tree.ts'
import { refTroubles } from '../schema/troubles.ts'
import { type Channel, channelsOf } from './channels.ts'

const REACH = { depth: 3, most: 150, keys: true }

/** What flows through a system by its document. */
export async function* scanAsyncApi(source: OpenSource, watch: Watch): AsyncIterable<Descriptor | Diagnostic> {
  yield* described(await dataOf(await textOfSource(source), shownPlace(source)), source, watch)
}

/** The channels of a document that was read. */
export function* described(document: unknown, source: OpenSource, watch: Watch): Iterable<Descriptor | Diagnostic> {
  mustBeAsyncApi(document, shownPlace(source))
  const refs = new Refs(document)
  const servers = serversOf(document, refs)
  const names = new Set<string>()
  let foreign = 0
  for (const channel of channelsOf(document, refs)) {
    if (watch.signal?.aborted === true) throw watch.signal.reason
    const name = partsOf(channel.address).join(' ')
    if (names.has(name)) continue
    names.add(name)
    foreign += channel.messages.filter((message) => payloadOf(message) === undefined && member(message, 'payload') !== undefined).length
    yield descriptorOf(channel, { source, refs, servers })
    watch.progress(names.size)
  }
  if (names.size === 0) yield { code: 'asyncapi/no-channels', severity: 'warning', path: shownPlace(source), message: `${shownPlace(source)} has no channels` }
  if (foreign > 0) yield { code: 'asyncapi/other-schema', severity: 'info', path: shownPlace(source), message: `${foreign} messages of ${shownPlace(source)} are described in another language than JSON Schema: their fields are not listed` }
  yield* refTroubles(refs, shownPlace(source))
}

function mustBeAsyncApi(document: unknown, shown: string): void {
  const version = member(document, 'asyncapi')
  if (!isTree(document) || (typeof version !== 'string' && typeof version !== 'number')) throw new SourceDown(`${shown} is no AsyncAPI document: "asyncapi" with a version is missing at its top`)
  if (!/^[23](?:\.|$)/.test(String(version))) throw new SourceDown(`${shown} is AsyncAPI ${String(version).slice(0, 20)}; versions 2 and 3 are read`)
}

interface Server {
  readonly name: string
  readonly protocol: string | undefined
  /** Where it is, without user and password. */
  readonly host: string | undefined
}

function serversOf(document: unknown, refs: Refs): Server[] {
  return entriesOf(member(document, 'servers')).slice(0, 50).flatMap(([key, raw]) => {
    const { schema } = refs.follow(raw)
    const name = nameOf(key, 60)
    const host = textOf(member(schema, 'host') ?? member(schema, 'url'))?.slice(0, 300).replace(/^([a-z][\w+.-]*:\/\/)?[^/@]*@/i, '$1').replace(/[?#].*$/, '')
    return name === undefined ? [] : [{ name, protocol: nameOf(member(schema, 'protocol'), 30)?.toLowerCase(), host: nameOf(host, 120) }]
  })
}

interface Around {
  readonly source: OpenSource
  readonly refs: Refs
  readonly servers: readonly Server[]
}

function descriptorOf(channel: Channel, { source, refs, servers }: Around): Descriptor {
  const here = servers.filter(({ name }) => channel.servers.length === 0 || channel.servers.includes(name))
  const description = wordsOf([channel.description, ...channel.messages.map((message) => textOf(member(message, 'summary')) ?? textOf(member(message, 'title')))].filter((words) => words !== undefined && words !== '').join('. '), 600)
  return {
    kind: 'bus', place: { ns: 'bus', engine: here[0]?.protocol ?? '', source: source.name, path: partsOf(channel.address) }, title: channel.address, ...(description === undefined ? {} : { description }),
    tags: tagsOf(channel, here), inputs: channel.parameters.map(([name, raw]) => parameterOf(name, refs.follow(raw).schema, refs)), columns: columnsOf(channel, refs), cap: [...channel.ways],
    ...(channel.operations.some((operation) => listOf(member(operation, 'security')).length > 0) ? { access: { secrets: [`ada://secret/bus:${source.name}`] } } : {}), ...(source.owner === undefined ? {} : { owner: source.owner }),
  }
}

/** An address in parts, by the sign between its parts: `orders/eu/placed`, `orders.eu.placed`. */
const partsOf = (address: string): string[] => (address.includes('/') ? address.split('/') : address.split('.')).filter((part) => part !== '')

/** Messages by name, and where they go. */
function tagsOf({ messages, operations, deprecated }: Channel, servers: readonly Server[]): string[] {
  const own = [...operations, ...messages].flatMap((one) => listOf(member(one, 'tags'))).slice(0, 10).flatMap((tag) => nameOf(member(tag, 'name'), 60) ?? [])
  const names = messages.slice(0, 10).flatMap((message) => nameOf(member(message, 'name') ?? member(message, 'messageId'), 60) ?? [])
  const places = servers.slice(0, 3).flatMap(({ name, host }) => [`server:${name}${host === undefined ? '' : `@${host}`}`])
  return [...new Set([...own, ...names.map((name) => `message:${name}`), ...[...new Set(servers.flatMap(({ protocol }) => protocol ?? []))].map((protocol) => `protocol:${protocol}`), ...places, ...(deprecated ? ['deprecated'] : [])])]
}

/** Fields of the payloads of all messages, then their headers. What several messages have is listed once. */
function columnsOf({ messages }: Channel, refs: Refs): Column[] {
  const payload = messages.flatMap((message) => listed(payloadOf(message), refs))
  const headers = messages.flatMap((message) => [message, ...listOf(member(message, 'traits')).map((trait) => refs.follow(trait).schema)]).flatMap((one) => listed(member(one, 'headers'), refs)).map((column) => ({ ...column, name: `headers.${column.name}` }))
  const all = [...payload, ...headers].map((column) => (messages.length > 1 ? optional(column) : column))
  return [...new Map(all.map((column) => [column.name, column])).values()].slice(0, REACH.most)
}

/** A field of one of several messages need not be there. */
function optional(column: Column): Column {
  const { nn: _, ...rest } = column
  return rest
}

const listed = (schema: unknown, refs: Refs): Column[] => (schema === undefined ? [] : fieldsOf(shapeOf(schema, refs), refs, REACH).filter(({ name, type }) => name !== '' || type !== 'any').map((field) => columnOf(field.name === '' ? { ...field, name: 'value' } : field)))

/** The JSON Schema of a payload; undefined when it is described in another language. */
function payloadOf(message: unknown): unknown {
  const payload = member(message, 'payload')
  const format = textOf(member(payload, 'schemaFormat')) ?? textOf(member(message, 'schemaFormat'))
  if (format !== undefined && /avro|protobuf|raml|xsd/i.test(format)) return undefined
  return member(payload, 'schemaFormat') === undefined ? payload : member(payload, 'schema')
}

function parameterOf(name: string, parameter: unknown, refs: Refs): Input {
  const shape = shapeOf(member(parameter, 'schema'), refs)
  const values = shape.values.length > 0 ? [...shape.values] : valuesOf(member(parameter, 'enum'))
  return present<Input>({
    name: nameOf(name) ?? 'parameter', in: 'path', type: shape.type === undefined ? 'string' : typeOf(shape, refs), required: true, description: wordsOf(member(parameter, 'description')) ?? shape.description,
    values: values.length === 0 ? undefined : values, default: scalarOf(member(parameter, 'default') ?? shape.fallback), separator: undefined,
  })
}
