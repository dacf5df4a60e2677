// Bringing a shared database up to this version. One at a time, each step whole or not at all, and a second run finds nothing to do.
import { CatalogError } from '../../catalog/manifest.ts'
import type { Session, SharedDatabase } from '../../drivers/postgres-pool.ts'
import { type Migration, MIGRATIONS } from './migrations.ts'

/** Any number will do, as long as it is always the same: whoever migrates holds it. */
const LOCK = 7_305_812_449

/** How far a database is. */
export interface DatabaseStatus {
  readonly database: string
  readonly applied: readonly { readonly number: number; readonly title: string; readonly at: string }[]
  readonly pending: readonly { readonly number: number; readonly title: string }[]
  /** Steps of a newer version that this one does not know. */
  readonly unknown: readonly number[]
  /** What is kept there. */
  readonly holds: { readonly projects: number; readonly sources: number; readonly resources: number; readonly documents: number }
}

/** What was done and what is still to do. Changes nothing. */
export async function databaseStatus(database: SharedDatabase): Promise<DatabaseStatus> {
  const applied = await appliedIn(database)
  const numbers = new Set(applied.map(({ number }) => number))
  const pending = MIGRATIONS.filter(({ number }) => !numbers.has(number)).map(({ number, title }) => ({ number, title }))
  const unknown = applied.map(({ number }) => number).filter((number) => !MIGRATIONS.some((known) => known.number === number))
  return { database: database.shown, applied, pending, unknown, holds: pending.length === 0 ? await holdsOf(database) : { projects: 0, sources: 0, resources: 0, documents: 0 } }
}

/** Applies what is missing; gives the steps that were taken. What a newer version has made is left alone: its steps may mean that one of ours is not wanted any more. */
export async function migrate(database: SharedDatabase): Promise<readonly Migration[]> {
  const done: Migration[] = []
  if (hasUnknown(await appliedIn(database))) throw newer(database)
  for (const migration of MIGRATIONS) if (await database.transaction((session) => applyOne(session, migration))) done.push(migration)
  return done
}

/** Throws unless the database is what this version expects. */
export async function mustBeCurrent(database: SharedDatabase): Promise<void> {
  const applied = await appliedIn(database)
  if (hasUnknown(applied)) throw newer(database)
  if (MIGRATIONS.some((known) => !applied.some(({ number }) => number === known.number))) throw new CatalogError(`${database.shown} is not ready for this version: run "fovea db migrate"`)
}

const newer = ({ shown }: Pick<SharedDatabase, 'shown'>): CatalogError => new CatalogError(`${shown} was made by a newer version of Fovea: update this one`)

const hasUnknown = (applied: DatabaseStatus['applied']): boolean => applied.some(({ number }) => !MIGRATIONS.some((known) => known.number === number))

/** A server runs for days: somebody may have migrated since it looked. Asked in the transaction that writes, so nothing of ours is laid over what a newer version expects. */
export async function mustStillBeOurs(session: Session, shown: string): Promise<void> {
  const rows = await session.query('select 1 from fovea.migrations where not number = any($1::int[]) limit 1', [MIGRATIONS.map(({ number }) => number)])
  if (rows.length > 0) throw newer({ shown })
}

async function applyOne(session: Session, { number, title, sql }: Migration): Promise<boolean> {
  await session.query('select pg_advisory_xact_lock($1)', [LOCK])
  await session.query('create schema if not exists fovea')
  await session.query('create table if not exists fovea.migrations (number integer primary key, title text not null, applied timestamptz not null default now())')
  if ((await session.query('select 1 from fovea.migrations where number = $1', [number])).length > 0) return false
  for (const statement of sql.split(';').filter((part) => part.trim() !== '')) await session.query(statement)
  await session.query('insert into fovea.migrations (number, title) values ($1, $2)', [number, title])
  return true
}

async function appliedIn(database: SharedDatabase): Promise<DatabaseStatus['applied']> {
  const [there] = await database.query("select to_regclass('fovea.migrations') is not null as there")
  if (there?.['there'] !== true) return []
  const rows = await database.query(`select number, title, to_char(applied at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from fovea.migrations order by number`)
  return rows.map(({ number, title, at }) => ({ number: Number(number), title: String(title), at: String(at) }))
}

async function holdsOf(database: SharedDatabase): Promise<DatabaseStatus['holds']> {
  const [row] = await database.query(`select (select count(*) from (select project from fovea.sources union select project from fovea.documents) as all_projects)::int as projects,
    (select count(*) from fovea.sources)::int as sources, (select count(*) from fovea.resources)::int as resources, (select count(*) from fovea.documents)::int as documents`)
  return row as unknown as DatabaseStatus['holds']
}
