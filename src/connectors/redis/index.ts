// Redis: patterns of keys with their types, fields, times to live and sizes. It is never asked for all keys at once, and values are never kept.
import type { Redis } from 'ioredis'
import type { Descriptor } from '../../catalog/descriptor.ts'
import { placeOf } from '../../catalog/id.ts'
import { type Connector, type OpenSource, SourceDown, type Watch } from '../../catalog/ports.ts'
import type { Resource } from '../../catalog/record.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { connected, shownServer, withRedis } from './connect.ts'
import { describe } from './describe.ts'
import { redisLabel } from './label.ts'
import { globOf, matcherOf, Patterns } from './patterns.ts'
import { keysOf } from './read.ts'
import { rowsOf } from './rows.ts'

/** A Redis server. */
export const redis: Connector = { ...redisLabel, scan, probe, run: rowsOf }

/** Keys that are looked at unless `keys=` says otherwise, and patterns that are told. */
const MOST_KEYS = 100_000
const MOST_PATTERNS = 500

/** Keys of a pattern whose values tell its fields. */
const SAMPLED = 20

async function* scan(source: OpenSource, watch: Watch): AsyncIterable<Descriptor | Diagnostic> {
  const client = await connected(source)
  try {
    yield* described(client, source, watch)
  } catch (error) {
    throw error instanceof SourceDown ? error : new SourceDown(`${shownServer(source)} stopped answering: ${(error as Error).message.slice(0, 120)}`)
  } finally {
    client.disconnect()
  }
}

async function* described(client: Redis, source: OpenSource, watch: Watch): AsyncIterable<Descriptor | Diagnostic> {
  const most = keysAllowed(source.options['keys'])
  const { patterns, seen, whole } = await patternsOf(client, { most, watch, glob: source.options['match'] })
  const total = whole ? seen : Math.max(seen, Number(await client.call('DBSIZE').catch(() => seen)))
  const found = patterns.all()
  if (!whole) yield info('keys-sampled', `Of about ${total} keys ${seen} were looked at, so counts are estimates. "--option keys=1000000" looks at more.`)
  if (found.length > MOST_PATTERNS) yield info('patterns-cut', `There are ${found.length} patterns of keys; the ${MOST_PATTERNS} with the most keys are listed. "--option match=user:*" looks at some keys only.`)
  const refused = new Set<string>()
  for (const [at, one] of found.slice(0, MOST_PATTERNS).entries()) {
    if (watch.signal?.aborted === true) return
    const told = await describe(client, one, { source, keys: whole ? one.keys : Math.round((one.keys / seen) * total) })
    for (const command of told.refused) refused.add(command)
    yield told.descriptor
    watch.progress(at + 1)
  }
  if (refused.size > 0) yield { code: 'catalog/refused', severity: 'warning', message: `The user of ${shownServer(source)} may not use ${[...refused].join(', ')}, so what those would tell is not known.`, hint: 'Grant the user the read commands: ACL SETUSER name +@read +ping.' }
}

const info = (code: string, message: string): Diagnostic => ({ code: `catalog/${code}`, severity: 'info', message })

function keysAllowed(text: string | undefined): number {
  const most = text === undefined ? MOST_KEYS : Number(text)
  if (!Number.isInteger(most) || most < 1) throw new SourceDown(`the option keys is a number such as 100000, not ${JSON.stringify(text)}.`)
  return most
}

async function patternsOf(client: Redis, { most, watch, glob }: { most: number; watch: Watch; glob: string | undefined }): Promise<{ patterns: Patterns; seen: number; whole: boolean }> {
  const patterns = new Patterns(SAMPLED)
  const known = new Set<string>()
  for await (const batch of keysOf(client, glob)) {
    for (const key of batch) {
      if (known.has(key)) continue
      if (known.size >= most || watch.signal?.aborted === true) return { patterns, seen: known.size, whole: false }
      known.add(key)
      patterns.add(key)
    }
  }
  return { patterns, seen: known.size, whole: true }
}

/** Whether there is still a key of the pattern. A few thousand keys are looked at, because a pattern may be rare. */
const PROBED = 20_000

async function probe(source: OpenSource, resource: Resource): Promise<Diagnostic | undefined> {
  const pattern = placeOf(resource.overview.uri)?.path ?? []
  try {
    const state = await withRedis(source, (client) => firstOf(client, pattern))
    return state ? undefined : { code: 'catalog/changed', severity: 'error', message: `${resource.overview.id} has no keys any more. Scan the source again.` }
  } catch (error) {
    if (error instanceof SourceDown) return { code: 'catalog/unreachable', severity: 'error', message: error.message }
    throw error
  }
}

async function firstOf(client: Redis, pattern: readonly string[]): Promise<boolean> {
  const match = matcherOf(pattern)
  let looked = 0
  for await (const batch of keysOf(client, globOf(pattern))) {
    if (batch.some((key) => match(key) !== undefined)) return true
    looked += batch.length
    if (looked > PROBED) return true
  }
  return false
}
