// The commands that start servers. The protocol and everything behind it is loaded when one of them runs.
import { randomBytes } from 'node:crypto'
import { realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { flag, number, text, UsageError } from '../core/field.ts'
import type { Context, Operation } from '../operations/index.ts'
import { defineOperation } from '../operations/operation.ts'
import { exposed, isLoopback, portFrom, tokenFrom, unheard } from './address.ts'
import type { Place } from './call.ts'
import { install } from './install/index.ts'

const serving = {
  root: text('The folder; FOVEA_ROOT or the current one unless told', { place: 'one' }),
  compat: flag('List the names of the seed protocols too: zoom_context, get_alias, context/feedback'),
  frozen: flag('The same bytes for the same files: no clock, nothing learned'),
}

/** Serves agents over standard input and output. */
export const mcp = defineOperation({
  name: 'mcp',
  title: 'Serve agents over the Model Context Protocol, on standard input and output',
  doc: 'Started by the client; when standard input ends, it answers what was asked and ends. Every answer is made from the files as they are then, keeps its token budget, and never shows anything outside the folder.',
  examples: ['fovea mcp', 'fovea mcp ~/src/project', 'claude mcp add fovea -- npx -y fovea mcp'],
  fields: serving,
  async run(input, context) {
    const place = placeOf('mcp', input, context)
    const [{ overStdio }, { ThreadClerk }] = await Promise.all([import('./stdio.ts'), import('./thread.ts')])
    await overStdio({ clerk: new ThreadClerk(place), compat: input.compat, signal: context.signal })
    return { text: [] }
  },
})

/** Serves agents over HTTP. */
export const serve = defineOperation({
  name: 'serve',
  title: 'Serve agents over the Model Context Protocol, on HTTP',
  doc: 'The address and a token are printed on standard error; clients send the token as a bearer. It listens on this machine only, unless --host names an address that others reach: then it warns, because HTTP is not encrypted, and always asks for the token. It answers to localhost, to --host and to the address it was reached at, and refuses web pages. FOVEA_TOKEN chooses the token, 16 characters or more. Clients take turns; who asks more than the server can hold is told 429 or 503 and when to ask again. SIGTERM and Ctrl-C end it: calls under way have five seconds; it exits with 0 after SIGTERM, with 130 after Ctrl-C.',
  examples: ['fovea serve', 'fovea serve ~/src/project --port 7000', 'FOVEA_TOKEN="$(openssl rand -hex 24)" fovea serve --json'],
  fields: {
    ...serving,
    port: number('The port; any that is free unless told', { otherwise: 0, sign: 'N' }),
    host: text('The address to listen on', { otherwise: '127.0.0.1', sign: 'HOST' }),
    noToken: flag('Let every program on this machine in; only on a loopback address'),
    json: flag('Print the address and the token as JSON on standard output'),
  },
  async run(input, context) {
    const place = placeOf('serve', input, context)
    const host = input.host || '127.0.0.1'
    const port = portFrom(input.port)
    if (input.noToken && !isLoopback(host)) throw new UsageError(`${host} can be reached from other machines: without a token only 127.0.0.1, ::1 or localhost`)
    const token = input.noToken ? undefined : tokenFrom(process.env['FOVEA_TOKEN'] || randomBytes(24).toString('base64url'))
    const [{ overHttp }, { ThreadClerk }, { foveaServer }] = await Promise.all([import('./http.ts'), import('./thread.ts'), import('./server.ts')])
    const clerk = new ThreadClerk(place)
    const listening = await overHttp({ factory: () => foveaServer({ clerk, compat: input.compat }), host, port, token }).catch((error: NodeJS.ErrnoException) => { throw unheard(host, port, error) })
    if (!isLoopback(host)) process.stderr.write(`fovea: ${exposed(host)}\n`)
    // Whoever reads the address may end the server at once.
    const end = ended(context.signal)
    told(listening.url, { token, json: input.json })
    await end
    await listening.drain(LAST_CALLS_MS)
    await clerk.close()
    await listening.close()
    return { text: [] }
  },
})

/** What is under way when a server is told to end has so long; the rest is refused. */
const LAST_CALLS_MS = 5000

/** What a client needs to know, while the server runs. */
function told(url: string, { token, json }: { token: string | undefined; json: boolean }): void {
  if (json) process.stdout.write(`${JSON.stringify({ url, ...(token === undefined ? {} : { token }) })}\n`)
  else process.stderr.write(`${url}\n${token === undefined ? '' : `Authorization: Bearer ${token}\n`}`)
}

const ended = (signal: AbortSignal | undefined): Promise<void> => new Promise((done) => {
  signal?.addEventListener('abort', () => done(), { once: true })
  process.once('SIGTERM', () => done())
})

function placeOf(command: string, { root, frozen }: { root: string | undefined; frozen: boolean }, { cwd }: Context): Place {
  const said = root ?? (process.env['FOVEA_ROOT'] || undefined)
  const path = resolve(cwd, said ?? '.')
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw new UsageError(`there is no folder ${said ?? path}: name the project, as in fovea ${command} ~/src/project`)
  return { root: realpathSync(path), named: said !== undefined, frozen }
}

/** All of them, for the command line. */
export const SERVERS: readonly Operation[] = [mcp, serve, install] as unknown as readonly Operation[]
