// Starts a real server for a test: a free loopback port, a folder of its own, and nothing left when the test ends, however it ends.
import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, chmodSync, chownSync, constants, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** A server that runs. */
export interface Service {
  readonly port: number
  /** The address with which clients connect, user and password included. */
  readonly url: string
  stop(): Promise<void>
}

/** How a server is started. */
export interface Start {
  readonly command: string
  args(port: number, folder: string): readonly string[]
  /** What it prints when it takes connections. */
  readonly ready: RegExp
  /** A folder whose copy the server begins with. */
  readonly template?: string
  /** Which signal ends it at once. */
  readonly signal?: NodeJS.Signals
}

const PACKAGES = 'apt-get install postgresql mariadb-server redis-server nats-server'
const PLACES = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin', '/opt/homebrew/sbin']

/** The path of a program; a sentence that says how to install it when it is missing. */
export function programOf(names: readonly string[], further: readonly string[] = []): string {
  const folders = [...further, ...(process.env['PATH'] ?? '').split(delimiter), ...PLACES]
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(runs)
  if (found === undefined) throw new Error(`${names[0]} is not installed, and this test needs a real one: ${PACKAGES}`)
  return found
}

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Database servers refuse to run as root: then they run as nobody. */
export function owner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  if (uid === undefined || gid === undefined) throw new Error('database servers cannot run as root, and /etc/passwd names no user "nobody"')
  return { uid: Number(uid), gid: Number(gid) }
}

/** A temporary folder that the server's user owns. */
export function folderFor(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `fovea-${name}-`))
  const as = owner()
  if (as !== undefined) chownSync(folder, as.uid, as.gid)
  chmodSync(folder, 0o700)
  return folder
}

/** A folder that takes long to make, made once on this machine and kept beside other temporary files. */
export async function templateOf(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const kept = join(tmpdir(), `fovea-template-${name}-${owner()?.uid ?? process.getuid?.() ?? 0}`)
  if (isOurs(kept)) return kept
  const folder = folderFor('template')
  await make(folder)
  try {
    renameSync(folder, kept)
  } catch {
    // Another test made it at the same time.
    rmSync(folder, { recursive: true, force: true })
  }
  return kept
}

/** Whoever may write to the folder for temporary files could have put something else there. */
const isOurs = (folder: string): boolean => existsSync(folder) && statSync(folder).uid === (owner()?.uid ?? process.getuid?.()) && readdirSync(folder).length > 0

/** Runs a program to its end. */
export function finish(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { ...owner(), cwd: '/', env: environment(), stdio: ['ignore', 'pipe', 'pipe'] })
  const said = listen(child)
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) => { if (code === 0) done(); else fail(new Error(`${command} ended with ${code}:\n${said.text()}`)) })
  })
}

/** Starts a server and waits until it takes connections. A port that somebody took meanwhile is changed for another. */
export async function start(name: string, how: Start): Promise<Omit<Service, 'url'>> {
  for (let tries = 1; ; tries++) {
    const port = await freePort()
    try {
      return await startAt(port, name, how)
    } catch (error) {
      if (tries === 3 || !/in use|EADDRINUSE/i.test(String(error))) throw error
    }
  }
}

async function startAt(port: number, name: string, how: Start): Promise<Omit<Service, 'url'>> {
  const folder = folderFor(name)
  if (how.template !== undefined) copy(how.template, join(folder, 'data'))
  const child = spawn(...bound([how.command, ...how.args(port, folder)]), { ...owner(), cwd: folder, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = async (): Promise<void> => {
    await ended(child, how.signal ?? 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await said(child, how.ready)
  } catch (error) {
    await stop()
    throw error
  }
  return { port, stop }
}

function copy(from: string, to: string): void {
  cpSync(from, to, { recursive: true })
  const as = owner()
  if (as !== undefined) chownAll(to, as)
  chmodSync(to, 0o700)
}

function chownAll(path: string, as: { uid: number; gid: number }): void {
  chownSync(path, as.uid, as.gid)
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) chownAll(join(path, name), as)
}

/** On Linux the kernel ends the server when whoever started it dies, so that a killed test leaves nothing running. */
function bound(line: readonly string[]): [string, string[]] {
  const setpriv = '/usr/bin/setpriv'
  const [command = '', ...args] = process.platform === 'linux' && runs(setpriv) ? [setpriv, '--pdeathsig', 'KILL', '--', ...line] : line
  return [command, args]
}

const environment = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC', HOME: '/nonexistent' })

const MOST_OUTPUT = 100_000

function listen(child: ChildProcess): { text(): string; heard(call: () => void): void } {
  let text = ''
  let call = (): void => {}
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => { text = (text + part).slice(-MOST_OUTPUT); call() })
  }
  return { text: () => text, heard: (then) => { call = then } }
}

function said(child: ChildProcess, ready: RegExp): Promise<void> {
  const heard = listen(child)
  return new Promise((done, fail) => {
    heard.heard(() => { if (ready.test(heard.text())) done() })
    child.once('error', fail)
    child.once('close', (code, signal) => fail(new Error(`the server ended with ${signal ?? code} before it was ready:\n${heard.text()}`)))
  })
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return Promise.resolve()
  return new Promise((done) => {
    child.once('close', () => done())
    child.kill(signal)
  })
}

function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })
}
