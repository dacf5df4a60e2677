import { sayingOf } from '../../catalog/context/line.ts'
import { tellingOf } from '../../catalog/context/telling.ts'
import { type Link, linksOf } from '../../catalog/find/expand.ts'
import type { CatalogIndex } from '../../catalog/find/index.ts'
import { RANKINGS, type Ranking } from '../../catalog/find/relevance.ts'
import { type Found, type Hit, pageOf } from '../../catalog/find/search.ts'
import type { Resource } from '../../catalog/record.ts'
import { choice, flag, number, text, UsageError } from '../../core/field.ts'
import { counted } from '../../core/names.ts'
import { finderOf } from '../../workspace/catalog/index.ts'
import { visible } from '../../workspace/index.ts'
import { defineOperation, EXIT } from '../operation.ts'
import { filterFrom, filtering, NOTHING_YET, paged } from './asking.ts'
import { reading, withCatalog } from './opening.ts'
import { reasons } from './reasons.ts'

const LIMIT = 20

/** Finds resources by words. */
export const searching = defineOperation({
  name: 'catalog search',
  title: 'Find tables, operations, files and skills by words',
  doc: 'Words are matched by stem, by what means the same, by shortenings and by parts of joined names; tables of one source speak for each other, and keys and needed inputs bring their partners. With "embeddings" configured, meaning counts too.',
  examples: ['fovea catalog search "daily revenue by city"', 'fovea catalog search orders --kind tabular --limit 5 --explain', 'fovea catalog search person --page 20@1f2e3d4c'],
  fields: {
    query: text('What it is about', { place: 'one', sign: 'TEXT' }),
    ...filtering,
    limit: number('How many on a page; 20 unless told', { sign: 'N' }),
    page: text('A page by number, or by what the page before gave as next', { sign: 'PAGE', otherwise: '1' }),
    rank: choice('How the parts of the relevance are put together: scaled (unless told), sum as in the formula, or ranks', { choices: RANKINGS }),
    explain: flag('Show the parts of each score, and what belongs to the best hits and why'),
    ...reading,
  },
  run: (input, context) => withCatalog(context, input, async ({ workspace, catalog }) => {
    if ((input.query ?? '').trim() === '') throw new UsageError('say what to look for: fovea catalog search "daily revenue by city"')
    const finder = await finderOf(workspace, catalog)
    const query = input.query as string
    const found = await finder.find({ text: query, filter: filterFrom(input, finder.index), ...(input.rank === undefined ? {} : { ranking: input.rank as Ranking }) })
    const page = paged(() => pageOf(found.hits, input.page ?? '1', sizeFrom(input.limit)))
    const telling = tellingOf(finder.index, query)
    const links = input.explain ? linksOf(finder.index, found).filter(({ id }) => !page.items.some((hit) => hit.id === id)) : []
    const shown = page.items.map((hit) => ({ hit, resource: finder.byId(hit.id) as Resource }))
    return {
      text: [...shown.map(({ hit, resource }) => visible(`${hit.id}  ${hit.relevance.toFixed(2)} ${sayingOf(resource, telling)}\n`) + (input.explain ? explained(finder.index, found, hit) : '')), ...links.map(linkLine)],
      data: {
        total: page.total, first: page.first, ...(page.next === undefined ? {} : { next: page.next }),
        hits: shown.map(({ hit, resource }) => ({ id: hit.id, uri: resource.overview.uri, kind: resource.overview.kind, title: resource.overview.title, relevance: hit.relevance, ...(input.explain ? { explain: { ...hit.parts, ...reasons(finder.index, found, hit) } } : {}) })),
        facets: found.facets(), ...(input.explain ? { links: links.map(({ id, why }) => ({ id, why })) } : {}),
      },
      report: [finder.resources.length === 0 ? NOTHING_YET : page.total === 0 ? `nothing matches ${JSON.stringify(query)}` : `${page.first}-${page.first + page.items.length - 1} of ${counted(page.total, 'resource')}${page.next === undefined ? '' : `; the next page: --page ${page.next}`}`],
      diagnostics: found.diagnostics, exit: page.total === 0 ? EXIT.failed : EXIT.ok,
    }
  }),
})

/** How many on a page; at most a thousand. */
export function sizeFrom(typed: number | undefined, usual = LIMIT): number {
  const size = typed ?? usual
  if (size < 1 || size > 1000) throw new UsageError(`a page holds 1 to 1000 resources, not ${size}`)
  return size
}

const linkLine = ({ id, why }: Link): string => visible(`belongs to these: ${id} ${why}\n`)

function explained(index: CatalogIndex, found: Found, hit: Hit): string {
  const { words, source, joins, feeds, matched } = reasons(index, found, hit)
  const { text: said, vector, recency, cap_match: cap, cost_penalty: cost } = hit.parts
  const of = (value: number): string => value.toFixed(2)
  return visible(`    text ${of(said)} (words ${of(words)}, source ${of(source)}, joins ${of(joins)}, feeds ${of(feeds)}), vector ${of(vector)}, recency ${of(recency)}, cap_match ${of(cap)}, cost_penalty ${of(cost)}; matched ${matched.join(' ') || 'no word'}\n`)
}
