// get_context: the same line as `fovea pack`, with a receipt inside the budget.
import { blockIn } from './next.ts'
import { UsageError } from '../core/field.ts'
import { Failure } from '../operations/index.ts'
import { mustHold } from '../operations/report.ts'
import { type Compilation, compileGathered, type Flags, type Gathered, gatherWorkspace, metadataOf, type Settings, settle, type Workspace } from '../workspace/index.ts'
import { type Args, budgetIn, choiceIn, onlyKnown, textIn, textsIn } from './arguments.ts'
import type { Answer } from './call.ts'
import { includeFor } from './confine.ts'
import { type Job, openRoot } from './open.ts'
import { type Draft, type Receipt, reserveFor, textOf } from './receipt.ts'
import { treeOf } from './tree.ts'

/** Tokens of an answer when nobody says: below what clients warn about. */
const OTHERWISE = 8000

/** From here on there is room to say what could be asked next. */
const ROOM_FOR_HINTS = 500

const FORMATS = ['minimal', 'markdown', 'claude-xml', 'xml', 'plusminus', 'json'] as const

const KNOWN = ['task', 'budget', 'path', 'focus', 'since', 'format', 'lens', 'token_budget', 'skeleton']

/** Answers with the context for a task. */
export async function getContext(args: Args, job: Job): Promise<Answer> {
  onlyKnown(args, KNOWN)
  const budget = budgetIn(args, OTHERWISE)
  const workspace = openRoot(job)
  const flags = flagsIn(args, workspace.root)
  const compilation = await compiled(workspace, flags, budget)
  await workspace.close()
  return answerOf(workspace, compilation, budget)
}

function flagsIn(args: Args, root: string): Flags {
  const task = textIn(args, 'task', 'query')?.trim()
  return {
    ...(task === undefined || task === '' ? {} : { task }), format: choiceIn(args, 'format', FORMATS) ?? 'minimal', lens: textIn(args, 'lens'),
    skeleton: choiceIn(args, 'skeleton', ['auto', 'enabled', 'disabled']), include: includeFor(root, textIn(args, 'path')), pin: textsIn(args, 'focus').map((focus) => focus.replace(/@[0-9a-f]{8,64}$/, '').replace(/^file=/, '')),
  }
}

/** Compiles within what the receipt leaves. What was asked for in particular is shown whatever else there is, unless the budget does not hold it. */
async function compiled(workspace: Workspace, flags: Flags, budget: number): Promise<Compilation> {
  const settings = settle({ ...flags, budget }, workspace.layers)
  const gathered = await gatherWorkspace(workspace, settings)
  const first = within(workspace, gathered, budget)
  if (first.compiled.tokens <= budget || (flags.pin ?? []).length === 0) return first
  return within(workspace, await gatherWorkspace(workspace, wished(settings), gathered.reading), budget)
}

/** Floors become wishes. */
const wished = (settings: Settings): Settings => ({
  ...settings, rules: { ...settings.rules, value: settings.rules.value.filter(({ block }) => block === undefined).map(({ atLeast, ...rule }) => (atLeast === undefined ? rule : { ...rule, priority: 100, weight: 8 })) },
})

function within(workspace: Workspace, gathered: Gathered, budget: number): Compilation {
  const { meter, settings } = gathered
  const room = budget - reserveFor(WORST(budget), budget < ROOM_FOR_HINTS ? [] : [HINT], meter)
  const value = settings.format.value === 'json' ? Math.floor(room * 0.97) - 60 : room
  return compileGathered(workspace, { ...gathered, settings: { ...settings, budget: { ...settings.budget, value: Math.max(1, value) } } })
}

/** As long as a receipt gets. */
const WORST = (budget: number): Receipt => ({ pack: '00000000', budget, counts: [['full', 9999], ['skeleton', 9999], ['line', 9999], ['omitted', 99999]], tree: '00000000' })

/** As long as hints usually get. */
const HINT = 'zoom src/some/folder/of/files.ts#SomeClass.someMethod@00000000; zoom src/some/folder/of/others.ts#anotherFunction@00000000'

function answerOf(workspace: Workspace, compilation: Compilation, budget: number): Answer {
  const { compiled: made, settings, meter, reading } = compilation
  mustHold(compilation, 'the workspace')
  if (made.parts.length === 0) throw new Failure(`a budget of ${budget} tokens is too small: the smallest answer needs about ${made.least + budget - settings.budget.value}; raise budget, or name a path`)
  const page = metadataOf(made.page)
  const tree = treeOf(reading.entries, workspace.digest)
  const pack = workspace.digest.sha256(`${tree}\n${JSON.stringify([settings.task, budget, settings.format.value, settings.lens.value.name, settings.include.value, settings.rules.value, settings.ladder.value])}`).slice(0, 8)
  const lines = made.page.lines.length
  const receipt: Receipt = { pack, budget, tree, counts: [['full', page.files_full], ['skeleton', page.files_skeleton], ['line', lines], ['omitted', made.plan.files.length - made.page.files.length - lines]] }
  const draft: Draft = { body: [...made.parts].join(''), receipt, next: budget < ROOM_FOR_HINTS ? [] : blockIn(compilation, workspace) }
  const meta = { pack, tree, token_budget: budget, ...page }
  return settings.format.value === 'json' ? asJson(draft, { meter: (text) => meter.count(text), meta }) : asText(draft, compilation, meta)
}

function asText(draft: Draft, { meter }: Compilation, meta: Readonly<Record<string, unknown>>): Answer {
  const { text, tokens } = textOf(draft, meter)
  return { text: checked(text, tokens, draft.receipt.budget), meta: { ...meta, tokens } }
}

/** As JSON the answer is one object that needs nothing beside it: clients that show data drop the text. */
function asJson({ body, receipt, next }: Draft, { meter, meta }: { meter: (text: string) => number; meta: Readonly<Record<string, unknown>> }): Answer {
  const { pack, tree } = receipt
  const data = { ...(JSON.parse(body) as Record<string, unknown>), token_budget: receipt.budget, pack, tree, fresh: true, next }
  const text = JSON.stringify(data)
  const tokens = meter(text)
  return { text: checked(text, tokens, receipt.budget), data, meta: { ...meta, tokens } }
}

/** The promise of every answer. */
function checked(text: string, tokens: number, budget: number): string {
  if (tokens > budget) throw new UsageError(`this answer would need ${tokens} tokens, more than its budget of ${budget}: raise budget, or ask for less`)
  return text
}
