import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { choice, dashed, flag, list, number, text, tokens, UsageError } from '../core/field.ts'
import { sessionIdFrom, sessionIdOf } from '../core/session/id.ts'
import { shareFrom } from '../core/task/budget.ts'
import type { TaskEnvelope, ToolDefinition } from '../core/task/envelope.ts'
import { COMMITS_TOLD, MOST_FILES } from '../core/task/gatherers.ts'
import { intentFrom, INTENTS } from '../core/task/intent.ts'
import { STRUCTURE_DEPTH } from '../core/task/structure.ts'
import { METER_NAMES, plainJson, settle, type TaskAsk, type TaskCompilation, withoutSecrets, type Workspace } from '../workspace/index.ts'
import { choosing, flagsOf } from './choosing.ts'
import { contextCompressed, logging } from './log.ts'
import { openHere, opening } from './open.ts'
import { type Context, defineOperation, EXIT, Failure, type Operation, type Outcome } from './operation.ts'
import { ownOutput } from './pack.ts'
import { promptOf, turnBudget } from './prompt.ts'
import { mustHold, packReport } from './report.ts'
import { keepPrompt } from './session/prompt.ts'
import { skeleton } from './skeleton.ts'
import { zoom } from './zoom.ts'

/** Makes the prompt for a task. */
export const task = defineOperation({
  name: 'task',
  title: 'Make the whole prompt for a task, or its envelope',
  doc: 'Finds out what kind of work the request is, gathers what that work needs (the place of an error, dependents, tests, fixtures, recent changes) and prints one prompt: structure, files, dependencies, request, instruction. The prompt keeps within its part of the budget; the rest is left free for the answer.',
  examples: ['fovea task "sessions are not closed when the token expires"', 'fovea task "fix the crash" --stack trace.txt --budget 16k', 'fovea task "add a --json flag" src --intent implement --envelope', 'pbpaste | fovea task -'],
  fields: {
    request: text('What to do, in your words; - reads it from standard input', { place: 'one' }),
    path: text('The folder; the current one unless told', { place: 'one' }),
    intent: choice('The kind of work; read from the request unless told', { choices: INTENTS }),
    taskFile: choosing.taskFile,
    stack: text('A stack trace to start from: a file, or - for standard input', { sign: 'FILE' }),
    budget: tokens('Tokens for the whole turn; 8k unless told: 10 % system, 50 % context, 10 % request, 30 % kept free for the answer', { short: 'b', sign: 'TOKENS' }),
    inputShare: text('The part of the budget for the prompt: 0.7 or 70% unless told', { sign: 'SHARE' }),
    files: list('Prefer these files; may be repeated', { sign: 'GLOB' }),
    maxFiles: number('The most files that --files may bring', { otherwise: MOST_FILES, sign: 'N' }),
    depth: number('Levels of folders in the structure', { otherwise: STRUCTURE_DEPTH, sign: 'N' }),
    commits: number('Commits that count as recent', { otherwise: COMMITS_TOLD, sign: 'N' }),
    session: text('Save this prompt as a session, which fovea session resume makes again on later code', { sign: 'ID' }),
    lens: choosing.lens,
    include: choosing.include,
    exclude: choosing.exclude,
    pin: choosing.pin,
    level: choosing.level,
    meter: choice('What counts the tokens; o200k_base unless told', { choices: METER_NAMES }),
    ...logging,
    ...opening,
    envelope: flag('Print the task envelope as JSON instead of the prompt'),
    json: flag('The same as --envelope'),
    quiet: flag('Print no report', { short: 'q' }),
  },
  async run(typed, context) {
    const input = placed(typed)
    const asked = await askOf(input, context)
    const workspace = openHere(context, input.path, input)
    const flags = await flagsOf({ ...input, budget: undefined, task: undefined, taskFile: undefined, skeleton: undefined, levels: [], format: undefined }, context)
    // A trace speaks of everything the task is about: as a file of the workspace it would be the best of them.
    const own = [input.stack, input.taskFile].flatMap((path) => (path === undefined || path === '-' ? [] : ownOutput(workspace.root, resolve(context.cwd, path))))
    const asking = { ...flags, exclude: [...flags.exclude ?? [], ...own] }
    const made = await promptOf(workspace, settle(asking, workspace.layers), asked.ask)
    await workspace.close()
    mustHold(made, input.path ?? '.')
    const saved = input.session === undefined ? [] : [await keepPrompt(workspace, made, { id: input.session, ask: asked.ask, flags: asking })]
    const envelope = envelopeOf(made, { workspace, original: asked.original, session: input.session })
    const outcome = outcomeOf(made, envelope, input)
    return { ...outcome, report: [...outcome.report ?? [], ...(input.quiet ? [] : saved)] }
  },
})

/** With the request in a file, the one word by place is the folder. */
const placed = <I extends { request: string | undefined; path: string | undefined; taskFile: string | undefined }>(input: I): I =>
  (input.taskFile !== undefined && input.path === undefined ? { ...input, request: undefined, path: input.request } : input)

interface Input {
  readonly request: string | undefined
  readonly taskFile: string | undefined
  readonly stack: string | undefined
  readonly intent: string | undefined
  readonly budget: number | undefined
  readonly inputShare: string | undefined
  readonly files: readonly string[]
  readonly maxFiles: number | undefined
  readonly depth: number | undefined
  readonly commits: number | undefined
  readonly session: string | undefined
}

