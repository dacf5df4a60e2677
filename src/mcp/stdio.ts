// A server for one client over standard input and output. It ends when the client leaves.
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { Clerk } from './call.ts'
import { foveaServer } from './server.ts'
import { type Refusal, sieve } from './sieve.ts'

/** Serves until standard input ends or somebody interrupts. */
export async function overStdio({ clerk, compat, signal }: { clerk: Clerk; compat: boolean; signal: AbortSignal | undefined }): Promise<void> {
  const input = sieve(process.stdin, answered)
  const handle = serveStdio(() => foveaServer({ clerk, compat }), { transport: new StdioServerTransport(input), onerror: ({ message }) => say(message) })
  await new Promise<void>((done) => {
    input.once('end', done).once('close', done)
    process.stdin.once('close', done)
    signal?.addEventListener('abort', () => done(), { once: true })
  })
  await handle.close()
  await clerk.close()
}

function answered({ said, answer }: Refusal): void {
  say(said)
  if (answer !== undefined) process.stdout.write(`${JSON.stringify(answer)}\n`)
}

/** One line, however much there would be to say. */
const say = (message: string): boolean => process.stderr.write(`fovea: ${message.replace(/\s+/g, ' ').slice(0, 300)}\n`)
