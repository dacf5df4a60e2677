// Messages of a stream, read one after the other without a consumer, so that nobody who reads the stream notices.
import type { JetStreamManager, StoredMsg } from '@nats-io/jetstream'

/** Messages from a sequence on. It ends at the newest message. */
export async function* messagesFrom(streams: JetStreamManager, stream: string, first: number): AsyncIterable<StoredMsg> {
  let seq = first
  for (;;) {
    const message = await nextOf(streams, stream, seq)
    if (message === null || message.seq < seq) return
    yield message
    seq = message.seq + 1
  }
}

/** The first message that is not before a sequence; null when there is none. The server skips what was deleted; the types of the client do not know that question. */
async function nextOf(streams: JetStreamManager, stream: string, seq: number): Promise<StoredMsg | null> {
  try {
    return await streams.streams.getMessage(stream, { seq, next_by_subj: '>' } as { seq: number })
  } catch (error) {
    if (/no message found|not found/i.test((error as Error).message)) return null
    throw error
  }
}

/** Bytes of a message that are read. */
const MOST_BYTES = 65_536

/** The text of a message, cut where it is too long. */
export const textOf = ({ data }: StoredMsg): string => new TextDecoder().decode(data.subarray(0, MOST_BYTES))

/** The members of a message that is a JSON object; none for anything else. */
export function membersOf(message: StoredMsg): Readonly<Record<string, unknown>> {
  if (message.data.length > MOST_BYTES || message.data[0] !== 0x7b) return {}
  try {
    const value = JSON.parse(textOf(message)) as unknown
    return value !== null && typeof value === 'object' ? value as Record<string, unknown> : {}
  } catch {
    return {}
  }
}
