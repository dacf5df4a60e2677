// What the commands that look things up in the catalogue share: filters, and how a resource is named.
import { countFacets, FACET_WORDS, type Facet, FACETS, type Filter } from '../../catalog/find/facets.ts'
import type { CatalogIndex } from '../../catalog/find/index.ts'
import { PageError } from '../../catalog/find/search.ts'
import { ownUriOf } from '../../catalog/id.ts'
import type { Resource } from '../../catalog/record.ts'
import { list, UsageError } from '../../core/field.ts'
import { nearest, suggestion } from '../../core/nearest.ts'
import type { Finder } from '../../workspace/catalog/index.ts'

/** The filters, each of which may be given several times; one of its values must fit. */
export const filtering = {
  kind: list('Only these kinds: tabular, kv, api, bus, file, skill', { sign: 'KIND' }),
  tag: list('Only with one of these tags', { sign: 'TAG' }),
  owner: list('Only of these owners', { sign: 'OWNER' }),
  lifecycle: list('Only stable, evolving or experimental ones', { sign: 'WORD' }),
  cap: list('Only what can do this: filter, aggregate, call ...', { sign: 'CAP' }),
  source: list('Only of these sources', { sign: 'NAME' }),
}

/** The filter that was typed; a value that nothing has is refused with those that are there. */
export function filterFrom(input: { readonly [facet in Facet]: readonly string[] }, index: CatalogIndex): Filter {
  const counts = countFacets(index.facts, {})
  for (const facet of FACETS) for (const value of input[facet]) {
    const known = FACET_WORDS[facet] ?? counts[facet].map(([word]) => word)
    if (!known.includes(value)) throw new UsageError(`no resource has the ${facet} "${value}"; ${suggestion(value, known.slice(0, 30))}`)
  }
  return Object.fromEntries(FACETS.filter((facet) => input[facet].length > 0).map((facet) => [facet, input[facet]]))
}

/** The resource that somebody means: an id, a URI, or the end of an id that only one has. */
export function resourceNamed({ resources, byId }: Finder, name: string): Resource {
  const exact = byId(name) ?? resources.find(({ overview }) => overview.uri === name || ownUriOf(overview.id) === name)
  if (exact !== undefined) return exact
  const ending = resources.filter(({ overview }) => overview.id.endsWith(`.${name}`))
  if (ending.length === 1) return ending[0] as Resource
  const ids = resources.map(({ overview }) => overview.id)
  const near = ending.length > 1 ? ending.map(({ overview }) => overview.id).slice(0, 5) : nearest(name, ids.length > 2000 ? ids.filter((id) => id.includes(name)) : ids)
  if (ending.length > 1) throw new UsageError(`"${name}" is the end of several ids: say which, ${near.join(', ')}`)
  throw new UsageError(`there is no resource "${name}"; ${near.length > 0 ? `did you mean ${near.slice(0, 5).join(', ')}?` : 'find it with "fovea catalog search WORDS"'}`)
}

/** A wrong page is a mistake of whoever typed it. */
export function paged<T>(make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (error instanceof PageError) throw new UsageError(`--page: ${error.message}`)
    throw error
  }
}

/** What is said when there is nothing to look in. */
export const NOTHING_YET = 'the catalogue is empty: add a source with "fovea catalog add NAME LOCATION"'
