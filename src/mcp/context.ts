// get_context: the same line as `fovea pack`, with a receipt inside the budget.
import { answerSince } from '../core/delta/answer.ts'
import { type Pack, PACK_ID } from '../core/delta/pack.ts'
import { UsageError } from '../core/field.ts'
import { Failure } from '../operations/index.ts'
import { uselessPins } from '../operations/pack.ts'
import { mustHold } from '../operations/report.ts'
import { type Compilation, compileGathered, findPack, type Flags, type Gathered, gatherWorkspace, jsonLine, keepPack, metadataOf, packOf, type Settings, settle, type Workspace } from '../workspace/index.ts'
import { type Args, budgetIn, choiceIn, onlyKnown, shown, taskIn, textIn, textsIn } from './arguments.ts'
import type { Answer } from './call.ts'
import { includeFor } from './confine.ts'
import { blockIn } from './next.ts'
import { type Job, openRoot } from './open.ts'
import { type Draft, type Receipt, reserveFor, textOf } from './receipt.ts'
import { argumentsOf } from './tools.ts'
import { treeOf } from './tree.ts'

/** What an answer must keep to. */
interface Asked {
  readonly budget: number
  readonly since: string | undefined
}

/** A page, and what must be said beside it. */
interface Made extends Compilation {
  readonly notices: readonly string[]
}

/** Tokens of an answer when nobody says: below what clients warn about. */
const OTHERWISE = 8000

/** From here on there is room to say what could be asked next. */
const ROOM_FOR_HINTS = 500

/** Those that are offered, then those that are understood. */
const OFFERED = ['minimal', 'markdown', 'claude-xml', 'json'] as const
const FORMATS = [...OFFERED, 'xml', 'plusminus'] as const

/** Arguments of the seeds and of the command line. */
const UNDERSTOOD = ['lens', 'token_budget', 'skeleton']

/** Answers with the context for a task. */
export async function getContext(args: Args, job: Job): Promise<Answer> {
  onlyKnown(args, argumentsOf('get_context'), UNDERSTOOD)
  const budget = budgetIn(args, OTHERWISE)
  const workspace = openRoot(job)
  const flags = flagsIn(args, workspace.root)
  const since = sinceIn(args)
  const answer = answerOf(workspace, await compiled(workspace, flags, budget), { budget, since })
  await workspace.close()
  return answer
}

/** The pack that the reader has, as a receipt names it. */
function sinceIn(args: Args): string | undefined {
  const since = textIn(args, 'since')?.replace(/^(?:ctx@|pack=)/, '')
  if (since !== undefined && !PACK_ID.test(since)) throw new UsageError(`since is the pack of an earlier receipt, eight hex digits such as 9f8e7d6c, not ${shown(since)}`)
  return since
}

function flagsIn(args: Args, root: string): Flags {
  const task = taskIn(args, 'task', 'query')?.trim()
  return {
    ...(task === undefined || task === '' ? {} : { task }), format: choiceIn(args, 'format', FORMATS, OFFERED) ?? 'minimal', lens: textIn(args, 'lens'),
    skeleton: choiceIn(args, 'skeleton', ['auto', 'enabled', 'disabled']), include: includeFor(root, textIn(args, 'path')), pin: textsIn(args, 'focus').map((focus) => focus.replace(/@[0-9a-f]{8,64}$/, '').replace(/^file=/, '')),
  }
}

/** Compiles within what the receipt leaves. What was asked for in particular is shown whatever else there is, unless the budget does not hold it. */
async function compiled(workspace: Workspace, flags: Flags, budget: number): Promise<Made> {
  const settings = settle({ ...flags, budget }, workspace.layers)
  const gathered = await gatherWorkspace(workspace, settings)
  const notices = uselessPins(gathered).map((sentence) => sentence.replace('--pin', 'focus'))
  const first = within(workspace, gathered, { budget, notices })
  if (first.compiled.tokens <= budget || (flags.pin ?? []).length === 0) return first
  return within(workspace, await gatherWorkspace(workspace, wished(settings), { reading: gathered.reading }), { budget, notices })
}

/** Floors become wishes. */
const wished = (settings: Settings): Settings => ({
  ...settings, rules: { ...settings.rules, value: settings.rules.value.filter(({ block }) => block === undefined).map(({ atLeast, ...rule }) => (atLeast === undefined ? rule : { ...rule, priority: 100, weight: 8 })) },
})

/** The room does not depend on `since`: the same files must give the same page, or changes would be told where nothing changed. */
function within(workspace: Workspace, gathered: Gathered, { budget, notices }: { budget: number; notices: readonly string[] }): Made {
  const { meter, settings } = gathered
  const room = budget - reserveFor(WORST(budget), budget < ROOM_FOR_HINTS ? [] : [HINT], meter) - meter.count(noticed(notices))
  const value = settings.format.value === 'json' ? Math.floor(room * 0.97) - 60 : room
  return { ...compileGathered(workspace, { ...gathered, settings: { ...settings, budget: { ...settings.budget, value: Math.max(1, value) } } }), notices }
}

