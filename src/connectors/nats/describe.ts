// A stream or a bucket of JetStream as a descriptor.
import type { ConsumerInfo, JetStreamManager, StreamInfo } from '@nats-io/jetstream'
import type { Descriptor } from '../../catalog/descriptor.ts'
import { idOf, type Place } from '../../catalog/id.ts'
import type { OpenSource } from '../../catalog/ports.ts'
import type { Column } from '../../catalog/record.ts'
import { joined, typeOfValue, type CellType } from '../files/cells.ts'
import { piiOf } from '../sql/pii.ts'
import { membersOf, messagesFrom } from './messages.ts'

const BUCKET = /^KV_(.+)$/
const OBJECTS = /^OBJ_(.+)$/

/** Where a stream stands in the catalogue; the streams behind buckets are buckets. */
function placeOfStream(stream: string, source: string): Place {
  const bucket = BUCKET.exec(stream)?.[1]
  return bucket === undefined ? { ns: 'bus', engine: 'nats', source, path: [stream] } : { ns: 'kv', engine: 'nats', source, path: [bucket] }
}

/** The stream of a place. */
export const streamOf = ({ ns, path: [name = ''] }: Pick<Place, 'ns' | 'path'>): string => (ns === 'kv' ? `KV_${name}` : name)

/** What the columns before those of the payload are. */
const FIXED = { bus: ['subject', 'seq', 'time', 'payload'], kv: ['key', 'revision', 'time', 'value'] } as const

/** The most subjects, consumers and members that are listed. */
const MOST = 50
const MOST_MEMBERS = 200
const SAMPLED = 50

/** What is known of a stream. */
export async function describe(streams: JetStreamManager, info: StreamInfo, source: OpenSource): Promise<Descriptor> {
  const place = placeOfStream(info.config.name, source.name)
  const consumers = place.ns === 'kv' ? [] : await consumersOf(streams, info)
  const fields = source.options['samples'] === 'on' && info.state.messages > 0 ? await fieldsOf(streams, info) : new Map<string, CellType>()
  const { config, state } = info
  return {
    kind: place.ns === 'kv' ? 'kv' : 'bus', place, title: place.path[0] ?? config.name, ...wordsOf(info, consumers), tags: tagsOf(info),
    rows: place.ns === 'kv' ? (state.num_subjects ?? state.messages) : state.messages, columns: columnsOf(place.ns === 'kv' ? 'kv' : 'bus', info, fields),
    cap: place.ns === 'kv' ? ['get', 'scan', 'limit'] : ['subscribe', 'publish', 'scan', 'limit'], ...(source.owner === undefined ? {} : { owner: source.owner }),
    ...(state.messages > 0 ? { updated: isoTime(state.last_ts) } : {}), cost: { latency_ms_p50: 1, egress_mb: Math.round(state.bytes / 1000) / 1000 },
    constraints: { retention: retentionOf(info), ...checksOf(info, consumers) },
    snippets: [{ engine: 'nats', code: place.ns === 'kv' ? `nats kv get ${place.path[0]} KEY` : `nats stream view ${config.name}` }, { engine: 'ir', code: `scan(${idOf(place)}) -> limit(100)` }],
    antiPatterns: state.messages > 1e6 ? [`Reading all ${state.messages} messages: give a limit, or read one subject.`] : [],
  }
}

async function consumersOf(streams: JetStreamManager, { config, state }: StreamInfo): Promise<ConsumerInfo[]> {
  const all: ConsumerInfo[] = []
  if (state.consumer_count === 0) return all
  for await (const consumer of streams.consumers.list(config.name)) {
    all.push(consumer)
    if (all.length >= MOST) break
  }
  return all
}

/** Members of JSON messages with their types, from the newest messages. */
async function fieldsOf(streams: JetStreamManager, { config, state }: StreamInfo): Promise<Map<string, CellType>> {
  const types = new Map<string, CellType>()
  for await (const message of messagesFrom(streams, config.name, Math.max(state.first_seq, state.last_seq - SAMPLED + 1))) {
    for (const [name, value] of Object.entries(membersOf(message))) {
      if (value === null || (types.size >= MOST_MEMBERS && !types.has(name))) continue
      const before = types.get(name)
      types.set(name, before === undefined ? typeOfValue(value) : joined(before, typeOfValue(value), false))
    }
  }
  return types
}

function columnsOf(kind: 'bus' | 'kv', { config }: StreamInfo, fields: ReadonlyMap<string, CellType>): Column[] {
  const [name, number, time, body] = FIXED[kind]
  const taken = new Set<string>(FIXED[kind])
  const subjects = (config.subjects ?? []).slice(0, MOST)
  return [
    { name, type: 'string', nn: true, ...(kind === 'kv' ? { pk: true } : subjects.length === 0 ? {} : { values: subjects }) }, { name: number, type: 'int64', nn: true, ...(kind === 'bus' ? { pk: true } : {}) }, { name: time, type: 'timestamptz', nn: true }, { name: body, type: 'string' },
    ...[...fields].map(([field, type]) => {
      const pii = piiOf(field)
      return { name: taken.has(field) ? `${field}_field` : field, type, ...(pii === undefined ? {} : { pii }) }
    }),
  ]
}

function wordsOf({ config }: StreamInfo, consumers: readonly ConsumerInfo[]): Pick<Descriptor, 'description'> {
  const readers = consumers.length === 0 ? '' : ` Read by ${consumers.slice(0, 5).map(({ name }) => name).join(', ')}${consumers.length > 5 ? ' and others' : ''}.`
  const words = (config.description ?? '').replace(/\s+/g, ' ').trim()
  const said = words === '' ? '' : /[.!?]$/.test(words) ? words : `${words}.`
  const description = `${said}${readers}`.trim()
  return description === '' ? {} : { description }
}

const tagsOf = ({ config }: StreamInfo): string[] => [
  `storage:${config.storage}`, ...(BUCKET.test(config.name) ? ['bucket'] : [`retention:${config.retention}`]), ...(OBJECTS.test(config.name) ? ['object-store'] : []), ...(config.num_replicas > 1 ? [`replicas:${config.num_replicas}`] : []),
]

function retentionOf({ config }: StreamInfo): string {
  const parts = [
    ...(config.max_age > 0 ? [`${Math.round(config.max_age / 1e9)} s`] : []), ...(config.max_msgs > 0 ? [`${config.max_msgs} messages`] : []),
    ...(config.max_bytes > 0 ? [`${config.max_bytes} bytes`] : []), ...(config.max_msgs_per_subject > 0 ? [`${config.max_msgs_per_subject} for each subject`] : []),
  ]
  return parts.length === 0 ? config.retention : `${config.retention}, at most ${parts.join(', ')}`
}

/** Who reads what; counts of messages that wait are left out, because they change while nothing else does. */
function checksOf({ config }: StreamInfo, consumers: readonly ConsumerInfo[]): { checks?: string[] } {
  const checks = [
    ...(config.max_msg_size > 0 ? [`a message has at most ${config.max_msg_size} bytes`] : []),
    ...consumers.map(({ name, config: { filter_subject, filter_subjects } }) => `consumer ${name} reads ${filter_subject ?? filter_subjects?.join(', ') ?? 'everything'}`),
  ]
  return checks.length === 0 ? {} : { checks }
}

/** Times of the server have nanoseconds; records have milliseconds. */
export const isoTime = (time: string): string => new Date(time).toISOString()
