// Where foreign keys point to, as far as a role can follow them.
import { placeOf } from './id.ts'
import type { Column, Resource } from './record.ts'

/** Answers whether a reference leads to something visible. */
export interface Targets {
  /** `public.users` or `res:…`, with all of some columns. */
  table(source: string, to: string, columns: readonly string[]): boolean
  /** `public.users.id` or `res:…#id`. */
  column(source: string, fk: string): boolean
}

/** The targets among some resources with the columns that are seen of them. What cannot be found is not followed. */
export function targetsOf(cuts: readonly { readonly resource: Resource; readonly columns: readonly Column[] }[]): Targets {
  const known = new Map<string, ReadonlySet<string>>()
  for (const { resource, columns } of cuts) {
    const names = new Set(columns.map(({ name }) => name))
    for (const key of [resource.overview.id, inSource(resource.source, placeOf(resource.overview.uri)?.path.join('.') ?? '')]) known.set(key, names)
  }
  const table = (source: string, to: string, columns: readonly string[]): boolean => {
    const names = known.get(to.startsWith('res:') ? to : inSource(source, to))
    return names !== undefined && columns.every((name) => names.has(name))
  }
  return { table, column: (source, fk) => splits(fk).some(([to, name]) => table(source, to, [name])) }
}

const inSource = (source: string, name: string): string => `${source}\n${name}`

/** Every way to read a table and a column: names may hold dots. */
function splits(fk: string): [string, string][] {
  const at = fk.indexOf('#')
  if (fk.startsWith('res:')) return at < 0 ? [] : [[fk.slice(0, at), fk.slice(at + 1)]]
  return [...fk.matchAll(/\./g)].map(({ index }) => [fk.slice(0, index), fk.slice(index + 1)])
}
