// A server for one client over standard input and output. When the client has said all it wants to, it is answered, and then the server ends.
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Answer, Call, Clerk, Watch } from './call.ts'
import { Load, MOST, TOO_HEAVY } from './load.ts'
import { visible } from '../workspace/index.ts'
import { Owing } from './owing.ts'
import { foveaServer } from './server.ts'
import { type Refusal, sieve } from './sieve.ts'

/** Serves until standard input ends and all is answered, or somebody interrupts. */
export async function overStdio({ clerk, compat, signal }: { clerk: Clerk; compat: boolean; signal: AbortSignal | undefined }): Promise<void> {
  const input = sieve(process.stdin, answered, { heard: (message) => transport.heard(message), ready: untilTaken, done: () => transport.settled(LAST_CALLS_MS) })
  const transport = new Owing(input)
  const handle = serveStdio(() => foveaServer({ clerk: bounded(clerk), compat }), { transport, onerror: ({ message }) => say(message) })
  await new Promise<void>((done) => {
    input.once('end', done).once('close', done)
    // One that ended was closed, too, and its last calls may be under way.
    process.stdin.once('close', () => { if (!process.stdin.readableEnded) done() })
    signal?.addEventListener('abort', () => done(), { once: true })
  })
  await handle.close()
  await clerk.close()
}

/** Longer than any call takes: who waits 45 seconds is told to ask again. */
const LAST_CALLS_MS = 60_000

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
