// A real Redis for tests.
import { programOf, type Service, start } from './program.ts'

/** Starts Redis; with a password when one is given. */
export async function startRedis({ password }: { readonly password?: string } = {}): Promise<Service> {
  const service = await start('redis', {
    command: programOf(['redis-server', 'valkey-server']), ready: /Ready to accept connections/i,
    args: (port, folder) => ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder, ...(password === undefined ? [] : ['--requirepass', password])],
  })
  return { ...service, url: `redis://${password === undefined ? '' : `:${password}@`}127.0.0.1:${service.port}` }
}
