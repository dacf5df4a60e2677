import { appendFileSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Block } from '../../core/block.ts'
import { type Case, casesFrom, eachOrAll } from '../../core/check/cases.ts'
import { missesOf, unparsedFor } from '../../core/check/judge.ts'
import type { CorpusFile } from '../../core/corpus.ts'
import { choice, flag, list, text, tokens, UsageError } from '../../core/field.ts'
import { tokenBudget } from '../../core/task/budget.ts'
import type { Intent } from '../../core/task/intent.ts'
import { parseText } from '../../core/parse.ts'
import { fileBlock } from '../../core/tile.ts'
import { type Compilation, compileTask, compileWorkspace, FORMAT_NAMES, METER_NAMES, RequestTooLong, row, type Settings, settle, type Workspace, writeCause } from '../../workspace/index.ts'
import { contextCompressed, type LogEvent, logging } from '../log.ts'
import { openHere, opening } from '../open.ts'
import { defineOperation, EXIT, Failure } from '../operation.ts'
import { remembering } from './remember.ts'
import { annotationsOf, type Checked, dataOf, diffOf, summaryOf } from './report.ts'

/** Checks that contexts show what they must. */
export const check = defineOperation({
  name: 'check',
  title: 'Check that tasks get the code they need within the budget',
  doc: 'Each line of the file is a case: {"task": "…", "must": ["src/auth.ts", "src/auth.ts#login", "Sessions.closeAll"]}, with "budget", "lens", "intent" (then the context is that of fovea task), "level" (line, shape, detail, code or full; shape unless told; code is a body without its long documentation), "mustNot" and "task_file" instead of "task" as you like. Exit code 6 and a diff when a context does not show what it must: what was found, how many tokens more would show it, and why it ranks where it does.',
  examples: ['fovea check cases.jsonl', 'fovea check cases.jsonl --budget 8k --json', 'fovea check cases.jsonl --github --summary "$GITHUB_STEP_SUMMARY"'],
  fields: {
    cases: text('The file of cases, or - for standard input', { place: 'one' }),
    root: text('The folder', { sign: 'DIR', otherwise: '.' }),
    budget: tokens('The budget of cases that do not name one', { short: 'b', sign: 'TOKENS' }),
    lens: text('The lens of cases that do not name one', { short: 'l', sign: 'NAME' }),
    exclude: list('Never these paths; may be repeated', { short: 'x', sign: 'GLOB' }),
    format: choice('How contexts are written; it costs tokens', { short: 'f', choices: FORMAT_NAMES }),
    meter: choice('What counts the tokens', { choices: METER_NAMES }),
    github: flag('Print GitHub annotations instead of the diff'),
    summary: text('Append a Markdown table to a file, or print it with -', { sign: 'FILE' }),
    ...logging,
    ...opening,
    frozen: flag('No clock, no store: the same answer for the same files'),
    json: flag('The answer as JSON'),
  },
  async run(input, context) {
    if (input.cases === undefined) throw new UsageError('name a file of cases: fovea check cases.jsonl')
    const shown = input.cases === '-' ? 'standard input' : input.cases
    const cases = casesFrom(input.cases === '-' ? await context.stdin() : readText(resolve(context.cwd, input.cases), shown), shown)
    const opened = openHere(context, input.root, input)
    const reading = await opened.read(settle({ exclude: input.exclude }, opened.layers))
    if (reading.entries.length === 0) throw new Failure(`nothing in ${input.root ?? '.'} matches: check --exclude and the ignore files`)
    const bench: Bench = { workspace: remembering(opened, reading), input, folder: input.cases === '-' ? context.cwd : dirname(resolve(context.cwd, input.cases)), events: [] }
    const checked: Checked[] = []
    for (const one of eachOrAll(cases, (each) => settled(each, bench, shown))) {
      context.progress(`case ${checked.length + 1} of ${cases.length}`)
      checked.push(await checkCase(one, bench, `${shown} line ${one.case.line}`))
    }
    await opened.close()
    const failed = checked.filter(({ misses }) => misses.length > 0).length
    const lines = [...(input.github ? annotationsOf(checked, shown) : input.summary === '-' ? [] : diffOf(checked)), ...(input.summary === '-' ? summaryOf(checked) : [])]
    if (input.summary !== undefined && input.summary !== '-') append(resolve(context.cwd, input.summary), input.summary, `${summaryOf(checked).join('\n')}\n`)
    return {
      text: lines.map((line) => `${row(line)}\n`), data: dataOf(checked), events: bench.events, diagnostics: [...opened.diagnostics, ...reading.diagnostics],
      report: [verdictOf(failed, cases.length)], exit: failed === 0 ? EXIT.ok : EXIT.stale,
    }
  },
})

