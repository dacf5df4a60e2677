import { tellingOf } from '../../catalog/context/telling.ts'
import { grouped, OVERVIEW_FORMATS, type OverviewFormat, writingOf } from '../../catalog/context/writing.ts'
import { pageOf } from '../../catalog/find/search.ts'
import type { Resource } from '../../catalog/record.ts'
import { choice, number, text } from '../../core/field.ts'
import { counted } from '../../core/names.ts'
import { finderOf } from '../../workspace/catalog/index.ts'
import { plainJson, visible } from '../../workspace/index.ts'
import { defineOperation, EXIT } from '../operation.ts'
import { filterFrom, filtering, NOTHING_YET, paged } from './asking.ts'
import { reading, withCatalog } from './opening.ts'
import { sizeFrom } from './search.ts'

const PAGE_SIZE = 50

/** Shows what there is, a line each. */
export const overview = defineOperation({
  name: 'catalog overview',
  title: 'Show what there is, one line each',
  doc: 'Resources of one place stand under one heading, which is the beginning of their ids. The five fields that say most are named; text is the type that is not said, +3 means three fields more. With words, the best come first; without, all in the order of ids.',
  examples: ['fovea catalog overview', 'fovea catalog overview "revenue" --page-size 10', 'fovea catalog overview --format jsonl > overview.jsonl'],
  fields: {
    query: text('Only what these words find', { place: 'one', sign: 'TEXT' }),
    ...filtering,
    page: text('A page by number, or by what the page before gave as next', { sign: 'PAGE', otherwise: '1' }),
    pageSize: number('How many on a page; 50 unless told', { sign: 'N' }),
    format: choice('lines for reading (unless told), jsonl with short keys, or json', { choices: OVERVIEW_FORMATS }),
    ...reading,
  },
  run: (input, context) => withCatalog(context, input, async ({ workspace, catalog }) => {
    const finder = await finderOf(workspace, catalog)
    const query = input.query ?? ''
    const found = await finder.find({ text: query, filter: filterFrom(input, finder.index) })
    const page = paged(() => pageOf(found.hits, input.page ?? '1', sizeFrom(input.pageSize, PAGE_SIZE)))
    const rows = page.items.map(({ id }) => finder.byId(id) as Resource)
    const format = (input.format ?? 'lines') as OverviewFormat
    const info = { total: page.total, first: page.first, count: rows.length, ...(page.next === undefined ? {} : { next: page.next }) }
    const writing = writingOf(format, tellingOf(finder.index, query))
    const more = page.next === undefined || format !== 'lines' ? '' : writing.remark('more', `${page.total - page.first - rows.length + 1} others, the next page: --page ${page.next}`)
    const data = { rows: rows.map((resource) => resource.overview), page_info: info }
    return {
      text: [format === 'json' ? `${plainJson(JSON.stringify(data, undefined, 1))}\n` : visible(`${grouped(rows, writing)}${more}`)], data,
      report: [finder.resources.length === 0 ? NOTHING_YET : page.total === 0 ? 'nothing matches' : `${page.first}-${page.first + rows.length - 1} of ${counted(page.total, 'resource')}`],
      diagnostics: found.diagnostics, exit: page.total === 0 && finder.resources.length > 0 ? EXIT.failed : EXIT.ok,
    }
  }),
})
