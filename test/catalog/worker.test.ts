// The queue and its workers. Scanners and workers are killed at random points; bench/catalog-kill.mjs does the same 200 times each.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShared, type SharedDatabase } from '../../src/drivers/postgres-pool.ts'
import { catalogStoreIn } from '../../src/stores/catalog.ts'
import { postgresCatalog } from '../../src/stores/postgres/catalog.ts'
import { migrate } from '../../src/stores/postgres/migrate.ts'
import { scanQueue } from '../../src/stores/postgres/queue.ts'
import { done, killScanners, killWorkers, nameProject, Project, run } from '../kit/catalog-kill.mjs'
import { dice } from '../kit/edits.mjs'
import { type Postgres, startPostgres } from '../kit/services/index.ts'

const KILLS = 3
const randomly = (seed: number): (() => number) => {
  const roll = dice(seed)
  return () => roll(10_000) / 10_000
}
const home = mkdtempSync(join(tmpdir(), 'fovea-kill-'))
let server: Postgres
let database: SharedDatabase

const address = (): string => server.url.replace(/postgres$/, 'team')

beforeAll(async () => {
  server = await startPostgres()
  database = await openShared(await server.database('team'))
  await migrate(database)
})
afterAll(async () => {
  await database.close()
  await server.stop()
  rmSync(home, { recursive: true, force: true })
})

test('a scanner that is killed leaves a whole catalogue, and the next scan completes it', async () => {
  const root = join(home, 'embedded')
  const end = await killScanners({ project: new Project(root, 2, 20), store: catalogStoreIn(root), kills: KILLS, random: randomly(7), around: { cwd: root } })
  expect(end).toMatchObject({ killed: KILLS, faults: [] })
})

test('what a killed worker had taken is done by another, once in effect', async () => {
  const root = join(home, 'workers')
  const around = { cwd: root, env: { FOVEA_DATABASE: address() } }
  const project = new Project(root, 2, 20)
  nameProject(root, 'kill')
  const end = await killWorkers({ project, store: postgresCatalog(database, 'kill'), kills: KILLS, random: randomly(7), around })
  expect(end.faults).toEqual([])
  expect(end.killed).toBeGreaterThanOrEqual(KILLS)
})

describe('the queue', () => {
  const JOB = { project: 'q', source: 'main' }

  test('holds a scan that waits once, gives it to one worker, and takes it back when that worker is gone', async () => {
    const queue = await scanQueue(database)
    expect([await queue.send([JOB, { ...JOB, source: 'other' }, JOB]), await queue.send([JOB])]).toEqual([2, 0])
    const [one, two] = [await queue.claimer(), await queue.claimer()]
    const [first, second] = [await one.next(), await two.next()]
    expect([first?.job, second?.job, await two.next()]).toEqual([JOB, { ...JOB, source: 'other' }, undefined])
    // Nobody is gone: nothing is taken back.
    expect(await two.rescue()).toBe(0)
    one.release()
    await expect.poll(() => two.rescue()).toBe(1)
    await second?.done({})
    await expect.poll(async () => (await two.next())?.attempt, { timeout: 20_000 }).toBe(2)
    two.release()
    await queue.close()
    await database.query('delete from fovea_jobs.job')
  })

  test('may be opened by many at once, also for the first time', async () => {
    await database.query('drop schema fovea_jobs cascade')
    const queues = await Promise.all([1, 2, 3].map(() => scanQueue(database)))
    await Promise.all(queues.map((queue) => queue.send([JOB])))
    expect(await queues[0]?.counts()).toEqual({ queued: 1, active: 0, failed: 0 })
    await Promise.all(queues.map((queue) => queue.close()))
    await database.query('delete from fovea_jobs.job')
  })
})

describe('a worker', () => {
  const folderNamed = (name: string): { cwd: string; env: Record<string, string> } => {
    const root = join(home, name)
    mkdirSync(root)
    nameProject(root, name)
    return { cwd: root, env: { FOVEA_DATABASE: address() } }
  }

  test('without a database says what to do', async () => {
    const root = join(home, 'alone')
    mkdirSync(root)
    const { code, err } = await run(['worker', '--once'], { cwd: root }).ended
    expect([code, err]).toEqual([1, 'fovea: workers share a queue in a PostgreSQL database, and none is configured: set FOVEA_DATABASE to its address and run "fovea db migrate"\n'])
  })

  test('tells what it scans, what is down, and ends when it is asked to', async () => {
    const around = folderNamed('told')
    new Project(around.cwd, 1, 5).write(1)
    await done(['catalog', 'add', 'api', 'api0.json', '--no-scan'], around)
    await done(['catalog', 'add', 'main', 'env:NOWHERE_URL', '--type', 'postgres', '--no-scan'], around)
    expect(await done(['catalog', 'scan', '--queue'], around)).toBe('2 scans queued\n')
    const working = run(['worker', '--json'], around)
    await expect.poll(async () => (await postgresCatalog(database, 'told').sources()).filter(({ scanned, failure }) => scanned !== undefined || failure !== undefined).length, { timeout: 30_000 }).toBe(2)
    working.stop()
    const { code, out } = await working.ended
    const told = out.trim().split('\n').map((line: string) => JSON.parse(line) as { event: string; source?: string; resources?: number; message?: string })
    expect([code, told[0]?.event, told.at(-1)?.event]).toEqual([0, 'started', 'stopped'])
    expect(told).toContainEqual(expect.objectContaining({ event: 'scanned', source: 'api', resources: 5, changes: 5 }))
    expect(told).toContainEqual(expect.objectContaining({ event: 'down', source: 'main', message: expect.stringContaining('NOWHERE_URL is not set') }))
  })
})
