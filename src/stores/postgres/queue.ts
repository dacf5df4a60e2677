// The queue of scans that workers share (pg-boss). Whoever takes a job locks its number in the same transaction, on a connection of its own: a worker that is killed loses the lock with its connection,
// and another one sees at once that nobody works on that job. So nothing waits for a time to run out, and a long scan is not taken for a dead one.
import type PgBoss from 'pg-boss'
import type { Reserved, SharedDatabase } from '../../drivers/postgres-pool.ts'

const SCHEMA = 'fovea_jobs'
const QUEUE = 'scan'

/** How often a job is begun again after a failure, and when. */
const RETRY = { retryLimit: 5, retryDelay: 1, retryBackoff: true }
/** Locks end with connections; this is for the job whose worker was cut off from a server that has not noticed. */
const EXPIRE_HOURS = 12

/** One source of one project. */
export interface ScanJob {
  readonly project: string
  readonly source: string
}

/** A job that this worker has, and nobody else. */
export interface Claim {
  readonly job: ScanJob
  /** 1 for the first time. */
  readonly attempt: number
  done(output: object): Promise<void>
  /** It is begun again later, a few times. */
  failed(message: string): Promise<void>
}

/** Takes jobs, one at a time. */
export interface Claimer {
  next(): Promise<Claim | undefined>
  /** Gives jobs of workers that are gone back to the queue; how many. */
  rescue(): Promise<number>
  release(): void
}

/** How many jobs are in which state. */
export interface QueueCounts {
  readonly queued: number
  readonly active: number
  readonly failed: number
}

/** The queue. */
export interface ScanQueue {
  /** Adds jobs; those that wait already are not added twice. How many were new. */
  send(jobs: readonly ScanJob[]): Promise<number>
  claimer(): Promise<Claimer>
  counts(): Promise<QueueCounts>
  close(): Promise<void>
}

/** Opens the queue in a database; its tables are made when they are missing. `serving` also keeps the queue tidy. */
export async function scanQueue(database: SharedDatabase, serving = false): Promise<ScanQueue> {
  const { default: Boss } = await import('pg-boss')
  const db = { executeSql: async (sql: string, values?: unknown[]) => ({ rows: [...await database.query(sql, values)] }) }
  const boss = new Boss({ db, schema: SCHEMA, supervise: serving, schedule: false })
  // What goes wrong in the background is seen by the next statement too.
  boss.on('error', () => {})
  await alone(database, async () => {
    await boss.start()
    await boss.createQueue(QUEUE, { name: QUEUE, policy: 'short', ...RETRY, expireInHours: EXPIRE_HOURS })
  })
  return {
    send: async (jobs) => {
      let added = 0
      for (const job of jobs) if (await boss.send(QUEUE, job, { singletonKey: JSON.stringify([job.project, job.source]), ...RETRY, expireInHours: EXPIRE_HOURS }) !== null) added++
      return added
    },
    claimer: async () => claimerOn(boss, await database.reserve()),
    counts: () => countsIn(database),
    close: () => boss.stop({ graceful: false, wait: false, close: false }),
  }
}

/** Any number will do, as long as it is always the same and not that of the migrations. */
const LOCK = 7_305_812_450

/** Tables are made by one at a time. */
async function alone(database: SharedDatabase, act: () => Promise<void>): Promise<void> {
  const connection = await database.reserve()
  try {
    await connection.query('select pg_advisory_lock($1)', [LOCK])
    await act()
  } finally {
    connection.release()
  }
}

async function countsIn(database: SharedDatabase): Promise<QueueCounts> {
  const [row] = await database.query(`select count(*) filter (where state < 'active')::int as queued, count(*) filter (where state = 'active')::int as active, count(*) filter (where state = 'failed')::int as failed from ${SCHEMA}.job where name = $1`, [QUEUE])
  return row as unknown as QueueCounts
}

type Executor = NonNullable<PgBoss.ConnectionOptions['db']>

function claimerOn(boss: PgBoss, connection: Reserved): Claimer {
  const db: Executor = { executeSql: async (sql, values) => ({ rows: [...await connection.query(sql, values as unknown[])] }) }
  const own = new Set<string>()
  return {
    next: async () => {
      const [job] = await inTransaction(connection, async () => {
        const jobs = await boss.fetch<ScanJob>(QUEUE, { db, includeMetadata: true })
        for (const { id } of jobs) await connection.query('select pg_advisory_lock(hashtextextended($1, 0))', [id])
        return jobs
      })
      return job === undefined ? undefined : claimOf({ boss, connection, db, own }, job)
    },
    rescue: () => rescued({ boss, connection, db, own }),
    release: () => connection.release(),
  }
}

async function inTransaction<T>(connection: Reserved, act: () => Promise<T>): Promise<T> {
  await connection.query('begin')
  try {
    const result = await act()
    await connection.query('commit')
    return result
  } catch (error) {
    await connection.query('rollback').catch(() => {})
    throw error
  }
}

interface Hands {
  readonly boss: PgBoss
  readonly connection: Reserved
  readonly db: Executor
  /** The jobs that this connection has: it can lock them again. */
  readonly own: Set<string>
}

function claimOf({ boss, connection, db, own }: Hands, { id, data, retryCount }: PgBoss.JobWithMetadata<ScanJob>): Claim {
  own.add(id)
  const unlock = async (): Promise<void> => {
    own.delete(id)
    await connection.query('select pg_advisory_unlock(hashtextextended($1, 0))', [id])
  }
  return {
    job: data, attempt: retryCount + 1,
    done: async (output) => {
      await boss.complete(QUEUE, id, output, { db })
      await unlock()
    },
    failed: async (message) => {
      await boss.fail(QUEUE, id, { message }, { db })
      await unlock()
    },
  }
}

/** A job that is being worked on and whose lock can be had belongs to nobody. It is looked at once more under the lock: it may have been finished meanwhile. */
async function rescued({ boss, connection, db, own }: Hands): Promise<number> {
  let count = 0
  for (const { id } of await connection.query(`select id::text from ${SCHEMA}.job where name = $1 and state = 'active'`, [QUEUE])) {
    if (own.has(String(id))) continue
    const [{ free } = { free: false }] = await connection.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as free', [id])
    if (free !== true) continue
    const still = await connection.query(`select 1 from ${SCHEMA}.job where name = $1 and id = $2 and state = 'active'`, [QUEUE, id])
    if (still.length > 0) await boss.fail(QUEUE, String(id), { message: 'its worker is gone' }, { db })
    count += still.length
    await connection.query('select pg_advisory_unlock(hashtextextended($1, 0))', [id])
  }
  return count
}
