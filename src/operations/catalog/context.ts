import { budgetedContext, type Context as Made, type ContextAsk } from '../../catalog/context/budgeted.ts'
import type { Pick } from '../../catalog/context/pick.ts'
import { grouped, OVERVIEW_FORMATS, type OverviewFormat, writingOf } from '../../catalog/context/writing.ts'
import type { Resource } from '../../catalog/record.ts'
import { choice, flag, list, text, tokens, UsageError } from '../../core/field.ts'
import { counted } from '../../core/names.ts'
import { askFor, type Finder, finderOf, pickedBy, PickError } from '../../workspace/catalog/index.ts'
import { METER_NAMES, ModelError, settle, visible, type Workspace } from '../../workspace/index.ts'
import { type Context, defineOperation, EXIT, Failure } from '../operation.ts'
import { filterFrom, filtering, NOTHING_YET, resourceNamed } from './asking.ts'
import { reading, withCatalog } from './opening.ts'

const BUDGET = 8000
/** Overviews that a model chooses from, and what it may choose. */
const SHOWN_TO_MODEL = 60
const PICKS = 8

/** Makes the context of a task within a budget. */
export const contextual = defineOperation({
  name: 'catalog context',
  title: 'What a task needs of the catalogue, within a token budget',
  doc: 'Details of what fits best, one line for what else may matter, and how to reach the rest. Who picks: the ranking, you (--pick), or the configured model (--picker model). Ask again with --not for more without repeats.',
  examples: ['fovea catalog context "GMV by city per day, last 30d" --budget 8k', 'fovea catalog context "GMV by city" --pick res:db.pg.main.public.orders', 'fovea catalog context "GMV by city" --not res:db.pg.main.public.orders --budget 2k'],
  fields: {
    task: text('What is to be done', { place: 'one', sign: 'TASK' }),
    budget: tokens('The most tokens of the answer; 8k unless told', { short: 'b', sign: 'TOKENS' }),
    not: list('Resources that were given before and are not repeated', { sign: 'ID' }),
    pick: list('Resources whose details are wanted', { sign: 'ID' }),
    picker: choice('Who picks what gets details: the ranker (unless told), or the model that is configured as "generation"', { choices: ['ranker', 'model'] }),
    format: choice('lines for reading (unless told), jsonl with short keys, or json', { choices: OVERVIEW_FORMATS }),
    meter: choice('What counts the tokens; o200k_base unless told', { choices: METER_NAMES }),
    explain: flag('Say how the window was split and why resources were picked'),
    ...filtering,
    ...reading,
  },
  run: (input, context) => withCatalog(context, input, async ({ workspace, catalog }) => {
    const task = (input.task ?? '').trim()
    if (task === '') throw new UsageError('say what is to be done: fovea catalog context "GMV by city per day" --budget 8k')
    const finder = await finderOf(workspace, catalog)
    if (finder.resources.length === 0) throw new Failure(NOTHING_YET)
    const given = new Set(input.not.map((name) => resourceNamed(finder, name).overview.id))
    const meter = await workspace.meter(settle({ meter: input.meter }, workspace.layers).meter.value)
    const { ask, diagnostics } = await askFor(finder, { task, budget: input.budget ?? BUDGET, meter, format: (input.format ?? 'lines') as OverviewFormat, filter: filterFrom(input, finder.index), not: given })
    const picks = await picksFrom(input, { workspace, finder, ask, signal: context.signal })
    const made = budgetedContext(picks === undefined ? ask : { ...ask, picked: picks.map(({ id }) => finder.byId(id) as Resource) })
    if (made === undefined) throw new Failure(ask.candidates.length === 0 && picks === undefined ? `nothing in the catalogue matches ${JSON.stringify(task)}${given.size > 0 ? ' beside what was given before' : ''}; try other words, or fovea catalog overview` : `the budget is too small: not one line fits into ${ask.budget} tokens; raise --budget`, ask.candidates.length === 0 ? EXIT.failed : EXIT.budget)
    return { text: [visible(made.text)], framed: true, data: dataOf(made, ask, picks, given), report: input.explain ? explained(made, picks) : [told(made)], diagnostics }
  }),
})

interface Picking {
  readonly workspace: Workspace
  readonly finder: Finder
  readonly ask: ContextAsk
  readonly signal: Context['signal']
}

/** What was picked by whoever asked or by a model; undefined when the ranking decides. */
async function picksFrom(input: { readonly pick: readonly string[]; readonly picker: string | undefined }, { workspace, finder, ask, signal }: Picking): Promise<readonly Pick[] | undefined> {
  if (input.pick.length > 0) return input.pick.map((name) => ({ id: resourceNamed(finder, name).overview.id, why: 'asked for' }))
  if (input.picker !== 'model' || ask.candidates.length === 0) return undefined
  const config = settle({}, workspace.layers).generation.value
  if (config === undefined) throw new UsageError('--picker model needs a model: set "generation" in your configuration, or pick yourself with --pick ID')
  const shown = ask.candidates.slice(0, SHOWN_TO_MODEL)
  try {
    return await pickedBy(config, { task: ask.task, overview: grouped(shown, writingOf('lines', ask.telling)), shown: shown.map(({ overview }) => overview.id), most: PICKS, ...(signal === undefined ? {} : { signal }) })
  } catch (error) {
    throw error instanceof PickError || error instanceof ModelError ? new Failure(error.message) : error
  }
}

const told = ({ cards, lines, hidden, tokens: used }: Made): string => `${counted(used, 'token')}: ${counted(cards.length, 'card')}, ${counted(lines.length, 'line')}, ${hidden} not shown`

function explained(made: Made, picks: readonly Pick[] | undefined): string[] {
  const { head, task, overview, details } = made.split
  return [
    told(made), `window: head ${head}, task ${task}, overview ${overview}, details ${details}; aimed at ${counted(made.aim.k, 'overview')} and ${counted(made.aim.m, 'card')}`,
    ...made.cards.map(({ id, form }) => `${id}: ${form} card${picks === undefined ? '' : `, ${picks.find((pick) => pick.id === id)?.why ?? ''}`}`),
  ]
}

/** As data, with what a next round would be: what was shown is not repeated, and what is left of the budget is its budget. */
function dataOf(made: Made, { task, budget }: ContextAsk, picks: readonly Pick[] | undefined, given: ReadonlySet<string>): unknown {
  const { text: said, tokens: used, split, aim, cards, lines, hidden } = made
  return {
    task, budget, tokens: used, split, aim, cards, lines, hidden, ...(picks === undefined ? {} : { picks }),
    next: { not: [...given, ...cards.map(({ id }) => id)], budget: Math.max(0, budget - used) }, text: said,
  }
}
