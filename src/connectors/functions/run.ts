// A function of a plan, called for real: in a thread of its own that ends at its time, with little memory and without our environment.
import { Worker } from 'node:worker_threads'
import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Limits, type OpenSource, type Piece, SourceDown, type Table } from '../../catalog/ports.ts'
import type { Resource } from '../../catalog/record.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { branchOf, mustFit } from '../calls/arguments.ts'
import { withoutSecrets } from '../calls/credentials.ts'
import { wholeMs } from '../calls/http.ts'
import { tableOf } from '../calls/table.ts'
import { pathOf } from '../documents/read.ts'
import { nameOf } from '../schema/tree.ts'

const MOST_MEGABYTES = 256

/** What runs in the thread. It is a text because what is shipped is one bundle; lists without an end are taken as far as rows are wanted. */
const THREAD = `
const { parentPort, workerData: { url, name, args, rows } } = require('node:worker_threads')
const plain = (_, value) => typeof value === 'bigint' ? { [' big']: String(value) } : value
async function listed(value) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return Array.isArray(value) ? value.slice(0, rows + 1) : value
  if (!(Symbol.asyncIterator in value) && !(Symbol.iterator in value)) return value
  const all = []
  for await (const one of value) if (all.push(one) > rows) break
  return all
}
import(url).then(async (module) => {
  if (typeof module[name] !== 'function') return parentPort.postMessage({ fault: 'it exports no function "' + name + '"' })
  parentPort.postMessage({ json: JSON.stringify(await listed(await module[name](args)) ?? null, plain) })
}).catch((error) => parentPort.postMessage({ fault: String(error && error.message || error).slice(0, 500) }))
`

/** Calls a function with its arguments as one object, and gives the rows that it returns. */
export async function runFunction(source: OpenSource, piece: Piece, limits: Limits): Promise<Table> {
  const { call, inputs = [], columns = [] } = piece.by === 'call' ? piece.resource.details : {}
  if (piece.by !== 'call' || call?.by !== 'function') throw new TypeError(`a function is invoked; it cannot run ${piece.by}`)
  mustFit(inputs, piece.args, piece.resource.overview.title)
  const shown = `${call.name} of ${call.module}`
  const answer = await inThread(source, { url: pathToFileURL(await moduleIn(source, call.module)).href, name: call.name, args: { ...branchOf(piece.args) }, rows: limits.rows }, { shown, limits })
  return tableOf(JSON.parse(answer, restored), { path: [], columns, shown }, limits)
}

const restored = (_: string, value: unknown): unknown => {
  const digits = typeof value === 'object' && value !== null && Object.hasOwn(value, ' big') ? (value as { ' big': unknown })[' big'] : undefined
  return typeof digits === 'string' && /^-?\d{1,400}$/.test(digits) ? BigInt(digits) : value
}

/** The module on the disk. It lies in the source that was added here: a record that names another is not followed. */
async function moduleIn(source: OpenSource, module: string): Promise<string> {
  const [top, path] = await Promise.all([realpath(pathOf(source)), realpath(resolve(source.root, module))]).catch(() => { throw new SourceDown(`${module} is gone: scan the source again`) })
  const folder = (await stat(top)).isDirectory() ? top : resolve(top, '..')
  const inside = relative(folder, path)
  if (inside.startsWith('..') || isAbsolute(inside)) throw new SourceDown(`${module} lies outside of the source and is not run`)
  return path
}

interface Told {
  readonly url: string
  readonly name: string
  readonly args: unknown
  readonly rows: number
}

function inThread(source: OpenSource, workerData: Told, { shown, limits }: { shown: string; limits: Limits }): Promise<string> {
  return new Promise((done, fail) => {
    const worker = new Worker(THREAD, { eval: true, workerData, env: { ...source.credentials }, stdin: true, stdout: true, stderr: true, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES } })
    const down = (cause: string): void => fail(new SourceDown(`${shown} ${cause}`))
    const timer = setTimeout(() => { down(`did not end within ${wholeMs(limits.milliseconds)} ms`); void worker.terminate() }, wholeMs(limits.milliseconds))
    const stop = (): void => { down('was stopped'); void worker.terminate() }
    if (limits.signal?.aborted === true) stop()
    else if (limits.signal instanceof AbortSignal) limits.signal.addEventListener('abort', stop, { once: true })
    worker.stdout.resume()
    worker.stderr.resume()
    worker.once('message', ({ json, fault }: { json?: string; fault?: string }) => {
      if (json === undefined) down(`failed: ${causeOf(fault, source)}`)
      else done(json)
      void worker.terminate()
    })
    worker.once('error', (error) => down(`failed: ${(error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? `it needs more than ${MOST_MEGABYTES} MB` : causeOf(error.message, source)}`))
    worker.once('exit', () => {
      clearTimeout(timer)
      if (limits.signal instanceof AbortSignal) limits.signal.removeEventListener('abort', stop)
      down('ended without an answer')
    })
  })
}

/** What a module said, without secrets and without where it lies on this machine. */
const causeOf = (message: string | undefined, source: OpenSource): string => withoutSecrets(nameOf(message?.replaceAll(`${source.root.replace(/\/$/, '')}/`, ''), 200) ?? 'it gave no cause', source)

/** Whether the module of a function is still there. */
export async function probeFunction(source: OpenSource, { overview, details: { call } }: Resource): Promise<Diagnostic | undefined> {
  if (call?.by !== 'function') return undefined
  const fault = await moduleIn(source, call.module).then(() => undefined, (error: unknown) => (error instanceof Error ? error.message : 'it cannot be read'))
  return fault === undefined ? undefined : { code: 'functions/gone', severity: 'error', path: overview.id, message: `${overview.id} cannot be invoked: ${fault}` }
}
