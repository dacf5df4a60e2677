// A server knows the key and may repeat it. What we show and keep of a conversation never holds it.
import type { ChatEvent } from '../chat.ts'

/** Shorter ones are words such as "none" that a server of one's own is given. */
const SHORTEST = 8

/** Stands where the key was; a file with such a mark is not written. */
const MARK = '\u27e8redacted:api-key\u27e9'

/** The same events without the key, also where it comes in pieces. */
export async function* masked(events: AsyncIterable<ChatEvent>, key: string | undefined): AsyncGenerator<ChatEvent> {
  if (key === undefined || key.length < SHORTEST) return yield* events
  let held = ''
  const rest = (): ChatEvent[] => (held === '' ? [] : [{ kind: 'text', text: held }])
  try {
    for await (const event of events) {
      if (event.kind === 'text') {
        const text = (held + event.text).replaceAll(key, MARK)
        held = beginning(text, key)
        if (held.length < text.length) yield { kind: 'text', text: text.slice(0, text.length - held.length) }
      } else {
        yield* rest()
        held = ''
        yield event.kind === 'called' ? without(event, key) : event
      }
    }
  } catch (error) {
    yield* rest()
    throw error
  }
  yield* rest()
}

/** The end of a text that may be the beginning of the key. */
function beginning(text: string, key: string): string {
  for (let length = Math.min(text.length, key.length - 1); length > 0; length--) if (text.endsWith(key.slice(0, length))) return key.slice(0, length)
  return ''
}

/** Every text in a value without the key. */
function without<T>(value: T, key: string): T {
  if (typeof value === 'string') return value.replaceAll(key, MARK) as T
  if (Array.isArray(value)) return value.map((one: unknown) => without(one, key)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name.replaceAll(key, MARK), without(one as unknown, key)])) as T
}
