// The database that a team shares, when one is configured: its address comes from the environment, and what was configured is used or the reason is said. Another memory is never taken instead.
import { createHash } from 'node:crypto'
import { basename, relative } from 'node:path'
import { CatalogError } from '../catalog/manifest.ts'
import { UsageError } from '../core/field.ts'
import type { SharedDatabase } from '../stores/postgres/open.ts'
import { gitFacts } from '../sources/git.ts'
import { repositoryOf } from '../sources/repository.ts'
import type { Layer } from './config.ts'
import type { Workspace } from './workspace.ts'

/** The variable that names a database without any configuration. */
export const DATABASE_VARIABLE = 'FOVEA_DATABASE'

/** What says where the database is. */
type Configured = Pick<Workspace, 'root' | 'layers'>

/** The address of the team's database; undefined when none is configured. A reference that was typed goes before the configuration. */
export function databaseAddress(layers: readonly Layer[], typed?: string): string | undefined {
  const reference = typed ?? layers.map(({ config }) => config.database).find((one) => one !== undefined)
  if (reference === undefined) return process.env[DATABASE_VARIABLE]?.trim() || undefined
  const name = /^env:([A-Za-z_][A-Za-z0-9_]*)$/.exec(reference)?.[1]
  // What was typed may be an address with a password: it is not shown.
  if (name === undefined) throw new UsageError(`a database is named by the variable that holds its address, such as env:${DATABASE_VARIABLE}`)
  const address = process.env[name]?.trim() ?? ''
  if (address === '') throw new UsageError(`the database is ${reference}, and the environment variable ${name} is not set`)
  return address
}

/** The name of a workspace among those of a team: what the configuration says, else its place in its repository, else its folder on this machine. */
export function projectOf({ root, layers }: Configured): string {
  const named = layers.map(({ config }) => config.project).find((one) => one !== undefined)
  if (named !== undefined) return named
  const { remote } = gitFacts(root)
  if (remote === undefined) return `folder:${basename(root)}-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`
  const inside = relative(repositoryOf(root)?.top ?? root, root).replaceAll('\\', '/')
  return `${plainRemote(remote)}${inside === '' ? '' : `:${inside}`}`
}

/** `github.com/acme/shop`, however its address is written: without a scheme, a user, a password, a port and `.git`. */
export function plainRemote(remote: string): string {
  const [, host = '', path = ''] = /^(?:[a-z+]+:\/\/)?(?:[^@/]*@)?([^/:]+)(?::\d+(?=\/))?[/:](.*)$/i.exec(remote) ?? []
  // A remote that is a folder says much of a machine and nothing to others.
  if (host === '' || path === '') return `remote:${createHash('sha256').update(remote).digest('hex').slice(0, 16)}`
  return `${host.toLowerCase()}/${path.replace(/^\/+/, '').replace(/[?#].*$/s, '').replace(/\/+$/, '').replace(/\.git$/, '')}`
}

/** Connections are shared by all that this process does with a database. */
const OPEN = new Map<string, Promise<SharedDatabase>>()

/** Opens a database by its address, once. */
export function sharedDatabase(address: string): Promise<SharedDatabase> {
  const opening = OPEN.get(address) ?? import('../stores/postgres/open.ts').then(({ openShared }) => openShared(address)).catch((error: unknown) => { throw worded(error) })
  OPEN.set(address, opening)
  return opening
}

const CURRENT = new WeakSet<SharedDatabase>()

/** The database of a workspace, when it has one and it is current. */
export async function teamDatabase({ layers }: Pick<Configured, 'layers'>): Promise<SharedDatabase | undefined> {
  const address = databaseAddress(layers)
  if (address === undefined) return undefined
  const database = await sharedDatabase(address)
  if (CURRENT.has(database)) return database
  const { mustBeCurrent } = await import('../stores/postgres/migrate.ts')
  await mustBeCurrent(database).catch((error: unknown) => { throw worded(error) })
  CURRENT.add(database)
  return database
}

/** What is wrong with a database, as what is wrong with the catalogue. */
export const worded = (error: unknown): unknown => (error instanceof Error && error.name === 'DatabaseError' ? new CatalogError(`the team's database: ${error.message}`) : error)
