// As who the catalogue is read. Rights are never guessed: a configuration that cannot be read closes the catalogue, and a repository's file cannot open what its user's own closes.
import { type Policy, type Role, roleNamed } from '../../catalog/roles.ts'
import { UsageError } from '../../core/field.ts'
import { type Layer, loadLayers } from '../config.ts'
import type { Workspace } from '../workspace.ts'

/** Who reads. */
export interface Reader {
  readonly role?: string | undefined
}

/** All roles that are defined, by name. */
export type Roles = Readonly<Record<string, Policy>>

/** The role that was named, by the reader, the environment or a configuration, in this order. */
export function roleFor(workspace: Pick<Workspace, 'root' | 'frozen' | 'layers' | 'diagnostics'>, { role }: Reader): { role: Role | undefined; roles: Roles | undefined } {
  const layers = rightsIn(workspace)
  const roles = rolesIn(layers)
  return { roles, role: roleNamed(roles, role ?? (process.env['FOVEA_ROLE'] || undefined) ?? defaultIn(layers)) }
}

/** Throws when a role may not change the catalogue: what is said of a change is about everything, so only who sees everything may. */
export function mustSeeAll(role: Role | undefined): void {
  if (role !== undefined && !role.full) throw new UsageError(`the role "${role.name}" does not see the whole catalogue, so it cannot change it: use a role without limits, such as "keeper": {} under catalog.roles`)
}

/** A frozen run does not look at its user, but the user's rights hold in it. */
function rightsIn({ root, frozen, layers, diagnostics }: Pick<Workspace, 'root' | 'frozen' | 'layers' | 'diagnostics'>): readonly Layer[] {
  const read = frozen ? loadLayers(root, false) : { layers, diagnostics }
  const wrong = read.diagnostics.find(({ severity }) => severity === 'error')
  if (wrong !== undefined) throw new UsageError(`the catalogue is closed until its roles can be read: ${wrong.message}`)
  return read.layers
}

/** All roles; of two with one name that of the user's own configuration holds. */
function rolesIn(layers: readonly Layer[]): Roles | undefined {
  const roles = layers.toReversed().flatMap(({ config }) => Object.entries(config.catalog?.roles ?? {}))
  return roles.length === 0 ? undefined : Object.fromEntries(roles)
}

/** Where the user's own configuration defines roles, only it says which is usual. */
function defaultIn(layers: readonly Layer[]): string | undefined {
  const own = layers.find(({ narrowing }) => narrowing !== true)?.config.catalog
  return own?.role ?? (own?.roles === undefined ? layers.map(({ config }) => config.catalog?.role).find((name) => name !== undefined) : undefined)
}
