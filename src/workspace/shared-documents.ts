// Where what was learned and sessions are kept: in the team's database when one is configured, else in files of the workspace.
import { CatalogError } from '../catalog/manifest.ts'
import { DocumentError, documentsIn, filed, type SharedDocuments } from '../stores/documents.ts'
import { databaseAddress, projectOf, teamDatabase } from './database.ts'
import type { Workspace } from './workspace.ts'

/** The documents of a folder such as `.fovea/sessions`, which a team shares. A database that cannot be used is an error, never another place. */
export async function documentsFor(workspace: Pick<Workspace, 'root' | 'layers'>, folder: string, advice = ''): Promise<SharedDocuments> {
  const { root, layers } = workspace
  if (databaseAddress(layers) === undefined) return filed(documentsIn(root, folder, { advice, keepsLast: true }))
  const database = await teamDatabase(workspace).catch((error: unknown) => { throw error instanceof CatalogError ? new DocumentError(error.message) : error })
  const { postgresDocuments } = await import('../stores/postgres/documents.ts')
  return postgresDocuments(database as NonNullable<typeof database>, { project: projectOf(workspace), folder, root })
}
