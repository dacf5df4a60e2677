// The studio of a small repository: the shipped program serves it, tests ask it over HTTP or look at it in a browser.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll } from 'vitest'
import { type Look, openTab } from './browser.ts'
import { repository } from './repository.ts'
import { startServer } from './server.mjs'
import { watched } from './watch.mjs'

/** What a page did that it should not: every list should be empty. */
export type Watched = Readonly<Record<'console' | 'errors' | 'elsewhere' | 'failed', readonly string[]>>

/** A studio that runs. */
export interface Studio {
  /** With the token in the fragment, as it is printed. */
  readonly url: string
  readonly origin: string
  readonly token: string
  /** The repository it shows. */
  readonly root: string
  /** Asks with the token; a body makes it a POST of JSON. */
  api(path: string, init?: RequestInit & { readonly json?: unknown }): Promise<Response>
  /** A tab with the first view, or with a page such as `/compare?budget=8k`, and what goes wrong in it. */
  open(look?: Look & { readonly at?: string }): Promise<{ readonly page: Page; readonly seen: Watched }>
  stop(): Promise<void>
}

/** How a studio is started: on a fresh repository with an empty home, unless told. */
export interface Starting {
  readonly root?: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Starts the studio. It ends with the test file; nothing of this machine's settings or memory is seen or changed. */
export async function startStudio({ root = repository(), args = [], env = {} }: Starting = {}): Promise<Studio> {
  const home = mkdtempSync(join(tmpdir(), 'fovea-studio-'))
  const server = await startServer(root, { args, env: { HOME: home, XDG_CONFIG_HOME: join(home, 'config'), ...env } })
  const stop = async (): Promise<void> => {
    await server.stop()
    rmSync(home, { recursive: true, force: true })
  }
  running.push(stop)
  const api: Studio['api'] = (path, { json, ...init } = {}) => fetch(new URL(path, server.origin), {
    ...(json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }), ...init,
    headers: { Authorization: `Bearer ${server.token}`, ...(json === undefined ? {} : { 'Content-Type': 'application/json' }), ...init.headers },
  })
  return { ...server, root, api, open: (look) => openAt(server, look), stop }
}

const running: (() => Promise<void>)[] = []
afterAll(async () => { await Promise.all(running.splice(0).map((stop) => stop())) })

async function openAt({ origin, token }: Pick<Studio, 'origin' | 'token'>, { at = '/', ...look }: Look & { readonly at?: string } = {}): Promise<{ page: Page; seen: Watched }> {
  const page = await openTab(look)
  const seen: Watched = watched(page, origin)
  await page.goto(`${origin}${at}#token=${token}`)
  return { page, seen }
}
