// Which store keeps the catalogue of a workspace.
import type { CatalogStore } from '../../catalog/ports.ts'
import { catalogStoreIn } from '../../stores/catalog.ts'
import type { Workspace } from '../workspace.ts'

/** The store of a workspace's catalogue: in its own folder. */
export const catalogStoreFor = async (workspace: Workspace): Promise<CatalogStore> => catalogStoreIn(workspace.root)
