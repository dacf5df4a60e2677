// NATS JetStream: streams with their subjects, limits and consumers, and buckets of keys.
import type { Descriptor } from '../../catalog/descriptor.ts'
import { placeOf } from '../../catalog/id.ts'
import { type Connector, type OpenSource, SourceDown, type Watch } from '../../catalog/ports.ts'
import type { Resource } from '../../catalog/record.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { connected, downFrom, withStreams } from './connect.ts'
import { describe, streamOf } from './describe.ts'
import { natsLabel } from './label.ts'
import { rowsOf } from './rows.ts'

/** A NATS server with JetStream. */
export const nats: Connector = { ...natsLabel, scan, probe, run: rowsOf }

const MOST_STREAMS = 5000

async function* scan(source: OpenSource, watch: Watch): AsyncIterable<Descriptor | Diagnostic> {
  const { streams, close } = await connected(source)
  let told = 0
  try {
    for await (const info of streams.streams.list()) {
      if (watch.signal?.aborted === true) return
      if (told >= MOST_STREAMS) {
        yield { code: 'catalog/too-many-streams', severity: 'warning', message: `There are more than ${MOST_STREAMS} streams; the first are listed.` }
        return
      }
      yield await describe(streams, info, source)
      watch.progress(++told)
    }
  } catch (error) {
    throw downFrom(error, source)
  } finally {
    await close()
  }
}

async function probe(source: OpenSource, resource: Resource): Promise<Diagnostic | undefined> {
  const place = placeOf(resource.overview.uri)
  try {
    const there = place !== undefined && await withStreams(source, (streams) => streams.streams.info(streamOf(place)).then(() => true, isMissing))
    return there ? undefined : { code: 'catalog/changed', severity: 'error', message: `${resource.overview.id} is no longer there. Scan the source again.` }
  } catch (error) {
    if (error instanceof SourceDown) return { code: 'catalog/unreachable', severity: 'error', message: error.message }
    throw error
  }
}

function isMissing(error: unknown): false {
  if (/stream not found/i.test((error as Error).message)) return false
  throw error
}
