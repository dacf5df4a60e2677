import { resolve } from 'node:path'
import { choice, flag, text, tokens } from '../../core/field.ts'
import { sentencesOf } from '../../core/session/changes.ts'
import type { Checkpoint } from '../../core/session/checkpoint.ts'
import { inEffect } from '../../core/session/history.ts'
import { FORMAT_NAMES, openWorkspace, plainJson } from '../../workspace/index.ts'
import { type Opening, openHere, opening } from '../open.ts'
import { writeTo } from '../pack.ts'
import { type Context, defineOperation, EXIT, Failure, type Outcome } from '../operation.ts'
import { contextCompressed, logging } from '../log.ts'
import { packReport } from '../report.ts'
import { idTyped, load, placing, type Shelf, shelfOf } from './files.ts'
import { hiddenFor } from './hidden.ts'
import { flagsIn, type Inflated, inflate } from './inflate.ts'

const fields = {
  id: text('The name of the session', { place: 'one' }),
  budget: tokens('The most tokens the output may have; as saved unless told', { short: 'b', sign: 'TOKENS' }),
  format: choice('How it is written; as saved unless told', { short: 'f', choices: FORMAT_NAMES }),
  output: text('Write to a file instead of standard output', { short: 'o', sign: 'FILE' }),
  ...placing,
  ...logging,
  ...opening,
  frozen: flag('The same bytes for the same files and the same session'),
}

interface Input extends Opening {
  readonly id: string | undefined
  readonly budget: number | undefined
  readonly format: string | undefined
  readonly output: string | undefined
  readonly root: string | undefined
  readonly dir: string | undefined
}

/** Takes up a session. */
export const resume = defineOperation({
  name: 'session resume',
  title: 'Make the context of a session again on today\'s code',
  doc: 'Makes the same request as when it was saved, shows what was zoomed as far as the budget allows, and says what changed since: on standard error, in the page where its format has notices, and with --json as data.',
  examples: ['fovea session resume fix-login', 'fovea session resume fix-login --budget 4k --format markdown', 'fovea session resume fix-login --json'],
  fields,
  run: (input, context) => resumed(input, context, 'resume'),
})

/** The same under the name that the protocol of task envelopes uses, or the stored state itself. */
export const restore = defineOperation({
  name: 'session restore',
  title: 'Give back a session: its context, or with --state what was stored',
  doc: 'The same as resume. With --state nothing is read but the session: its file is printed as JSON.',
  examples: ['fovea session restore fix-login', 'fovea session restore fix-login --state', 'fovea session restore fix-login --state --dir .copilot/sessions'],
  fields: { ...fields, state: flag('Print the stored state as JSON') },
  async run(input, context) {
    if (!input.state) return resumed(input, context, 'restore')
    const shelf = await shelfOf(openWorkspace(resolve(context.cwd, input.root ?? '.'), { frozen: input.frozen }), input.dir)
    return { text: [`${plainJson(JSON.stringify((await load(shelf, idTyped(input.id, 'restore'))).checkpoint, null, 2))}\n`], framed: true }
  },
})

async function resumed(input: Input, context: Context, verb: string): Promise<Outcome> {
  const id = idTyped(input.id, verb)
  const workspace = openHere(context, input.root, input)
  const shelf: Shelf = await shelfOf(workspace, input.dir)
  const { checkpoint } = await load(shelf, id)
  const flags = { ...flagsIn(checkpoint), ...(input.budget === undefined ? {} : { budget: input.budget }), ...(input.format === undefined ? {} : { format: input.format }) }
  const inflated = await inflate(workspace, checkpoint, { flags, hidden: hiddenFor(workspace.root, shelf) })
  await workspace.close()
  const outcome = outcomeOf(checkpoint, { ...inflated, notes: [...inflated.notes, ...notTaken(checkpoint)] })
  if (input.output === undefined || input.output === '-') return outcome
  const { parts } = inflated.compilation.compiled
  if (parts.length > 0) writeTo(resolve(context.cwd, input.output), input.output, parts)
  return { ...outcome, text: [] }
}

/** See flagsIn. */
const notTaken = ({ fovea }: Checkpoint): string[] =>
  ((fovea.request.exclude ?? []).some((pattern) => pattern.startsWith('!')) ? ['excludes that begin with ! are not taken from a session: pack with --exclude to show what is ignored'] : [])

function outcomeOf(checkpoint: Checkpoint, { compilation, changes, notes }: Inflated): Outcome {
  const { compiled, settings, diagnostics, corpus } = compilation
  if (corpus.files.length === 0) throw new Failure('nothing is there that this session could show: check --root')
  const budget = settings.budget.value
  const said = sentencesOf(changes, { planned: true })
  const zooms = inEffect(checkpoint.fovea)
  return {
    text: compiled.parts, framed: true, diagnostics, events: [contextCompressed('session resume', compilation, { session_id: checkpoint.session_id })],
    data: {
      session_id: checkpoint.session_id, task_type: checkpoint.task_type, user_request: checkpoint.user_request, state: checkpoint.state,
      saved: checkpoint.timestamp, revision: checkpoint.fovea.revision, changes, zooms: zooms.map(({ target }) => target), notes, tokens: compiled.tokens,
      context: settings.format.value === 'json' && compiled.parts.length > 0 ? (JSON.parse(compiled.parts.join('')) as unknown) : compiled.parts.join(''),
    },
    report: [
      ...(said.length === 0 ? [`nothing changed since ${checkpoint.timestamp}`] : [`since ${checkpoint.timestamp}:`, ...said.map((sentence) => `  ${sentence}`)]), ...notes,
      ...(zooms.length === 0 ? [] : [`zoomed: ${zooms.map(({ target }) => target).join(', ')}`]), ...packReport(compilation),
      ...(compiled.parts.length === 0 ? [`a budget of ${budget} tokens is too small: the smallest answer in ${settings.format.value} needs ${compiled.least}`] : []),
    ],
    exit: compiled.parts.length === 0 || compiled.tokens > budget ? EXIT.budget : EXIT.ok,
  }
}
