// As whom the catalogue is looked at. The studio has a role of its own, from its environment or a configuration; an address can only narrow it (docs/adr/0065-a-page-looks-as-a-role.md).
import { type Policy, type Role, roleOf } from '../../../catalog/roles.ts'
import { text, UsageError } from '../../../core/field.ts'
import { type Opened, withCatalog } from '../../../operations/catalog/opening.ts'
import { roleFor } from '../../../workspace/catalog/index.ts'
import type { RolesView } from '../../contract/catalog.ts'
import { defineQuestion } from '../../page.ts'
import type { Room } from '../../room.ts'

/** The field that every question about the catalogue has. */
export const looking = { role: text('Look as this role; only who sees everything may') }

/** The studio's own role, and all that are defined. */
function ownRole(room: Room): ReturnType<typeof roleFor> {
  const workspace = room.open()
  void workspace.close()
  return roleFor(workspace, {})
}

/** The role to read as. Who sees everything may look as anybody; nobody gains by asking, nor learns which other roles there are. */
export function lookingAs(room: Room, asked: string | undefined): string | undefined {
  const { role: own } = ownRole(room)
  if (asked === undefined || asked === own?.name) return own?.name
  if (own !== undefined && !own.full) throw new UsageError(`this studio reads as "${own.name}", which does not see the whole catalogue, so it cannot look as somebody else: take role= out of the address`)
  return asked
}

/** Does something with the catalogue as it is looked at. */
export const withLook = <T>(room: Room, { role }: { readonly role: string | undefined }, act: (opened: Opened) => Promise<T>): Promise<T> =>
  withCatalog(room.context, { root: undefined, role: lookingAs(room, role) }, act)

/** Roles that can be compared: those whose policy can be read, for who sees everything. */
export function comparable(room: Room): readonly Role[] {
  const { role: own, roles } = ownRole(room)
  return own === undefined || !own.full ? [] : Object.entries(roles ?? {}).flatMap(([name, policy]) => readable(name, policy))
}

/** A policy that cannot be read closes the catalogue for its own role, not for the one that looks. */
function readable(name: string, policy: Policy): Role[] {
  try {
    return [roleOf(name, policy)]
  } catch (error) {
    if (error instanceof UsageError) return []
    throw error
  }
}

/** As whom one reads. */
export const roles = defineQuestion({
  path: '/catalog/roles.json', fields: {},
  async run(_input, room): Promise<RolesView> {
    const { role: own, roles: all } = ownRole(room)
    return { ...(own === undefined ? {} : { own: own.name }), roles: own === undefined ? [] : own.full ? Object.keys(all ?? {}) : [own.name] }
  },
})