/** What was typed becomes what is asked; `original` is all of it, untouched but for secrets. */
async function askOf(input: Input, context: Context): Promise<{ ask: TaskAsk; original: string }> {
  if (input.session !== undefined) sessionIdFrom(input.session)
  const budget = turnBudget(input.budget, input.inputShare === undefined ? undefined : shareOf(input.inputShare))
  const request = withoutSecrets(await requestOf(input, context))
  if (input.stack === '-' && [input.request, input.taskFile].includes('-')) throw new UsageError('standard input can be the request or the stack trace, not both: put one of them in a file')
  const trace = input.stack === undefined ? undefined : withoutSecrets(await textFrom(input.stack, 'stack trace', context))
  if (request.trim() === '' && (trace ?? '').trim() === '') throw new UsageError('say what to do: fovea task "fix the login", --task-file FILE, or - to read it from standard input')
  const ask: TaskAsk = {
    request: request.trim() === '' ? 'Find the cause of this error.' : request, budget, files: input.files,
    ...(trace === undefined ? {} : { trace }), ...(input.intent === undefined ? {} : { intent: intentFrom(input.intent) }),
    ...(input.maxFiles === undefined ? {} : { maxFiles: input.maxFiles }), ...(input.depth === undefined ? {} : { depth: input.depth }), ...(input.commits === undefined ? {} : { commits: input.commits }),
  }
  return { ask, original: [request, trace ?? ''].filter((part) => part !== '').join('\n') }
}

function shareOf(typed: string): number {
  try {
    return shareFrom(typed)
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error
  }
}

async function requestOf({ request, taskFile }: Input, context: Context): Promise<string> {
  if (request !== undefined && taskFile !== undefined) throw new UsageError('give the request or --task-file, not both')
  if (taskFile !== undefined) return textFrom(taskFile, 'task file', context)
  return request === '-' ? context.stdin() : (request ?? '')
}

async function textFrom(path: string, what: string, context: Context): Promise<string> {
  if (path === '-') return context.stdin()
  return readFile(resolve(context.cwd, path), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Failure(`the ${what} ${path} cannot be read: ${error.code === 'ENOENT' ? 'it does not exist' : error.message}`)
  })
}

/** What the reader of an envelope can call next. */
const toolOf = ({ name, doc, fields }: Pick<Operation, 'name' | 'doc' | 'fields'>): ToolDefinition => ({
  name: `fovea ${name}`, description: doc,
  parameters: Object.fromEntries(Object.entries(fields).map(([field, { kind, doc: words, place }]) => [place === undefined ? dashed(field) : field, { type: kind === 'flag' ? 'boolean' : kind === 'list' ? 'array' : 'string', description: words }])),
})

function envelopeOf(made: TaskCompilation, { workspace, original, session }: { workspace: Workspace; original: string; session: string | undefined }): TaskEnvelope {
  const created_at = workspace.timestamp()
  return {
    task_type: made.understood.intent, user_request: made.request, original_input: original, context: made.context,
    tools: [zoom, skeleton].map((operation) => toolOf(operation as unknown as Operation)), artifacts: [],
    session_id: session ?? sessionIdOf(made.request, workspace.digest.sha256(`${made.request}\n${created_at}`)), created_at, token_budget: made.budget,
  }
}

function outcomeOf(made: TaskCompilation, envelope: TaskEnvelope, input: { envelope: boolean; json: boolean; quiet: boolean }): Outcome {
  const { compiled: page, settings, understood, diagnostics } = made
  const nothing = page.parts.length === 0
  const over = page.tokens > settings.budget.value
  const report = input.quiet ? [] : [`${understood.intent}: ${understood.why}`, ...packReport(made), ...borrowed(made), ...leftOut(made)]
  if (nothing) report.push(`a budget of ${made.budget.total} tokens leaves ${settings.budget.value} for the prompt, and the smallest one needs ${page.least}: raise --budget`)
  else if (over) report.push(`what had to be shown needs ${page.tokens} tokens, ${page.tokens - settings.budget.value} more than the prompt may have: pin less, lower --level or raise --budget`)
  const json = input.envelope || input.json
  return {
    text: nothing ? [] : json ? [`${plainJson(JSON.stringify(envelope, undefined, 2))}\n`] : page.parts, framed: !json, report, events: [contextCompressed('task', made, { task_type: understood.intent, session_id: envelope.session_id })], diagnostics: input.quiet ? [] : diagnostics,
    ...(json && !nothing ? { data: envelope } : {}), exit: nothing || over ? EXIT.budget : EXIT.ok,
  }
}

/** A request that is longer than its share takes from the context, and says so. */
function borrowed({ fixed, budget }: TaskCompilation): string[] {
  const more = fixed - budget.system - budget.request
  return more > 0 ? [`the request is ${more} tokens longer than its share: the context has so much less`] : []
}

/** What stands around the files comes all together or not at all, and its absence is told. */
function leftOut({ compiled: { plan, parts }, around }: TaskCompilation): string[] {
  if (plan.head || parts.length === 0 || around.length === 0) return []
  return [`left out, because the files fill the prompt: ${around.join(', ')}; raise --budget to have ${around.length === 1 ? 'it' : 'them'}`]
}
