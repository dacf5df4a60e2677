// What all commands of plans begin with: a plan is read, and checked against what its reader may see.
import { resolve } from 'node:path'
import { text, UsageError } from '../../core/field.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { CAPS_OF_PLAN, check, type Checked, locate, type Plan, PlanError, PlanFailed, planFrom, planText, type Problem, type WrittenPlan } from '../../workspace/catalog/plans.ts'
import { type Opened, reading, withCatalog } from '../catalog/opening.ts'
import { type Context, EXIT, Failure, type Outcome } from '../operation.ts'

/** The plan itself, and as who one reads the catalogue. */
export const planning = {
  plan: text('The plan, as JSON or YAML; - for standard input', { place: 'one', sign: 'FILE' }),
  ...reading,
}

/** A plan that was read and checked. */
export interface Read extends Opened {
  readonly written: WrittenPlan
  readonly checked: Checked
}

interface Input {
  readonly plan: string | undefined
  readonly root: string | undefined
  readonly role: string | undefined
}

/** Reads and checks a plan and does something with it. What is wrong with it is a failure that names every place. */
export const withPlan = (context: Context, input: Input, act: (read: Read) => Promise<Outcome>): Promise<Outcome> => told(async () => {
  if (input.plan === undefined) throw new UsageError('say which plan: a file with JSON or YAML, or - for standard input')
  const text = input.plan === '-' ? await context.stdin() : planText(resolve(context.cwd, input.plan), CAPS_OF_PLAN.bytes)
  const written = readPlan(text)
  return withCatalog(context, input, async (opened) => {
    const checked = check(written, await opened.catalog.resources())
    return act({ ...opened, written, checked: { ...checked, problems: locate(checked.problems, text) } })
  })
})

/** What is wrong with a text that is no plan is told with its lines. */
function readPlan(text: string): WrittenPlan {
  try {
    return planFrom(text)
  } catch (error) {
    throw error instanceof PlanError ? new PlanError(locate(error.problems, text)) : error
  }
}

/** The plan of a check; what is wrong with it is thrown. */
export function planOf({ plan, problems }: Checked): Plan {
  if (plan === undefined) throw new PlanError(problems)
  return plan
}

/** Findings as diagnostics. */
export const diagnosticsOf = (problems: readonly Problem[]): Diagnostic[] => problems.map(({ severity, code, place, message }) => ({ severity, code, message: place === '' ? message : `${place}: ${message}` }))

export const warningsOf = (problems: readonly Problem[]): Problem[] => problems.filter(({ severity }) => severity === 'warning')

/** A plan that cannot be used, with all that is wrong with it. */
export class Unusable extends Failure {
  readonly problems: readonly Problem[]

  constructor({ message, problems }: PlanError) {
    super(`the plan cannot be used:\n${message}`)
    this.problems = problems
  }
}

/** Failures of plans as failures of a command. */
export async function told<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof PlanError) throw new Unusable(error)
    throw error instanceof PlanFailed ? new Failure(error.message, EXIT.failed) : error
  }
}
