// Workers: they take scans from the queue of the team's database until they are told to stop. A worker may be killed at any point: what it had taken is given to another, and a scan that is done again changes nothing.
import { tmpdir } from 'node:os'
import { CatalogError } from '../../catalog/manifest.ts'
import type { SourceSpec } from '../../catalog/ports.ts'
import { openShared, type SharedDatabase } from '../../stores/postgres/open.ts'
import { type Claim, type Claimer, type ScanJob, type ScanQueue, scanQueue } from '../../stores/postgres/queue.ts'
import { databaseAddress, projectOf, teamDatabase, worded } from '../database.ts'
import type { Workspace } from '../workspace.ts'
import { scanSource } from './scan.ts'
import { isReference } from './secrets.ts'
import { storeIn } from './store.ts'

/** What a worker tells. */
export interface WorkerEvent extends Partial<ScanJob> {
  readonly event: 'started' | 'scanning' | 'scanned' | 'down' | 'failed' | 'rescued' | 'stopped'
  readonly at: string
  readonly resources?: number
  readonly changes?: number
  readonly message?: string
  readonly attempt?: number
}

/** How a worker runs. */
export interface Working {
  /** The folders that it has; sources that are files are found there. */
  readonly workspaces: readonly Workspace[]
  readonly concurrency: number
  /** Ends when nothing is left to do. */
  readonly once: boolean
  /** No further job is taken. */
  readonly signal: AbortSignal
  say(event: WorkerEvent): void
}

const PAUSE_MS = 500

/** Puts sources of a workspace into the queue; how many were not waiting already. */
export async function enqueue(workspace: Workspace, names: readonly string[]): Promise<number> {
  const database = await databaseOf(workspace)
  const queue = await opened(database, false)
  try {
    const project = projectOf(workspace)
    return await queue.send(names.map((source) => ({ project, source })))
  } finally {
    await queue.close()
  }
}

/** Works until it is told to stop or, once, until nothing is left. */
export async function runWorker(working: Working): Promise<void> {
  const [first] = working.workspaces
  await databaseOf(first as Workspace)
  // Each lane keeps a connection to itself, and publishes through another.
  const database = await openShared(databaseAddress((first as Workspace).layers) as string, 2 * working.concurrency + 1)
  const queue = await opened(database, true)
  const bench: Bench = { ...working, database, queue, folders: new Map(working.workspaces.map((workspace) => [projectOf(workspace), workspace.root])) }
  tell(bench, { event: 'started' })
  try {
    await Promise.all(Array.from({ length: working.concurrency }, () => lane(bench)))
  } catch (error) {
    throw worded(error)
  } finally {
    await queue.close().catch(() => {})
    await database.close()
    tell(bench, { event: 'stopped' })
  }
}

interface Bench extends Working {
  readonly database: SharedDatabase
  readonly queue: ScanQueue
  readonly folders: ReadonlyMap<string, string>
}

const timeNow = (): string => new Date().toISOString().replace(/\.\d+Z$/, 'Z')

const tell = (bench: Bench, event: Omit<WorkerEvent, 'at'>): void => bench.say({ at: timeNow(), ...event })

async function databaseOf(workspace: Workspace): Promise<SharedDatabase> {
  const database = await teamDatabase(workspace)
  if (database === undefined) throw new CatalogError('workers share a queue in a PostgreSQL database, and none is configured: set FOVEA_DATABASE to its address and run "fovea db migrate"')
  return database
}

const opened = (database: SharedDatabase, serving: boolean): Promise<ScanQueue> => scanQueue(database, serving).catch((error: unknown) => { throw worded(error) })

/** One job after another. */
async function lane(bench: Bench): Promise<void> {
  const claimer = await bench.queue.claimer()
  try {
    while (!bench.signal.aborted) {
      const claim = await claimer.next()
      if (claim !== undefined) await work(bench, claim)
      else if (await isIdle(bench, claimer)) return
    }
  } finally {
    claimer.release()
  }
}

/** Whether there is nothing left to wait for. */
async function isIdle(bench: Bench, claimer: Claimer): Promise<boolean> {
  for (let rescued = await claimer.rescue(); rescued > 0; rescued--) tell(bench, { event: 'rescued' })
  const { queued, active } = await bench.queue.counts()
  if (bench.once && queued + active === 0) return true
  await pause(bench.signal)
  return false
}

const pause = (signal: AbortSignal): Promise<void> => new Promise((resolve) => {
  const end = (): void => {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    resolve()
  }
  const timer = setTimeout(end, PAUSE_MS)
  signal.addEventListener('abort', end)
})

async function work(bench: Bench, claim: Claim): Promise<void> {
  const { job, attempt } = claim
  tell(bench, { event: 'scanning', ...job, attempt })
  try {
    const end = await scanned(bench, job)
    await claim.done({ resources: end.resources ?? 0 })
    tell(bench, { ...end, ...job })
  } catch (error) {
    const message = (error as Error).message
    await claim.failed(message)
    tell(bench, { event: 'failed', ...job, attempt, message })
  }
}

async function scanned(bench: Bench, { project, source }: ScanJob): Promise<Omit<WorkerEvent, 'at'>> {
  const store = await storeIn(bench.database, project)
  const spec = (await store.sources()).find((known) => known.spec.name === source)?.spec
  if (spec === undefined) return { event: 'scanned', message: 'it is not registered any more' }
  const { resources, changes, failed, diagnostics } = await scanSource(store, spec, { root: rootFor(bench, project, spec), now: timeNow(), progress: () => {}, trusted: true })
  return failed ? { event: 'down', message: diagnostics.map(({ message }) => message).join('; ') } : { event: 'scanned', resources, changes: changes.length }
}

/** Where relative paths begin. A source that names none can be scanned without the project's folder. */
function rootFor({ folders }: Bench, project: string, { name, type, location, secrets }: SourceSpec): string {
  const folder = folders.get(project)
  if (folder !== undefined) return folder
  const references = [location, ...Object.values(secrets)]
  if ((location.includes('://') || isReference(location)) && !references.some((one) => one.startsWith('file:')) && type !== 'files') return tmpdir()
  throw new CatalogError(`${name} of ${project} is read from its folder, and this worker does not have it: start one with "fovea worker FOLDER"`)
}
