// The catalogue of a project in a shared PostgreSQL. Every method is one statement or one transaction; whoever publishes holds the row of the source, so revisions go on from what is there.
import { byId, CatalogError, checkedSpec } from '../../catalog/manifest.ts'
import type { CatalogStore, Change, SourceSpec, SourceState } from '../../catalog/ports.ts'
import { publish } from '../../catalog/publish.ts'
import type { Resource } from '../../catalog/record.ts'
import type { Row, Session, SharedDatabase } from '../../drivers/postgres-pool.ts'
import { MOST_CHANGES } from '../catalog.ts'
import { hashOf } from '../catalog-files.ts'
import { linesOf, stateOf } from '../catalog-lines.ts'
import { mustStillBeOurs } from './migrate.ts'
import { plainly, written } from './written.ts'

/** The catalogue of one project. The database must be current (`mustBeCurrent`). */
export function postgresCatalog(database: SharedDatabase, project: string): CatalogStore {
  const asked = (sql: string, ...more: readonly unknown[]): Promise<readonly Row[]> => database.query(sql, [project, ...more])
  return {
    sources: async () => (await asked('select spec::text, scanned, resources, failure::text from fovea.sources where project = $1 order by name')).map(stateIn),
    register: async (spec) => {
      await asked('insert into fovea.sources (project, name, spec) values ($1, $2, $3::json) on conflict (project, name) do update set spec = excluded.spec', written(spec.name), JSON.stringify(checkedSpec(spec)))
    },
    remove: async (name) => (await asked('delete from fovea.sources where project = $1 and name = $2 returning 1', written(name))).length > 0,
    publish: async (name, resources, at) => {
      const { checkedResources } = await import('../../catalog/checked.ts')
      const found = checkedResources(name, resources)
      return database.transaction(async (session) => {
        await mustStillBeOurs(session, database.shown)
        return published(session, { project, name, found, at })
      })
    },
    failed: async (name, message, at) => {
      const done = await asked('update fovea.sources set failure = $3::json where project = $1 and name = $2 returning 1', written(name), JSON.stringify({ at, message }))
      if (done.length === 0) throw unknown(name)
    },
    resources: async (sources) => byId((await asked('select body::text from fovea.resources where project = $1 and ($2::text[] is null or source = any($2))', sources?.map(written) ?? null)).map(bodyOf<Resource>)),
    state: async () => stateOf((await asked('select name, snapshot from fovea.sources where project = $1 and snapshot is not null')).map(({ name, snapshot }) => [plainly(String(name)), String(snapshot)])),
    changes: async (limit) => (await asked('select body::text from fovea.changes where project = $1 order by seq desc limit $2', Math.max(0, limit))).map(bodyOf<Change>),
    close: () => database.close(),
  }
}

const unknown = (name: string): CatalogError => new CatalogError(`there is no source "${name}" in the catalogue: register it with "fovea catalog add"`)

const bodyOf = <T>({ body }: Row): T => JSON.parse(String(body)) as T

const stateIn = ({ spec, scanned, resources, failure }: Row): SourceState => ({
  spec: JSON.parse(String(spec)) as SourceSpec, resources: Number(resources),
  ...(scanned === null ? {} : { scanned: String(scanned) }), ...(failure === null ? {} : { failure: JSON.parse(String(failure)) as { at: string; message: string } }),
})

interface Publishing {
  readonly project: string
  readonly name: string
  readonly found: readonly Resource[]
  readonly at: string
}

async function published(session: Session, { project, name, found, at }: Publishing): Promise<readonly Change[]> {
  const key = [project, written(name)]
  if ((await session.query('select 1 from fovea.sources where project = $1 and name = $2 for update', key)).length === 0) throw unknown(name)
  const before = new Map((await session.query('select id, body::text from fovea.resources where project = $1 and source = $2', key)).map(({ id, body }) => [String(id), String(body)]))
  const { resources, changes } = publish(byId([...before.values()].map((body) => JSON.parse(body) as Resource)), found, at)
  await replaced(session, key, { before, after: resources })
  await noted(session, key, changes)
  await session.query('update fovea.sources set scanned = $3, resources = $4, snapshot = $5, failure = null where project = $1 and name = $2', [...key, at, resources.length, resources.length === 0 ? null : hashOf(linesOf(byId(resources)))])
  return changes
}

const BATCH = 500

/** Only what differs is written, some at a time. */
async function replaced(session: Session, key: readonly string[], { before, after }: { before: ReadonlyMap<string, string>; after: readonly Resource[] }): Promise<void> {
  const found = new Set(after.map(({ overview }) => written(overview.id)))
  const gone = [...before.keys()].filter((id) => !found.has(id))
  if (gone.length > 0) await session.query('delete from fovea.resources where project = $1 and source = $2 and id = any($3)', [...key, gone])
  for (let at = 0; at < after.length; at += BATCH) {
    const some = after.slice(at, at + BATCH).map((resource) => [written(resource.overview.id), JSON.stringify(resource)] as const)
    await upserted(session, key, some.filter(([id, body]) => before.get(id) !== body))
  }
}

async function upserted(session: Session, key: readonly string[], rows: readonly (readonly [id: string, body: string])[]): Promise<void> {
  if (rows.length > 0) await session.query('insert into fovea.resources (project, source, id, body) select $1, $2, id, body::json from unnest($3::text[], $4::text[]) as given (id, body) on conflict (project, source, id) do update set body = excluded.body', [...key, rows.map(([id]) => id), rows.map(([, body]) => body)])
}

/** The journal is read backwards, so what is to come first is written last. Rows that another writer is about to remove are its business. */
async function noted(session: Session, key: readonly string[], changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const bodies = changes.slice(0, MOST_CHANGES).toReversed().map((change) => JSON.stringify(change))
  await session.query('insert into fovea.changes (project, source, body) select $1, $2, body::json from unnest($3::text[]) with ordinality as given (body, at) order by at', [...key, bodies])
  await session.query('delete from fovea.changes where project = $1 and seq in (select seq from fovea.changes where project = $1 and seq <= (select seq from fovea.changes where project = $1 order by seq desc offset $2 limit 1) for update skip locked)', [key[0], MOST_CHANGES])
}
