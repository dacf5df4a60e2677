// Documents of a project in a shared PostgreSQL: the same promises as in files. Whoever changes one holds a lock of its name until the change is committed, also when it is not there yet.
import { join } from 'node:path'
import type { Session, SharedDatabase } from '../../drivers/postgres-pool.ts'
import { DocumentError, LostUpdate } from '../document-error.ts'
import { CatalogError } from '../../catalog/manifest.ts'
import { bounded, type SharedDocuments } from '../documents.ts'
import { mustStillBeOurs } from './migrate.ts'
import { plainly, written } from './written.ts'

/** Whose documents, and in which folder they would be as files. */
export interface Shelf {
  readonly project: string
  /** `.fovea/sessions`. */
  readonly folder: string
  readonly root: string
}

const ENDING = '.json'

/** The documents of a folder of a project. The database must be current (`mustBeCurrent`). */
export function postgresDocuments(database: SharedDatabase, { project, folder, root }: Shelf): SharedDocuments {
  const place = [project, folder]
  const nameOf = (id: string): string => written(`${id}${ENDING}`)
  const changed = (id: string, by: (before: string | undefined) => string): Promise<void> => told(database.transaction(async (session) => {
    await mustStillBeOurs(session, database.shown)
    await replaced(session, [...place, nameOf(id)], by)
  }))
  return {
    folder: join(root, folder), database: database.shown,
    names: async () => (await told(database.query('select name from fovea.documents where project = $1 and folder = $2', place))).map(({ name }) => plainly(String(name))).filter((name) => name.endsWith(ENDING)).map((name) => name.slice(0, -ENDING.length)).sort(),
    read: (id) => told(textOf(database, [...place, nameOf(id)])),
    write: (id, text, before) => changed(id, (there) => {
      if (there !== before) throw new LostUpdate()
      return text
    }),
    update: changed,
    setAside: (id) => told(database.transaction((session) => setAside(session, [...place, nameOf(id)]))).then((name) => join(root, folder, plainly(name))),
    remove: async (id) => (await told(database.query('delete from fovea.documents where project = $1 and folder = $2 and name = $3 returning 1', [...place, nameOf(id)]))).length > 0,
  }
}

/** Project, folder and name. */
type Key = readonly string[]

async function textOf(session: Session, key: Key): Promise<string | undefined> {
  const [row] = await session.query('select body::text from fovea.documents where project = $1 and folder = $2 and name = $3', key)
  const body: unknown = row === undefined ? undefined : JSON.parse(String(row['body']))
  if (body !== undefined && typeof body !== 'string') throw new DocumentError('its row in the table does not hold a text')
  return body
}

const lock = (session: Session, key: Key): Promise<unknown> => session.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [JSON.stringify(key)])

async function replaced(session: Session, key: Key, by: (before: string | undefined) => string): Promise<void> {
  await lock(session, key)
  const text = bounded(by(await textOf(session, key)))
  await session.query('insert into fovea.documents (project, folder, name, body) values ($1, $2, $3, $4::json) on conflict (project, folder, name) do update set body = excluded.body, updated = now()', [...key, JSON.stringify(text)])
}

/** The name under which it is kept. */
async function setAside(session: Session, key: Key): Promise<string> {
  await lock(session, key)
  for (let copy = 1; ; copy++) {
    const aside = `${key[2]}.bak${copy === 1 ? '' : copy}`
    const done = await session.query('update fovea.documents set name = $4 where project = $1 and folder = $2 and name = $3 and not exists (select 1 from fovea.documents where project = $1 and folder = $2 and name = $4) returning 1', [...key, aside])
    if (done.length > 0) return aside
    if (await textOf(session, key) === undefined) throw new DocumentError('it is not there')
  }
}

/** What the server says, as the end of a sentence about a document. */
const told = <T>(work: Promise<T>): Promise<T> => work.catch((error: unknown) => { throw error instanceof CatalogError || (error instanceof Error && error.name === 'DatabaseError') ? new DocumentError(error.message) : error })
