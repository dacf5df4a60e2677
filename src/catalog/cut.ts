// Which fields of a resource a role may see: the first step of a view, before anything is written of it.
import { placeOf } from './id.ts'
import type { Column, Input, Resource } from './record.ts'
import type { Role } from './roles.ts'
import { shortType } from './types.ts'

/** A resource and what a role may see of its fields. */
export interface Cut {
  readonly resource: Resource
  readonly columns: readonly Column[]
  readonly inputs: readonly Input[]
  /** Names of the fields that it may not see. */
  readonly hidden: readonly string[]
  /** Names of columns that may be known but not read. */
  readonly closed: readonly string[]
  /** True when a part of its key is among them: the columns that remain are no key. */
  readonly keyless: boolean
}

/**
 * Which fields of a resource stay. A field inside a hidden one is hidden with it.
 * A value with names inside could hold what a rule hides, whatever is described of it: only the fields that are described one by one stay of it.
 */
export function cutFor(resource: Resource, role: Role): Cut {
  const { id, columns, constraints, inputs = [] } = resource.details
  const gone = new Set([...columns, ...inputs].filter((field) => role.hides(id, field)).map(({ name }) => name))
  const stays = ({ name }: { readonly name: string }): boolean => !gone.has(name) && !parents(name).some((parent) => gone.has(parent))
  const [reached, engine] = [role.reaches(id), placeOf(resource.overview.uri)?.engine]
  const closed = ({ type }: Column): boolean => reached && isNest(type, engine)
  const hidden = [...columns, ...inputs].filter((field) => !stays(field)).map(({ name }) => name)
  const keyless = columns.some((column) => column.pk === true && (!stays(column) || closed(column))) || (constraints.primary_key ?? []).some((name) => !stays({ name }))
  return { resource, columns: columns.filter((column) => stays(column) && !closed(column)), inputs: inputs.filter(stays), hidden, closed: columns.filter((column) => stays(column) && closed(column)).map(({ name }) => name), keyless }
}

/** Whether a value of a type can hold names of its own: objects, lists of anything that is not plain, and what is not known. A column of SQLite without a type holds plain values. */
function isNest(type: string, engine: string | undefined): boolean {
  return type.split('|').some((part) => {
    const inner = part.trim().toLowerCase().replace(/^_|(?:\[\])+$/g, '').replace(/^(?:array|list|set|repeated)\b\W*/, '')
    const short = shortType(inner)
    return short === 'json' || short === 'list' || (short === 'any' && engine !== 'sqlite')
  })
}

const parents = (name: string): string[] => [...name.matchAll(/\[\]|\./g)].map(({ index }) => name.slice(0, index))

/** The names on the way to a resource: its source, its schema, its own. */
export function partsOf({ source, overview }: Resource): readonly string[] {
  return [source, ...(placeOf(overview.uri)?.path ?? overview.id.split('.').slice(-1))]
}
