// A real NATS server with JetStream for tests.
import { join } from 'node:path'
import { programOf, type Service, start } from './program.ts'

/** Starts NATS with JetStream; with a user and a password when they are given. */
export async function startNats({ user, password }: { readonly user?: string; readonly password?: string } = {}): Promise<Service> {
  const known = user !== undefined && password !== undefined
  const service = await start('nats', {
    command: programOf(['nats-server']), ready: /Server is ready/,
    args: (port, folder) => ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', join(folder, 'data'), ...(known ? ['--user', user, '--pass', password] : [])],
  })
  return { ...service, url: `nats://${known ? `${user}:${password}@` : ''}127.0.0.1:${service.port}` }
}
