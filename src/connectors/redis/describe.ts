// A pattern of keys becomes a descriptor: its types, fields, time to live and size from a sample of keys.
import type { Redis } from 'ioredis'
import type { Descriptor } from '../../catalog/descriptor.ts'
import { idOf } from '../../catalog/id.ts'
import type { OpenSource } from '../../catalog/ports.ts'
import type { Column } from '../../catalog/record.ts'
import { joined, typeOfText, type CellType } from '../files/cells.ts'
import { piiOf } from '../sql/pii.ts'
import { placesOf, type Found } from './patterns.ts'
import { ask, fieldsOf, readOf } from './read.ts'
import { isData, MORE_FIELDS, namesAreData } from './fields.ts'

/** What a sample of keys tells. */
interface Sample {
  readonly type: string
  /** Other types that keys of the pattern have. */
  readonly others: readonly string[]
  readonly bytes?: number
  /** The longest time that a key still has, in seconds; undefined when some key has no end. */
  readonly ttl?: number
  readonly expires: boolean
  readonly fields: ReadonlyMap<string, CellType>
  /** Commands that the user may not use. */
  readonly refused: readonly string[]
}

/** A pattern with what its sample tells, and the commands that were refused. */
export async function describe(redis: Redis, found: Found, { source, keys }: { source: OpenSource; keys: number }): Promise<{ descriptor: Descriptor; refused: readonly string[] }> {
  const sample = await sampleOf(redis, found.samples)
  return { descriptor: descriptorOf(found, sample, { source, keys }), refused: sample.refused }
}

async function sampleOf(redis: Redis, keys: readonly string[]): Promise<Sample> {
  const types = await ask(redis, keys.map((key) => ['TYPE', key]))
  const [type, ...others] = frequent(types.filter((one): one is string => typeof one === 'string' && one !== 'none'))
  const same = keys.filter((_, at) => types[at] === type)
  const lives = await ask(redis, same.map((key) => ['PTTL', key]))
  const sizes = await ask(redis, same.map((key) => ['MEMORY', 'USAGE', key]))
  const answers = type === 'hash' || type === 'string' ? await ask(redis, same.flatMap((key) => [readOf(type, key) ?? []])) : []
  const numbers = sizes.filter((one): one is number => typeof one === 'number')
  return {
    type: type ?? 'unknown', others, ...ttlOf(lives), fields: fieldTypes(type ?? '', answers),
    ...(numbers.length === 0 ? {} : { bytes: numbers.reduce((sum, one) => sum + one, 0) / numbers.length }),
    refused: refusedIn([types, 'TYPE'], [lives, 'PTTL'], [sizes, 'MEMORY USAGE'], [answers, type === 'hash' ? 'HSCAN' : 'GETRANGE']),
  }
}

function frequent(types: readonly string[]): string[] {
  const times = new Map<string, number>()
  for (const type of types) times.set(type, (times.get(type) ?? 0) + 1)
  return [...times].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([type]) => type)
}

function ttlOf(lives: readonly unknown[]): Pick<Sample, 'expires' | 'ttl'> {
  const known = lives.filter((one): one is number => typeof one === 'number')
  const ends = known.filter((life) => life >= 0)
  const all = ends.length > 0 && ends.length === known.filter((life) => life !== -2).length
  return { expires: ends.length > 0, ...(all ? { ttl: Math.ceil(Math.max(...ends) / 1000) } : {}) }
}

const refusedIn = (...asked: readonly (readonly [readonly unknown[], string])[]): string[] =>
  asked.flatMap(([answers, command]) => (answers.some((one) => one instanceof Error) ? [command] : []))

/** The most fields of a hash that are listed. */
const MOST_FIELDS = 200

