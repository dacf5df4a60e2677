// The card of one resource: its records as the reader sees them, and what they lead to.
import { cutFor } from '../../../catalog/cut.ts'
import type { CatalogIndex } from '../../../catalog/find/index.ts'
import { keyFinder } from '../../../catalog/find/joins.ts'
import type { SourceState } from '../../../catalog/ports.ts'
import type { Resource } from '../../../catalog/record.ts'
import type { Role } from '../../../catalog/roles.ts'
import { text, UsageError } from '../../../core/field.ts'
import { resourceNamed } from '../../../operations/catalog/asking.ts'
import { finderOf } from '../../../workspace/catalog/index.ts'
import type { AccessView, CardView } from '../../contract/catalog.ts'
import { defineQuestion } from '../../page.ts'
import { comparable, looking, withLook } from './role.ts'

/** Changes among which those of one resource are looked for: as many as are kept. */
const MOST_CHANGES = 10_000

/** Shows a resource. */
export const card = defineQuestion({
  path: '/catalog/resource.json',
  fields: { id: text('An id, a URI, or the end of an id that only one has'), ...looking },
  run: (input, room) => withLook(room, input, async ({ workspace, catalog }): Promise<CardView> => {
    const { id } = input
    if (id === undefined) throw new UsageError('name a resource: id=res:db.pg.main.public.orders')
    const finder = await finderOf(workspace, catalog)
    const resource = resourceNamed(finder, id)
    const changes = await catalog.changes(MOST_CHANGES)
    const access = catalog.role?.full === true ? comparable(room).map((role) => accessOf(resource, role)) : []
    return {
      resource, source: sourceOf(await catalog.sources(), resource), ...partners(finder.index, resource), keys: keysOf(finder.resources, resource),
      history: changes.filter((change) => change.id === resource.overview.id), ...(access.length === 0 ? {} : { access }),
    }
  }),
})

function sourceOf(states: readonly SourceState[], { source }: Resource): CardView['source'] {
  const state = states.find(({ spec }) => spec.name === source)
  return { name: source, type: state?.spec.type ?? 'imported', ...(state?.scanned === undefined ? {} : { scanned: state.scanned }), ...(state?.failure === undefined ? {} : { failure: `${state.failure.at}: ${state.failure.message}` }) }
}

function partners(index: CatalogIndex, { overview }: Resource): Pick<CardView, 'joins' | 'givers'> {
  const at = index.facts.findIndex(({ id }) => id === overview.id)
  const idAt = (place: number): string => index.facts[place]?.id ?? ''
  return {
    joins: (index.joins[at] ?? []).map(({ to, via }) => ({ id: idAt(to), via })),
    givers: (index.feeds[at] ?? []).map(({ from, need }) => ({ id: idAt(from), need })),
  }
}

function keysOf(resources: readonly Resource[], { source, details: { columns } }: Resource): CardView['keys'] {
  if (!columns.some(({ fk }) => fk !== undefined)) return {}
  const find = keyFinder(resources)
  return Object.fromEntries(columns.flatMap(({ name, fk }) => {
    const to = fk === undefined ? undefined : find(source, fk)
    return to === undefined ? [] : [[name, (resources[to] as Resource).overview.id]]
  }))
}

function accessOf(resource: Resource, role: Role): AccessView {
  const { name, details, antiPatterns } = role
  if (!role.sees(resource.overview.id)) return { role: name, sees: false, hidden: [], closed: [], details, antiPatterns }
  const { hidden, closed } = cutFor(resource, role)
  return { role: name, sees: true, hidden, closed, details, antiPatterns }
}
