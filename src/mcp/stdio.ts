// A server for one client over standard input and output. It ends when the client leaves.
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { Clerk } from './call.ts'
import { foveaServer } from './server.ts'

/** Serves until standard input ends or somebody interrupts. */
export async function overStdio({ clerk, compat, signal }: { clerk: Clerk; compat: boolean; signal: AbortSignal | undefined }): Promise<void> {
  const transport = new StdioServerTransport()
  const handle = serveStdio(() => foveaServer({ clerk, compat }), { transport, onerror: (error) => process.stderr.write(`fovea: ${error.message}\n`) })
  await new Promise<void>((done) => {
    process.stdin.once('end', done).once('close', done)
    signal?.addEventListener('abort', () => done(), { once: true })
  })
  await handle.close()
  await clerk.close()
}