const noticed = (notices: readonly string[]): string => notices.map((notice) => `[notice: ${notice}]\n`).join('')

/** As long as a receipt gets. */
const WORST = (budget: number): Receipt => ({ pack: '00000000', budget, counts: [['full', 9999], ['skeleton', 9999], ['line', 9999], ['omitted', 99999]], tree: '00000000' })

/** As long as hints usually get. */
const HINT = 'zoom src/some/folder/of/files.ts#SomeClass.someMethod@00000000; zoom src/some/folder/of/others.ts#anotherFunction@00000000'

function answerOf(workspace: Workspace, compilation: Made, { budget, since }: Asked): Answer {
  const { compiled: made, settings, meter, reading } = compilation
  mustHold(compilation, 'the workspace')
  if (made.parts.length === 0) throw new Failure(`a budget of ${budget} tokens is too small: the smallest answer needs about ${made.least + budget - settings.budget.value}; raise budget, or name a path`)
  const page = metadataOf(made.page)
  const tree = treeOf(reading.entries, workspace.digest)
  const { pack, body, why, delta } = bodyOf(workspace, compilation, since)
  const lines = made.page.lines.length
  const receipt: Receipt = { pack, budget, tree, counts: [['full', page.files_full], ['skeleton', page.files_skeleton], ['line', lines], ['omitted', made.plan.files.length - made.page.files.length - lines]] }
  const draft: Draft = { body, receipt, next: budget < ROOM_FOR_HINTS ? [] : blockIn(compilation, workspace) }
  const meta = { pack, tree, token_budget: budget, ...page, ...(since === undefined ? {} : { since, delta }) }
  if (settings.format.value !== 'json') return asText(draft, compilation, { meta, why })
  return asJson({ ...draft, body: delta ? JSON.stringify({ since, delta: body }) : body }, { meter: (text) => meter.count(text), meta, notices: compilation.notices })
}

/** The whole page, or what its reader does not have of it yet. */
function bodyOf(workspace: Workspace, compilation: Compilation, since: string | undefined): { pack: string; body: string; why?: string | undefined; delta: boolean } {
  const now = packOf(workspace, compilation) as Pack
  const base = since === undefined ? undefined : findPack(workspace, since)
  keepPack(workspace, now)
  if (since === undefined) return { pack: now.id, body: now.text, delta: false }
  const paths = new Set(compilation.corpus.files.map(({ entry }) => entry.path))
  const { text, delta, why } = answerSince(base, now, { base: since, exists: (path) => paths.has(path), count: (written) => compilation.meter.count(written) })
  return { pack: now.id, body: text, why, delta: delta !== undefined }
}

/** Why a delta became a whole answer is said as well as the room allows: nothing of the page makes way for it. */
function asText(draft: Draft, { meter, notices }: Made, { meta, why }: { meta: Readonly<Record<string, unknown>>; why: string | undefined }): Answer {
  const { budget } = draft.receipt
  const ways = why === undefined ? [[]] : [[why], ['this is the whole answer'], []]
  const written = ways.map((way) => () => textOf({ ...draft, body: `${draft.body}${noticed([...notices, ...way])}` }, meter))
  const { text, tokens } = firstWithin(written, budget)
  return { text: checked(text, tokens, budget), meta: { ...meta, tokens } }
}

/** The first text that fits, else the last. */
function firstWithin(written: readonly (() => { text: string; tokens: number })[], budget: number): { text: string; tokens: number } {
  let told = { text: '', tokens: 0 }
  for (const write of written) {
    told = write()
    if (told.tokens <= budget) break
  }
  return told
}

/** As JSON the answer is one object that needs nothing beside it: clients that show data drop the text. */
function asJson({ body, receipt, next }: Draft, { meter, meta, notices }: { meter: (text: string) => number; meta: Readonly<Record<string, unknown>>; notices: readonly string[] }): Answer {
  const { pack, tree } = receipt
  const page = JSON.parse(body) as Record<string, unknown> & { readonly notices?: readonly string[] }
  const data = { ...page, ...(notices.length === 0 ? {} : { notices: [...(page.notices ?? []), ...notices] }), token_budget: receipt.budget, pack, tree, fresh: true, next }
  const text = jsonLine(data)
  const tokens = meter(text)
  return { text: checked(text, tokens, receipt.budget), data, meta: { ...meta, tokens } }
}

/** The promise of every answer. */
function checked(text: string, tokens: number, budget: number): string {
  if (tokens > budget) throw new UsageError(`this answer would need ${tokens} tokens, more than its budget of ${budget}: raise budget, or ask for less`)
  return text
}
