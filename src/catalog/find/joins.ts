// Which resources can be joined: foreign keys, read in both directions.
import { placeOf } from '../id.ts'
import type { Resource } from '../record.ts'

/** A resource that shares a key, and the key in words: `user_id = users.id`. */
export interface Join {
  readonly to: number
  readonly via: string
}

/** The join partners of each resource. */
export function joinsOf(resources: readonly Resource[]): readonly (readonly Join[])[] {
  const find = keyFinder(resources)
  const joins: Join[][] = resources.map(() => [])
  resources.forEach((resource, from) => {
    for (const { target, via, back } of keysOf(resource)) {
      const to = find(resource.source, target)
      if (to === undefined || to === from || joins[from]?.some((join) => join.to === to)) continue
      joins[from]?.push({ to, via })
      joins[to]?.push({ to: from, via: back })
    }
  })
  return joins.map((list) => list.filter((join, at) => list.findIndex(({ to }) => to === join.to) === at))
}

interface Key {
  /** The table, perhaps with its column. */
  readonly target: string
  readonly via: string
  readonly back: string
}

function keysOf({ overview, details }: Resource): Key[] {
  const own = placeOf(overview.uri)?.path.at(-1) ?? ''
  const single = details.columns.flatMap(({ name, fk }) => (fk === undefined ? [] : [{ target: fk, via: `${name} = ${spoken(fk)}`, back: `${spoken(fk)} = ${own}.${name}` }]))
  const several = (details.constraints.foreign_keys ?? []).map(({ columns, to, to_columns: others }) => {
    const [left, right] = [columns.join(', '), `${spoken(to)} (${others.join(', ')})`]
    return { target: to, via: `(${left}) = ${right}`, back: `${right} = ${own} (${left})` }
  })
  return [...single, ...several]
}

const spoken = (target: string): string => target.replace(/^res:[^#]*\.([^.#]+)#/, '$1.')

/** Finds a resource by what a key says: its id, its whole name in the source, or its last name where only one has it. */
export function keyFinder(resources: readonly Resource[]): (source: string, target: string) => number | undefined {
  const named = new Map<string, number | undefined>()
  const note = (key: string, at: number): void => void named.set(key, named.has(key) && named.get(key) !== at ? undefined : at)
  resources.forEach(({ overview, source }, at) => {
    const path = (placeOf(overview.uri)?.path ?? []).map((part) => part.toLowerCase())
    named.set(overview.id, at)
    for (let from = 0; from < path.length; from++) note(`${source}\n${path.slice(from).join('.')}`, at)
  })
  return (source, target) => {
    if (target.startsWith('res:')) return named.get(target.replace(/#.*$/, ''))
    const table = target.toLowerCase()
    return named.get(`${source}\n${table}`) ?? named.get(`${source}\n${table.replace(/\.[^.]*$/, '')}`)
  }
}
