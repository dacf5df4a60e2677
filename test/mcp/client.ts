// A real client of the protocol and a real server process, as an agent would start it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll } from 'vitest'
import { BIN } from '../walks/run.ts'

/** The two eras of the protocol: 2026-07-28 without a handshake, 2025 with one. */
export const ERAS = ['modern', 'legacy'] as const

export type Era = (typeof ERAS)[number]

/** A client for an era that has not connected yet. */
export const clientOf = (era: Era): Client => new Client({ name: 'fovea-test', version: '1.0.0' }, era === 'modern' ? { versionNegotiation: { mode: 'auto' } } : {})

const open: Client[] = []
afterAll(async () => { await Promise.all(open.splice(0).map((client) => client.close())) })

/** How a server is started. */
export interface Starting {
  readonly era?: Era
  readonly args?: readonly string[]
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Starts `fovea mcp` and connects to it. */
export async function connected({ era = 'modern', args = [], cwd, env = {} }: Starting): Promise<Client & { pid(): number }> {
  const client = clientOf(era)
  const transport = new StdioClientTransport({ command: process.execPath, args: [BIN, 'mcp', ...args], env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', FOVEA_CACHE: 'off', ...env }, stderr: 'ignore', ...(cwd === undefined ? {} : { cwd }) })
  await client.connect(transport)
  open.push(client)
  return Object.assign(client, { pid: () => transport.pid ?? 0 })
}

/** What a tool answered. */
export interface Told {
  readonly text: string
  readonly failed: boolean
  readonly data: Readonly<Record<string, unknown>> | undefined
  readonly meta: Readonly<Record<string, unknown>>
}

/** Calls a tool and gives what it said. */
export async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Told> {
  const result = await client.callTool({ name, arguments: args })
  const [content] = result.content as readonly { readonly type: string; readonly text?: string }[]
  return {
    text: content?.text ?? '', failed: result.isError === true, data: result.structuredContent as Told['data'],
    meta: ((result._meta ?? {}) as { fovea?: Told['meta'] }).fovea ?? {},
  }
}

/** A running `fovea serve`. */
export interface Served {
  readonly url: string
  readonly token: string
  stop(): Promise<number | null>
  /** What it said on standard error; all of it when it has stopped. */
  err(): string
}

/** Starts `fovea serve` on a free port. */
export async function served(args: readonly string[]): Promise<Served> {
  const child = spawn(process.execPath, [BIN, 'serve', '--json', ...args], { env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', FOVEA_CACHE: 'off' }, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk))
  const [line] = await once(child.stdout, 'data') as [Buffer]
  const { url, token } = JSON.parse(String(line)) as { url: string; token: string }
  const stop = async (): Promise<number | null> => {
    const ended = once(child, 'close')
    child.kill('SIGTERM')
    return ((await ended) as [number | null])[0]
  }
  return { url, token, stop, err: () => Buffer.concat(said).toString() }
}

/** Connects to a running server over HTTP. */
export async function connectedTo({ url, token }: Served, era: Era): Promise<Client> {
  const client = clientOf(era)
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${token}` } } }))
  open.push(client)
  return client
}
