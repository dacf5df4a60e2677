// A server for one client over standard input and output. It ends when the client leaves.
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { Answer, Call, Clerk, Watch } from './call.ts'
import { Load, MOST, TOO_HEAVY } from './load.ts'
import { visible } from '../workspace/index.ts'
import { foveaServer } from './server.ts'
import { type Refusal, sieve } from './sieve.ts'

/** Serves until standard input ends or somebody interrupts. */
export async function overStdio({ clerk, compat, signal }: { clerk: Clerk; compat: boolean; signal: AbortSignal | undefined }): Promise<void> {
  const input = sieve(process.stdin, answered, untilTaken)
  const handle = serveStdio(() => foveaServer({ clerk: bounded(clerk), compat }), { transport: new StdioServerTransport(input), onerror: ({ message }) => say(message) })
  await new Promise<void>((done) => {
    input.once('end', done).once('close', done)
    process.stdin.once('close', done)
    signal?.addEventListener('abort', () => done(), { once: true })
  })
  await handle.close()
  await clerk.close()
}

/** A client that does not take its answers is not heard until it does: otherwise they would pile up here. */
async function untilTaken(): Promise<void> {
  if (process.stdout.writableNeedDrain) await new Promise<void>((done) => { process.stdout.once('drain', done).once('close', done) })
}

/** A clerk for one client, who is told when too much is under way. */
function bounded(clerk: Clerk): Clerk {
  const load = new Load({ ...MOST, house: MOST.all, client: MOST.all })
  const ask = async (call: Call, watch: Watch): Promise<Answer> => {
    const taken = load.take({ client: '', house: '' })
    if (typeof taken === 'object') return { text: taken.message, failed: true }
    const bytes = JSON.stringify(call).length
    if (!load.hold(bytes)) {
      taken()
      return { text: TOO_HEAVY.message, failed: true }
    }
    return clerk.ask(call, watch).finally(() => {
      load.free(bytes)
      taken()
    })
  }
  return { ask, close: () => clerk.close() }
}

function answered({ said, answer }: Refusal): void {
  say(said)
  if (answer !== undefined) process.stdout.write(`${JSON.stringify(answer)}\n`)
}

/** One line, however much there would be to say. */
const say = (message: string): boolean => process.stderr.write(`fovea: ${visible(message.replace(/\s+/g, ' ').slice(0, 300))}\n`)
