// The prompt of a task for operations: mistakes become sentences with an exit code, and what was asked can be kept and asked again.
import { UsageError } from '../core/field.ts'
import type { StoredPrompt } from '../core/session/checkpoint.ts'
import { tokenBudget, type TokenBudget } from '../core/task/budget.ts'
import { intentFrom } from '../core/task/intent.ts'
import { compileTask, RequestTooLong, type Settings, type TaskAsk, type TaskCompilation, type Workspace } from '../workspace/index.ts'
import { EXIT, Failure } from './operation.ts'

/** Compiles the prompt of a task; a request that does not fit is a failure with the exit code for budgets. */
export async function promptOf(workspace: Workspace, settings: Settings, ask: TaskAsk): Promise<TaskCompilation> {
  try {
    return await compileTask(workspace, settings, ask)
  } catch (error) {
    throw error instanceof RequestTooLong ? new Failure(error.message, EXIT.budget) : error
  }
}

/** The budget of a turn, from a total and the part of it that the prompt may have. */
export function turnBudget(total: number | undefined, share: number | undefined): TokenBudget {
  if (total === Infinity) throw new UsageError('--budget: a task needs a number of tokens, such as 8000 or 32k')
  try {
    return tokenBudget({ ...(total === undefined ? {} : { total }), ...(share === undefined ? {} : { input_allocation_pct: share }) })
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error
  }
}

/** What a session keeps of how a task was asked. */
export function storedPrompt({ intent, trace, files, maxFiles, depth, commits, budget }: TaskAsk): StoredPrompt {
  const all = { intent, trace, files, maxFiles, depth, commits, share: budget?.input_allocation_pct }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** What a session asks again, of today's code. */
export function askAgain({ share, intent, ...rest }: StoredPrompt, request: string, total: number | undefined): TaskAsk {
  return { ...rest, request, budget: turnBudget(total, share), ...(intent === undefined ? {} : { intent: intentFrom(intent) }) }
}
