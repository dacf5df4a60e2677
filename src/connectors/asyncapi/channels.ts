// Channels of an AsyncAPI document in one form: version 2 has operations in channels, version 3 channels in operations.
import type { Refs } from '../schema/refs.ts'
import { entriesOf, listOf, member, nameOf, textOf } from '../schema/tree.ts'

/** What others can do with a channel. */
export type Way = 'publish' | 'subscribe'

/** A channel and what goes through it. */
export interface Channel {
  /** What it is called where messages are sent: a topic, a subject, a queue. */
  readonly address: string
  readonly description: string | undefined
  readonly ways: ReadonlySet<Way>
  readonly messages: readonly unknown[]
  readonly parameters: readonly (readonly [string, unknown])[]
  readonly operations: readonly unknown[]
  readonly servers: readonly string[]
  readonly deprecated: boolean
}

const MOST_CHANNELS = 20_000
const MOST_MESSAGES = 100

/** The channels of a document of either version. */
export function channelsOf(document: unknown, refs: Refs): Channel[] {
  const modern = String(member(document, 'asyncapi')).startsWith('3')
  const operations = modern ? operationsByChannel(document, refs) : new Map<string, unknown[]>()
  return entriesOf(member(document, 'channels')).slice(0, MOST_CHANNELS).flatMap(([key, raw]) => {
    const channel = refs.follow(raw).schema
    const address = nameOf(modern ? textOf(member(channel, 'address')) ?? key : key)
    return address === undefined ? [] : [modern ? newer(address, channel, operations.get(key) ?? [], refs) : older(address, channel, refs)]
  })
}

/** In version 2 an operation is named by what others do: they publish to the application or subscribe to it. */
function older(address: string, channel: unknown, refs: Refs): Channel {
  const ways = (['publish', 'subscribe'] as const).filter((way) => member(channel, way) !== undefined)
  const operations = ways.map((way) => member(channel, way))
  return { ...common(address, channel, operations), ways: new Set(ways), messages: operations.flatMap((operation) => alternatives(member(operation, 'message'), refs)).slice(0, MOST_MESSAGES), servers: listOf(member(channel, 'servers')).flatMap((name) => nameOf(name, 60) ?? []) }
}

const alternatives = (raw: unknown, refs: Refs): unknown[] => {
  const { schema } = refs.follow(raw)
  const several = listOf(member(schema, 'oneOf'))
  return several.length > 0 ? several.map((one) => refs.follow(one).schema) : raw === undefined ? [] : [schema]
}

/** In version 3 an operation is named by what the application does: when it sends, others subscribe. */
function newer(address: string, channel: unknown, operations: readonly unknown[], refs: Refs): Channel {
  const actions = operations.map((operation) => member(operation, 'action'))
  const ways = [...(actions.includes('receive') ? ['publish' as const] : []), ...(actions.includes('send') ? ['subscribe' as const] : [])]
  const servers = listOf(member(channel, 'servers')).flatMap((server) => nameOf(textOf(member(server, '$ref'))?.split('/').at(-1), 60) ?? [])
  return { ...common(address, channel, operations), ways: new Set(ways), messages: entriesOf(member(channel, 'messages')).slice(0, MOST_MESSAGES).map(([name, raw]) => ({ name, ...refs.follow(raw).schema })), servers }
}

const common = (address: string, channel: unknown, operations: readonly unknown[]): Pick<Channel, 'address' | 'description' | 'parameters' | 'operations' | 'deprecated'> => ({
  address, operations, parameters: entriesOf(member(channel, 'parameters')).slice(0, 50), deprecated: member(channel, 'deprecated') === true || member(channel, 'x-deprecated') === true,
  description: [channel, ...operations].flatMap((one) => [textOf(member(one, 'title')), textOf(member(one, 'summary')), textOf(member(one, 'description'))]).filter((words) => words !== undefined).join('. '),
})

function operationsByChannel(document: unknown, refs: Refs): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>()
  for (const [, raw] of entriesOf(member(document, 'operations')).slice(0, MOST_CHANNELS)) {
    const operation = refs.follow(raw).schema
    const channel = textOf(member(member(operation, 'channel'), '$ref'))?.split('/').at(-1)?.replaceAll('~1', '/').replaceAll('~0', '~')
    if (channel !== undefined) found.set(channel, [...(found.get(channel) ?? []), operation])
  }
  return found
}
