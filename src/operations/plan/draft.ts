import { resolve } from 'node:path'
import { flag, list, text, tokens, UsageError } from '../../core/field.ts'
import { counted } from '../../core/names.ts'
import { finderOf } from '../../workspace/catalog/index.ts'
import { type Draft, DRAFT_SYSTEM, draftAskOf, draftPlan, PlanFailed, planYaml, writeArtefacts } from '../../workspace/catalog/plans.ts'
import { ModelError, settle } from '../../workspace/index.ts'
import { NOTHING_YET, resourceNamed } from '../catalog/asking.ts'
import { type Opened, reading, withCatalog } from '../catalog/opening.ts'
import { type Context, defineOperation, Failure, type Outcome } from '../operation.ts'
import { diagnosticsOf, told } from './reading.ts'

const BUDGET = 8000

/** Has a plan written. */
export const planDraft = defineOperation({
  name: 'plan draft',
  title: 'Have a plan for a task written by the configured model',
  doc: 'The model gets the cards of the resources that fit the task, within a token budget, and nothing else. Its plan is checked, and it may correct itself twice; only a plan that can run is given out. Nothing runs. Without a configured model the request is printed, to be given to any model.',
  examples: ['fovea plan draft "GMV by city per day" --out plans/gmv', 'fovea plan draft "paid orders" --pick res:db.pg.main.public.orders --dry-run'],
  fields: {
    task: text('What is to be found out', { place: 'one', sign: 'TASK' }),
    budget: tokens('The most tokens of the cards', { short: 'b', otherwise: BUDGET, sign: 'TOKENS' }),
    pick: list('Resources whose cards are given, instead of those that fit best; may be repeated', { sign: 'ID' }),
    out: text('Write plan.yaml into this folder instead of printing it', { sign: 'FOLDER' }),
    dryRun: flag('Print what would be sent, and send nothing'),
    ...reading,
  },
  run: (input, context) => told(() => withCatalog(context, input, (opened) => drafted(opened, input, context))),
})

interface Input {
  readonly task: string | undefined
  readonly budget: number | undefined
  readonly pick: readonly string[]
  readonly out: string | undefined
  readonly dryRun: boolean
}

async function drafted({ workspace, catalog }: Opened, input: Input, context: Context): Promise<Outcome> {
  const task = (input.task ?? '').trim()
  if (task === '') throw new UsageError('say what is to be found out: fovea plan draft "GMV by city per day"')
  const finder = await finderOf(workspace, catalog)
  if (finder.resources.length === 0) throw new Failure(NOTHING_YET)
  const settings = settle({}, workspace.layers)
  const meter = await workspace.meter(settings.meter.value)
  const ask = await draftAskOf(finder, task, { budget: input.budget ?? BUDGET, meter, picked: input.pick.map((name) => resourceNamed(finder, name)) })
  const config = settings.generation.value
  if (config === undefined || input.dryRun) {
    return { text: [`${DRAFT_SYSTEM}\n\n${ask.prompt}\n`], data: { system: DRAFT_SYSTEM, prompt: ask.prompt, resources: ask.resources.map(({ overview }) => overview.id) }, report: [config === undefined ? 'no model is configured as "generation", so nothing was sent: give the text above to any model, and its answer to "fovea plan check -"' : `nothing was sent: without --dry-run this goes to ${config.kind}:${config.model}`] }
  }
  return given(await inWords(() => draftPlan(config, ask, context.signal)), input, context)
}

/** What a model could not do is a failure with its own words. */
async function inWords<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw error instanceof ModelError ? new PlanFailed(error.message) : error
  }
}

function given({ plan, problems, asked }: Draft, { out }: Input, context: Context): Outcome {
  const yaml = planYaml(plan)
  const written = out === undefined ? [] : writeArtefacts(resolve(context.cwd, out), { 'plan.yaml': yaml })
  return { text: [out === undefined ? yaml : `${out}/plan.yaml\n`], data: { plan, problems, asked, written: written.length > 0 }, diagnostics: diagnosticsOf(problems), report: [`the model was asked ${counted(asked, 'time')}`] }
}
