// Which store keeps the catalogue of a workspace: the team's database when one is configured, else a folder of its own.
import type { CatalogStore } from '../../catalog/ports.ts'
import type { SharedDatabase } from '../../stores/postgres/open.ts'
import { catalogStoreIn } from '../../stores/catalog.ts'
import { projectOf, teamDatabase, worded } from '../database.ts'
import type { Workspace } from '../workspace.ts'

/** The store of a workspace's catalogue. A database that is configured and cannot be used is an error, never another store. */
export async function catalogStoreFor(workspace: Workspace): Promise<CatalogStore> {
  const database = await teamDatabase(workspace)
  return database === undefined ? catalogStoreIn(workspace.root) : storeIn(database, projectOf(workspace))
}

/** The catalogue of a project in a database. Closing it leaves the connections to whoever else uses them. */
export async function storeIn(database: SharedDatabase, project: string): Promise<CatalogStore> {
  const { postgresCatalog } = await import('../../stores/postgres/catalog.ts')
  return told(postgresCatalog({ ...database, close: async () => {} }, project))
}

/** What the server says becomes a sentence about the team's database. */
const told = (store: CatalogStore): CatalogStore =>
  Object.fromEntries(Object.entries(store).map(([name, method]: [string, (...given: never[]) => Promise<unknown>]) => [name, (...given: never[]) => method(...given).catch((error: unknown) => { throw worded(error) })])) as unknown as CatalogStore
