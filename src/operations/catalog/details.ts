import { cardData, cardOf, cardText, cardWith, placesIn } from '../../catalog/context/card.ts'
import { tellingOf } from '../../catalog/context/telling.ts'
import { list, text, UsageError } from '../../core/field.ts'
import { finderOf } from '../../workspace/catalog/index.ts'
import { visible } from '../../workspace/index.ts'
import { defineOperation } from '../operation.ts'
import { resourceNamed } from './asking.ts'
import { reading, withCatalog } from './opening.ts'

/** Shows everything that is needed to use resources. */
export const details = defineOperation({
  name: 'catalog details',
  title: 'Show all that is needed to use a resource',
  doc: 'Columns come in batches of ten: keys first, then described ones; the last line of a batch gives the command for the next. At most two snippets are shown, and what to avoid always. A resource is named by its id, its URI, or the end of its id.',
  examples: ['fovea catalog details res:db.pg.main.public.orders', 'fovea catalog details orders users', 'fovea catalog details res:db.pg.main.public.orders --columns 11-20'],
  fields: {
    ids: list('Resources', { place: 'rest', sign: 'ID', verbatim: true }),
    columns: text('These columns in the order of the source: 11-20, or 3,5-7', { sign: 'RANGES' }),
    for: text('A task whose words choose the columns that are shown first', { sign: 'TASK' }),
    ...reading,
  },
  run: (input, context) => withCatalog(context, input, async ({ workspace, catalog }) => {
    if (input.ids.length === 0) throw new UsageError('name a resource: fovea catalog details res:db.pg.main.public.orders')
    const finder = await finderOf(workspace, catalog)
    const telling = tellingOf(finder.index, input.for ?? '')
    const places = input.columns === undefined ? undefined : rangesTyped(input.columns)
    const cards = input.ids.map((id) => resourceNamed(finder, id)).map((resource) => (places === undefined ? cardOf(resource, telling, 'full') : cardWith(resource, telling, places)))
    return { text: [visible(cards.map(cardText).join('\n'))], data: { details: cards.map(cardData) } }
  }),
})

function rangesTyped(typed: string): number[] {
  try {
    return placesIn(typed)
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(`--columns: ${error.message}`) : error
  }
}