function verdictOf(failed: number, cases: number): string {
  if (cases === 1) return failed === 0 ? 'the one case is met' : 'the one case is not met'
  return failed === 0 ? `all ${cases} cases are met` : `${failed} of ${cases} cases ${failed === 1 ? 'is' : 'are'} not met`
}

interface Bench {
  readonly workspace: Workspace
  readonly input: { readonly budget: number | undefined; readonly lens: string | undefined; readonly exclude: readonly string[]; readonly format: string | undefined; readonly meter: string | undefined }
  /** Where task files stand. */
  readonly folder: string
  readonly events: LogEvent[]
}

/** A case with everything that it names looked up. */
interface Settled {
  readonly case: Case
  readonly task: string
  readonly settings: Settings
}

function settled(one: Case, { workspace, input, folder }: Bench, shown: string): Settled {
  const at = `${shown} line ${one.line}`
  const task = one.task ?? readText(resolve(folder, one.taskFile as string), `${at}: the task file ${one.taskFile}`)
  if (task.trim() === '') throw new UsageError(`${at}: the task file ${one.taskFile} is empty: say what the context is for`)
  try {
    return { case: one, task, settings: settle({ ...input, task, budget: one.budget ?? input.budget, lens: one.lens ?? input.lens }, workspace.layers) }
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${at}: ${error.message}`) : error
  }
}

async function checkCase({ case: one, task, settings }: Settled, { workspace, input, events }: Bench, shown: string): Promise<Checked> {
  const compilation = one.intent === undefined ? await compileWorkspace(workspace, settings) : await compilePrompt(workspace, settings, { task, intent: one.intent, budget: one.budget ?? input.budget, shown })
  const { plan, next } = compilation.compiled
  const misses = missesOf(one, { plan, next, beyond: await blocksOf(workspace, unparsedFor(one, plan)) })
  events.push(contextCompressed('check', compilation, { case: one.line, ok: misses.length === 0 }))
  return { case: one, task, tokens: compilation.compiled.tokens, budget: settings.budget.value, misses }
}

/** The prompt of `fovea task`: its budget is that of the whole turn. */
async function compilePrompt(workspace: Workspace, settings: Settings, { task, intent, budget, shown }: { task: string; intent: Intent; budget: number | undefined; shown: string }): Promise<Compilation> {
  if (budget === Infinity) throw new UsageError(`${shown}: a task needs a number of tokens, such as 8000 or 32k`)
  try {
    return await compileTask(workspace, settings, { request: task, intent, budget: tokenBudget(budget === undefined ? {} : { total: budget }) })
  } catch (error) {
    throw error instanceof RequestTooLong || error instanceof TypeError ? new Failure(`${shown}: ${error.message}`, EXIT.budget) : error
  }
}

/** The most files that are parsed to find out whether a name exists at all. */
const MOST_SEARCHED = 200

async function blocksOf(workspace: Workspace, files: readonly CorpusFile[]): Promise<Map<CorpusFile, Block>> {
  const found = new Map<CorpusFile, Block>()
  for (const file of files.slice(0, MOST_SEARCHED)) found.set(file, fileBlock(file.entry.path, file.entry.text, (await parseText(workspace.parser, file.entry)).parsed.tiles))
  return found
}

/** A file of cases is written by people: larger is a mistake. */
const MOST_BYTES = 16 << 20

function readText(path: string, shown: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) throw new Failure(`${shown} cannot be read: it does not exist`)
  if (!stat.isFile()) throw new Failure(`${shown} cannot be read: it is not a plain file`)
  if (stat.size > MOST_BYTES) throw new Failure(`${shown} is too large (${stat.size} bytes, at most ${MOST_BYTES})`)
  return readFileSync(path, 'utf8')
}

function append(path: string, shown: string, markdown: string): void {
  try {
    appendFileSync(path, markdown)
  } catch (error) {
    throw new Failure(`the summary ${shown} cannot be written: ${writeCause(error)}`)
  }
}
