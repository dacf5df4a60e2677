// A plan in a program's hands.
import type { Table } from '../catalog/ports.ts'
import type { Resource } from '../catalog/record.ts'
import { UsageError } from '../core/field.ts'
import type { Meter } from '../core/ports.ts'
import type { Finder, OpenCatalog } from '../workspace/catalog/index.ts'
import type { ChatConfig } from '../workspace/index.ts'
import { check, compile, draftAskOf, draftPlan, explain, explainText, PLAN_LIMITS, PlanError, planFrom, type PlanLimits, planYaml, runPlan } from '../workspace/catalog/plans.ts'

/** A plan that was checked against what its reader may see. */
export interface Plan {
  /** What should be known of it: a filter without an index, a join without keys. */
  readonly warnings: readonly string[]
  /** What each source runs, what runs here, and what it costs. */
  explain(): string
  /** The rows, within the limits. Nothing is changed anywhere. */
  execute(limits?: Partial<PlanLimits>): Promise<Table>
}

/** Reads and checks a plan. */
export async function planFor(text: string, { open, root }: { readonly open: OpenCatalog; readonly root: string }): Promise<Plan> {
  const { plan, problems } = check(planFrom(text), await open.resources())
  if (plan === undefined) throw new PlanError(problems)
  return {
    warnings: problems.map(({ message }) => message),
    explain: () => explainText(explain(compile(plan), CAPS, problems)),
    execute: async (given = {}) => {
      const limits = { ...PLAN_LIMITS, ...given }
      return (await runPlan(compile(plan, { most: { result: limits.rows, held: limits.held } }), { catalog: open, root, limits })).table
    },
  }
}

/** What a plan is to be written for. */
interface Draft {
  readonly task: string
  readonly budget: number
  readonly meter: Meter
  readonly picked: readonly Resource[]
}

/** The plan that the configured model writes, as text. */
export async function planWritten(finder: Finder, model: ChatConfig | undefined, { task, ...how }: Draft): Promise<string> {
  if (model === undefined) throw new UsageError('compilePlan needs a model: set "generation" in your configuration, or write the plan yourself and give it to plan()')
  return planYaml((await draftPlan(model, await draftAskOf(finder, task, how))).plan)
}

const CAPS = { rows: PLAN_LIMITS.rows, held: PLAN_LIMITS.held, bytes: PLAN_LIMITS.bytes, milliseconds: PLAN_LIMITS.milliseconds }