/** The fields of hashes with their types; of texts the type of the value. Values themselves are looked at and forgotten, and so are names that are values. */
export function fieldTypes(type: string, answers: readonly unknown[]): Map<string, CellType> {
  const types = new Map<string, CellType>()
  const hashes = type === 'hash' ? answers.filter((answer) => !(answer instanceof Error)).map(fieldsOf) : []
  const data = namesAreData(hashes)
  const add = (name: string, value: string): void => {
    const now = value === '' ? types.get(name) ?? 'string' : typeOfValue(value)
    const before = types.get(name)
    if (before !== undefined || types.size < MOST_FIELDS) types.set(name, before === undefined ? now : joined(before, now, true))
  }
  for (const answer of answers) {
    if (answer instanceof Error) continue
    if (type === 'string') add('value', String(answer))
  }
  for (const [name, value] of hashes.flatMap((fields) => [...fields])) if (!data && !isData(name)) add(name, value)
  if (hashes.some((fields) => [...fields.keys()].some((name) => data || isData(name)))) types.set(MORE_FIELDS, 'object')
  return types
}

const typeOfValue = (text: string): CellType => (/^[[{]/.test(text) && /[\]}]$/.test(text) ? 'object' : typeOfText(text))

function descriptorOf({ pattern, keys: seen }: Found, sample: Sample, { source, keys }: { source: OpenSource; keys: number }): Descriptor {
  const place = { ns: 'kv' as const, engine: 'redis', source: source.name, path: [...pattern] }
  const { type, others, bytes, ttl, expires } = sample
  return {
    kind: 'kv', place, title: pattern.join(':'), rows: keys, columns: columnsOf(pattern, sample), cap: ['scan', 'get', 'limit'],
    tags: [`type:${type}`, ...(expires ? ['expires'] : [])], ...(source.owner === undefined ? {} : { owner: source.owner }),
    ...(ttl === undefined ? {} : { constraints: { retention: `at most ${ttl} s` } }),
    cost: { latency_ms_p50: 1, ...(bytes === undefined ? {} : { egress_mb: Math.round((keys * bytes) / 1000) / 1000 }) },
    ...(others.length === 0 ? {} : { description: `Keys of type ${type}; some are of type ${others.join(' and ')}.` }),
    snippets: [{ engine: 'redis', code: commandOf(type, pattern.join(':')) }, { engine: 'ir', code: `scan(${idOf(place)}) -> limit(100)` }],
    antiPatterns: ['KEYS stops the server while it runs: use SCAN with MATCH.', ...(seen > 100_000 ? [`Reading all ${keys} keys: ask for single keys where they are known.`] : [])],
  }
}

function columnsOf(pattern: readonly string[], { fields, type, expires }: Sample): Column[] {
  const column = (name: string, kind: string, more: Partial<Column> = {}): Column => {
    const pii = piiOf(name)
    return { name, type: kind, ...more, ...(pii === undefined ? {} : { pii }) }
  }
  const taken = new Set(['key', ...placesOf(pattern)])
  const values = type === 'hash' ? [...fields] : [['value', fields.get('value') ?? (type === 'string' ? 'string' : 'list')] as const]
  return [
    column('key', 'string', { pk: true, nn: true }),
    ...placesOf(pattern).map((name) => column(name, /^(?:id|n)(?:_\d+)?$/.test(name) ? 'integer' : 'string', { nn: true, description: 'a part of the key' })),
    ...values.map(([name, kind]) => column(taken.has(name) ? `${name}_field` : name, kind, type === 'hash' && name === MORE_FIELDS ? { description: 'fields whose names are data, by name' } : {})),
    ...(expires ? [column('ttl_s', 'integer', { description: 'seconds until the key ends', unit: 's' })] : []),
  ]
}

const COMMANDS: Readonly<Record<string, string>> = { string: 'GET', hash: 'HGETALL', list: 'LRANGE', set: 'SMEMBERS', zset: 'ZRANGE', stream: 'XRANGE' }

const commandOf = (type: string, key: string): string => `${COMMANDS[type] ?? 'TYPE'} ${key}${type === 'list' || type === 'zset' ? ' 0 99' : type === 'stream' ? ' - + COUNT 100' : ''}`
