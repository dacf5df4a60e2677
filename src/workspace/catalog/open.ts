// The catalogue of a workspace as one reader sees it: what a role may not see is gone before anything else looks.
import type { CatalogStore, Change, SourceState } from '../../catalog/ports.ts'
import type { Resource } from '../../catalog/record.ts'
import { visibleChanges, visibleSources, visibleTo } from '../../catalog/rights.ts'
import type { Role } from '../../catalog/roles.ts'
import { md5 } from '../../core/md5.ts'
import type { Workspace } from '../workspace.ts'
import { type Reader, roleFor } from './role.ts'
import { catalogStoreFor } from './store.ts'

/** The catalogue as one reader sees it. */
export interface OpenCatalog {
  /** Everything the reader may see, sorted by id. */
  resources(): Promise<readonly Resource[]>
  /** A word that changes when what is seen could have changed: what was worked out from the resources may be kept by it. It is never shown. */
  state(): Promise<string>
  /** A word that may be shown: it follows from what is seen alone, so it does not tell when something hidden changes. */
  mark(): Promise<string>
  /** The sources of which the reader sees something, with how much that is. */
  sources(): Promise<readonly SourceState[]>
  /** The newest changes that the reader may know of. */
  changes(limit: number): Promise<readonly Change[]>
  /** As who it is read; undefined where there are no roles. */
  readonly role: Role | undefined
  /** All there is, for those who keep the catalogue: scanning, verifying. Nothing of it is shown to a reader. */
  readonly store: CatalogStore
  close(): Promise<void>
}

/** Opens the catalogue of a workspace for a reader. */
export async function openCatalog(workspace: Workspace, reader: Reader = {}): Promise<OpenCatalog> {
  const { role, roles } = roleFor(workspace, reader)
  const store = await catalogStoreFor(workspace)
  const state = async (): Promise<string> => md5(`${await store.state()}\n${role?.name ?? ''}\n${JSON.stringify(roles)}`)
  const resources = async (): Promise<readonly Resource[]> => held(`${workspace.root}\n${await state()}`, async () => visibleTo(await store.resources(), role))
  return {
    role, store, resources, state,
    mark: async () => markOf(await resources()),
    // Whoever sees everything is not counted for: reading all records to list two sources takes half a second of a large catalogue.
    sources: async () => visibleSources(await store.sources(), role === undefined || role.full ? [] : await resources(), role),
    changes: async (limit) => visibleChanges(await store.changes(limit), role),
    close: () => store.close(),
  }
}

/** What was read last, by state and reader: a server is asked again and again, and reading a large catalogue takes longer than searching it. */
const HELD = new Map<string, readonly Resource[]>()

/** A reader and one more: a page that looks as somebody else. */
const MOST_HELD = 2

async function held(key: string, read: () => Promise<readonly Resource[]>): Promise<readonly Resource[]> {
  const resources = HELD.get(key) ?? await read()
  HELD.delete(key)
  HELD.set(key, resources)
  for (const [oldest] of HELD) if (HELD.size > MOST_HELD) HELD.delete(oldest)
  return resources
}

const markOf = (resources: readonly Resource[]): string => md5(resources.map(({ overview: { id, schema_hash, cap_hash, rev } }) => `${id} ${schema_hash} ${cap_hash} ${rev}`).join('\n'))
