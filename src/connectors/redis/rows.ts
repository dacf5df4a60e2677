// Keys of a pattern with their fields, as a table within limits.
import type { Redis } from 'ioredis'
import { placeOf } from '../../catalog/id.ts'
import { type Limits, type OpenSource, type Piece, SourceDown, type Table, type Value } from '../../catalog/ports.ts'
import type { Resource } from '../../catalog/record.ts'
import { valueOfText } from '../files/cells.ts'
import { withRedis } from './connect.ts'
import { MORE_FIELDS, moreOf } from './fields.ts'
import { globOf, matcherOf, placesOf, type Pattern } from './patterns.ts'
import { ask, collectionOf, fieldsOf, keysOf, readOf } from './read.ts'

/** Reads keys and their values until there are no more, or a limit is reached. */
export async function rowsOf(source: OpenSource, piece: Piece, limits: Limits): Promise<Table> {
  if (piece.by !== 'rows') throw new SourceDown(`keys give rows and cannot run a piece by "${piece.by}".`)
  return withRedis(source, (redis) => collect(redis, plan(piece.resource, piece.columns), limits))
}

interface Reading {
  readonly pattern: Pattern
  readonly type: string
  readonly names: readonly string[]
  readonly types: ReadonlyMap<string, string>
  readonly places: readonly string[]
}

function plan({ overview, details }: Resource, asked: readonly string[] | undefined): Reading {
  const pattern = placeOf(overview.uri)?.path ?? []
  const types = new Map(details.columns.map(({ name, type }) => [name, type]))
  const names = asked ?? [...types.keys()]
  for (const name of names) if (!types.has(name)) throw new SourceDown(`${overview.id} has no column ${JSON.stringify(name)}. Scan the source again.`)
  const type = overview.tags.find((tag) => tag.startsWith('type:'))?.slice('type:'.length) ?? 'string'
  return { pattern, type, names, types, places: placesOf(pattern) }
}

/** Keys whose values are asked for at once. */
const TOGETHER = 100

async function collect(redis: Redis, reading: Reading, limits: Limits): Promise<Table> {
  const table: { columns: readonly string[]; rows: Value[][] } = { columns: reading.names, rows: [] }
  const until = performance.now() + limits.milliseconds
  const match = matcherOf(reading.pattern)
  const seen = new Set<string>()
  let bytes = 0
  for await (const batch of keysOf(redis, globOf(reading.pattern), reading.type)) {
    const fresh = batch.filter((key) => !seen.has(key) && match(key) !== undefined)
    for (const key of fresh) seen.add(key)
    for (let from = 0; from < fresh.length; from += TOGETHER) {
      stopWhenAsked(limits, until)
      for (const row of await read(redis, reading, fresh.slice(from, from + TOGETHER))) {
        bytes += row.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0)
        if (table.rows.length >= limits.rows) return { ...table, cut: 'rows' }
        if (bytes > limits.bytes) return { ...table, cut: 'bytes' }
        table.rows.push(row)
      }
    }
    stopWhenAsked(limits, until)
  }
  return table
}

function stopWhenAsked({ signal, milliseconds }: Limits, until: number): void {
  if (signal?.aborted === true) throw new SourceDown('the reading was stopped.')
  if (performance.now() > until) throw new SourceDown(`the reading took more than ${milliseconds} ms. Give a smaller limit.`)
}

async function read(redis: Redis, reading: Reading, keys: readonly string[]): Promise<Value[][]> {
  const wanted = reading.names.some((name) => name !== 'key' && name !== 'ttl_s' && !reading.places.includes(name))
  const answers = wanted ? await ask(redis, keys.map((key) => readOf(reading.type, key) ?? ['TYPE', key])) : []
  const lives = reading.names.includes('ttl_s') ? await ask(redis, keys.map((key) => ['PTTL', key])) : []
  refuse([...answers, ...lives])
  const match = matcherOf(reading.pattern)
  return keys.flatMap((key, at) => (lives[at] === -2 ? [] : [rowOf(reading, { key, places: match(key) ?? [], fields: membersOf(reading.type, answers[at]), life: lives[at] })]))
}

function refuse(answers: readonly unknown[]): void {
  const error = answers.find((one) => one instanceof Error && /NOPERM|NOAUTH/.test(one.message))
  if (error !== undefined) throw error as Error
}

function membersOf(type: string, answer: unknown): ReadonlyMap<string, string> {
  if (answer === undefined || answer === null || answer instanceof Error) return new Map()
  if (type === 'hash') return fieldsOf(answer)
  return new Map([['value', type === 'string' ? String(answer) : collectionOf(type, answer)]])
}

interface Seen {
  readonly key: string
  readonly places: readonly string[]
  readonly fields: ReadonlyMap<string, string>
  readonly life: unknown
}

function rowOf({ type, names, types, places: known }: Reading, { key, places, fields, life }: Seen): Value[] {
  const shown = new Set(types.keys())
  return names.map((name) => {
    if (name === 'key') return key
    if (name === 'ttl_s') return typeof life === 'number' && life >= 0 ? Math.ceil(life / 1000) : null
    const at = known.indexOf(name)
    const text = at >= 0 ? places[at] : type === 'hash' && name === MORE_FIELDS ? moreOf(fields, shown) : (fields.get(name) ?? fields.get(name.replace(/_field$/, '')))
    return text === undefined ? null : valueOfText(text, types.get(name) ?? 'string')
  })
}
