// catalog: what there is beside code. Words find, ids give details, nothing gives the map; always within the budget, receipt included.
import { budgetedContext, type Context, type ContextAsk } from '../catalog/context/budgeted.ts'
import { UsageError } from '../core/field.ts'
import type { Meter } from '../core/ports.ts'
import { Failure } from '../operations/index.ts'
import type { Finder } from '../workspace/catalog/index.ts'
import { settle, visible, type Workspace } from '../workspace/index.ts'
import { type Args, budgetIn, onlyKnown, shown, textIn, textsIn } from './arguments.ts'
import type { Answer } from './call.ts'
import { type Job, openRoot } from './open.ts'
import { type Receipt, reserveFor, textOf } from './receipt.ts'
import { argumentsOf } from './tools.ts'

const OTHERWISE = 2000

/** Answers with resources of the catalogue. It is loaded when somebody asks: most servers have none. */
export async function catalog(args: Args, job: Job): Promise<Answer> {
  onlyKnown(args, argumentsOf('catalog'), ['token_budget', 'detail'])
  const asked: Asked = { budget: budgetIn(args, OTHERWISE), query: textIn(args, 'query')?.trim() ?? '', ids: textsIn(args, 'ids'), not: textsIn(args, 'not') }
  const workspace = openRoot(job)
  const { finderOf, openCatalog } = await import('../workspace/catalog/index.ts')
  const open = await openCatalog(workspace)
  try {
    const finder = await finderOf(workspace, open)
    if (finder.resources.length === 0) throw new Failure('the catalogue is empty: nobody has added a database, an API or other sources here yet (fovea catalog add)')
    const meter = await workspace.meter(settle({}, workspace.layers).meter.value)
    return answerOf(await made({ finder, meter, workspace }, asked), { asked, finder, meter, tree: (await open.mark()).slice(0, 8), workspace })
  } finally {
    await open.close()
    await workspace.close()
  }
}

interface Asked {
  readonly budget: number
  readonly query: string
  readonly ids: readonly string[]
  /** Ids that the reader has already. */
  readonly not: readonly string[]
}

interface Desk {
  readonly finder: Finder
  readonly meter: Meter
  readonly workspace: Workspace
}

/** The context that fits beside the receipt. */
async function made({ finder, meter }: Desk, { budget, query, ids, not }: Asked): Promise<Context> {
  const { askFor } = await import('../workspace/catalog/index.ts')
  const room = budget - reserveFor(WORST(budget), [], meter)
  const { ask } = await askFor(finder, { task: query, budget: room, meter, not: new Set(not) })
  const context = budgetedContext(chosen(ask, finder, ids))
  if (context !== undefined) return context
  throw ask.candidates.length === 0 && ids.length === 0
    ? new UsageError(`nothing in the catalogue matches ${shown(query)}: try other words, or call catalog without a query`)
    : new UsageError(`a budget of ${budget} tokens holds none of it: raise budget`)
}

/** Ids are wanted with their details; a map is lines alone. */
function chosen(ask: ContextAsk, finder: Finder, ids: readonly string[]): ContextAsk {
  if (ids.length === 0) return ask.task === '' ? { ...ask, picked: [] } : ask
  const picked = ids.map((id) => {
    const resource = finder.byId(id)
    if (resource === undefined) throw new UsageError(`there is no resource ${shown(id, 120)}: ids come from an earlier answer and begin with res:`)
    return resource
  })
  return { ...ask, picked, ...(ask.task === '' ? { candidates: [] } : {}) }
}

const WORST = (budget: number): Receipt => ({ pack: '00000000', budget, counts: [['details', 999], ['lines', 99999], ['more', 99999]], tree: '00000000' })

function answerOf(context: Context, { asked: { budget }, meter, tree, workspace }: Desk & { readonly asked: Asked; readonly tree: string }): Answer {
  const body = visible(context.text)
  const pack = workspace.digest.sha256(body).slice(0, 8)
  const counts = [['details', context.cards.length], ['lines', context.lines.length], ['more', context.hidden]] as const
  const { text, tokens } = textOf({ body, receipt: { pack, budget, counts, tree }, next: [] }, meter)
  return { text, meta: { pack, tree, token_budget: budget, tokens, details: context.cards.map(({ id }) => id), lines: context.lines, more: context.hidden } }
}
