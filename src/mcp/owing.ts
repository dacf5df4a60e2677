// Standard output that knows what it owes: whoever sends all its calls at once and closes its side is still answered.
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { isRecord } from '../core/json.ts'

/** Standard input and output, with the requests that were heard and not answered yet. */
export class Owing extends StdioServerTransport {
  private readonly owed = new Set<RequestId>()
  private tell = (): void => {}

  /** A message came in. One that only subscribes has no answer, and one that was cancelled gets none. */
  heard(message: JSONRPCMessage): void {
    if (!('method' in message)) return
    if ('id' in message && message.method !== 'subscriptions/listen') this.owed.add(message.id)
    if (message.method === 'notifications/cancelled' && isRecord(message.params)) this.settle(message.params['requestId'] as RequestId)
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    await super.send(message)
    if (!('method' in message) && message.id !== undefined) this.settle(message.id)
  }

  /** Nobody takes answers any more. */
  override async close(): Promise<void> {
    this.owed.clear()
    this.tell()
    await super.close()
  }

  /** Done when all is answered, or after some milliseconds. */
  async settled(patience: number): Promise<void> {
    if (this.owed.size === 0) return
    await new Promise<void>((done) => {
      const clock = setTimeout(done, patience)
      this.tell = () => {
        clearTimeout(clock)
        done()
      }
    })
  }

  private settle(id: RequestId): void {
    this.owed.delete(id)
    if (this.owed.size === 0) this.tell()
  }
}
