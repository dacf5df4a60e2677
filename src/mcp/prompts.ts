// A prompt for each kind of work: what `fovea task` makes, ready to be sent.
import { UsageError } from '../core/field.ts'
import { intentFrom } from '../core/task/intent.ts'
import { promptOf, turnBudget } from '../operations/prompt.ts'
import { mustHold } from '../operations/report.ts'
import { Failure } from '../operations/index.ts'
import { settle } from '../workspace/index.ts'
import { type Args, budgetIn, onlyKnown, taskIn, textIn } from './arguments.ts'
import type { Answer } from './call.ts'
import { includeFor } from './confine.ts'
import { type Job, openRoot } from './open.ts'

/** Tokens of a whole turn, of which the prompt has seven tenths. */
const TURN = 12_000

/** The prompt for a kind of work. */
export async function prompt(intent: string, args: Args, job: Job): Promise<Answer> {
  onlyKnown(args, ['request', 'path', 'budget'])
  const request = taskIn(args, 'request')?.trim() ?? ''
  if (request === '') throw new UsageError('say what to do in request')
  const workspace = openRoot(job)
  const settings = settle({ include: includeFor(workspace.root, textIn(args, 'path')) }, workspace.layers)
  const made = await promptOf(workspace, settings, { request, intent: intentFrom(intent), budget: turnBudget(budgetIn(args, TURN), undefined) })
  await workspace.close()
  mustHold(made, 'the workspace')
  if (made.compiled.parts.length === 0) throw new Failure(`the budget is too small: the smallest prompt needs ${made.compiled.least} tokens; raise budget`)
  return { text: [...made.compiled.parts].join(''), meta: { tokens: made.compiled.tokens } }
}
