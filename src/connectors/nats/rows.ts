// Messages of a stream, or the newest values of a bucket, as a table within limits.
import type { JetStreamManager, StoredMsg } from '@nats-io/jetstream'
import { placeOf } from '../../catalog/id.ts'
import { type Limits, type OpenSource, type Piece, SourceDown, type Table, type Value } from '../../catalog/ports.ts'
import type { Resource } from '../../catalog/record.ts'
import { valueOf } from '../files/cells.ts'
import { withStreams } from './connect.ts'
import { isoTime, streamOf } from './describe.ts'
import { membersOf, messagesFrom, textOf } from './messages.ts'

/** Reads messages from the first that is kept on. */
export async function rowsOf(source: OpenSource, piece: Piece, limits: Limits): Promise<Table> {
  if (piece.by !== 'rows') throw new SourceDown(`a stream gives rows and cannot run a piece by "${piece.by}".`)
  const reading = plan(piece.resource, piece.columns)
  return withStreams(source, (streams) => collect(streams, reading, limits))
}

interface Reading {
  readonly stream: string
  readonly bucket: boolean
  readonly names: readonly string[]
  readonly types: ReadonlyMap<string, string>
}

function plan({ overview, details }: Resource, asked: readonly string[] | undefined): Reading {
  const place = placeOf(overview.uri)
  if (place === undefined) throw new SourceDown(`${overview.uri} names no stream.`)
  const types = new Map(details.columns.map(({ name, type }) => [name, type]))
  const names = asked ?? [...types.keys()]
  for (const name of names) if (!types.has(name)) throw new SourceDown(`${overview.id} has no column ${JSON.stringify(name)}. Scan the source again.`)
  return { stream: streamOf(place), bucket: place.ns === 'kv', names, types }
}

async function collect(streams: JetStreamManager, reading: Reading, limits: Limits): Promise<Table> {
  const until = performance.now() + limits.milliseconds
  const rows = new Map<string | number, Value[]>()
  const { state } = await streams.streams.info(reading.stream)
  const table = (): Pick<Table, 'columns' | 'rows'> => ({ columns: reading.names, rows: [...rows.values()] })
  let bytes = 0
  for await (const message of messagesFrom(streams, reading.stream, state.first_seq)) {
    stopWhenAsked(limits, until)
    const key = reading.bucket ? keyOf(message) : message.seq
    // A bucket may keep earlier values: the newest counts, and a deleted key is none.
    if (reading.bucket && message.header.get('KV-Operation') !== '') {
      rows.delete(key)
      continue
    }
    if (rows.size >= limits.rows && !rows.has(key)) return { ...table(), cut: 'rows' }
    bytes += message.data.length + 32
    if (bytes > limits.bytes) return { ...table(), cut: 'bytes' }
    rows.set(key, rowOf(message, reading))
  }
  return table()
}

function stopWhenAsked({ signal, milliseconds }: Limits, until: number): void {
  if (signal?.aborted === true) throw new SourceDown('the reading was stopped.')
  if (performance.now() > until) throw new SourceDown(`the reading took more than ${milliseconds} ms. Give a smaller limit.`)
}

/** The subject of a bucket's message is `$KV.bucket.key`. */
const keyOf = ({ subject }: StoredMsg): string => subject.split('.').slice(2).join('.')

function rowOf(message: StoredMsg, { names, types, bucket }: Reading): Value[] {
  const members = membersOf(message)
  const fixed: Readonly<Record<string, Value>> = bucket
    ? { key: keyOf(message), revision: message.seq, time: isoTime(message.timestamp), value: textOf(message) }
    : { subject: message.subject, seq: message.seq, time: isoTime(message.timestamp), payload: textOf(message) }
  return names.map((name) => (Object.hasOwn(fixed, name) ? (fixed[name] ?? null) : valueOf(memberOf(members, name), types.get(name) ?? 'any')))
}

const memberOf = (members: Readonly<Record<string, unknown>>, name: string): unknown => (Object.hasOwn(members, name) ? members[name] : members[name.replace(/_field$/, '')])
