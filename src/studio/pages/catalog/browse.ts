// The list of resources: found by words, narrowed by facets, with the parts of each relevance.
import { sayingOf } from '../../../catalog/context/line.ts'
import { type Telling, tellingOf } from '../../../catalog/context/telling.ts'
import { linksOf } from '../../../catalog/find/expand.ts'
import { type Found, type Hit, pageOf } from '../../../catalog/find/search.ts'
import { FACETS } from '../../../catalog/find/facets.ts'
import type { Resource } from '../../../catalog/record.ts'
import { number, text } from '../../../core/field.ts'
import { filterFrom, filtering, NOTHING_YET, paged } from '../../../operations/catalog/asking.ts'
import { reasons } from '../../../operations/catalog/reasons.ts'
import { sizeFrom } from '../../../operations/catalog/search.ts'
import { type Finder, finderOf } from '../../../workspace/catalog/index.ts'
import type { BrowseView, CatalogRow } from '../../contract/catalog.ts'
import { defineQuestion } from '../../page.ts'
import { looking, withLook } from './role.ts'

/** Rows of one answer. */
const PAGE = 100

/** In an address a name is said again for each value, so a comma is a part of one. */
const facets = Object.fromEntries(FACETS.map((facet) => [facet, { ...filtering[facet], verbatim: true as const }])) as unknown as typeof filtering

/** Finds resources. */
export const browse = defineQuestion({
  path: '/catalog.json',
  fields: { query: text('What it is about; everything unless told'), ...facets, page: text('A page by number', { otherwise: '1' }), limit: number('How many on a page', { otherwise: PAGE }), ...looking },
  run: (input, room) => withLook(room, input, async ({ workspace, catalog }): Promise<BrowseView> => {
    const finder = await finderOf(workspace, catalog)
    const words = (input.query ?? '').trim()
    const found = await finder.find({ text: words, filter: filterFrom(input, finder.index) })
    const page = paged(() => pageOf(found.hits, input.page ?? '1', sizeFrom(input.limit, PAGE)))
    const telling = tellingOf(finder.index, words)
    const shown = new Set(page.items.map(({ id }) => id))
    return {
      total: page.total, first: page.first, rows: page.items.map((hit) => rowOf({ finder, found, telling, words }, hit)), facets: found.facets(),
      links: words === '' || page.first > 1 ? [] : linksOf(finder.index, found).filter(({ id }) => !shown.has(id)).map(({ id, why }) => ({ id, why })),
      empty: finder.resources.length === 0, report: finder.resources.length === 0 ? [NOTHING_YET] : found.diagnostics.map(({ message }) => message),
    }
  }),
})

interface Search {
  readonly finder: Finder
  readonly found: Found
  readonly telling: Telling
  readonly words: string
}

function rowOf({ finder, found, telling, words }: Search, hit: Hit): CatalogRow {
  const resource = finder.byId(hit.id) as Resource
  const { overview: { id, title, kind, tags, owner, rev, what_changed: changed }, source } = resource
  return {
    id, title, kind, source, says: sayingOf(resource, telling).trim(), tags, ...(owner === undefined ? {} : { owner }), rev, changed,
    ...(words === '' ? {} : { why: { relevance: hit.relevance, ...hit.parts, ...reasons(finder.index, found, hit) } }),
  }
}
